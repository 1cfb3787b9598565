"""Column types and keys that every table uses."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Annotated, Any

from sqlalchemy import DateTime, Dialect, String
from sqlalchemy.orm import mapped_column
from sqlalchemy.types import TypeDecorator

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"


def new_id() -> str:
    """A random key of 13 characters (65 bits).

    Keys are never sequential: from a number that grows with every row a player
    could read off that somebody else had just given an order (V4.7).
    """
    bits = secrets.randbits(65)
    return "".join(_ALPHABET[bits >> shift & 31] for shift in range(0, 65, 5))


def now() -> datetime:
    """The present moment in UTC."""
    return datetime.now(UTC)


class UtcDateTime(TypeDecorator[datetime]):
    """A moment in UTC; SQLite forgets the zone, so it is put back on loading."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> Any:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a moment needs its time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


Key = Annotated[str, mapped_column(String(13), primary_key=True, default=new_id)]
Moment = Annotated[datetime, mapped_column(UtcDateTime, default=now)]
SomeMoment = Annotated[datetime | None, mapped_column(UtcDateTime)]
