"""V1.4: the maps that come with Feldtog, and the places suggested for them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import msgspec

_PICTURES = Path(__file__).resolve().parents[3] / "static" / "maps" / "maps.json"
_NAMES = Path(__file__).with_name("suggested.json")


class Spot(msgspec.Struct, frozen=True):
    """Where a place is suggested; ``x`` and ``y`` are fractions of the picture."""

    x: float
    y: float
    icon: str
    banner: bool


class ShippedMap(msgspec.Struct, frozen=True):
    """A map drawn for Feldtog: its picture by day and by night, and where places fit."""

    key: str
    names: dict[str, str]
    width: int
    height: int
    ground: Literal["sea", "land"]
    light: str
    dark: str
    places: tuple[Spot, ...]


class Suggestion(msgspec.Struct, frozen=True):
    """A place that may be taken over as it is, and be edited like any other."""

    name: str
    income: int
    spot: Spot


class _Suggested(msgspec.Struct, frozen=True):
    incomes: dict[str, int]
    names: dict[str, dict[str, tuple[str, ...]]]


@cache
def shipped_maps() -> Mapping[str, ShippedMap]:
    """The shipped maps by key."""
    maps = msgspec.json.decode(_PICTURES.read_bytes(), type=tuple[ShippedMap, ...])
    return MappingProxyType({one.key: one for one in maps})


@cache
def _suggested() -> _Suggested:
    return msgspec.json.decode(_NAMES.read_bytes(), type=_Suggested)


def suggestions(key: str, language: str) -> tuple[Suggestion, ...]:
    """The places suggested for a shipped map, with names in ``language``. KeyError for an unknown map."""
    words = _suggested()
    names = words.names[key][language]
    return tuple(
        Suggestion(name, words.incomes.get(spot.icon, words.incomes["other"]), spot)
        for name, spot in zip(names, shipped_maps()[key].places, strict=True)
    )
