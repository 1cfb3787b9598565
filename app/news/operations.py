"""Reading the news, choosing which, and forgetting them with their reader (V11.7)."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from app.accounts.models import Person
from app.boardgame.audiences import tell as tell_game
from app.boardgame.models import Game, GameRow, Member
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState
from app.columns import new_id, now
from app.extensions import db
from app.journal.models import AuditRow, seat_audience
from app.journal.operations import tell
from app.news.kinds import Kind
from app.news.models import TEST, Delivery, NewsMark, PushSubscription
from app.news.rows import Way, put
from app.news.unread import of_seat
from app.news.wishes import Mails, Wishes, stored


def mark_read(person_id: str, table_id: str, key: str) -> bool:
    """Somebody has read the news of a table up to the row of that key; False if it is not theirs.

    Of a board game all is read, whatever the key. Reading less than before changes nothing. Only the
    reader's own audience hears of it: their other devices. The table is locked as by every change of it:
    versions are counted by one change at a time.
    """
    seat = db.session.scalars(
        select(Seat).where(
            Seat.campaign_id == table_id, Seat.person_id == person_id, Seat.state == SeatState.JOINED
        )
    ).one_or_none()
    if seat is not None:
        upto = db.session.scalars(
            select(AuditRow.seq).where(AuditRow.key == key, *of_seat(seat))
        ).one_or_none()
        if upto is None:
            return False
        campaign = db.session.get_one(Campaign, table_id, with_for_update=True)
        if _raise(person_id, table_id, upto):
            tell(campaign, seat_audience(seat.id))
        return True
    member = db.session.scalars(
        select(Member).where(
            Member.game_id == table_id, Member.person_id == person_id, Member.left_at.is_(None)
        )
    ).one_or_none()
    if member is None:
        return False
    game = db.session.get_one(Game, table_id, with_for_update=True)
    last = db.session.scalar(select(func.max(GameRow.seq)).where(GameRow.game_id == table_id)) or 0
    if _raise(person_id, table_id, last):
        tell_game(game, seat_audience(member.id))
    return True


def _raise(person_id: str, table_id: str, upto: int) -> bool:
    """Whether the mark was below."""
    mark = db.session.get(NewsMark, (person_id, table_id))
    if mark is None:
        mark = NewsMark(person_id=person_id, table_id=table_id, upto=0)
        db.session.add(mark)
    if mark.upto >= upto:
        return False
    mark.upto = upto
    return True


def choose(person: Person, wishes: Wishes) -> None:
    """Keep what a person wants to hear of (V11.7)."""
    db.session.get_one(Person, person.id).news = stored(wishes)


def send_test(person: Person, way: Way) -> None:
    """Have a message sent that only says it has come; the herald sends it with the others."""
    put(person, way, f"{TEST}:{new_id()}", Kind.ALONE, {TEST: True}, now())


def confirm_address(person_id: str, email: str) -> bool:
    """Mail may go to that address from now on; False if it is no longer the person's."""
    person = db.session.get(Person, person_id)
    if person is None or person.deleted_at is not None or person.email != email:
        return False
    person.mail_confirmed = email
    return True


def end_mails(person_id: str, email: str) -> None:
    """No more mails with news to that address; once more changes nothing."""
    person = db.session.get(Person, person_id)
    if person is not None and person.email == email:
        person.news = {**(person.news or {}), "mails": str(Mails.OFF)}


def forget(person: Person) -> None:
    """Everything that the news keep of a person goes with their account."""
    for table in (NewsMark, Delivery, PushSubscription):
        db.session.execute(delete(table).where(table.person_id == person.id))
