"""The dice of a round: who rolls what, in the first-strike step and after it (N2.1, N5.3, N5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rules.nerath.board import Board
from rules.nerath.cards import Boost, Volley
from rules.nerath.draft import Draft
from rules.nerath.events import Rolled
from rules.nerath.standing import Position
from rules.nerath.state import Battle
from rules.nerath.terms import (
    CASTLE,
    FLYERS,
    HEROES,
    HIT_ON,
    KINDS,
    PROFILES,
    REALMS,
    SEA,
    WARSHIP,
    WIZARD,
    dice_of,
)
from rules.nerath.units import HIT, aboard_kind, places


class Dice(NamedTuple):
    """Dice of one sort: how many, their faces, what is added to each, and whether misses roll again."""

    number: int
    faces: int
    bonus: int = 0
    reroll: bool = False


def fighting(board: Board, position: Position, space: int, realm: int) -> dict[int, int]:
    """How many units of each kind a realm has in the battle; at sea flyers, warships and heroes (N6.1)."""
    found: dict[int, int] = {}
    at_sea = board.sort[space] == SEA
    for code in position.units[space]:
        kind = code & 15
        if code >> 4 & 3 != realm or (kind == CASTLE and code & HIT):
            continue
        if at_sea and kind not in FLYERS and kind != WARSHIP:
            continue
        found[kind] = found.get(kind, 0) + 1
        if kind == WARSHIP:
            for hero in map(aboard_kind, places(code)):
                if hero in HEROES:
                    found[hero] = found.get(hero, 0) + 1
    return found


def dice_for(
    units: Mapping[int, int], battle: Battle, realm: int, *, attacking: bool, at_sea: bool, first: bool
) -> list[Dice]:
    """The dice of these units in one of the two steps of a round; effects of cards add up (N3.3)."""
    boosts = [a.effect for a in battle.active if a.realm == realm and isinstance(a.effect, Boost)]
    sums: dict[tuple[int, int, bool], int] = {}
    for kind in sorted(units):
        mine = [boost for boost in boosts if boost.kind in ("", KINDS[kind])] if boosts else boosts
        strikes_first = kind == WIZARD or any(boost.first_strike for boost in mine)
        if strikes_first != first:
            continue
        dice = dice_of(kind, attacking=attacking, at_sea=at_sea) + sum(boost.dice for boost in mine)
        key = (PROFILES[kind].die, sum(boost.bonus for boost in mine), any(boost.reroll for boost in mine))
        sums[key] = sums.get(key, 0) + dice * units[kind]
    if first:
        for active in battle.active:
            if active.realm == realm and isinstance(active.effect, Volley):
                volley = active.effect.faces, 0, False
                sums[volley] = sums.get(volley, 0) + active.effect.dice
    return [Dice(number, faces, bonus, reroll) for (faces, bonus, reroll), number in sorted(sums.items())]


def roll(draft: Draft, realm: int, dice: list[Dice], *, first: bool) -> list[int]:
    """Roll and return the values that hit, bonus added, ascending; realm -1 rolls for guardians."""
    rule = "N5.3" if first else "N5.4"
    seat = REALMS[realm] if realm >= 0 else ""
    hits: list[int] = []
    for one in dice:
        values = _rolled(draft, one, f"{rule} {seat or 'guardians'}", seat, first)
        good = [value for value in values if value >= HIT_ON]
        if one.reroll and len(good) < len(values):
            again = one._replace(number=len(values) - len(good))
            good += [v for v in _rolled(draft, again, f"{rule} {seat} again", seat, first) if v >= HIT_ON]
        hits += good
    hits.sort()
    return hits


def _rolled(draft: Draft, dice: Dice, why: str, seat: str, first: bool) -> list[int]:
    fallen = draft.rng.roll(dice.faces, dice.number, why)
    values = [value + dice.bonus for value in fallen]
    hits = sum(value >= HIT_ON for value in values)
    draft.say(
        Rolled(realm=seat, first_strike=first, faces=dice.faces, bonus=dice.bonus, dice=fallen, hits=hits)
    )
    return values
