"""V10.3: the campaign told on paper, whole or a round of it, of what is public alone (V0.3, V3.11, V4.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.wording import title_of
from app.campaign.chronicle.queries import MEASURES, Section, StandingsPage, standings_page, told
from app.campaign.documents.queries.company import CompanySheet, company_sheet
from app.campaign.documents.queries.maps import PaperMaps, Room, paper_maps
from app.campaign.documents.queries.past import owners_after
from app.campaign.events.models import Event
from app.campaign.events.scenarios import ScenarioView, scenario_view
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import BattleState, SeatState, SideOutcome, State
from app.extensions import db
from app.i18n import sorted_by_name
from app.journal.models import PUBLIC
from app.media.models import Picture

MAP_ROOM = Room(180.0, 150.0)


@dataclass(frozen=True)
class Told:
    """An event as it was announced; ``lasts`` is how many rounds."""

    title: str
    place: str
    text: str
    reward: str
    scenario: ScenarioView
    lasts: int
    limit: int | None


@dataclass(frozen=True)
class SideTold:
    """A side of a battle; what it did is empty until the result stands (V3.11)."""

    name: str
    player: str
    style: int
    emblem: str
    outcome: str
    points: int | None
    fallen: tuple[str, ...]


@dataclass(frozen=True)
class BattleTold:
    title: str
    event: str
    scenario: str
    sides: tuple[SideTold, ...]
    stands: bool


@dataclass(frozen=True)
class Round:
    """One round: what was announced, what was fought, what the chronicle says. ``key`` names it for links."""

    number: int
    key: str
    title: str
    events: tuple[Told, ...]
    battles: tuple[BattleTold, ...]
    sections: tuple[Section, ...]


@dataclass(frozen=True)
class Report:
    """``round`` is None for the whole campaign; ``companies`` are open once it is finished (V0.1)."""

    name: str
    story: str
    house_rules: str
    state: str
    page_url: str
    round: int | None
    players: tuple[Seat, ...]
    maps: PaperMaps
    standings: tuple[StandingsPage, ...]
    rounds: tuple[Round, ...]
    companies: tuple[CompanySheet, ...]
    pictures: Mapping[str, bytes]

    @property
    def ranking(self) -> StandingsPage | None:
        """The table of the standings, None before the first End round."""
        return self.standings[0] if self.standings and self.standings[0].round is not None else None


def report(here: Here, round_: int | None, *, spare: bool) -> Report:
    """What everybody at the table may read, the same for every reader: so it can be handed round.

    Nothing of it is the GM's or a seat's alone. ``round_``: that round only, with the owners at its end.
    """
    campaign = here.campaign
    sections = told(campaign, round_)
    rounds = tuple(_rounds(campaign, sections, round_))
    finished = campaign.state == State.FINISHED
    pictures = _pictures(line.picture_id for section in sections for line in section.lines)
    owners = owners_after(campaign, round_) if round_ is not None and round_ < campaign.round else None
    maps = paper_maps(here, MAP_ROOM, spare=spare, bare=owners is not None, owners=owners)
    return Report(
        name=campaign.name,
        story=campaign.story if round_ is None else "",
        house_rules=campaign.house_rules if round_ is None else "",
        state=_state(campaign, round_),
        page_url=url_for("chronicle.chronicle", campaign_id=campaign.id),
        round=round_,
        players=tuple(sorted_by_name(seat for seat in campaign.seats if _has_played(seat))),
        maps=maps,
        standings=tuple(
            standings_page(here, measure, until=round_)
            for measure in (MEASURES if round_ is None else MEASURES[:1])
        ),
        rounds=rounds,
        companies=tuple(_companies(here)) if finished and round_ is None else (),
        pictures={**pictures, **maps.pictures},
    )


def _state(campaign: Campaign, round_: int | None) -> str:
    """«Report of round 3», «Report after round 4», «The whole campaign»."""
    if round_ is not None:
        return _("Report of round %(round)d", round=round_)
    if campaign.state == State.FINISHED:
        return _("The whole campaign, finished after round %(round)d", round=campaign.round)
    if campaign.running:
        return _("Report as of round %(round)d", round=campaign.round)
    return _("Report before the first round")


def _has_played(seat: Seat) -> bool:
    return seat.is_player and seat.state in (SeatState.JOINED, SeatState.DROPPED)


def _rounds(campaign: Campaign, sections: Sequence[Section], only: int | None) -> Iterator[Round]:
    """Rounds in their order, those before the first as one; only those with something to tell."""
    events, battles = _events(campaign), _battles(campaign, only)
    numbers = {section.round for section in sections} | set(events) | {battle.round for battle in battles}
    for number in sorted(numbers):
        if only is not None and number != only:
            continue
        own = tuple(section for section in sections if section.round == number)
        yield Round(
            number=number,
            key=f"round-{number}",
            title=_("Round %(round)d", round=number) if number else _("Before the rounds"),
            events=tuple(_told(event, campaign) for event in events.get(number, ())),
            battles=tuple(_battle_told(battle, campaign) for battle in battles if battle.round == number),
            sections=own,
        )


def _events(campaign: Campaign) -> dict[int, list[Event]]:
    """Events by the round they came in; one that has not come yet is none."""
    found = db.session.scalars(
        select(Event)
        .where(Event.campaign_id == campaign.id, Event.first_round <= campaign.round)
        .options(joinedload(Event.place, innerjoin=True))
        .order_by(Event.created_at, Event.id)
    )
    by_round: dict[int, list[Event]] = {}
    for event in found:
        by_round.setdefault(event.first_round, []).append(event)
    return by_round


def _told(event: Event, campaign: Campaign) -> Told:
    return Told(
        title=event.title,
        place=event.place.name,
        text=event.text,
        reward=event.reward,
        scenario=scenario_view(campaign, event.scenario),
        lasts=event.duration,
        limit=event.points_limit,
    )


def _battles(campaign: Campaign, only: int | None) -> list[Battle]:
    query = select(Battle).where(Battle.campaign_id == campaign.id)
    if only is not None:
        query = query.where(Battle.round == only)
    return list(
        db.session.scalars(
            query.options(
                joinedload(Battle.place),
                joinedload(Battle.event),
                selectinload(Battle.sides).joinedload(BattleSide.seat),
                selectinload(Battle.sides).selectinload(BattleSide.line_up),
            ).order_by(Battle.round, Battle.number)
        )
    )


def _battle_told(battle: Battle, campaign: Campaign) -> BattleTold:
    stands = battle.state == BattleState.CONFIRMED
    scenario = scenario_view(campaign, battle.scenario).name if battle.scenario else ""
    return BattleTold(
        title=title_of(battle),
        event=battle.event.title if battle.event else "",
        scenario=scenario,
        sides=tuple(_side_told(side, stands) for side in battle.sides),
        stands=stands,
    )


def _side_told(side: BattleSide, stands: bool) -> SideTold:
    words = {SideOutcome.WON: _("won"), SideOutcome.DRAWN: _("draw"), SideOutcome.LOST: _("lost")}
    outcome = words[SideOutcome(side.outcome)] if stands and side.outcome else ""
    return SideTold(
        name=side.warband_name,
        player=str(side.seat.name),
        style=side.seat.style,
        emblem=side.seat.emblem,
        outcome=outcome,
        points=side.points if stands else None,
        fallen=tuple(model.name for model in side.line_up if model.taken_out) if stands else (),
    )


def _companies(here: Here) -> Iterator[CompanySheet]:
    """Every player's company; without its gold, in which private transfers would show (V8.22)."""
    for seat in sorted_by_name(one for one in here.campaign.seats if _has_played(one)):
        sheet = company_sheet(replace(here, seat=seat), gold=False)
        if sheet is not None:
            yield sheet


def _pictures(ids: Iterable[str | None]) -> dict[str, bytes]:
    """The pictures of the chronicle that everybody may see."""
    wanted = {one for one in ids if one is not None}
    if not wanted:
        return {}
    rows = db.session.execute(
        select(Picture.id, Picture.data).where(Picture.id.in_(wanted), Picture.audience == PUBLIC)
    )
    return {f"told-{picture_id}": data for picture_id, data in rows}
