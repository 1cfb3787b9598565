"""The people of the demo. Their passwords are random, shown once and kept nowhere but as hashes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from sqlalchemy import select

from app.accounts.logins import end_logins
from app.accounts.models import Person
from app.accounts.operations.people import account, sign_up
from app.accounts.passwords import hash_password
from app.extensions import db

# Letters and digits that are not mistaken for one another when somebody types them on a phone.
_SIGNS = "abcdefghjkmnpqrstuvwxyz23456789"
# Tells the people of the demo from others who go by the same names; no mail can ever reach it.
_MAIL_DOMAIN = "demo.invalid"


@dataclass(frozen=True)
class DemoPerson:
    """Somebody of the demo: nickname and language."""

    nickname: str
    language: str

    @property
    def email(self) -> str:
        return f"{self.nickname.lower()}@{_MAIL_DOMAIN}"


GM = DemoPerson("Karin", "de")
PLAYERS = (
    DemoPerson("Ellen", "da"),
    DemoPerson("Mads", "da"),
    DemoPerson("Friederike", "de"),
    DemoPerson("Jonas", "de"),
)
EVERYONE = (GM, *PLAYERS)


def present() -> dict[str, Person]:
    """The people of the demo who are there, by nickname."""
    found = db.session.scalars(select(Person).where(Person.email.in_([one.email for one in EVERYONE])))
    by_mail = {person.email: person for person in found}
    return {one.nickname: by_mail[one.email] for one in EVERYONE if one.email in by_mail}


def taken_nicknames() -> list[str]:
    """Nicknames of the demo that somebody else has."""
    there = present()
    return [
        one.nickname for one in EVERYONE if one.nickname not in there and account(one.nickname) is not None
    ]


def new_password() -> str:
    """Three groups of four signs: about 59 bits, and easy to type."""
    return "-".join("".join(secrets.choice(_SIGNS) for _ in range(4)) for _ in range(3))


def sign_everyone_up() -> dict[str, str]:
    """An account for everyone of the demo. Returns the passwords by nickname."""
    passwords = {one.nickname: new_password() for one in EVERYONE}
    for one in EVERYONE:
        sign_up(one.nickname, hash_password(passwords[one.nickname]), one.email, one.language)
    return passwords


def renew_passwords() -> dict[str, str]:
    """New passwords for the people of the demo, who are logged out everywhere. Returns them by nickname."""
    passwords = {}
    for nickname, person in present().items():
        passwords[nickname] = new_password()
        person.password_hash = hash_password(passwords[nickname])
        end_logins(person)
    return passwords
