"""What a settlement does to models, items and roles, as small values that are stored as they are.

An effect never overwrites anything: a model is its card plus the list of its effects, and an effect is
reversed by storing its counter (V11.1).
"""

from __future__ import annotations

from typing import Literal, TypeAlias, TypeVar

import msgspec

from rules.vanguard.names import Id, Seat
from rules.vanguard.tables import StatName

Cause: TypeAlias = Literal["injury", "advance", "gm"]


class _Effect(msgspec.Struct, frozen=True, kw_only=True, tag_field="kind"):
    """``undone`` marks a counter: it takes back one equal effect."""

    undone: bool = False


class StatChanged(_Effect, frozen=True, tag="stat_changed"):
    """``steps`` better (above 0) or worse (below 0); one step is 1 of Sp or Wn, or 1 of the least roll."""

    model: Id
    stat: StatName
    steps: int
    cause: Cause


class HardenedOnce(_Effect, frozen=True, tag="hardened_once"):
    """C6.2: the model has been hardened and cannot be again."""

    model: Id


class RuleGained(_Effect, frozen=True, tag="rule_gained"):
    """C8.3: an advance taken as the special rule ``special_rule``."""

    model: Id
    special_rule: str


class PowerDieGained(_Effect, frozen=True, tag="power_die_gained"):
    """C9.4: an advance taken as one more red power die."""

    model: Id


class ExperienceGained(_Effect, frozen=True, tag="experience_gained"):
    """``reason`` is the kind of C7.2 or "tale" (C6.2) that brought it."""

    model: Id
    amount: int
    reason: str


class RankReached(_Effect, frozen=True, tag="rank_reached"):
    model: Id
    rank: str


class Died(_Effect, frozen=True, tag="died"):
    """``items``: "lost" with the model, or back in the company's "store"."""

    model: Id
    items: Literal["lost", "store"]


class Replaced(_Effect, frozen=True, tag="replaced"):
    """C6.1: a new Grunt like the dead one, with the options of its card and without items, takes its
    place in the warband (V4.11). The caller makes the model and its id."""

    model: Id
    card: str
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class Captured(_Effect, frozen=True, tag="captured"):
    """C6.4: held by ``captor``; it leaves its warband."""

    model: Id
    captor: Seat


class Returned(_Effect, frozen=True, tag="returned"):
    """A captive is back in its company, in no warband (V4.11)."""

    model: Id
    how: Literal["ransomed", "released", "exchanged"]


class Executed(_Effect, frozen=True, tag="executed"):
    """V7.4: a captive is dead and its items go with it."""

    model: Id


class MissesNextBattle(_Effect, frozen=True, tag="misses_next_battle"):
    model: Id


class ItemLost(_Effect, frozen=True, tag="item_lost"):
    """``item`` is the id of the item itself, not of its kind. ``to`` is who gets it, if anybody."""

    model: Id
    item: Id
    cause: Literal["robbed", "ransom", "used_up"]
    to: Seat | None = None


class RoleGiven(_Effect, frozen=True, tag="role_given"):
    """``cost`` in whole gold."""

    model: Id
    role: str
    cost: int


class RoleVacated(_Effect, frozen=True, tag="role_vacated"):
    model: Id
    role: str


Effect: TypeAlias = (
    StatChanged
    | HardenedOnce
    | RuleGained
    | PowerDieGained
    | ExperienceGained
    | RankReached
    | Died
    | Replaced
    | Captured
    | Returned
    | Executed
    | MissesNextBattle
    | ItemLost
    | RoleGiven
    | RoleVacated
)

F = TypeVar("F", bound=_Effect)


def counter(effect: F) -> F:
    """The effect that takes ``effect`` back; the counter of a counter is the effect again."""
    return msgspec.structs.replace(effect, undone=not effect.undone)


def sign(effect: _Effect) -> int:
    """1 for an effect, -1 for its counter: what counts of it in a sum."""
    return -1 if effect.undone else 1
