"""Words of the export for the journal and the ledger."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _brought_back(params: Params) -> str:
    return _("%(campaign)s was brought back from a file. Dice and lots begin anew.", **params)


def _settled(_params: Params) -> str:
    return _("Private gold that stayed behind")


KINDS: dict[str, Wording] = {"export.brought_back": _brought_back}
LEDGER: dict[str, Wording] = {"export.settled": _settled}
