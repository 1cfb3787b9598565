"""What the overview shows: where the campaign stands, what comes next, who holds what (V10.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import func, select
from sqlalchemy.orm import joinedload

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.wording import title_of
from app.campaign.chronicle.wording import sentence
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.players import PlayerRow, players_page
from app.campaign.founding.queries.readiness import (
    gaps_before_hideouts,
    unready,
    unready_sentence,
)
from app.campaign.map.models import Place
from app.campaign.rounds.queries import Step, steps
from app.campaign.rounds.waiting import waiting_sentence
from app.campaign.settlement.models import Settlement
from app.campaign.states import Phase, State
from app.campaign.warbands.models import Warband
from app.campaign.words import STATES
from app.columns import now
from app.extensions import db
from app.home.waiting import Task, waiting_for
from app.i18n import language
from app.journal.models import AuditRow
from rules.rulebook import rulebook

_NEWS = 6
_BOOKS = ("vanguard", "vanguard_core")
_STAGES = (State.GATHERING, State.HIDEOUTS, State.RUNNING, State.FINISHED)


@dataclass(frozen=True)
class Station:
    """One station of a stepper."""

    label: str
    state: str
    icon: str | None = None
    url: str | None = None


@dataclass(frozen=True)
class Turn:
    """What is to be done next: by the reader (with a button), or by somebody the reader waits for (B13)."""

    sentence: str
    mine: bool
    label: str | None = None
    url: str | None = None
    icon: str = "l-clock"
    lacking: tuple[str, ...] = ()


@dataclass(frozen=True)
class News:
    """One line of the chronicle."""

    text: str
    at: datetime


@dataclass(frozen=True)
class AtHand:
    """A page that a player looks at beside the table; the device keeps it for when there is no net."""

    label: str
    url: str
    icon: str
    content: bool = False


@dataclass(frozen=True)
class Overview:
    """The overview of one reader."""

    stages: tuple[Station, ...]
    phases: tuple[Step, ...]
    turn: Turn
    also: tuple[Task, ...]
    players: tuple[PlayerRow, ...]
    others: tuple[PlayerRow, ...]
    news: tuple[News, ...]
    at_hand: tuple[AtHand, ...]
    free_places: int
    picture_url: str | None
    chronicle_url: str
    may_finish: bool
    gm_plays: bool


def overview(here: Here) -> Overview:
    """Everything of the page; the reader's own tasks first, public things after them."""
    campaign = here.campaign
    people = players_page(here)
    tasks = waiting_for(here.me) if here.may(Deed.SEE) and campaign.state != State.FINISHED else []
    turn, also = _turn(here, tasks)
    return Overview(
        stages=tuple(_stages(campaign)),
        phases=tuple(steps(campaign, runs=here.runs)),
        turn=turn,
        also=also,
        players=people.players,
        others=people.others,
        news=tuple(_news(campaign)),
        at_hand=tuple(_at_hand(here)),
        free_places=_free_places(campaign),
        picture_url=_picture(campaign),
        chronicle_url=url_for("chronicle.chronicle", campaign_id=campaign.id),
        may_finish=here.may(Deed.RUN)
        and campaign.running
        and campaign.phase == Phase.PREPARATION
        and campaign.round > 1,
        gm_plays=people.gm_plays,
    )


def _stages(campaign: Campaign) -> list[Station]:
    at = _STAGES.index(State(campaign.state)) if campaign.state in _STAGES else -1
    return [
        Station(str(STATES[state]), "now" if position == at else "done" if position < at else "")
        for position, state in enumerate(_STAGES)
    ]


def _turn(here: Here, tasks: list[Task]) -> tuple[Turn, tuple[Task, ...]]:
    """One clear sentence: the reader's most pressing task, the GM's next step, or for whom one waits."""
    campaign = here.campaign
    urgent = [task for task in tasks if task.urgent]
    if here.runs and campaign.state in (State.GATHERING, State.HIDEOUTS):
        own = [task for task in tasks if task.rank < 60]
        return _founders_turn(here), tuple(own)
    if urgent:
        first = urgent[0]
        turn = Turn(first.text, True, first.label, first.url, first.icon)
        return turn, tuple(task for task in tasks if task is not first)
    if campaign.state == State.FINISHED:
        rounds = max(0, campaign.round - 1)
        words = ngettext(
            "The campaign ended after %(num)d round. Everything can still be read.",
            "The campaign ended after %(num)d rounds. Everything can still be read.",
            rounds,
        )
        return Turn(words, False, icon="l-flag"), ()
    if here.runs and tasks:
        step = tasks[0]
        return Turn(step.text, False, _("To the dashboard"), step.url, step.icon), tuple(tasks[1:])
    return _waiting_turn(here), tuple(tasks)


def _founders_turn(here: Here) -> Turn:
    """The GM's next step before the rounds, with what is still lacking (V1.9, V1.11)."""
    campaign = here.campaign
    if campaign.state == State.GATHERING:
        gaps = tuple(gap.sentence for gap in gaps_before_hideouts(campaign))
        if gaps:
            return Turn(
                _("Gather your players, and give the map enough banner places."),
                True,
                _("Invite players"),
                url_for("founding.players", campaign_id=campaign.id),
                "l-user-plus",
                gaps,
            )
        return Turn(
            _("When everybody has joined, open the choice of hideouts."),
            True,
            _("Open the choice"),
            url_for("founding.ask_open_hideouts", campaign_id=campaign.id),
            "banner",
        )
    lacking = tuple(unready_sentence(one) for one in unready(campaign))
    if lacking:
        return Turn(_("The first round can start when everybody is ready."), False, lacking=lacking)
    return Turn(
        _("Everybody is ready: the first round can start."),
        True,
        _("Start the first round"),
        url_for("founding.ask_start", campaign_id=campaign.id),
        "l-flag",
    )


def _waiting_turn(here: Here) -> Turn:
    """For whom or what a reader waits who has nothing to do. Tells nothing of orders (V4.7, V4.9)."""
    lacking = unready(here.campaign) if here.campaign.state == State.HIDEOUTS else []
    if lacking:
        return Turn(
            _("The first round can start when everybody is ready."),
            False,
            lacking=tuple(unready_sentence(one) for one in lacking),
        )
    return Turn(_waiting_sentence(here), False)


def _waiting_sentence(here: Here) -> str:
    campaign = here.campaign
    gm = next((str(seat.name) for seat in campaign.seats if seat.is_gm), "")
    if campaign.state == State.GATHERING:
        return _("Waiting for %(gm)s to open the choice of hideouts.", gm=gm)
    if campaign.state == State.HIDEOUTS:
        return _("Waiting for %(gm)s to start the first round.", gm=gm)
    return waiting_sentence(campaign)


def _at_hand(here: Here) -> Iterator[AtHand]:
    """The reader's own battles of this round, warbands and company, and the campaign's rulebooks."""
    campaign = here.campaign
    if here.me.plays and campaign.state != State.FINISHED:
        battles = db.session.execute(
            select(Battle)
            .join(BattleSide, BattleSide.battle_id == Battle.id)
            .where(
                Battle.campaign_id == campaign.id,
                Battle.round == campaign.round,
                BattleSide.seat_id == here.me.id,
            )
            .options(joinedload(Battle.place), joinedload(Battle.event))
            .order_by(Battle.number)
        ).scalars()
        for battle in battles:
            url = url_for("battles.battle", campaign_id=campaign.id, battle_id=battle.id)
            yield AtHand(title_of(battle), url, "l-swords")
        yield from _open_settlements(here)
        warbands = db.session.execute(
            select(Warband.id, Warband.name)
            .where(Warband.seat_id == here.me.id, Warband.dissolved_at.is_(None))
            .order_by(Warband.created_at, Warband.id)
        )
        for warband in warbands:
            url = url_for(
                "warbands.builder", campaign_id=campaign.id, seat_id=here.me.id, warband_id=warband.id
            )
            yield AtHand(warband.name, url, "l-users", content=True)
        company = url_for("company.company", campaign_id=campaign.id, seat_id=here.me.id)
        yield AtHand(_("Company"), company, "company")
    for book in rulebook(language()).books:
        if book.id in _BOOKS:
            url = url_for("rulebook.book", book_id=book.id)
            yield AtHand(book.title, url, "l-book-open", content=True)


def _open_settlements(here: Here) -> Iterator[AtHand]:
    """What the reader has to settle, so that it can be answered where there is no net."""
    if here.campaign.phase != Phase.SETTLEMENT:
        return
    found = db.session.execute(
        select(Settlement.id, BattleSide.warband_name)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .where(
            Settlement.campaign_id == here.campaign.id,
            BattleSide.seat_id == here.me.id,
            Settlement.finished_at.is_(None),
        )
        .order_by(Settlement.opened_at, Settlement.id)
    )
    for one in found:
        url = url_for(
            "settlement.settlement",
            campaign_id=here.campaign.id,
            seat_id=here.me.id,
            settlement_id=one.id,
        )
        yield AtHand(_("Settlement of %(warband)s", warband=one.warband_name), url, "injury")


def _free_places(campaign: Campaign) -> int:
    return db.session.execute(
        select(func.count(Place.id)).where(Place.campaign_id == campaign.id, Place.owner_id.is_(None))
    ).scalar_one()


def _news(campaign: Campaign) -> list[News]:
    """The newest public lines of the chronicle."""
    rows = db.session.execute(
        select(AuditRow)
        .where(AuditRow.campaign_id == campaign.id, AuditRow.chronicle, AuditRow.public_from <= now())
        .order_by(AuditRow.seq.desc())
        .limit(_NEWS)
    ).scalars()
    return [News(sentence(row), row.at) for row in rows]


def _picture(campaign: Campaign) -> str | None:
    if campaign.picture_id is None:
        return None
    return url_for("media.picture", picture_id=campaign.picture_id)
