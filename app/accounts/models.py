"""Tables of people and their logins."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from app.columns import Key, Moment, SomeMoment, UtcDateTime, now
from app.extensions import Model


class Person(Model):
    """Somebody who uses Feldtog: an account, or a guest without a password.

    ``nickname_key`` is the nickname folded for comparing (case, width and
    combining marks), so that no two look alike. ``deleted_at`` empties everything else.
    ``mail_confirmed`` is the address to which a confirmation came back; ``news`` what was chosen of
    news (``app.news.wishes``).
    """

    __tablename__ = "person"

    id: Mapped[Key]
    nickname: Mapped[str] = mapped_column(String(40))
    nickname_key: Mapped[str] = mapped_column(String(120), unique=True)
    password_hash: Mapped[str | None] = mapped_column(String(200))
    email: Mapped[str | None] = mapped_column(String(254))
    language: Mapped[str | None] = mapped_column(String(8))
    theme: Mapped[str] = mapped_column(String(8), default="system")
    guest: Mapped[bool] = mapped_column(default=False)
    mail_confirmed: Mapped[str | None] = mapped_column(String(254))
    news: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict, server_default="{}")
    created_at: Mapped[Moment]
    deleted_at: Mapped[SomeMoment]

    is_authenticated = True
    is_anonymous = False

    @property
    def is_active(self) -> bool:
        return self.deleted_at is None

    def get_id(self) -> str:
        """Flask-Login's id is the login's token, not the person: logins can be ended singly."""
        if self.login_token is None:
            raise RuntimeError("a person is logged in only through start_login")
        return self.login_token

    @property
    def login_token(self) -> str | None:
        """The token of this browser's login; not stored (its hash is, in ``login``)."""
        return self.__dict__.get("_login_token")

    @login_token.setter
    def login_token(self, token: str) -> None:
        self.__dict__["_login_token"] = token

    @property
    def seen_at(self) -> datetime | None:
        """When this browser's login last did something, as of loading it."""
        return self.__dict__.get("_seen_at")

    @seen_at.setter
    def seen_at(self, moment: datetime) -> None:
        self.__dict__["_seen_at"] = moment


class Login(Model):
    """One device that is logged in; only the hash of its token is kept."""

    __tablename__ = "login"

    id: Mapped[Key]
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    device: Mapped[str] = mapped_column(String(120), default="")
    created_at: Mapped[Moment]
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime, default=now)


class RecoveryCode(Model):
    """A one-time code that stands in for a forgotten password; only its hash is kept."""

    __tablename__ = "recovery_code"

    id: Mapped[Key]
    person_id: Mapped[str] = mapped_column(ForeignKey("person.id", ondelete="CASCADE"), index=True)
    code_hash: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[Moment]
    used_at: Mapped[SomeMoment]
