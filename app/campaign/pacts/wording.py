"""Words for what is said of mission alliances: sealed before the battles, public with them (V8.17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from app.campaign.guild_words import mission_text

Params = Mapping[str, Any]
Wording = Callable[[Params], str]


def _concluded(params: Params) -> str:
    return mission_text(
        params["word"],
        "%(player)s concludes a mission alliance for «%(event)s».",
        player=params["player"],
        event=params["event"],
    )


def _invited(params: Params) -> str:
    return mission_text(
        params["word"],
        "%(player)s invites %(invited)s to the mission alliance for «%(event)s».",
        player=params["player"],
        invited=params["invited"],
        event=params["event"],
    )


def _accepted(params: Params) -> str:
    return mission_text(
        params["word"],
        "%(player)s joins the mission alliance for «%(event)s».",
        player=params["player"],
        event=params["event"],
    )


def _declined(params: Params) -> str:
    return mission_text(
        params["word"],
        "%(player)s declines the mission alliance for «%(event)s».",
        player=params["player"],
        event=params["event"],
    )


def _withdrawn(params: Params) -> str:
    return mission_text(
        params["word"],
        "%(player)s withdraws from the mission alliance for «%(event)s».",
        player=params["player"],
        event=params["event"],
    )


def _ended(params: Params) -> str:
    return mission_text(
        params["word"],
        "%(player)s has withdrawn: the mission alliance for «%(event)s» is over.",
        player=params["player"],
        event=params["event"],
    )


def _revealed(params: Params) -> str:
    if not params["allies"]:
        return mission_text(
            params["word"],
            "%(player)s had concluded a mission alliance for «%(event)s» at %(place)s that nobody joined.",
            player=params["player"],
            event=params["event"],
            place=params["place"],
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
    return mission_text(params["word"], "Mission alliance for «%(event)s»", event=params["event"])


LEDGER: dict[str, Wording] = {"pact.joined": _paid}
REFUSALS: dict[str, Wording] = {}
