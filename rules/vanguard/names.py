"""Names that every module of these rules uses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

# Ids are the caller's (database keys, or names in a test) and opaque to the rules.
Id: TypeAlias = str | int
Seat: TypeAlias = str | int


class Breach(msgspec.Struct, frozen=True):
    """One broken rule: its id, the code of the sentence that says so, and what fills its holes.

    ``member`` is the id of the model concerned, or None when it is the whole warband.
    """

    rule: str
    code: str
    params: Mapping[str, str | int] = {}
    member: Id | None = None
