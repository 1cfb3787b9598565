"""What a Minas Tirith card is: the side that may use it, and its effect (M9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from rules.minas_tirith.terms import BATTALIONS, DIE, KIND_OF, SIDES


class Muster(msgspec.Struct, frozen=True, tag="muster", forbid_unknown_fields=True):
    """Battalions gather on the card and come onto the board in one action (M9.1, M9.2, M9.8).

    ``most`` battalions of ``kinds`` fit on it, ``start`` lie there at first; ``leader`` comes with them.
    ``where``: the role of the spaces they come to ("north", "harbour"), or "start" for one start area.
    """

    most: int
    kinds: tuple[str, ...]
    start: dict[str, int]
    where: Literal["north", "harbour", "start"]
    leader: str = ""


class Place(msgspec.Struct, frozen=True, tag="place", forbid_unknown_fields=True):
    """A leader comes to battalions of his side; ``city`` false: not in the city (M9.3, M9.14)."""

    leader: str
    city: bool = True


class Sortie(msgspec.Struct, frozen=True, tag="sortie", forbid_unknown_fields=True):
    """Once in this turn cavalry leaves the city by the gate without spending a point (M9.4)."""


class Rain(msgspec.Struct, frozen=True, tag="rain", forbid_unknown_fields=True):
    """In one ranged attack of this turn dice hit from this number on (M9.5)."""

    hits_on: int


class Hold(msgspec.Struct, frozen=True, tag="hold", forbid_unknown_fields=True):
    """Answers a move or attack onto a wall and destroys what it came by (M9.6)."""


class Healing(msgspec.Struct, frozen=True, tag="healing", forbid_unknown_fields=True):
    """So many captured infantry or archers return to the city (M9.7)."""

    count: int


class Tower(msgspec.Struct, frozen=True, tag="tower", forbid_unknown_fields=True):
    """A siege tower at one wall: a way up, and +1 to the attack there (M9.9, M9.10)."""


class Ladders(msgspec.Struct, frozen=True, tag="ladders", forbid_unknown_fields=True):
    """A way up one wall for this turn (M9.11, M9.12)."""


class Ram(msgspec.Struct, frozen=True, tag="ram", forbid_unknown_fields=True):
    """An action with a troll before the gate: the die breaks it from this number on (M9.13)."""

    breaks_on: int


class Catapults(msgspec.Struct, frozen=True, tag="catapults", forbid_unknown_fields=True):
    """Once a turn one more die in a ranged attack, also at range 3 (M9.15, M9.16)."""


Effect: TypeAlias = Muster | Place | Sortie | Rain | Hold | Healing | Tower | Ladders | Ram | Catapults


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Minas Tirith card; ``sides`` who may use it (M3.3)."""

    sides: tuple[str, ...]
    effect: Effect


def card_faults(where: str, card: Card) -> list[str]:
    """What is wrong with a card beyond its shape."""
    found = [f"{where}: there is no side {side!r}" for side in card.sides if side not in SIDES]
    if not card.sides:
        found.append(f"{where}: nobody may use it")
    effect = card.effect
    only: Mapping[type, str] = {
        Sortie: "good",
        Rain: "good",
        Hold: "good",
        Healing: "good",
        Tower: "evil",
        Ladders: "evil",
        Ram: "evil",
    }
    if (side := only.get(type(effect))) and card.sides != (side,):
        found.append(f"{where}: this effect belongs to {side} alone")
    if isinstance(effect, Rain) and not 2 <= effect.hits_on <= DIE:
        found.append(f"{where}: hits_on must be 2 to {DIE}")
    if isinstance(effect, Ram) and not 2 <= effect.breaks_on <= DIE:
        found.append(f"{where}: breaks_on must be 2 to {DIE}")
    if isinstance(effect, Healing) and not 1 <= effect.count <= 6:
        found.append(f"{where}: count must be 1 to 6")
    if isinstance(effect, Place | Muster):
        found += _figure_faults(where, card, effect)
    return found


def _figure_faults(where: str, card: Card, effect: Place | Muster) -> list[str]:
    found = []
    if len(card.sides) != 1:
        found.append(f"{where}: figures belong to one side")
    side = SIDES.index(card.sides[0]) if card.sides and card.sides[0] in SIDES else 0
    leader = KIND_OF.get(effect.leader)
    if (effect.leader or isinstance(effect, Place)) and (
        leader is None or leader[0] != side or leader[1] in BATTALIONS[side]
    ):
        found.append(f"{where}: {effect.leader!r} is no leader of that side")
    if isinstance(effect, Muster):
        for kind in (*effect.kinds, *effect.start):
            if kind not in KIND_OF or KIND_OF[kind][0] != side or KIND_OF[kind][1] not in BATTALIONS[side]:
                found.append(f"{where}: {kind!r} is no battalion of that side")
        if not 1 <= effect.most <= 12 or sum(effect.start.values()) > effect.most:
            found.append(f"{where}: it holds 1 to 12 battalions, and no more at the start")
        if min(effect.start.values(), default=0) < 0:
            found.append(f"{where}: fewer than no battalions at the start")
        if (effect.where == "start") != (card.sides == ("evil",)):
            found.append(f"{where}: Evil comes from a start area, Good by north or harbour")
    return found
