"""V11.7: a message in words, in its reader's language, made when it is sent: never a secret in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select

from app.accounts.models import Person
from app.boardgame.models import GameRow
from app.boardgame.seating import members_of
from app.boardgame.wording import table_line
from app.campaign.founding.models import Seat
from app.campaign.states import SeatState, State
from app.extensions import db
from app.home.tasks import door
from app.journal.models import AuditRow
from app.news import turns
from app.news.kinds import Kind
from app.news.models import TEST, Delivery
from app.news.planning import seat_at, task_key, urgent
from app.news.queries import counted_seats, told
from app.news.unread import marks_of, of_seat
from app.news.wishes import Channel, Wishes, wishes_of

MOST = 12
"""Lines of one table in a message; more are counted."""


@dataclass(frozen=True)
class Part:
    """What is told of one table; ``path`` leads there."""

    table: str
    lines: tuple[str, ...]
    path: str


@dataclass(frozen=True)
class Message:
    """``title`` and ``parts`` in words; ``path`` leads to what it tells of."""

    title: str
    parts: tuple[Part, ...]
    path: str


def message(delivery: Delivery, person: Person) -> Message | None:
    """What a delivery says as things stand now; None if there is nothing left to say."""
    if TEST in delivery.body:
        path = url_for("news.settings")
        lines = (_("This message is a test. It has come, so news will come this way too."),)
        return Message(_("Test message"), (Part(_("News and reminders"), lines, path),), path)
    if "since" in delivery.body:
        return _digest(person, datetime.fromisoformat(delivery.body["since"]))
    part = _part(delivery, person)
    if part is None or not part.lines:
        return None
    return Message(part.table or _("Campaign without a name"), (part,), part.path)


def _part(delivery: Delivery, person: Person) -> Part | None:
    body, table_id = delivery.body, delivery.table_id
    seat = seat_at(table_id, person.id)
    if seat is not None:
        if "task" in body:
            return _task(seat, body["task"])
        return _rows(seat, body["rows"])
    place = turns.member_at(table_id, person.id)
    if place is None:
        return None
    path = url_for("boardgame.play", game_id=table_id)
    if "turn" in body:
        lines = [_("It is your turn.")] if turns.turn_key(place) == body["turn"] else []
    elif "over" in body:
        lines = [_("The game is over.")]
    else:
        rows = db.session.scalars(select(GameRow).where(GameRow.id.in_(body["rows"])).order_by(GameRow.seq))
        found = (table_line(place.adapter, row) for row in rows)
        lines = [str(line.text) for line in found if line is not None]
        path = url_for("boardgame.lobby", game_id=table_id)
    return Part(place.game.name, _cut(lines), path)


def _task(seat: Seat, key: str) -> Part | None:
    if seat.state != SeatState.JOINED or seat.campaign.state == State.FINISHED:
        return None
    task = next((one for one in urgent(seat) if task_key(seat, one) == key), None)
    return Part(seat.campaign.name, (task.text,), task.url) if task is not None else None


def _rows(seat: Seat, keys: list[str]) -> Part | None:
    """Rows that are still the reader's to read, and that they have not read meanwhile."""
    campaign = seat.campaign
    if seat.state == SeatState.INVITED:
        return Part(campaign.name, (_("You are invited to this table."),), url_for("home.home"))
    if seat.state != SeatState.JOINED:
        return None
    mark = marks_of(str(seat.person_id)).get(campaign.id, 0)
    rows = db.session.scalars(
        select(AuditRow)
        .where(AuditRow.key.in_(keys), AuditRow.seq > mark, *of_seat(seat))
        .order_by(AuditRow.seq)
    ).all()
    if not rows:
        return None
    lines = dict.fromkeys(told(row, seat)[0] for row in rows)
    path = told(rows[0], seat)[1] if len(rows) == 1 else url_for("news.inbox", table=campaign.id)
    return Part(campaign.name, _cut(list(lines)), path)


def _digest(person: Person, since: datetime) -> Message | None:
    wishes = wishes_of(person)
    parts = tuple(_digest_parts(person, wishes, since))
    if not parts:
        return None
    title = ngettext("News from one table", "News from %(num)d tables", len(parts))
    return Message(title, parts, url_for("news.inbox"))


def _digest_parts(person: Person, wishes: Wishes, since: datetime) -> Iterator[Part]:
    marks, off = marks_of(person.id), wishes.off(Channel.MAIL)
    for seat, _count in counted_seats(person):
        waits = urgent(seat) if Kind.TURN not in off and seat.campaign.state != State.FINISHED else ()
        rows = db.session.scalars(
            select(AuditRow)
            .where(*of_seat(seat, off), AuditRow.at > since, AuditRow.seq > marks.get(seat.campaign_id, 0))
            .order_by(AuditRow.seq)
        )
        lines = dict.fromkeys([*(task.text for task in waits), *(told(row, seat)[0] for row in rows)])
        if lines:
            path = door("overview.overview", seat.campaign)
            yield Part(seat.campaign.name, _cut(list(lines)), path)
    for member in members_of(person.id):
        place = turns.member_at(member.game_id, person.id)
        if place is not None and Kind.TURN not in off and turns.turn_key(place) is not None:
            path = url_for("boardgame.play", game_id=member.game_id)
            yield Part(member.game.name, (_("It is your turn."),), path)


def _cut(lines: list[str]) -> tuple[str, ...]:
    if len(lines) <= MOST:
        return tuple(lines)
    left = len(lines) - MOST
    return (*lines[:MOST], ngettext("and %(num)d more", "and %(num)d more", left))
