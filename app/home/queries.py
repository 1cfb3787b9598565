"""What the home page shows."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.accounts.models import Person
from app.boardgame.queries.lobby import GameCard, games_of
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map
from app.campaign.states import SeatState, State
from app.campaign.words import phase_or_state, where_it_stands
from app.extensions import db
from app.home import tasks
from app.home.waiting import Task, waiting
from app.news import games as games_news
from app.news.unread import count_of_seats
from app.news.wishes import Channel, wishes_of


@dataclass(frozen=True)
class Cover:
    """The picture of a table: an uploaded one, or one of our maps in both lights."""

    light: str
    dark: str


@dataclass(frozen=True)
class Table:
    """One of my tables."""

    campaign_id: str
    name: str
    url: str
    standing: str
    phase: str
    players: int
    style: str
    emblem: str
    plays: bool
    runs: bool
    finished: bool
    cover: Cover | None
    tasks: list[Task]

    @property
    def waits(self) -> bool:
        return any(task.urgent for task in self.tasks)


@dataclass(frozen=True)
class Invitation:
    """Somebody asks me to their table (V1.10)."""

    campaign_id: str
    name: str
    gm: str
    taken: int
    places: int
    accept_url: str
    decline_url: str


@dataclass(frozen=True)
class Home:
    """The home page: tables that wait first, then the others, then finished ones.

    ``news`` counts the unread news of each table, by its id (V11.7).
    """

    tables: list[Table]
    finished: list[Table]
    invitations: list[Invitation]
    games: list[GameCard]
    news: dict[str, int]
    found_url: str
    backdrop: Cover

    @property
    def first_waiting(self) -> str | None:
        """The table whose first task is the page's one red button."""
        return next((table.campaign_id for table in self.tables if table.waits), None)

    @property
    def waiting(self) -> int:
        return sum(table.waits for table in self.tables) + sum(game.waits for game in self.games)


def home(person: Person) -> Home:
    """Everything of the home page in a fixed number of queries, however many tables there are."""
    rows = db.session.execute(
        select(Seat, count_of_seats(wishes_of(person).off(Channel.APP)))
        .join(Seat.campaign)
        .where(
            Seat.person_id == person.id,
            Seat.state.in_([SeatState.JOINED, SeatState.DROPPED, SeatState.INVITED]),
        )
        .options(joinedload(Seat.campaign).selectinload(Campaign.seats))
        .order_by(Seat.created_at.desc())
    ).all()
    seats: list[Seat] = [row[0] for row in rows]
    games = games_of(person.id)
    news = {row[0].campaign_id: row[1] for row in rows} | (games_news.unread(person) if games else {})
    covers = _covers([seat.campaign for seat in seats])
    joined = [seat for seat in seats if seat.state == SeatState.JOINED]
    waits = waiting([seat for seat in joined if seat.campaign.state != State.FINISHED])
    tables = [
        _table(seat, covers.get(seat.campaign_id), waits.get(seat.id, []))
        for seat in seats
        if seat.state != SeatState.INVITED
    ]
    tables.sort(key=lambda table: not table.waits)
    return Home(
        tables=[table for table in tables if not table.finished],
        finished=[table for table in tables if table.finished],
        invitations=[
            _invitation(seat.campaign)
            for seat in seats
            if seat.state == SeatState.INVITED and seat.campaign.state == State.GATHERING
        ],
        games=games,
        news=news,
        found_url=url_for("founding.new"),
        backdrop=_shipped("coast"),
    )


def _table(seat: Seat, cover: Cover | None, waits: list[Task]) -> Table:
    campaign = seat.campaign
    return Table(
        campaign_id=campaign.id,
        name=campaign.name,
        url=tasks.door("dashboard.dashboard" if seat.runs else "overview.overview", campaign),
        standing=where_it_stands(campaign),
        phase=phase_or_state(campaign),
        players=len(campaign.players),
        style=f"p{seat.style}",
        emblem=seat.emblem,
        plays=seat.plays,
        runs=seat.runs,
        finished=campaign.state == State.FINISHED,
        cover=cover,
        tasks=waits,
    )


def _invitation(campaign: Campaign) -> Invitation:
    gm = next((seat.name for seat in campaign.seats if seat.is_gm), "")
    return Invitation(
        campaign_id=campaign.id,
        name=campaign.name,
        gm=gm,
        taken=len(campaign.players),
        places=campaign.max_players,
        accept_url=tasks.door("founding.accept", campaign),
        decline_url=tasks.door("founding.decline", campaign),
    )


def _covers(campaigns: list[Campaign]) -> dict[str, Cover]:
    """Each campaign's own picture, else its map."""
    if not campaigns:
        return {}
    maps = db.session.scalars(
        select(Map).where(Map.campaign_id.in_([c.id for c in campaigns]), Map.parent_place_id.is_(None))
    )
    covers = {
        found.campaign_id: cover for found in maps if (cover := _cover(found.shipped, found.picture_id))
    }
    for campaign in campaigns:
        if campaign.picture_id and (cover := _cover(None, campaign.picture_id)):
            covers[campaign.id] = cover
    return covers


def _cover(shipped: str | None, picture_id: str | None) -> Cover | None:
    if shipped:
        return _shipped(shipped)
    if picture_id:
        url = url_for("media.picture", picture_id=picture_id)
        return Cover(url, url)
    return None


def _shipped(name: str) -> Cover:
    """One of the maps that come with Feldtog."""
    light, dark = (url_for("static", filename=f"maps/{name}-{time}.svg") for time in ("light", "dark"))
    return Cover(light, dark)
