"""Words for what dawn decides."""

from __future__ import annotations

from flask_babel import gettext as _

from app.campaign.states import Outcome
from app.wording import Params, Wording


def _kept(params: Params) -> str:
    return _("%(player)s keeps %(place)s.", **params)


def _ownerless(params: Params) -> str:
    return _("%(place)s stays without an owner.", **params)


def _choice(params: Params) -> str:
    return _("Several players have a claim to %(place)s. The game master chooses who takes it.", **params)


KINDS: dict[str, Wording] = {
    "dawn.kept": _kept,
    "dawn.ownerless": _ownerless,
    "dawn.choice": _choice,
}


def why(rule: str, outcome: str, *, owner: str, former: str, chosen: bool = False) -> str:
    """What became of a place, and why, in one sentence; ``owner`` and ``former`` are names or empty."""
    if chosen:
        return _("Several had a claim. The game master gave the place to %(player)s.", player=owner)
    if outcome == Outcome.CHOICE:
        if rule == "V7.10":
            return _("Several players met nobody here, and nobody owns the place: the game master chooses.")
        return _("Several players won here: the game master chooses who takes the place.")
    if outcome == Outcome.OWNERLESS:
        return _("Nobody won here and nobody came without meeting anyone: the place stays without an owner.")
    if outcome == Outcome.KEPT:
        return _why_kept(rule, owner)
    return _why_taken(rule, owner, former)


def _why_kept(rule: str, owner: str) -> str:
    if rule == "V7.5":
        return _("%(player)s won here and keeps the place.", player=owner)
    if rule == "V7.7":
        return _("Whoever came met nobody, but the place is owned: %(player)s keeps it.", player=owner)
    if rule == "V7.10":
        return _("No battle here had a winner: %(player)s keeps the place.", player=owner)
    return _("%(player)s keeps the place.", player=owner)


def _why_taken(rule: str, owner: str, former: str) -> str:
    if rule == "V7.7":
        return _("%(player)s met nobody here, and nobody owned the place.", player=owner)
    if rule == "V7.5" and former:
        return _(
            "%(player)s is the only winner here and takes the place from %(former)s.",
            player=owner,
            former=former,
        )
    if rule == "V7.5":
        return _("%(player)s is the only winner here and takes the place.", player=owner)
    return _("%(player)s takes the place for all who won it together.", player=owner)
