"""Concluding, joining and leaving mission alliances, and their revelation.

Until the battles nothing here may be told to anybody but the allies and the invited: every row is sealed,
raises no other version, and a refusal that rests on an alliance is only its own member's (V8.17, V8.19).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import update

from app.actor import Actor
from app.campaign.events.models import Event
from app.campaign.events.queries import event_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold import operations as gold
from app.campaign.gold.models import LedgerRow
from app.campaign.guild_words import guild_text, mission_text, word_of
from app.campaign.guilds import operations as guilds
from app.campaign.guilds.queries import membership
from app.campaign.pacts.models import Pact, PactMember
from app.campaign.pacts.queries import is_open, joined, pacts_of, state_in
from app.campaign.states import Ally
from app.columns import now
from app.extensions import db
from app.journal.operations import record_public, record_sealed
from app.refusal import Refusal, Stale


def conclude(event_id: str, invited: Iterable[Seat], *, campaign: Campaign, seat: Seat, actor: Actor) -> Pact:
    """A player concludes an alliance for a running event, pays, and invites others (V8.16).

    Raises Refusal for a guild's member (V8.19), a second alliance for the event (V8.16), an event that does
    not run, and too little gold (V3.2).
    """
    word = _open(campaign, seat, actor)
    event = event_of(campaign, event_id)
    if event is None or not event.runs_in(campaign.round):
        raise Refusal(mission_text(word, "A mission alliance is for an event of this round."), "V8.16")
    _check_free(seat, event.id, campaign)
    pact = Pact(campaign_id=campaign.id, round=campaign.round, event=event, concluder_id=seat.id)
    db.session.add(pact)
    db.session.flush()
    db.session.add(PactMember(pact_id=pact.id, seat_id=seat.id, state=Ally.JOINED))
    _join(pact, campaign, seat, actor)
    _seal("pact.concluded", pact, [seat], campaign, seat, actor)
    _ask(pact, invited, campaign, seat, actor)
    return pact


def invite(pact: Pact, invited: Iterable[Seat], *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Whoever concluded the alliance asks more players (V8.16)."""
    word = _open(campaign, seat, actor)
    _check_member(pact, seat, word)
    if pact.concluder_id != seat.id:
        raise Refusal(mission_text(word, "Only who concluded the mission alliance invites."), "V8.16")
    _ask(pact, invited, campaign, seat, actor)


def accept(pact: Pact, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The invited joins and pays (V8.16). Open requests to guilds are taken back (V8.19).

    Raises Refusal for a guild's member, for whoever has an alliance for this event, and for too little gold.
    """
    word = _open(campaign, seat, actor)
    member = _member(pact, seat)
    if pact.ended_at is not None or member is None or member.state != Ally.INVITED:
        raise Stale(_("This invitation is not open any more."), "V8.16")
    _check_free(seat, pact.event_id, campaign)
    if not pact.event.runs_in(campaign.round):
        raise Refusal(mission_text(word, "A mission alliance is for an event of this round."), "V8.16")
    member.state = Ally.JOINED
    _join(pact, campaign, seat, actor)
    _seal("pact.accepted", pact, _knowing(pact, campaign), campaign, seat, actor)


def decline(pact: Pact, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The invited says no."""
    _open(campaign, seat, actor)
    member = _member(pact, seat)
    if pact.ended_at is not None or member is None or member.state != Ally.INVITED:
        raise Stale(_("This invitation is not open any more."), "V8.16")
    told = _knowing(pact, campaign)
    member.state = Ally.DECLINED
    _seal("pact.declined", pact, told, campaign, seat, actor)


def withdraw(pact: Pact, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """An ally withdraws until the battles; what was paid is gone (V8.20).

    If it is who concluded the alliance, it ends (V8.16).
    """
    word = _open(campaign, seat, actor)
    _check_member(pact, seat, word)
    _withdraw(pact, campaign, seat, actor)


def seat_gone(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """A player has dropped out or was deleted: before the battles they withdraw; after them the GM chooses
    who takes what the alliance of one who concluded it conquers (V8.12, V8.20)."""
    for pact in pacts_of(campaign, campaign.round):
        state = state_in(pact, seat)
        if is_open(campaign) and state == Ally.JOINED:
            _withdraw(pact, campaign, seat, actor)
        elif is_open(campaign) and state == Ally.INVITED:
            told = _knowing(pact, campaign)
            _part(pact, seat).state = Ally.DECLINED
            _seal("pact.declined", pact, told, campaign, seat, actor)
        elif pact.concluder_id == seat.id:
            pact.concluder_id = None


def reveal(campaign: Campaign, actor: Actor) -> None:
    """Battles are announced: alliances stand in the chronicle with those who stayed (V8.17, V8.20), and
    the game master reads what they cost (V3.9)."""
    seats = {seat.id: seat for seat in campaign.seats}
    for pact in pacts_of(campaign, campaign.round):
        concluder = seats[pact.concluder_id or ""]
        record_public(
            "pact.revealed",
            campaign=campaign,
            actor=actor,
            seat=concluder,
            place_id=pact.event.place_id,
            params={
                **_names(pact, campaign, concluder),
                "allies": [seats[one.seat_id].name for one in joined(pact) if one.seat_id != concluder.id],
            },
        )
    if campaign.module_alliances:
        db.session.execute(
            update(LedgerRow)
            .where(LedgerRow.campaign_id == campaign.id, LedgerRow.secret_until_battles)
            .values(secret_until_battles=False)
        )


def _open(campaign: Campaign, seat: Seat, actor: Actor) -> str:
    """The campaign's word for guild. Raises Refusal without the module (V9.2), outside preparation and orders
    (V8.16), and for anybody who acts in another's stead: not even the GM knows of alliances (V8.17)."""
    if not campaign.module_alliances:
        raise Refusal(_("This campaign is played without this module."), "V9.2")
    word = word_of(campaign)
    if not is_open(campaign):
        raise Refusal(
            mission_text(word, "Mission alliances are concluded and left in preparation and orders."), "V8.16"
        )
    if actor.acts_for(seat):
        raise Refusal(mission_text(word, "Mission alliances are each player's own matter."), "V8.17")
    return word


def _check_free(seat: Seat, event_id: str, campaign: Campaign) -> None:
    word = word_of(campaign)
    if campaign.module_guilds and membership(seat) is not None:
        raise Refusal(guild_text(word, "Members of a guild take no part in this."), "V8.19")
    for pact in pacts_of(campaign, campaign.round):
        if pact.event_id == event_id and state_in(pact, seat) == Ally.JOINED:
            raise Refusal(mission_text(word, "You have a mission alliance for this event already."), "V8.16")


def _check_member(pact: Pact, seat: Seat, word: str) -> None:
    if pact.ended_at is not None or state_in(pact, seat) != Ally.JOINED:
        raise Stale(mission_text(word, "You are not in this mission alliance any more."), "V8.20")


def _member(pact: Pact, seat: Seat) -> PactMember | None:
    return db.session.get(PactMember, (pact.id, seat.id))


def _part(pact: Pact, seat: Seat) -> PactMember:
    return db.session.get_one(PactMember, (pact.id, seat.id))


def _join(pact: Pact, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Pay, secretly until the battles, and take back requests to guilds without a reason (V8.16, V8.19)."""
    if campaign.alliance_fee:
        gold.enter(
            seat,
            -campaign.alliance_fee,
            "pact.joined",
            campaign=campaign,
            actor=actor,
            params=_names(pact, campaign, seat),
            secret_until_battles=True,
        )
    if campaign.module_guilds:
        guilds.withdraw_all_requests(campaign=campaign, seat=seat, actor=actor)
    db.session.flush()
    db.session.refresh(pact, ["members"])


def _ask(pact: Pact, invited: Iterable[Seat], campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Invite players; whoever was asked and said no or withdrew may be asked again."""
    for one in invited:
        if not one.plays or one.person_id is None or one.id == seat.id:
            raise Refusal(_("Choose players of this campaign."), "V8.16")
        member = _member(pact, one)
        if member is None:
            db.session.add(PactMember(pact_id=pact.id, seat_id=one.id, state=Ally.INVITED))
        elif member.state in (Ally.DECLINED, Ally.WITHDRAWN):
            member.state = Ally.INVITED
        else:
            continue
        db.session.flush()
        db.session.refresh(pact, ["members"])
        names = {**_names(pact, campaign, seat), "invited": one.name}
        for told in _knowing(pact, campaign):
            record_sealed("pact.invited", campaign=campaign, actor=actor, seat=told, params=names)


def _withdraw(pact: Pact, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    told = _knowing(pact, campaign)
    _part(pact, seat).state = Ally.WITHDRAWN
    if pact.concluder_id == seat.id:
        pact.ended_at = now()
    db.session.flush()
    _seal("pact.ended" if pact.ended_at else "pact.withdrawn", pact, told, campaign, seat, actor)


def _knowing(pact: Pact, campaign: Campaign) -> list[Seat]:
    """The allies and the invited."""
    known = {one.seat_id for one in pact.members if one.state in (Ally.JOINED, Ally.INVITED)}
    return [seat for seat in campaign.seats if seat.id in known]


def _seal(kind: str, pact: Pact, told: Iterable[Seat], campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A row for each who may know of it, and for nobody else (V8.17)."""
    for one in told:
        record_sealed(kind, campaign=campaign, actor=actor, seat=one, params=_names(pact, campaign, seat))


def _names(pact: Pact, campaign: Campaign, seat: Seat) -> dict[str, Any]:
    event: Event = pact.event
    return {
        "event": event.title,
        "place": event.place.name,
        "player": seat.name,
        "word": word_of(campaign),
    }
