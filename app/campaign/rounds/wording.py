"""Words for what the journal and the ledger say of rounds."""

from __future__ import annotations

from flask_babel import gettext as _

from app.campaign.guild_words import guild_text
from app.campaign.words import PHASES
from app.wording import Params, Wording


def _switched(params: Params) -> str:
    return _("Round %(round)d: phase %(phase)s begins.", round=params["round"], phase=PHASES[params["phase"]])


def _stepped_back(params: Params) -> str:
    return _(
        "Round %(round)d goes back to the phase %(phase)s.",
        round=params["round"],
        phase=PHASES[params["phase"]],
    )


def _ended(params: Params) -> str:
    return _("Round %(round)d is over. Income is paid.", **params)


def _event_over(params: Params) -> str:
    return _("The event «%(event)s» at %(place)s is over.", **params)


def _income(params: Params) -> str:
    if params.get("guild"):
        return guild_text(
            params["word"],
            "Income of round %(round)d: %(fixed)d fixed, %(places)d from places, %(share)d from the guild.",
            round=params["round"],
            fixed=params["fixed"],
            places=params["places"],
            share=params["guild"],
        )
    return _("Income of round %(round)d: %(fixed)d fixed, %(places)d from places.", **params)


KINDS: dict[str, Wording] = {
    "round.switched": _switched,
    "round.stepped_back": _stepped_back,
    "round.ended": _ended,
    "round.event_over": _event_over,
    "round.income": _income,
}
LEDGER: dict[str, Wording] = {"round.income": _income}
