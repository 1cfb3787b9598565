"""Switching phases and ending the round: each with all it causes, at once and exactly once (V2.9).

The campaign's row is locked by whoever calls these (``access.enter_to_change``), and a form made
in another phase is stale: of two devices that press the same button one switches.
"""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles.wounds import healing
from app.campaign.events.queries import running_events
from app.campaign.founding.models import Campaign
from app.campaign.gold import operations as gold
from app.campaign.guild_words import word_of
from app.campaign.guilds.queries import guild_shares
from app.campaign.map.models import Place
from app.campaign.orders import operations as orders
from app.campaign.rounds.causes import ON_SWITCH, ROUND_ENDS
from app.campaign.rounds.phases import BACK, FORWARD, ORDER, why_no_way
from app.campaign.rounds.queries import blocking
from app.campaign.states import Phase
from app.extensions import db
from app.journal.operations import record_private, record_public
from app.refusal import Refusal, Stale
from rules.vanguard.income import round_income


def switch(to: Phase, *, campaign: Campaign, actor: Actor) -> None:
    """Switch the running round to the phase after the present one, or back where there is a way (V2.7).

    Raises Refusal where there is no way or something that must be done first is not (V2.8, V7.8),
    Stale if the campaign is in that phase already.
    """
    present = _phase(campaign)
    if to == present:
        raise Stale(_l("This phase has begun already. This is how the campaign stands now."), "V2.9")
    if to not in (FORWARD.get(present), BACK.get(present)):
        raise Refusal(why_no_way(present, to), "V2.7")
    forward = ORDER.index(to) > ORDER.index(present)
    if forward:
        _check_nothing_blocks(campaign)
    campaign.phase = to
    record_public(
        "round.switched" if forward else "round.stepped_back",
        campaign=campaign,
        actor=actor,
        params={"round": campaign.round, "phase": to.value},
    )
    for cause in ON_SWITCH.get((present, to), ()):
        cause(campaign, actor)


def end_round(campaign: Campaign, *, actor: Actor) -> None:
    """End the round in dawn: income, orders lifted, ended events, the next round's preparation (V7.9).

    Raises Refusal outside dawn or while the GM has a place to give (V7.6).
    """
    if _phase(campaign) != Phase.DAWN:
        raise Refusal(_l("A round is ended in the phase Dawn."), "V2.6")
    _check_nothing_blocks(campaign)
    pay_income(campaign, actor=actor)
    orders.lift_all(campaign)
    _close_events(campaign, actor)
    for model in healing(campaign):
        model.misses_battle = False
    for cause in ROUND_ENDS:
        cause(campaign, actor)
    record_public("round.ended", campaign=campaign, actor=actor, params={"round": campaign.round})
    campaign.round += 1
    campaign.phase = Phase.PREPARATION
    record_public(
        "round.switched",
        campaign=campaign,
        actor=actor,
        params={"round": campaign.round, "phase": Phase.PREPARATION.value},
    )


def pay_income(campaign: Campaign, *, actor: Actor) -> None:
    """Fixed income, the incomes of all owned places and the share of a guild's income (V8.9), for each
    player as one ledger row (V7.9)."""
    incomes: dict[str | None, list[int]] = defaultdict(list)
    for owner_id, amount in db.session.execute(
        select(Place.owner_id, Place.income).where(Place.campaign_id == campaign.id)
    ):
        incomes[owner_id].append(amount)
    shares = guild_shares(campaign)
    for seat in campaign.players:
        income = round_income(campaign.fixed_income, incomes[seat.id], shares.get(seat.id, 0))
        if not income.total:
            continue
        params: dict[str, Any] = {
            "round": campaign.round,
            "fixed": income.fixed,
            "places": income.places,
        }
        if income.guild:
            params |= {"guild": income.guild, "word": word_of(campaign)}
        gold.enter(seat, income.total, "round.income", campaign=campaign, actor=actor, params=params)
        record_private("round.income", campaign=campaign, actor=actor, seat=seat, params=params)


def _phase(campaign: Campaign) -> Phase:
    if not campaign.running or campaign.phase is None:
        raise Refusal(_l("Phases are switched while the campaign is running."), "V2.1")
    return Phase(campaign.phase)


def _check_nothing_blocks(campaign: Campaign) -> None:
    """V2.8, V7.8: what must be done before the phase that comes next."""
    found = blocking(campaign)
    if found:
        raise Refusal(" ".join(one.text for one in found), found[0].rule)


def _close_events(campaign: Campaign, actor: Actor) -> None:
    """V5.1: an event whose last round this was is over; that is in the chronicle."""
    for event in running_events(campaign):
        if event.runs_in(campaign.round + 1):
            continue
        place = db.session.get_one(Place, event.place_id)
        record_public(
            "round.event_over",
            campaign=campaign,
            actor=actor,
            place_id=place.id,
            params={"event": event.title, "place": place.name},
        )
