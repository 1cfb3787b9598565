"""Words for what the journal says of players who drop out."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _dropped(params: Params) -> str:
    return _("%(player)s has dropped out of the campaign.", **params)


def _taken_back(params: Params) -> str:
    return _("The game master takes it back that %(player)s dropped out: the seat plays again.", **params)


KINDS: dict[str, Wording] = {"dropout.dropped": _dropped, "dropout.taken_back": _taken_back}
