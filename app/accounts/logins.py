"""Logins: a device stays logged in by a token whose hash is kept; ending one ends it everywhere."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from flask import request, session
from flask_login import current_user, login_user, logout_user
from sqlalchemy import delete, select, update

from app.accounts.models import Login, Person
from app.columns import now
from app.extensions import db, login

_SEEN_EVERY = timedelta(hours=6)
# A login by which nothing was done for so long is no longer one.
_LAPSES_AFTER = timedelta(days=90)


def token_hash(token: str) -> str:
    """The stored form of a random token. Tokens hold 256 bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


@login.user_loader
def load(token: str) -> Person | None:
    """The person a cookie's token belongs to, or None once that login was ended."""
    row = db.session.execute(
        select(Person, Login)
        .join(Login, Login.person_id == Person.id)
        .where(Login.token_hash == token_hash(token), Login.seen_at > now() - _LAPSES_AFTER)
    ).one_or_none()
    if row is None or row.Person.deleted_at is not None:
        return None
    person: Person = row.Person
    person.login_token = token
    person.seen_at = row.Login.seen_at
    return person


def start_login(person: Person, *, stay: bool) -> None:
    """Log this browser in, with a fresh session and a fresh token (no session fixation).

    Whoever was logged in here before is logged out.
    """
    if current_user.is_authenticated:
        _end(current_user)
    _fresh_session(session.get("language"))
    session.permanent = stay
    token = secrets.token_urlsafe(32)
    device = (request.user_agent.string or "")[:120]
    db.session.add(Login(person_id=person.id, token_hash=token_hash(token), device=device))
    db.session.flush()
    person.login_token = token
    login_user(person, remember=stay)


def end_login(person: Person) -> None:
    """Log this browser out; it keeps the language."""
    language = person.language or session.get("language")
    _end(person)
    logout_user()
    _fresh_session(language)


def _end(person: Person) -> None:
    db.session.execute(delete(Login).where(Login.token_hash == token_hash(person.login_token or "")))


def _fresh_session(language: str | None) -> None:
    # Flask-Login asks by this key for the cookie of «stay logged in» to be set or deleted.
    remember = session.get("_remember")
    session.clear()
    if language:
        session["language"] = language
    if remember:
        session["_remember"] = remember


def end_logins(person: Person, *, but_this: bool = False) -> None:
    """End every login of a person, or all but the present one."""
    query = delete(Login).where(Login.person_id == person.id)
    if but_this:
        query = query.where(Login.token_hash != token_hash(person.login_token or ""))
    db.session.execute(query)


def note_seen(person: Person) -> None:
    """Remember that this login is alive, now and then; called inside a change."""
    seen = person.seen_at
    if seen is not None and now() - seen > _SEEN_EVERY:
        db.session.execute(
            update(Login)
            .where(Login.token_hash == token_hash(person.login_token or ""))
            .values(seen_at=now())
        )


def forget_lapsed_logins() -> None:
    """Delete logins that are no longer accepted."""
    db.session.execute(delete(Login).where(Login.seen_at <= now() - _LAPSES_AFTER))
