"""Words for what is said of mission alliances: sealed before the battles, public with them (V8.17)."""

from __future__ import annotations

from app.campaign.guild_words import mission_text
from app.wording import Params, Wording


def _concluded(params: Params) -> str:
    return mission_text(params["word"], "%(player)s concludes a mission alliance for «%(event)s».", **params)


def _invited(params: Params) -> str:
    return mission_text(
        params["word"], "%(player)s invites %(invited)s to the mission alliance for «%(event)s».", **params
    )


def _accepted(params: Params) -> str:
    return mission_text(params["word"], "%(player)s joins the mission alliance for «%(event)s».", **params)


def _declined(params: Params) -> str:
    return mission_text(params["word"], "%(player)s declines the mission alliance for «%(event)s».", **params)


def _withdrawn(params: Params) -> str:
    return mission_text(
        params["word"], "%(player)s withdraws from the mission alliance for «%(event)s».", **params
    )


def _ended(params: Params) -> str:
    return mission_text(
        params["word"], "%(player)s has withdrawn: the mission alliance for «%(event)s» is over.", **params
    )


def _revealed(params: Params) -> str:
    if not params["allies"]:
        return mission_text(
            params["word"],
            "%(player)s had concluded a mission alliance for «%(event)s» at %(place)s that nobody joined.",
            **params,
        )
    return mission_text(
        params["word"],
        "%(player)s had concluded a mission alliance for «%(event)s» at %(place)s, with %(allies)s.",
        player=params["player"],
        event=params["event"],
        place=params["place"],
        allies=", ".join(map(str, params["allies"])),
    )


KINDS: dict[str, Wording] = {
    "pact.concluded": _concluded,
    "pact.invited": _invited,
    "pact.accepted": _accepted,
    "pact.declined": _declined,
    "pact.withdrawn": _withdrawn,
    "pact.ended": _ended,
    "pact.revealed": _revealed,
}


def _paid(params: Params) -> str:
    return mission_text(params["word"], "Mission alliance for «%(event)s»", **params)


LEDGER: dict[str, Wording] = {"pact.joined": _paid}
