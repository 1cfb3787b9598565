"""Words for what the journal says of people coming and going."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Wording = Callable[[Mapping[str, Any]], str]


def _left(params: Mapping[str, Any]) -> str:
    return _(
        "An account was deleted: the seat of %(name)s is now in the game master's hands.", name=params["name"]
    )


def _invitation_lapsed(params: Mapping[str, Any]) -> str:
    return _("An account was deleted: the invitation of %(name)s has lapsed.", name=params["name"])


def _claimed(params: Mapping[str, Any]) -> str:
    if params["name"] == params["old_name"]:
        return _("%(name)s was a guest and now has an account.", name=params["name"])
    return _(
        "%(old_name)s was a guest and now has an account as %(name)s.",
        old_name=params["old_name"],
        name=params["name"],
    )


def _link_issued(params: Mapping[str, Any]) -> str:
    return _("%(name)s got a new personal link; the old one has ended.", name=params["name"])


KINDS: dict[str, Wording] = {
    "accounts.left": _left,
    "accounts.invitation_lapsed": _invitation_lapsed,
    "accounts.claimed": _claimed,
    "accounts.link_issued": _link_issued,
}
LEDGER: dict[str, Wording] = {}
REFUSALS: dict[str, Wording] = {}
