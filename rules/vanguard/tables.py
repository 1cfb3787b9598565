"""V7.3, C2, C3, C6-C9: the tables, as data that a campaign keeps its own copy of and a GM may replace."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

StatName: TypeAlias = Literal["sp", "me", "ra", "ar", "ne", "wn"]
Names: TypeAlias = Mapping[str, str]
RetinueEffect: TypeAlias = Literal[
    "red_die", "reroll_injury", "half_resale_loss", "reroll_roles", "reroll_nerve", "experience", "none"
]


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """One table or one row of a table. ``names`` and ``effects`` are texts by language (en, da, de)."""


class WarbandTable(Part, frozen=True):
    """C2: divisors and amounts of the warband limits; points except where the name says otherwise."""

    base_per_type: int = 3
    large_points: int = 150
    same_model_points: int = 40
    small_game: int = 100
    items_per_model: int = 2
    red_dice: int = 3
    leader_red_dice: int = 1
    advance_points: int = 2


class UnderdogRow(Part, frozen=True):
    """C3.1: from a difference of ``start`` points on. The bonus model costs up to ``bonus_points``,
    or up to the difference divided by ``bonus_divisor``, rounded down, when that is not 0."""

    start: int
    dice: int
    bonus_points: int = 0
    bonus_divisor: int = 0


class UnderdogTable(Part, frozen=True):
    rows: tuple[UnderdogRow, ...]


class Dead(Part, frozen=True, tag_field="kind", tag="dead"):
    items: Literal["lost", "store"]


class CapturedResult(Part, frozen=True, tag_field="kind", tag="captured"):
    """C6.4."""


class Worse(Part, frozen=True, tag_field="kind", tag="worse"):
    """``stat`` one worse; of a model that has no such stat, ``otherwise``."""

    stat: StatName
    otherwise: StatName | None = None


class MissNext(Part, frozen=True, tag_field="kind", tag="miss_next"):
    """Out of the next battle."""


class Recovery(Part, frozen=True, tag_field="kind", tag="recovery"):
    """Nothing lasting."""


class Robbed(Part, frozen=True, tag_field="kind", tag="robbed"):
    """Loses one item of its owner's choice."""


class Hardened(Part, frozen=True, tag_field="kind", tag="hardened"):
    """``stat`` one better, once per model."""

    stat: StatName


class Tale(Part, frozen=True, tag_field="kind", tag="tale"):
    experience: int


InjuryEffect: TypeAlias = Dead | CapturedResult | Worse | MissNext | Recovery | Robbed | Hardened | Tale


class InjuryRow(Part, frozen=True):
    """C6.2: totals ``low`` to ``high``."""

    low: int
    high: int
    key: str
    effect: InjuryEffect
    names: Names = {}


class InjuryTable(Part, frozen=True):
    dice: int
    sides: int
    rows: tuple[InjuryRow, ...]


class ExperienceTable(Part, frozen=True):
    """C7.2: points of experience; ``enemies_counted`` and ``objectives_counted`` are the most that count."""

    standing: int = 1
    per_enemy: int = 1
    enemies_counted: int = 3
    winning_side: int = 1
    leader_half_standing: int = 1
    per_objective: int = 1
    objectives_counted: int = 2
    leaders_gift: int = 1
    chronicler: int = 1


class RankRow(Part, frozen=True):
    """C8.1: the rank reached at ``experience``."""

    key: str
    experience: int
    names: Names = {}


class RankTable(Part, frozen=True):
    rows: tuple[RankRow, ...]


class AdvanceRow(Part, frozen=True):
    """C8.2: ``stat`` one better (``otherwise`` for a model without it); without a stat, a special rule."""

    low: int
    high: int
    stat: StatName | None = None
    otherwise: StatName | None = None


class AdvanceTable(Part, frozen=True):
    sides: int
    rows: tuple[AdvanceRow, ...]


class Caps(Part, frozen=True):
    """C6.2, C8.3: how bad and how good a stat can get. Rolls are least rolls on a D8."""

    worst_roll: int = 8
    least_speed: int = 2
    best_roll: int = 2
    most_speed: int = 10
    most_wounds: int = 8
    gains_per_stat: int = 2


class SpecialRule(Part, frozen=True):
    key: str
    names: Names
    effects: Names = {}


class SpecialRuleTable(Part, frozen=True):
    """C8.3."""

    rows: tuple[SpecialRule, ...]


class RetinueRole(Part, frozen=True):
    """C9.1: ``free`` roles never cost anything."""

    key: str
    effect: RetinueEffect
    command_only: bool = False
    free: bool = False
    names: Names = {}


class RetinueTable(Part, frozen=True):
    """C9.2: of the roles that are not free, the first ``free_roles`` cost nothing, each further one
    ``cost_points`` times the gold factor."""

    roles: tuple[RetinueRole, ...]
    cost_points: int = 3
    free_roles: int = 1


class Tables(Part, frozen=True):
    """All tables of one campaign."""

    warband: WarbandTable
    underdog: UnderdogTable
    injuries: InjuryTable
    experience: ExperienceTable
    ranks: RankTable
    advances: AdvanceTable
    caps: Caps
    special_rules: SpecialRuleTable
    retinue: RetinueTable
