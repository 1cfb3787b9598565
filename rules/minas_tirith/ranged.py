"""Ranged attacks: archers, crossbows and catapults (M6, M9.5, M9.15)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.engine.refusal import IllegalAction
from rules.minas_tirith.actions import Shoot
from rules.minas_tirith.army import count, fresh, with_shot
from rules.minas_tirith.board import bits
from rules.minas_tirith.cards import Catapults
from rules.minas_tirith.content import Content
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import Shot
from rules.minas_tirith.movement import check_point, check_spaces
from rules.minas_tirith.state import Losses, State
from rules.minas_tirith.terms import (
    ARCHERS,
    DIE,
    EVIL,
    GOOD,
    HIT,
    HORSE_ARCHERS,
    MOST_DICE,
    SHOOTERS,
    SIDES,
)

RANGE, CATAPULT_RANGE = 2, 3
PER_DIE = 2
"""Evil shooters for each die against Gondor's banner (M6.2)."""


def catapult(content: Content, state: State, side: int) -> int:
    """A catapult card of a side that has not shot in this turn, -1 if there is none (M9.15)."""
    ready = (
        card
        for card in content.of_effect(Catapults)
        if card in state.powers[side] and card not in state.spent
    )
    return next(ready, -1)


def has_archers(side: int, army: int) -> bool:
    """Whether there is an archer or crossbow battalion in an army, shot or not."""
    return any(count(army, kind) for kind in SHOOTERS[side])


def behind_banner(content: Content, side: int, target: int) -> bool:
    """Whether Gondor's banner guards the target from this side's shooters (M6.2)."""
    return side == EVIL and bool(content.board.banners >> target & 1)


def dice_of(content: Content, side: int, target: int, shooters: int, with_catapult: bool) -> int:
    """How many red dice a ranged attack rolls (M6.1, M6.2, M9.15)."""
    return (shooters // PER_DIE if behind_banner(content, side, target) else shooters) + with_catapult


def shots(
    content: Content, state: State, side: int, origin: int, army: int, with_catapult: bool
) -> list[Shoot]:
    """Every ranged attack from a space; ``with_catapult``: the side has one that has not shot."""
    if not has_archers(side, army):
        return []
    board, seat = content.board, SIDES[side]
    foe = state.here[1 - side]
    found = []
    for target in bits(board.within[origin][RANGE - 1] & foe):
        for foot, horse in _teams(content, side, army, target):
            for engine in (False, True) if with_catapult else (False,):
                found.append(
                    Shoot(seat=seat, origin=origin, target=target, foot=foot, horse=horse, catapult=engine)
                )
    if with_catapult:
        far = board.within[origin][CATAPULT_RANGE - 1] & ~board.within[origin][RANGE - 1] & foe
        found += [Shoot(seat=seat, origin=origin, target=t, foot=0, catapult=True) for t in bits(far)]
    return found


def _teams(content: Content, side: int, army: int, target: int) -> Iterator[tuple[int, int]]:
    """Archers on foot and horse archers that may shoot together."""
    foot = fresh(side, army, ARCHERS)
    if side == GOOD:
        horse = fresh(side, army, HORSE_ARCHERS)
        for total in range(1, MOST_DICE + 1):
            for riders in range(max(0, total - foot), min(horse, total) + 1):
                yield total - riders, riders
    else:
        step = PER_DIE if behind_banner(content, side, target) else 1
        for number in range(step, min(foot, MOST_DICE * step) + 1, step):
            yield number, 0


def check_shoot(content: Content, state: State, action: Shoot) -> None:
    """M6.1, M6.2, M9.15."""
    side, board = state.side, content.board
    origin, target = action.origin, action.target
    check_spaces(content, origin, target)
    check_point(state)
    army = state.armies[side][origin]
    if state.halted >> origin & 1:
        raise IllegalAction("M7.6", "army_is_beaten", space=origin)
    if not has_archers(side, army):
        raise IllegalAction("M6.1", "no_archers", space=origin)
    if not state.here[1 - side] >> target & 1:
        raise IllegalAction("M6.1", "no_enemy", space=target)
    if action.catapult and catapult(content, state, side) < 0:
        raise IllegalAction("M9.15", "no_catapult")
    in_range = board.within[origin][RANGE - 1] >> target & 1
    if not in_range:
        if not action.catapult or not board.within[origin][CATAPULT_RANGE - 1] >> target & 1:
            raise IllegalAction("M6.1", "out_of_range", space=target)
        if action.foot or action.horse:
            raise IllegalAction("M9.15", "catapult_alone_at_three", space=target)
        return
    if action.horse and side != GOOD:
        raise IllegalAction("M6.1", "too_few_shooters", space=origin)
    if action.foot > fresh(side, army, ARCHERS) or (
        action.horse and action.horse > fresh(side, army, HORSE_ARCHERS)
    ):
        raise IllegalAction("M4.7", "has_shot", space=origin)
    banner = behind_banner(content, side, target)
    number = action.foot + action.horse
    if min(action.foot, action.horse) < 0 or not 1 <= number <= MOST_DICE * (PER_DIE if banner else 1):
        raise IllegalAction("M6.2" if banner else "M6.1", "one_to_three_dice", space=target)
    if banner and number % PER_DIE:
        raise IllegalAction("M6.2", "two_for_a_die", space=target)


def shoot(draft: Draft, state: State, action: Shoot) -> None:
    """Roll; each hit removes a battalion of its owner's choice (M6.1)."""
    side, content = draft.side, draft.content
    draft.points -= 1
    army = draft.armies[side][action.origin]
    army = with_shot(side, army, ARCHERS, action.foot)
    if action.horse:
        army = with_shot(side, army, HORSE_ARCHERS, action.horse)
    draft.put(side, action.origin, army)
    if action.catapult:
        draft.spent = (*draft.spent, catapult(content, state, side))
    shooters = action.foot + action.horse
    number = dice_of(content, side, action.target, shooters, action.catapult)
    dice = draft.rng.roll(DIE, number, f"M6.1 {SIDES[side]}")
    hits_on = draft.rain or HIT
    draft.rain = 0
    hits = sum(value >= hits_on for value in dice)
    draft.say(
        Shot(
            side=SIDES[side],
            origin=action.origin,
            target=action.target,
            shooters=shooters,
            catapult=action.catapult,
            dice=dice,
            hits_on=hits_on,
            hits=hits,
        )
    )
    if hits:
        draft.stack.append(Losses(1 - side, action.target, hits, "shot"))
