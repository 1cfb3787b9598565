"""Ground attacks: dice, bonuses, comparison, sixes; entering is another action (M7.1-M7.7, M7.4)."""

from __future__ import annotations

from typing import NamedTuple

from rules.engine.refusal import IllegalAction
from rules.minas_tirith import walls
from rules.minas_tirith.actions import Attack
from rules.minas_tirith.army import battalions, count, has_leader
from rules.minas_tirith.board import bits
from rules.minas_tirith.content import Content
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import Fought
from rules.minas_tirith.movement import check_point, check_spaces
from rules.minas_tirith.state import Clash, Fallback, Losses, State, TurnEnds
from rules.minas_tirith.terms import DIE, EVIL, FOOT, GOOD, MOST_DICE, NAZGUL, NOBODY, SIDES

MOST_DEFENCE = 2


class Bonus(NamedTuple):
    """What is added to the own highest die: for leaders, the siege tower, Gondor's banner (M7.3)."""

    leader: int
    tower: int
    banner: int

    @property
    def total(self) -> int:
        return self.leader + self.tower + self.banner


def attack_bonus(content: Content, position: walls.Position, side: int, origin: int, target: int) -> Bonus:
    """The attacker's bonus (M7.3)."""
    tower = walls.climbs(content, side, origin, target) and walls.tower_at(content, position, target) >= 0
    return Bonus(int(has_leader(side, position.armies[side][origin])), int(tower), 0)


def defence_bonus(content: Content, position: walls.Position, side: int, space: int) -> Bonus:
    """The defender's bonus (M7.3)."""
    banner = side == GOOD and content.board.banners >> space & 1
    return Bonus(int(has_leader(side, position.armies[side][space])), 0, int(banner))


def attackers(content: Content, state: State, side: int, origin: int, army: int, target: int) -> int:
    """The most dice that an attack may roll: battalions that could enter, at most three (M7.1, M7.9)."""
    able = walls.able(content, side, origin, army, target, walls.leaned(state), state.gate_broken)
    return min(MOST_DICE, able)


def attacks(content: Content, state: State, side: int, origin: int, army: int) -> list[Attack]:
    """Every ground attack from a space."""
    return [
        Attack(seat=SIDES[side], origin=origin, target=target, dice=dice)
        for target in bits(content.board.near[origin] & state.here[1 - side])
        for dice in range(1, attackers(content, state, side, origin, army, target) + 1)
    ]


def check_attack(content: Content, state: State, action: Attack) -> None:
    """M7.1, M7.9."""
    side, origin, target = state.side, action.origin, action.target
    check_spaces(content, origin, target)
    check_point(state)
    if state.halted >> origin & 1:
        raise IllegalAction("M7.6", "army_is_beaten", space=origin)
    army = state.armies[side][origin]
    if not battalions(side, army):
        raise IllegalAction("M7.1", "nobody_to_attack", space=origin)
    if not state.here[1 - side] >> target & 1:
        raise IllegalAction("M7.1", "no_enemy", space=target)
    most = attackers(content, state, side, origin, army, target)
    if not most:
        some_foot = any(count(army, kind) for kind in FOOT)
        rule, code = walls.why_closed(content, side, origin, target, some_foot)
        raise IllegalAction("M7.1" if code == "not_adjacent" else rule, code, space=target)
    if not 1 <= action.dice <= most:
        raise IllegalAction("M7.1", "dice_of_battalions", space=origin, most=most)


def attack(draft: Draft, action: Attack) -> None:
    """Pay for the attack and fight it, after Good's answer where a wall is stormed (M9.6)."""
    draft.points -= 1
    if walls.climbs(draft.content, draft.side, action.origin, action.target) and draft.ask_to_hold(
        action.origin, action.target, -1, action.dice
    ):
        return
    fight(draft, action.origin, action.target, action.dice)


def compare(
    attack: tuple[int, ...], defence: tuple[int, ...], plus: int, minus: int, *, every: bool = False
) -> tuple[int, int]:
    """How many battalions attacker and defender lose; dice descending, bonuses on the highest (M7.2, M7.3).

    ``every``: the bonuses count on every die.
    """
    attacker_loses = defender_loses = 0
    for place, (mine, theirs) in enumerate(zip(attack, defence, strict=False)):
        counts = every or not place
        if mine + plus * counts > theirs + minus * counts:
            defender_loses += 1
        else:
            attacker_loses += 1
    return attacker_loses, defender_loses


def fight(draft: Draft, origin: int, target: int, dice: int) -> None:
    """Roll and compare; then losses, then retreats (M7.2-M7.7)."""
    side, foe, content = draft.side, 1 - draft.side, draft.content
    plus = attack_bonus(content, draft, side, origin, target).total
    minus = defence_bonus(content, draft, foe, target).total
    against = min(MOST_DEFENCE, battalions(foe, draft.armies[foe][target]))
    mine = draft.rng.roll(DIE, dice, f"M7.1 {SIDES[side]} attack")
    theirs = draft.rng.roll(DIE, against, f"M7.1 {SIDES[foe]} defence")
    attack = tuple(sorted(mine, reverse=True))
    defence = tuple(sorted(theirs, reverse=True))
    lost, slain = compare(attack, defence, plus, minus, every=draft.options.bonus == "every")
    draft.say(
        Fought(
            side=SIDES[side],
            origin=origin,
            target=target,
            attack=attack,
            defence=defence,
            attack_bonus=plus,
            defence_bonus=minus,
            attacker_loses=lost,
            defender_loses=slain,
        )
    )
    evil_space = origin if side == EVIL else target
    lord = count(draft.armies[EVIL][evil_space], NAZGUL) > 0
    drives = (True, lord)
    sixes = attack.count(DIE) * drives[side]
    against_sixes = defence.count(DIE) * drives[foe]
    back = side if against_sixes else foe if sixes else NOBODY
    draft.clash = Clash(side, origin, target, attack, defence, plus, minus, back)
    if against_sixes:
        # both sides roll sixes: only the attacker falls back
        if draft.options.six == "turn":
            draft.stack.append(TurnEnds("six"))
        draft.stack.append(Fallback(side, origin, against_sixes))
    elif sixes:
        draft.stack.append(Fallback(foe, target, sixes))
    if slain:
        draft.stack.append(Losses(foe, target, slain))
    if lost:
        draft.stack.append(Losses(side, origin, lost))
