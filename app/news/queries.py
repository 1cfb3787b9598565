"""What the page of news shows: table by table, what waits and what happened (V11.7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select, union_all
from sqlalchemy.orm import joinedload

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person
from app.accounts.queries import device_name
from app.boardgame.games import adapter_of
from app.boardgame.models import Game, GameRow, Member
from app.boardgame.queries.lobby import GameCard, games_of
from app.boardgame.seating import members_of
from app.boardgame.wording import table_line
from app.campaign.chronicle.groups import ICONS, group_of
from app.campaign.chronicle.wording import ENTRY, sentence
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.campaign.words import where_it_stands
from app.extensions import db
from app.home.tasks import door
from app.home.waiting import Task, waiting
from app.journal.models import PUBLIC, AuditRow
from app.news import games as of_games
from app.news.kinds import REMINDERS, Kind
from app.news.models import PushSubscription
from app.news.unread import MOST, count_of_seats, marks_of, of_seat
from app.news.wishes import Channel, wishes_of

SHOWN = 8
"""Events of each table on the page of all tables."""
SHOWN_ALONE = 60
"""Events on the page of one table."""


@dataclass(frozen=True)
class Item:
    """Something that happened. ``typed`` when somebody wrote it in their own words."""

    key: str
    text: str
    icon: str
    at: datetime
    url: str
    fresh: bool
    typed: bool = False


@dataclass(frozen=True)
class TableNews:
    """The news of one table. ``newest`` is the key of the row up to which it is read by the page's button."""

    id: str
    name: str
    standing: str
    url: str
    alone_url: str
    tasks: tuple[Task, ...]
    items: tuple[Item, ...]
    unread: int
    newest: str
    more: bool

    @property
    def count(self) -> str:
        """The number of unread news as it is shown."""
        return f"{MOST}+" if self.unread >= MOST else str(self.unread)


@dataclass(frozen=True)
class Inbox:
    """All tables with news, those with unread ones or something urgent first."""

    tables: tuple[TableNews, ...]
    alone: bool

    @property
    def unread(self) -> int:
        return min(MOST, sum(table.unread for table in self.tables))

    @property
    def readable(self) -> list[str]:
        """What the button for all tables marks as read: table and key of its newest row."""
        return [f"{table.id}.{table.newest}" for table in self.tables if table.unread]


def kinds_in_words() -> list[tuple[Kind, str, str]]:
    """Every kind of news with its name and what belongs to it."""
    return [
        (Kind.TURN, _("My turn"), _("Something waits for you: orders, results, a move.")),
        (Kind.REMINDER, _("Reminders"), _("Before the time of a phase is up.")),
        (Kind.ALONE, _("For me alone"), _("Letters, gold, invitations, what the game master changed.")),
        (Kind.PHASES, _("Rounds and phases"), _("Switches, times, pauses, beginning and end.")),
        (Kind.BATTLES, _("Battles"), _("Announced, results, captives.")),
        (Kind.TABLE, _("All else at the table"), _("Events, awards, places, people, entries.")),
    ]


def channels_in_words() -> list[tuple[Channel, str]]:
    """The ways by which news come."""
    return [(Channel.APP, _("Here")), (Channel.PUSH, _("Push")), (Channel.MAIL, _("Mail"))]


@dataclass(frozen=True)
class Browser:
    """A browser of somebody that takes push messages; ``this`` is the one that asks."""

    id: str
    name: str
    since: datetime
    this: bool


def browsers(person: Person) -> list[Browser]:
    """A person's browsers that take push messages, this one first."""
    rows = db.session.execute(
        select(PushSubscription, Login)
        .join(Login, Login.id == PushSubscription.login_id)
        .where(PushSubscription.person_id == person.id)
        .order_by(PushSubscription.created_at)
    )
    here = token_hash(person.login_token or "")
    found = [
        Browser(one.id, device_name(login.device), one.created_at, login.token_hash == here)
        for one, login in rows
    ]
    return sorted(found, key=lambda one: not one.this)


def counted_seats(person: Person) -> list[tuple[Seat, int]]:
    """The campaigns at which a person sits, with all their seats and the number of unread news."""
    rows = db.session.execute(
        select(Seat, count_of_seats(wishes_of(person).off(Channel.APP)))
        .join(Seat.campaign)
        .where(Seat.person_id == person.id, Seat.state == SeatState.JOINED)
        .options(joinedload(Seat.campaign).selectinload(Campaign.seats))
        .order_by(Seat.created_at.desc())
    )
    return [(row[0], row[1]) for row in rows]


def inbox(person: Person, only: str | None = None) -> Inbox:
    """The news of all tables of a person, or of one; a fixed number of queries for any number of tables."""
    seats = [one for one in counted_seats(person) if only in (None, one[0].campaign_id)]
    off = wishes_of(person).off(Channel.APP)
    marks = marks_of(person.id)
    most = SHOWN if only is None else SHOWN_ALONE
    tables = [*_campaigns(seats, marks, off, most), *_games(person, marks, off, most, only)]
    tables.sort(key=lambda table: not (table.unread or any(task.urgent for task in table.tasks)))
    return Inbox(tuple(tables), only is not None)


def _campaigns(
    counted: Sequence[tuple[Seat, int]], marks: dict[str, int], off: Collection[Kind], most: int
) -> list[TableNews]:
    seats = [seat for seat, _count in counted]
    tasks = waiting([seat for seat in seats if seat.campaign.state != State.FINISHED])
    rows = _rows(seats, off, most + 1)
    return [
        _campaign(seat, rows[seat.campaign_id], marks, count, tuple(tasks.get(seat.id, ())), most)
        for seat, count in counted
    ]


def _campaign(
    seat: Seat,
    rows: list[AuditRow],
    marks: dict[str, int],
    unread: int,
    tasks: tuple[Task, ...],
    most: int,
) -> TableNews:
    campaign = seat.campaign
    mark = marks.get(campaign.id, 0)
    return TableNews(
        id=campaign.id,
        name=campaign.name,
        standing=where_it_stands(campaign),
        url=door("overview.overview", campaign),
        alone_url=url_for("news.inbox", table=campaign.id),
        tasks=tasks,
        items=tuple(_item(row, seat, mark) for row in rows[:most]),
        unread=unread,
        newest=rows[0].key if rows else "",
        more=len(rows) > most,
    )


def _rows(seats: Sequence[Seat], off: Collection[Kind], most: int) -> dict[str, list[AuditRow]]:
    found: dict[str, list[AuditRow]] = defaultdict(list)
    if seats:
        newest = [
            select(
                select(AuditRow.seq)
                .where(*of_seat(seat, off))
                .order_by(AuditRow.seq.desc())
                .limit(most)
                .subquery()
                .c.seq
            )
            for seat in seats
        ]
        rows = select(AuditRow).where(AuditRow.seq.in_(union_all(*newest))).order_by(AuditRow.seq.desc())
        for row in db.session.scalars(rows):
            found[str(row.campaign_id)].append(row)
    return found


def _item(row: AuditRow, seat: Seat, mark: int) -> Item:
    text, url = told(row, seat)
    icon = ICONS[group_of(row.kind)] if row.audience == PUBLIC or row.kind in REMINDERS else "l-mail"
    return Item(row.key, text, icon, row.at, url, row.seq > mark, row.kind == ENTRY)


def told(row: AuditRow, seat: Seat) -> tuple[str, str]:
    """What a row says to the person of a seat, and where it leads.

    Of what is not public nothing is said but that there is something, not even of which kind: the text may
    stand on a locked phone, and the address in a mail (V4.7, V8.22, V8.23). The clock keeps no secrets.
    """
    campaign = seat.campaign
    here: dict[str, Any] = {"campaign_id": campaign.id}
    if row.kind in REMINDERS:
        return sentence(row), door("overview.overview", campaign)
    if row.audience.startswith("own:"):
        return _("Something sealed has come for you alone."), door("overview.overview", campaign)
    if row.audience != PUBLIC:
        return (
            _("Something has changed at your seat; your log tells what."),
            url_for("chronicle.log", seat_id=seat.id, **here),
        )
    url = url_for("battles.battle", battle_id=row.battle_id, **here) if row.battle_id else None
    if url is None and row.chronicle:
        url = url_for("chronicle.entry", key=row.key, **here)
    return sentence(row), url or door("overview.overview", campaign)


def _games(
    person: Person, marks: dict[str, int], off: Collection[Kind], most: int, only: str | None
) -> list[TableNews]:
    members = [one for one in members_of(person.id) if only in (None, one.game_id)]
    if not members:
        return []
    cards = {card.id: card for card in games_of(person.id)}
    counts = of_games.unread(person)
    lines: dict[str, list[GameRow]] = defaultdict(list)
    rows = select(GameRow).where(*of_games.told_to(person.id, off)).order_by(GameRow.seq.desc())
    for row in db.session.scalars(rows):
        lines[row.game_id].append(row)
    return [_game(one, cards[one.game_id], lines[one.game_id], marks, counts, most) for one in members]


def _game(
    member: Member,
    card: GameCard,
    rows: list[GameRow],
    marks: dict[str, int],
    counts: dict[str, int],
    most: int,
) -> TableNews:
    game = member.game
    mark = marks.get(game.id, 0)
    items = [*_ending(game, card, mark), *_table_items(game, card, rows, mark)]
    task = Task(member.id, _("It is your turn."), _("To the board"), card.url)
    return TableNews(
        id=game.id,
        name=game.name,
        standing=f"{card.title} · {card.standing}",
        url=card.url,
        alone_url=url_for("news.inbox", table=game.id),
        tasks=(task,) if card.waits else (),
        items=tuple(items[:most]),
        unread=min(MOST, counts.get(game.id, 0)),
        newest=game.id,
        more=len(items) > most,
    )


def _ending(game: Game, card: GameCard, mark: int) -> list[Item]:
    if game.finished_at is None:
        return []
    fresh = of_games.is_over_unread(game, mark)
    return [Item("over", _("The game is over."), "l-flag", game.finished_at, card.url, fresh)]


def _table_items(game: Game, card: GameCard, rows: list[GameRow], mark: int) -> list[Item]:
    adapter = adapter_of(game.ruleset)
    return [
        Item(row.id, str(line.text), line.icon, row.at, card.url, row.seq > mark)
        for row in rows
        if (line := table_line(adapter, row)) is not None
    ]
