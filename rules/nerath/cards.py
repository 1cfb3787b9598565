"""Event cards, treasures and guardians: data, with effects from one small vocabulary (N11.3).

An effect says what it does in numbers; how it is carried out is told once for each, in ``effects``. The
``kind`` of an effect is the id of a kind of unit, "" for every kind.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from rules.nerath.terms import KIND_OF

AT_ONCE, IN_MOVE, IN_BATTLE, IN_REGROUP, IN_REINFORCE = WINDOWS = (
    "at_once",
    "move",
    "battle",
    "regroup",
    "reinforce",
)
"""When a card is played: when drawn, in that step of the own turn, or in a battle (N3.2, N3.3)."""


class _Effect(msgspec.Struct, frozen=True, tag=True, forbid_unknown_fields=True):
    pass


class Gold(_Effect, frozen=True):
    """The realm gets this much gold."""

    amount: int


class Points(_Effect, frozen=True):
    """The realm gets victory points."""

    amount: int


class Cards(_Effect, frozen=True):
    """The realm draws event cards."""

    amount: int


class Recruit(_Effect, frozen=True):
    """New units at a place of the player's choice where a castle of his could receive them."""

    kind: str
    count: int


class Carry(_Effect, frozen=True):
    """Up to so many land units go from friendly land to other friendly land; that is no move (N4.1)."""

    count: int


class Haste(_Effect, frozen=True):
    """Units of the kind move further in this step."""

    kind: str
    steps: int


class Discount(_Effect, frozen=True):
    """Units of the kind cost less in this turn, but at least 1."""

    kind: str
    amount: int


class Boost(_Effect, frozen=True):
    """Own units of the kind fight better, in this round or, if ``lasting``, in the whole battle.

    ``dice`` are further dice for each unit, ``bonus`` is added to each die.
    """

    kind: str = ""
    dice: int = 0
    bonus: int = 0
    first_strike: bool = False
    reroll: bool = False
    lasting: bool = False


class Volley(_Effect, frozen=True):
    """So many dice of that many faces strike first in this round, with no unit behind them."""

    dice: int
    faces: int


class Shield(_Effect, frozen=True):
    """The first hits of this round on the own side fall away."""

    hits: int


Effect: TypeAlias = Gold | Points | Cards | Recruit | Carry | Haste | Discount | Boost | Volley | Shield
BATTLE_EFFECTS = (Boost, Volley, Shield)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event card or a treasure: when it can be used, and what it does."""

    window: str
    effects: tuple[Effect, ...]


class Guardian(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tile: its dice and their faces, on how much it is hit, and the gold it leaves (N7.2, N7.4)."""

    dice: int
    faces: int
    hit_on: int = 6
    first_strike: bool = False
    gold: int = 0


def card_faults(where: str, card: Card) -> list[str]:
    """What is wrong with a card, each fault a sentence."""
    faults = []
    if card.window not in WINDOWS:
        faults.append(f"{where}: there is no window {card.window!r}")
    if not card.effects:
        faults.append(f"{where}: no effect")
    for effect in card.effects:
        in_battle = isinstance(effect, BATTLE_EFFECTS)
        if in_battle != (card.window == IN_BATTLE):
            faults.append(f"{where}: {type(effect).__name__} does not fit the window {card.window!r}")
        every_kind = isinstance(effect, Boost) and not effect.kind
        if not every_kind and (kind := getattr(effect, "kind", "footsoldier")) not in KIND_OF:
            faults.append(f"{where}: there is no kind of unit {kind!r}")
        for name in ("amount", "count", "steps", "dice", "faces", "hits"):
            least = 0 if isinstance(effect, Boost) else 1
            if not least <= getattr(effect, name, least) <= 20:
                faults.append(f"{where}: {name} is out of range")
        if isinstance(effect, Recruit) and effect.kind in ("castle", "warship"):
            faults.append(f"{where}: a {effect.kind} is not recruited by a card")
    return faults


def guardian_faults(where: str, tile: Guardian) -> list[str]:
    """What is wrong with a guardian, each fault a sentence."""
    faults = []
    if not 1 <= tile.dice <= 6:
        faults.append(f"{where}: dice must be 1 to 6")
    if tile.faces not in (6, 8, 10, 12, 20):
        faults.append(f"{where}: no die has {tile.faces} faces")
    if tile.hit_on not in (6, 7, 8):
        faults.append(f"{where}: a guardian is hit on 6, 7 or 8 and more")
    if not 0 <= tile.gold <= 5:
        faults.append(f"{where}: gold must be 0 to 5")
    return faults
