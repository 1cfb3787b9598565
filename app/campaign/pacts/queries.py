"""Reading mission alliances. Before the battles everything here is asked for one reader alone (V8.17)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.campaign.access import Here
from app.campaign.events.models import Event
from app.campaign.events.queries import running_events
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.queries import balance
from app.campaign.guild_words import word_of
from app.campaign.guilds.queries import membership
from app.campaign.pacts.models import Pact, PactMember
from app.campaign.states import Ally, Phase
from app.extensions import db
from app.i18n import sorted_by_name
from rules.vanguard import bonds

OPEN_PHASES = frozenset({Phase.PREPARATION, Phase.ORDERS})
"""When mission alliances are concluded, joined and left (V8.16, V8.20)."""


@dataclass(frozen=True)
class AllyShown:
    """A player as a page shows one; ``joined`` or only invited, ``concluded``: by them."""

    id: str
    name: str
    style: str
    emblem: str
    joined: bool = True
    concluded: bool = False


@dataclass(frozen=True)
class PactShown:
    """A mission alliance as one who may know of it sees it.

    ``mine``: the reader has joined, ``concluded``: and concluded it, ``invited``: and not answered.
    """

    id: str
    allies: tuple[AllyShown, ...]
    mine: bool
    concluded: bool
    invited: bool
    invitable: tuple[AllyShown, ...] = ()


@dataclass(frozen=True)
class Mission:
    """An event of the round; ``may_conclude``: the reader has no alliance for it and may have one."""

    event: Event
    pacts: tuple[PactShown, ...]
    may_conclude: bool
    choices: tuple[AllyShown, ...]


@dataclass(frozen=True)
class PactsPage:
    """``word`` is the campaign's word for guild; ``open``: it is the time for alliances (V8.16).

    ``in_guild``: the reader is in a guild and concludes none (V8.19). ``plays``: has a part in this at all.
    """

    word: str
    missions: tuple[Mission, ...]
    open: bool
    revealed: bool
    plays: bool
    in_guild: bool
    gold: int | None


def is_open(campaign: Campaign) -> bool:
    """Whether alliances are concluded now (V8.16)."""
    return campaign.running and campaign.phase in OPEN_PHASES


def pacts_of(campaign: Campaign, round_: int) -> list[Pact]:
    """The mission alliances of a round that were not ended, with their members; none without the module."""
    if not campaign.module_alliances:
        return []
    return list(
        db.session.scalars(
            select(Pact)
            .where(Pact.campaign_id == campaign.id, Pact.round == round_, Pact.ended_at.is_(None))
            .options(selectinload(Pact.members))
            .order_by(Pact.created_at, Pact.id)
        )
    )


def pacts_for(campaign: Campaign, seat: Seat) -> list[Pact]:
    """Those of this round that the seat may know of before the battles (V8.17)."""
    return [pact for pact in pacts_of(campaign, campaign.round) if state_in(pact, seat) in _KNOWING]


_KNOWING = frozenset({Ally.INVITED, Ally.JOINED})


def state_in(pact: Pact, seat: Seat) -> str | None:
    """The seat's part in the alliance."""
    return next((member.state for member in pact.members if member.seat_id == seat.id), None)


def joined(pact: Pact) -> list[PactMember]:
    """The allies, in the order in which they were asked."""
    return [member for member in pact.members if member.state == Ally.JOINED]


def allied_this_round(campaign: Campaign, seat: Seat) -> bool:
    """Whether the seat is in a mission alliance of this round (V8.19)."""
    return any(state_in(pact, seat) == Ally.JOINED for pact in pacts_of(campaign, campaign.round))


def as_bonds(pacts: Sequence[Pact]) -> tuple[bonds.Mission, ...]:
    """In the words of the rules (V8.12)."""
    return tuple(
        bonds.Mission(
            pact.id,
            pact.event_id,
            pact.concluder_id,
            frozenset(member.seat_id for member in joined(pact)),
        )
        for pact in pacts
    )


def pacts_page(here: Here) -> PactsPage:
    """The round's events with what the reader may know and do; the same for all who know nothing."""
    campaign, me = here.campaign, here.me
    open_ = is_open(campaign)
    revealed = campaign.running and not open_
    in_guild = campaign.module_guilds and membership(me) is not None
    known = pacts_of(campaign, campaign.round) if revealed else pacts_for(campaign, me)
    seats = {seat.id: seat for seat in campaign.seats}
    acts = open_ and me.plays
    return PactsPage(
        word=word_of(campaign),
        missions=tuple(
            _mission(
                event, [pact for pact in known if pact.event_id == event.id], here, seats, acts, in_guild
            )
            for event in (running_events(campaign) if campaign.running else [])
        ),
        open=open_,
        revealed=revealed,
        plays=me.plays,
        in_guild=in_guild,
        gold=balance(me) if acts else None,
    )


def _mission(
    event: Event, pacts: list[Pact], here: Here, seats: Mapping[str, Seat], acts: bool, in_guild: bool
) -> Mission:
    me = here.me
    bound = any(state_in(pact, me) == Ally.JOINED for pact in pacts)
    may = acts and not bound and not in_guild
    return Mission(
        event=event,
        pacts=tuple(_pact(pact, here, seats, acts) for pact in pacts),
        may_conclude=may,
        choices=tuple(_askable(here, frozenset({me.id}))) if may else (),
    )


def _pact(pact: Pact, here: Here, seats: Mapping[str, Seat], acts: bool) -> PactShown:
    me = here.me
    state = state_in(pact, me)
    concluded = state == Ally.JOINED and pact.concluder_id == me.id
    shown = [member for member in pact.members if member.state in _KNOWING]
    if not acts:
        shown = joined(pact)
    known = frozenset(member.seat_id for member in pact.members if member.state in _KNOWING)
    return PactShown(
        id=pact.id,
        allies=tuple(
            _ally(
                seats[member.seat_id],
                joined=member.state == Ally.JOINED,
                concluded=member.seat_id == pact.concluder_id,
            )
            for member in shown
        ),
        mine=acts and state == Ally.JOINED,
        concluded=acts and concluded,
        invited=acts and state == Ally.INVITED,
        invitable=tuple(_askable(here, known)) if acts and concluded else (),
    )


def _askable(here: Here, but: frozenset[str]) -> list[AllyShown]:
    """Every other player by name, in the same way for all: who is bound already is not told."""
    return sorted_by_name(
        [_ally(seat) for seat in here.campaign.players if seat.id not in but and seat.person_id is not None]
    )


def _ally(seat: Seat, *, joined: bool = True, concluded: bool = False) -> AllyShown:
    return AllyShown(seat.id, str(seat.name), f"p{seat.style}", seat.emblem, joined, concluded)
