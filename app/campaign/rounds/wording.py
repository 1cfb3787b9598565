"""Words for what the journal and the ledger say of rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

from app.campaign.guild_words import guild_text
from app.campaign.words import PHASES

Wording = Callable[[Mapping[str, Any]], str]


def _switched(params: Mapping[str, Any]) -> str:
    return _("Round %(round)d: phase %(phase)s begins.", round=params["round"], phase=PHASES[params["phase"]])


def _stepped_back(params: Mapping[str, Any]) -> str:
    return _(
        "Round %(round)d goes back to the phase %(phase)s.",
        round=params["round"],
        phase=PHASES[params["phase"]],
    )


def _ended(params: Mapping[str, Any]) -> str:
    return _("Round %(round)d is over. Income is paid.", round=params["round"])


def _event_over(params: Mapping[str, Any]) -> str:
    return _("The event «%(event)s» at %(place)s is over.", event=params["event"], place=params["place"])


def _income(params: Mapping[str, Any]) -> str:
    if params.get("guild"):
        return guild_text(
            params["word"],
            "Income of round %(round)d: %(fixed)d fixed, %(places)d from places, %(share)d from the guild.",
            round=params["round"],
            fixed=params["fixed"],
            places=params["places"],
            share=params["guild"],
        )
    return _(
        "Income of round %(round)d: %(fixed)d fixed, %(places)d from places.",
        round=params["round"],
        fixed=params["fixed"],
        places=params["places"],
    )


KINDS: dict[str, Wording] = {
    "round.switched": _switched,
    "round.stepped_back": _stepped_back,
    "round.ended": _ended,
    "round.event_over": _event_over,
    "round.income": _income,
}
LEDGER: dict[str, Wording] = {"round.income": _income}
REFUSALS: dict[str, Wording] = {}
