"""Getting back in: one-time codes, and links by mail where mail is set up."""

from __future__ import annotations

import secrets

from flask import current_app
from flask_babel import lazy_gettext as _l
from itsdangerous import BadData, URLSafeTimedSerializer
from sqlalchemy import delete, select, update

from app.accounts.logins import token_hash
from app.accounts.models import Person, RecoveryCode
from app.accounts.operations.people import account
from app.columns import now
from app.extensions import db
from app.refusal import Refusal

HOW_MANY = 10
LINK_SECONDS = 3600
# Without letters and digits that are mistaken for one another on paper.
_ALPHABET = "ABCDEFGHJKMNPQRSTVWXYZ23456789"
_LENGTH, _GROUP = 16, 4


def new_codes(person: Person) -> list[str]:
    """Ten fresh codes in place of all earlier ones; only their hashes are kept.

    A code holds 78 random bits, so a plain hash is enough.
    """
    codes = ["".join(secrets.choice(_ALPHABET) for _ in range(_LENGTH)) for _ in range(HOW_MANY)]
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.person_id == person.id))
    db.session.add_all(RecoveryCode(person_id=person.id, code_hash=token_hash(code)) for code in codes)
    return ["-".join(code[i : i + _GROUP] for i in range(0, _LENGTH, _GROUP)) for code in codes]


def use_code(nickname: str, code: str) -> Person:
    """The person whose unused code this is; the code is used up.

    Raises Refusal in the same words whether the nickname or the code is wrong.
    """
    folded = "".join(c for c in code.upper() if c.isalnum())
    person = account(nickname)
    used = db.session.execute(
        update(RecoveryCode)
        .where(
            RecoveryCode.person_id == (person.id if person else ""),
            RecoveryCode.code_hash == token_hash(folded),
            RecoveryCode.used_at.is_(None),
        )
        .values(used_at=now())
        .returning(RecoveryCode.id)
    ).scalar_one_or_none()
    if person is None or used is None:
        raise Refusal(
            _l("That nickname and recovery code do not belong together, or the code was used before.")
        )
    return person


def codes_left(person: Person) -> int:
    """How many unused codes there are."""
    found = db.session.execute(
        select(RecoveryCode.id).where(RecoveryCode.person_id == person.id, RecoveryCode.used_at.is_(None))
    )
    return len(found.all())


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="password-link")


def link_token(person: Person) -> str:
    """The signed word of a mailed link; it lapses in an hour and once the password has changed."""
    return _signer().dumps([person.id, token_hash(person.password_hash or "")[:16]])


def person_of_link(token: str) -> Person | None:
    """Whom a mailed link belongs to, while it holds."""
    try:
        person_id, mark = _signer().loads(token, max_age=LINK_SECONDS)
    except (BadData, ValueError, TypeError):
        return None
    person = db.session.get(Person, person_id)
    if person is None or not person.password_hash or token_hash(person.password_hash)[:16] != mark:
        return None
    return person
