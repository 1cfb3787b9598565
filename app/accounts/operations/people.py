"""Accounts: signing up, logging in, settings."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, exists, select, update

from app.accounts.logins import end_logins, start_login
from app.accounts.models import Login, Person
from app.accounts.names import clean_nickname, nickname_key
from app.accounts.passwords import fits
from app.extensions import db
from app.i18n import LANGUAGES
from app.refusal import Refusal, Sentence

THEMES = ("system", "light", "dark")


@dataclass(frozen=True)
class Proof:
    """That somebody knew the password of an account, as it was when it was checked."""

    person_id: str
    password_hash: str


def account(nickname: str) -> Person | None:
    """The account of that nickname (or one that looks like it); guests have none."""
    return db.session.execute(
        select(Person).where(Person.nickname_key == nickname_key(nickname), Person.password_hash.is_not(None))
    ).scalar_one_or_none()


def prove(nickname: str, password: str) -> Proof | None:
    """Check a password. Slow on purpose, so it is called before the write transaction begins."""
    person = account(nickname)
    password_hash = person.password_hash if person else None
    if fits(password_hash, password) and person and password_hash:
        return Proof(person.id, password_hash)
    return None


def prove_again(person: Person, password: str) -> Proof | None:
    """Check the password of somebody who is logged in, before a change that asks for it."""
    if person.password_hash and fits(person.password_hash, password):
        return Proof(person.id, person.password_hash)
    return None


def proven(proof: Proof | None, message: Sentence | None = None) -> Person:
    """The person of a proof that still holds. Raises Refusal without one, in words that tell nothing more."""
    person = db.session.get(Person, proof.person_id) if proof else None
    if proof is None or person is None or person.password_hash != proof.password_hash:
        raise Refusal(message or _l("That nickname and password do not belong together."))
    return person


def sign_up(nickname: str, password_hash: str, email: str | None, language: str) -> Person:
    """A new account. Raises Refusal if the nickname is taken or one that looks like it is."""
    name = clean_nickname(nickname)
    key = nickname_key(name)
    require_free(key)
    person = Person(
        nickname=name,
        nickname_key=key,
        password_hash=password_hash,
        email=email or None,
        language=language if language in LANGUAGES else None,
    )
    db.session.add(person)
    db.session.flush()
    return person


def require_free(key: str) -> None:
    """Raises Refusal if an account has that nickname key."""
    if db.session.execute(select(exists().where(Person.nickname_key == key))).scalar_one():
        raise Refusal(_l("That nickname is taken, or one that looks like it."))


def change_password(person: Person, password_hash: str, *, stay: bool) -> None:
    """Set a new password: every other device is logged out, and this one gets a fresh login."""
    person.password_hash = password_hash
    end_logins(person)
    start_login(person, stay=stay)


def change_email(person: Person, email: str | None) -> None:
    """Keep another e-mail address, or none."""
    person.email = email or None


def set_appearance(person: Person, *, language: str, theme: str) -> None:
    """Raises Refusal for a language or theme there is not."""
    if language not in LANGUAGES or theme not in THEMES:
        raise Refusal(_l("There is no such setting."))
    person.language = language
    person.theme = theme


def set_language(person: Person, language: str) -> None:
    """The reader's language; one of ``LANGUAGES``."""
    db.session.execute(update(Person).where(Person.id == person.id).values(language=language))


def end_device(person: Person, login_id: str) -> bool:
    """Log out one of a person's own devices; False if there is no such login of theirs."""
    ended = db.session.execute(
        delete(Login).where(Login.id == login_id, Login.person_id == person.id).returning(Login.id)
    ).scalar_one_or_none()
    return ended is not None
