"""Words for what the journal says of people coming and going."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _left(params: Params) -> str:
    return _("An account was deleted: the seat of %(name)s is now in the game master's hands.", **params)


def _invitation_lapsed(params: Params) -> str:
    return _("An account was deleted: the invitation of %(name)s has lapsed.", **params)


def _claimed(params: Params) -> str:
    if params["name"] == params["old_name"]:
        return _("%(name)s was a guest and now has an account.", **params)
    return _("%(old_name)s was a guest and now has an account as %(name)s.", **params)


def _link_issued(params: Params) -> str:
    return _("%(name)s got a new personal link; the old one has ended.", **params)


KINDS: dict[str, Wording] = {
    "accounts.left": _left,
    "accounts.invitation_lapsed": _invitation_lapsed,
    "accounts.claimed": _claimed,
    "accounts.link_issued": _link_issued,
}
