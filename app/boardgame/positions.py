"""Positions as they are stored: the canonical JSON of the rules, packed."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from rules.engine.codec import Codec, canonical


@lru_cache(maxsize=64)
def codec(declared: Any) -> Codec[Any]:
    """The codec of a type of the rules."""
    return Codec(declared)


def write_events(events: Sequence[Any]) -> str:
    """What happened, as a row of the log keeps it."""
    return canonical(events).decode()


def read_events(rules: Any, kept: str) -> tuple[Any, ...]:
    """What a row of the log kept."""
    declared: Any = rules.event_type
    found: tuple[Any, ...] = codec(tuple[declared, ...]).decode(kept)
    return found


def write_position(state: Any) -> bytes:
    """A position, packed."""
    return zlib.compress(canonical(state), 6)


def read_position(rules: Any, packed: bytes) -> Any:
    """The position that was packed; CodecError if the rules cannot read it any more."""
    return codec(rules.state_type).decode(zlib.decompress(packed))
