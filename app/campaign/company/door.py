"""V3.3, C9.3: whether the shop is open, for whom, and when it opens again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from app.campaign.company.models import CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.states import ModelStatus, Phase, State
from app.refusal import Refusal, Sentence
from rules.vanguard.catalogue import Card, Catalogue


@dataclass(frozen=True)
class Door:
    """The shop as one company finds it.

    ``one_command``: closed, but a company without any Command may buy one at once (C9.3).
    """

    open: bool
    one_command: bool
    sentence: Sentence
    rule: str = "V3.3"


def door(campaign: Campaign, models: Iterable[CompanyModel], catalogue: Catalogue) -> Door:
    """The shop's door for the company whose ``models`` these are."""
    if campaign.shop_open:
        return Door(True, False, _until(campaign))
    needs_command = campaign.running and not any(
        model.status == ModelStatus.LIVING and catalogue.card(model.card).command for model in models
    )
    if needs_command:
        return Door(
            False,
            True,
            _l("The shop is closed, but your company has no Command left. You may buy one at once."),
            "C9.3",
        )
    return Door(False, False, closed_sentence(campaign))


def check_door(at: Door, cards: Iterable[Card] = ()) -> None:
    """Raise Refusal (V3.3) while the shop is closed; ``cards`` are what is to be bought (C9.3)."""
    if at.open:
        return
    wanted = list(cards)
    if at.one_command and wanted:
        if len(wanted) == 1 and wanted[0].command:
            return
        raise Refusal(_l("While the shop is closed you may buy one Command, and nothing else."), "C9.3")
    raise Refusal(at.sentence, at.rule)


def check_shop_open(campaign: Campaign) -> None:
    """Raise Refusal (V3.3) while the shop is closed."""
    if not campaign.shop_open:
        raise Refusal(closed_sentence(campaign), "V3.3")


def closed_sentence(campaign: Campaign) -> Sentence:
    """Why nothing is bought or sold now, and when the shop opens (V3.3)."""
    if campaign.state == State.FINISHED:
        return _l("The campaign is finished. The shop stays closed.")
    return _l(
        "The shop is closed. It opens again in the preparation of round %(round)d.", round=campaign.round + 1
    )


def _until(campaign: Campaign) -> Sentence:
    if campaign.state == State.GATHERING or campaign.state == State.HIDEOUTS:
        return _l("The shop is open. It closes when the battles of round 1 begin.")
    if campaign.phase == Phase.PREPARATION:
        return _l("The shop is open in preparation and orders. It closes when the battles begin.")
    return _l("The shop is open until the orders end. It closes when the battles begin.")
