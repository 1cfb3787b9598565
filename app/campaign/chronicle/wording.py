"""Words for the journal: each room's own, brought together (V0.3)."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from textwrap import shorten
from typing import Any

from flask_babel import gettext as _

import app.campaign as rooms
from app.journal.models import AuditRow

Wording = Callable[[Mapping[str, Any]], str]

ENTRY = "chronicle.entry"
NOTE = "chronicle.note"
"""What the game master writes: for all, or for themselves alone (A10)."""

LONGEST_ENTRY = 4000
_IN_A_LINE = 240


def _typed(params: Mapping[str, Any]) -> str:
    """The text as one line; the chronicle itself shows it whole."""
    return shorten(str(params["text"]), _IN_A_LINE, placeholder=" …")


KINDS: dict[str, Wording] = {ENTRY: _typed, NOTE: _typed}
LEDGER: dict[str, Wording] = {}
REFUSALS: dict[str, Wording] = {}


def sentence(row: AuditRow) -> str:
    """What an audit row says, in the reader's language, with the names as they were at the time."""
    worded = wordings("KINDS").get(row.kind)
    return worded(row.params) if worded is not None else _("Something was changed.")


def refusal(code: str, params: Mapping[str, Any]) -> str:
    """Why the rules say no: a code of ``rules`` (IllegalAction, Breach) as a sentence."""
    worded = wordings("REFUSALS").get(code)
    return worded(params) if worded is not None else _("The rules do not allow that.")


@cache
def wordings(which: str) -> Mapping[str, Wording]:
    """The ``KINDS``, ``LEDGER`` or ``REFUSALS`` of every room, by kind or code."""
    found: dict[str, Wording] = {}
    for name in wording_modules():
        found.update(getattr(import_module(name), which, {}))
    return found


def wording_modules() -> list[str]:
    """The wording modules there are: that of the accounts and one of each room of a campaign."""
    names = [
        f"{rooms.__name__}.{room.name}.wording" for room in pkgutil.iter_modules(rooms.__path__) if room.ispkg
    ]
    return ["app.accounts.wording", *(name for name in names if find_spec(name) is not None)]
