"""Guests: people without a password who come in by a personal link, and may become accounts."""

from __future__ import annotations

import base64
import hmac
import secrets

from flask import current_app
from flask_babel import lazy_gettext as _l
from sqlalchemy import or_, select
from sqlalchemy.orm import joinedload

from app.accounts.logins import end_logins, token_hash
from app.accounts.models import Person
from app.accounts.names import clean_nickname, nickname_key
from app.accounts.operations.people import require_free
from app.actor import Actor
from app.boardgame.models import Member
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.columns import new_id
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.operations import record_gm, tell
from app.refusal import Refusal, Sentence, Stale


def make_guest(nickname: str, language: str | None = None) -> Person:
    """A person for one seat, without a password. Guests take up no nickname: two tables may each
    have a guest «Jonas»; ``require_free_at_table`` keeps names apart within one campaign.

    Raises Refusal as ``clean_nickname`` does.
    """
    key = new_id()
    guest = Person(
        id=key,
        nickname=clean_nickname(nickname),
        nickname_key=f"guest:{key}",
        guest=True,
        language=language,
    )
    db.session.add(guest)
    db.session.flush()
    return guest


def require_free_at_table(campaign: Campaign, nickname: str, but: Seat | None = None) -> None:
    """Raises Refusal if somebody at the table has a name that looks like ``nickname``."""
    key = nickname_key(nickname)
    gone = (SeatState.DECLINED, SeatState.LAPSED, SeatState.REMOVED)
    for seat in campaign.seats:
        if seat is not but and seat.state not in gone and nickname_key(seat.given_name) == key:
            raise Refusal(_l("Somebody at this table has that name already, or one that looks like it."))


def keep_to_one_table(guest: Person, table_id: str | None, message: Sentence | None = None) -> None:
    """Raises Refusal for a guest who sits at another table than ``table_id``, which is None for a new one.

    Whoever runs a guest's table issues the link that logs the guest in. At a second table it would open
    the first one as well, with all that is secret there (V4.7).
    """
    if not guest.guest:
        return
    elsewhere = select(Seat.id).where(Seat.person_id == guest.id)
    at_games = select(Member.id).where(Member.person_id == guest.id, Member.left_at.is_(None))
    if table_id is not None:
        elsewhere = elsewhere.where(Seat.campaign_id != table_id)
        at_games = at_games.where(Member.game_id != table_id)
    if db.session.scalar(select(or_(elsewhere.exists(), at_games.exists()))):
        raise Refusal(
            message
            or _l(
                "You play as a guest, and guests sit at one table alone. Make an account of your seat first; "
                "then you can sit at others too."
            )
        )


def link_opens_more(name: str) -> Sentence:
    """Why no personal link is issued for a guest who sits at two tables."""
    return _l(
        "%(name)s sits at another table too, which this link would open as well. "
        "Whoever makes an account needs no link.",
        name=name,
    )


def claim_guest(person: Person, nickname: str, password_hash: str) -> None:
    """A guest becomes an account: the same person with the same seats, now with a password.

    The personal links end, for the password takes their place. Where a campaign still
    runs, the seat takes the new name. Raises Refusal if the nickname is taken, or if
    another player of one of these campaigns is called so.
    """
    if not person.guest:
        raise Refusal(_l("You have an account already."))
    name = clean_nickname(nickname)
    key = nickname_key(name)
    require_free(key)
    person.nickname, person.nickname_key = name, key
    person.password_hash = password_hash
    person.guest = False
    seats = db.session.scalars(
        select(Seat)
        .where(Seat.person_id == person.id)
        .order_by(Seat.campaign_id)
        .options(joinedload(Seat.campaign))
    ).all()
    for seat in seats:
        seat.link_hash = None
        campaign = db.session.execute(
            select(Campaign).where(Campaign.id == seat.campaign_id).with_for_update()
        ).scalar_one()
        if campaign.state == State.FINISHED:
            continue
        require_free_at_table(campaign, name, but=seat)
        before, seat.name = seat.name, name
        record_gm(
            "accounts.claimed",
            campaign=campaign,
            actor=Actor(person.id, seat),
            seat=seat,
            params={"name": name, "old_name": before},
        )
        tell(campaign, PUBLIC)


def issue_personal_link(
    seat: Seat, *, campaign: Campaign, actor: Actor, request_id: str | None = None, repeated: bool = False
) -> str:
    """A new personal link for a guest's seat; returns its token, of which only the hash is kept.

    Earlier links and all logins of the guest end. The same request of the same person gets the same
    link once more (``repeated``), for it may have been handed on by then. Raises Refusal for the seat of
    an account, which has its password, and for a seat that nobody holds; Stale if a repeated request's
    link has been replaced since.
    """
    person = seat.person
    if person is None:
        raise Refusal(_l("Nobody holds this seat."))
    if not person.guest:
        raise Refusal(
            _l(
                "%(name)s has an account and logs in with a password; only guests have a personal link.",
                name=seat.name,
            )
        )
    keep_to_one_table(person, campaign.id, link_opens_more(seat.name))
    token = personal_token(seat.id, actor.person_id, request_id)
    if repeated:
        if seat.link_hash != token_hash(token):
            raise Stale(_l("Another personal link has been issued since."))
        return token
    seat.link_hash = token_hash(token)
    end_logins(person)
    record_gm("accounts.link_issued", campaign=campaign, actor=actor, seat=seat, params={"name": seat.name})
    return token


def personal_token(place: str, actor: str | None, request_id: str | None) -> str:
    """256 bits that nobody can guess; of one request always the same, for it is kept nowhere.

    ``place`` is the key of the guest's seat or place at a table, ``actor`` that of who issues the link.
    """
    if request_id is None:
        return secrets.token_urlsafe(32)
    secret = str(current_app.config["SECRET_KEY"]).encode()
    said = f"personal link:{place}:{actor}:{request_id}"
    digest = hmac.digest(secret, said.encode(), "sha256")
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def seat_of_link(token: str) -> Seat | None:
    """The guest's seat that a personal link opens, or None for a wrong or ended one."""
    seat = db.session.execute(
        select(Seat)
        .where(Seat.link_hash == token_hash(token))
        .options(joinedload(Seat.person), joinedload(Seat.campaign))
    ).scalar_one_or_none()
    if seat is None or seat.person is None or not seat.person.guest or seat.person.deleted_at is not None:
        return None
    return seat
