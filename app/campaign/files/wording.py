"""Words for why a file could not be read (C1.2, C1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.refusal import Refusal
from app.wording import Params, Wording
from rules.vanguard.exchange.unreadable import Unreadable


def _empty(_params: Params) -> str:
    return _("There is nothing in it. Choose a file, or type lines.")


def _too_large(params: Params) -> str:
    return _("The file is larger than %(most)d MB.", **params)


def _zip_broken(_params: Params) -> str:
    return _("The zip file is broken and cannot be opened.")


def _zip_bomb(_params: Params) -> str:
    return _("The zip file unpacks to far more than a roster or catalogue is. It was not opened.")


def _zip_without(params: Params) -> str:
    return _("The zip file holds no file that ends in %(endings)s.", **params)


def _zip_locked(_params: Params) -> str:
    return _("The zip file is locked with a password.")


def _zip_many(params: Params) -> str:
    return _("The zip file holds %(count)d rosters. Send one at a time.", **params)


def _markup_broken(params: Params) -> str:
    return _("The file is broken: line %(line)d is not as it should be.", **params)


def _document_type(_params: Params) -> str:
    return _("The file declares a document type, which files of roster programs never do. It was not read.")


def _encoding(_params: Params) -> str:
    return _("The letters of the file cannot be read. Save it as UTF-8 and send it again.")


def _too_deep(_params: Params) -> str:
    return _("The file is nested too deeply or holds too much to be a roster or catalogue.")


def _json_broken(_params: Params) -> str:
    return _("The file is broken: it begins like JSON and does not go on so.")


def _no_roster(_params: Params) -> str:
    return _("The file is no roster of BattleScribe or New Recruit.")


def _is_catalogue(_params: Params) -> str:
    return _("The file is a catalogue, not a roster. The game master can import it for the whole campaign.")


def _no_lines(_params: Params) -> str:
    return _("No models were found in it. A line looks like “3 Dwarf Ranger”.")


def _too_many(params: Params) -> str:
    return _("There are more than %(most)d lines.", **params)


def _is_roster(_params: Params) -> str:
    return _("The file is a roster, not a catalogue. Players import rosters in their company's shop.")


def _no_catalogue(_params: Params) -> str:
    return _("The file is no catalogue of BattleScribe (.cat, .gst).")


def _other_game(params: Params) -> str:
    return _("“%(name)s” holds no models with Vanguard's figures. It seems to be for another game.", **params)


def _workbook(_params: Params) -> str:
    return _("That is a workbook. Save the sheet as CSV and send that.")


def _no_table(_params: Params) -> str:
    return _("The first line must name the columns, as in the template. “name” is needed.")


def _columns(params: Params) -> str:
    return _("The first line must name the columns, as in the template. Missing: %(columns)s.", **params)


def _no_rows(_params: Params) -> str:
    return _("Below the first line there are no rows.")


REFUSALS: dict[str, Wording] = {
    "import.empty": _empty,
    "import.too_large": _too_large,
    "import.zip_broken": _zip_broken,
    "import.zip_bomb": _zip_bomb,
    "import.zip_without": _zip_without,
    "import.zip_locked": _zip_locked,
    "import.zip_many": _zip_many,
    "import.markup_broken": _markup_broken,
    "import.document_type": _document_type,
    "import.encoding": _encoding,
    "import.too_deep": _too_deep,
    "import.json_broken": _json_broken,
    "import.no_roster": _no_roster,
    "import.is_catalogue": _is_catalogue,
    "import.no_lines": _no_lines,
    "import.too_many": _too_many,
    "import.is_roster": _is_roster,
    "import.no_catalogue": _no_catalogue,
    "import.other_game": _other_game,
    "import.workbook": _workbook,
    "import.no_table": _no_table,
    "import.columns": _columns,
    "import.no_rows": _no_rows,
}


@contextmanager
def as_refusals(rule: str) -> Iterator[None]:
    """Say in words why a file could not be read: Unreadable becomes a Refusal by ``rule``."""
    try:
        yield
    except Unreadable as unreadable:
        said = REFUSALS.get(unreadable.code)
        raise Refusal(
            said(unreadable.params) if said else _l("The file cannot be read."), rule
        ) from unreadable
