"""Words for what one's own journal says of letters."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _sent(params: Params) -> str:
    return _("You sent a courier to %(player)s.", **params)


def _came(params: Params) -> str:
    return _("A courier came from %(player)s.", **params)


KINDS: dict[str, Wording] = {"letter.sent": _sent, "letter.came": _came}
