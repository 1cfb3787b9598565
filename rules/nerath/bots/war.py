"""The strong bot's move step: attacks that are worth it, one after another, then the lines are closed.

For each target the force grows by the unit that helps most, as estimated quickly; the best few plans are
judged by the exact odds, and the first unit of the best one sets out. As nothing is remembered from one
action to the next, units that have already come count for their target when the next action is chosen.
"""

from __future__ import annotations

from typing import NamedTuple

from rules.nerath.actions import NerathAction
from rules.nerath.bots.forces import Forces, Unit
from rules.nerath.bots.strength import (
    ATTACKER,
    COST,
    DEFENDER,
    Army,
    army,
    at_sea,
    chance,
    exact,
    kinds_in,
    ratio,
)
from rules.nerath.bots.survey import EAGER, Survey
from rules.nerath.content import Content
from rules.nerath.state import State
from rules.nerath.terms import CARGO, HIT_ON, LAND, SEA

MOST_ADDED = 8
MOST_EXACT = 4
LEAST_GAIN = 0.25
UNKNOWN_GUARDIAN = Army(0.8, 1.9, 0.0)
TREASURE = 3.0


class Plan(NamedTuple):
    """An attack on a space: by how much it is better than to leave it, and who sets out for it."""

    gain: float
    space: int
    units: tuple[Unit, ...]


class Budget:
    """How many estimates may still be made."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes


def attack(content: Content, state: State, realm: int, survey: Survey, budget: Budget) -> NerathAction | None:
    """The first action of the best attack; None if none is worth it."""
    board = content.board
    forces = Forces(board, state, realm, survey)
    judge = Judge(content, state, realm, survey)
    plans = []
    for space, units in forces.coming.items():
        if budget.left <= 0:
            break
        plan = grow(judge, space, units, budget)
        if plan is not None:
            plans.append(plan)
    plans.sort(key=lambda plan: -plan.gain)
    best, chosen = LEAST_GAIN, None
    for plan in plans[:MOST_EXACT]:
        gain = judge.exactly(plan)
        if gain > best:
            best, chosen = gain, plan
    if chosen is None:
        return None
    return min(chosen.units, key=lambda unit: unit.order).action


def grow(judge: Judge, space: int, units: list[Unit], budget: Budget) -> Plan | None:
    """The best force for a target, unit by unit, as estimated; None if it never pays."""
    base = judge.quickly(space, ())
    chosen: list[Unit] = []
    left = list(units)
    best: Plan | None = None
    most = base + LEAST_GAIN
    for _ in range(MOST_ADDED):
        value, pick = -1e9, None
        seen = set()
        for unit in left:
            key = unit.kind, unit.origin, unit.ship
            if key in seen:
                continue
            seen.add(key)
            if not _fits(chosen, unit):
                continue
            budget.left -= 1
            this = judge.quickly(space, (*chosen, unit)) - judge.weakens((*chosen, unit))
            if this > value:
                value, pick = this, unit
        if pick is None:
            break
        left.remove(pick)
        chosen.append(pick)
        if value > most:
            most, best = value, Plan(value - base, space, tuple(chosen))
        elif best is not None:
            break
    return best


def _fits(chosen: list[Unit], unit: Unit) -> bool:
    """Whether there is another such unit, and room for it aboard its ship."""
    alike = sum(one.kind == unit.kind and one.origin == unit.origin for one in chosen)
    aboard = sum(one.ship == unit.ship for one in chosen) if unit.ship >= 0 else 0
    return alike < unit.alike and aboard < CARGO


class Judge:
    """What attacks on the spaces of one position are worth to a realm, in gold."""

    def __init__(self, content: Content, state: State, realm: int, survey: Survey) -> None:
        self.content, self.board, self.state, self.realm = content, content.board, state, realm
        self.survey = survey
        self._foe_kinds: dict[int, tuple[int, ...]] = {}
        self._mine: dict[int, tuple[int, ...]] = {}
        self._left: dict[tuple[int, tuple[int, ...]], float] = {}
        self._quick: dict[tuple[int, tuple[int, ...]], float] = {}

    def foes_at(self, space: int) -> tuple[int, ...]:
        """The kinds of the defenders of a land space."""
        found = self._foe_kinds.get(space)
        if found is None:
            stack = self.state.units[space]
            kinds = [kind for foe in self.survey.foes for kind in kinds_in(stack, foe)]
            found = self._foe_kinds[space] = tuple(sorted(kinds))
        return found

    def mine_at(self, space: int) -> tuple[int, ...]:
        """The kinds of those who have already come."""
        found = self._mine.get(space)
        if found is None:
            found = self._mine[space] = tuple(kinds_in(self.state.units[space], self.realm))
        return found

    def weakens(self, units: tuple[Unit, ...]) -> float:
        """By how much the risk at the places grows that these units leave."""
        total = 0.0
        gone: dict[int, tuple[int, ...]] = {}
        for unit in units:
            gone[unit.origin] = (*gone.get(unit.origin, ()), unit.kind)
        for origin, kinds in gone.items():
            known = self._left.get((origin, kinds))
            if known is None:
                known = self._left[origin, kinds] = self._weakened(origin, kinds)
            total += known
        return total

    def _weakened(self, origin: int, kinds: tuple[int, ...]) -> float:
        """By how much the risk at a place grows when units of these kinds leave it."""
        survey = self.survey
        if not survey.friendly >> origin & 1:
            return 0.0
        there = list(survey.garrison(origin))
        before = survey.risk(origin, tuple(there))
        for kind in kinds:
            there.remove(kind)
        return survey.risk(origin, tuple(there)) - before

    def quickly(self, space: int, units: tuple[Unit, ...]) -> float:
        """The estimated worth of an attack by those who have come and these units."""
        if self.board.sort[space] == SEA:
            return self._sea(space, units, precise=False)
        coming = space, tuple([unit.kind for unit in units])
        known = self._quick.get(coming)
        if known is None:
            known = self._quick[coming] = self._ashore(*coming)
        return known

    def _ashore(self, space: int, coming: tuple[int, ...]) -> float:
        """The estimated worth of an attack on land or a dungeon when units of these kinds come too."""
        sort = self.board.sort[space]
        kinds = (*self.mine_at(space), *coming)
        if not kinds:
            return 0.0
        force = army(kinds, ATTACKER)
        if sort != LAND:
            return self._dungeon(space, force)
        foes = self.foes_at(space)
        if not foes:
            return self._taken(space, kinds, force.gold, 1.0, 0.0, 0.0)
        defence = army(foes, DEFENDER)
        wins, pays, kills = estimate(force, defence)
        return self._taken(space, kinds, force.gold, wins, pays, kills)

    def exactly(self, plan: Plan) -> float:
        """By how much a plan is better than to leave its target, by the exact odds."""
        space, units = plan.space, plan.units
        sort = self.board.sort[space]
        if sort == SEA:
            mine = bool(self._codes(space, self.realm))
            base = self._sea(space, (), precise=True) if mine else 0.0
            return self._sea(space, units, precise=True) - base
        foes = self.foes_at(space)
        if sort != LAND or not foes:
            return plan.gain
        before = self.mine_at(space)
        base = self.fought(space, before, foes) if before else 0.0
        kinds = tuple(sorted((*before, *(unit.kind for unit in units))))
        return self.fought(space, kinds, foes) - base - self.weakens(units)

    def fought(self, space: int, kinds: tuple[int, ...], foes: tuple[int, ...]) -> float:
        """What a battle on land between these kinds, sorted, is worth by the exact odds."""
        odds = exact(kinds, foes, False)
        gold = sum(COST[kind] for kind in kinds)
        return self._taken(space, kinds, gold, odds.attacker_wins, odds.attacker_pays, odds.defender_pays)

    def _taken(
        self, space: int, kinds: tuple[int, ...], gold: float, wins: float, pays: float, kills: float
    ) -> float:
        """Points and land if it succeeds, what is slain and lost, and what the enemy strikes back at."""
        survey = self.survey
        kept = max(0.0, 1.0 - pays / gold) if gold else 0.0
        standing = army(kinds, DEFENDER)
        left = Army(standing.hits * kept, standing.body * kept, standing.gold * kept)
        threatened = survey.danger(space, left)
        value = wins * survey.prize(space, 1.0 - EAGER * threatened)
        return value + 0.8 * kills - 0.95 * pays - wins * 0.35 * EAGER * threatened * left.gold

    def _dungeon(self, space: int, force: Army) -> float:
        """A treasure and the guardians' gold, as far as they are known."""
        hits = body = gold = 0.0
        for tile in self.state.tiles[space]:
            if not tile & 1:
                one = UNKNOWN_GUARDIAN
                gold += 0.6
            else:
                guardian = self.content.guardians[tile >> 1]
                often = guardian.dice * (guardian.faces - HIT_ON + 1) / guardian.faces
                if guardian.first_strike:
                    often *= 1.3
                one = Army(often, guardian.dice * (1.0 + 0.3 * (guardian.hit_on - HIT_ON)), 0.0)
                gold += guardian.gold
            hits += one.hits
            body += one.body
        if not body:
            return 0.0
        wins, pays, _ = estimate(force, Army(hits, body, 0.0))
        reward = TREASURE * (2.0 if self.state.options.length == "long" else 1.0) + gold
        return wins * reward - pays

    def _codes(self, space: int, realm: int) -> tuple[int, ...]:
        return tuple(code for code in self.state.units[space] if code >> 4 & 3 == realm)

    def _sea(self, space: int, units: tuple[Unit, ...], *, precise: bool) -> float:
        """A sea battle: what is sunk, and a free sea."""
        mine = (*self._codes(space, self.realm), *(unit.code for unit in units))
        foes = tuple(code for foe in self.survey.foes for code in self._codes(space, foe))
        if not mine or not foes:
            return 0.0
        if precise:
            odds = exact(tuple(sorted(mine)), tuple(sorted(foes)), True)
            return odds.attacker_wins + odds.defender_pays - odds.attacker_pays
        wins, pays, kills = estimate(at_sea(mine), at_sea(foes))
        return wins + kills - pays


def estimate(force: Army, defence: Army) -> tuple[float, float, float]:
    """About: the chance to win, the gold the attacker loses, the gold the defender loses."""
    wins = chance(force, defence)
    better = ratio(force, defence)
    share = 1.0 - (1.0 - 1.0 / better) ** 0.5 if better > 1.0 else 0.9
    pays = force.gold * (wins * share**1.3 + (1.0 - wins) * 0.85)
    return wins, pays, defence.gold * (wins + (1.0 - wins) * 0.4)
