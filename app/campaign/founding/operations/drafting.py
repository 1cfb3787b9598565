"""V1.1-V1.3: writing a draft, step by step, until it becomes a campaign."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete

from app.accounts.models import Person
from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.modules import ON_BY_DEFAULT
from app.campaign.founding.operations.copying import copy_catalogue
from app.campaign.founding.operations.seating import give_arms, give_starting_gold
from app.campaign.founding.queries.readiness import gaps_of_draft
from app.campaign.founding.steps import STEPS
from app.campaign.founding.wording import REFUSALS
from app.campaign.map.models import Map
from app.campaign.states import SeatState, State
from app.columns import now
from app.extensions import db
from app.journal.operations import record_gm, record_public
from app.refusal import Refusal
from app.wording import rules_in_words
from rules.vanguard.prices import GoldSettings, check_gold_settings


def start_draft(person: Person, *, name: str, story: str) -> Campaign:
    """A new draft whose GM is ``person`` (V0.1, V1.1). Raises Refusal for a guest, who has one seat alone."""
    if person.guest:
        raise Refusal(
            _l(
                "You play here as a guest. Make an account of your seat first; then you can found a campaign."
            ),
            "V1.1",
        )
    campaign = Campaign(name=name, story=story, lots_seed=secrets.token_hex(32))
    for module in ON_BY_DEFAULT:
        setattr(campaign, f"module_{module}", True)
    db.session.add(campaign)
    db.session.flush()
    seat = Seat(
        campaign_id=campaign.id,
        person_id=person.id,
        name=person.nickname,
        is_gm=True,
        is_player=False,
        state=SeatState.JOINED,
        joined_at=now(),
    )
    db.session.add(seat)
    db.session.flush()
    db.session.refresh(campaign)
    _step_done(campaign, "story", Actor(person.id, seat))
    return campaign


def save_story(campaign: Campaign, *, name: str, story: str, picture_id: str | None, actor: Actor) -> None:
    """Name, story and picture. ``picture_id`` None keeps the picture there is."""
    campaign.name = name
    campaign.story = story
    if picture_id is not None:
        campaign.picture_id = picture_id
    _step_done(campaign, "story", actor)


def save_players(campaign: Campaign, *, max_players: int, gm_plays: bool, actor: Actor) -> None:
    """The highest count of accepted players (V1.1) and whether the GM is one of them (V0.2)."""
    campaign.max_players = max_players
    _gm_seat(campaign).is_player = gm_plays
    _step_done(campaign, "players", actor)


def map_done(campaign: Campaign, *, actor: Actor) -> None:
    """The step of the map is left; what is on it is the map room's (V1.4)."""
    _step_done(campaign, "map", actor)


def save_gold(
    campaign: Campaign,
    *,
    starting_gold: int,
    fixed_income: int,
    gold_factor: int,
    resale_loss: int,
    actor: Actor,
) -> None:
    """The gold settings (V1.2); ``gold_factor`` in hundredths. Raises Refusal for amounts V1.2 forbids."""
    with rules_in_words(REFUSALS):
        check_gold_settings(GoldSettings(starting_gold, fixed_income, gold_factor, resale_loss))
    campaign.starting_gold = starting_gold
    campaign.fixed_income = fixed_income
    campaign.gold_factor = gold_factor
    campaign.resale_loss = resale_loss
    _step_done(campaign, "gold", actor)


def save_warband_size(campaign: Campaign, *, warband_size: int, actor: Actor) -> None:
    """The most points of one warband (V1.3)."""
    campaign.warband_size = warband_size
    _step_done(campaign, "warbands", actor)


def save_modules(
    campaign: Campaign, on: Mapping[str, bool], *, amounts: Mapping[str, Any], actor: Actor
) -> None:
    """Switch modules on or off (V9.1, V9.2); ``on`` is by the names of ``modules.MODULES``.

    ``amounts`` are those that belong to modules, by column.
    """
    for module, switched_on in on.items():
        setattr(campaign, f"module_{module}", switched_on)
    for name, amount in amounts.items():
        setattr(campaign, name, amount)
    _step_done(campaign, "modules", actor)


def found(campaign: Campaign, *, actor: Actor) -> None:
    """Draft → gathering (V0.1, V1.1): the campaign gets its own catalogue (C1.1).

    From now on amounts and modules are fixed (V9.1). Raises Refusal with the first thing that is missing.
    """
    for gap in gaps_of_draft(campaign):
        if gap.blocks:
            raise Refusal(gap.sentence, gap.rule)
    campaign.state = State.GATHERING
    copy_catalogue(campaign)
    record_public("founding.founded", campaign=campaign, actor=actor, params={"campaign": campaign.name})
    gm = _gm_seat(campaign)
    if gm.plays:
        give_arms(gm, campaign=campaign)
        give_starting_gold(gm, campaign=campaign, actor=actor)
        record_public("founding.joined", campaign=campaign, actor=actor, seat=gm, params={"player": gm.name})


def delete_draft(campaign: Campaign) -> None:
    """Forget a draft and everything that belongs to it."""
    if campaign.state != State.DRAFT:
        raise Refusal(_l("Only a draft can be deleted. This campaign has begun."), "V0.1")
    # The map holds on to its picture, so it goes first.
    db.session.execute(delete(Map).where(Map.campaign_id == campaign.id))
    db.session.execute(delete(Campaign).where(Campaign.id == campaign.id))
    db.session.expire_all()


def _gm_seat(campaign: Campaign) -> Seat:
    return next(seat for seat in campaign.seats if seat.is_gm)


def _step_done(campaign: Campaign, step: str, actor: Actor) -> None:
    """Note how far the wizard has come, so that it is resumed there."""
    reached = min(STEPS.index(step) + 1, len(STEPS) - 1)
    campaign.wizard_step = STEPS[max(reached, STEPS.index(campaign.wizard_step or STEPS[0]))]
    record_gm("founding.draft_saved", campaign=campaign, actor=actor, params={"step": step})
