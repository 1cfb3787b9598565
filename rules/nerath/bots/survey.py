"""A look at the whole board: who could attack where, and how far it is to the enemy."""

from __future__ import annotations

from functools import lru_cache

from rules.nerath.board import Board, bits
from rules.nerath.bots.strength import ATTACKER, DEFENDER, NOBODY, Army, army, chance, kinds_in
from rules.nerath.movement import Manner, targets
from rules.nerath.standing import foes, friendly_land, side
from rules.nerath.state import State
from rules.nerath.terms import CASTLE, DRAGON, FLYERS, MOVE, PROFILES, WALKERS
from rules.nerath.victory import POINTS_NEEDED

POINT = 3.0
"""What a victory point is worth in gold while nobody is near the aim."""
FAR = 99
EAGER = 1.2
"""How much of a stake counts as lost with a space that an enemy can take; above 1 is wary."""
OPEN = 2.0
"""The same for a space that nobody defends, which costs the enemy nothing."""
TEMPTS = 0.7
"""The part of the defenders' worth that counts as lost with a space."""


@lru_cache(maxsize=1 << 14)
def spaces_of(mask: int) -> tuple[int, ...]:
    """The spaces of a set."""
    return tuple(bits(mask))


class Survey:
    """What a realm knows before it decides: worths, threats and distances of one position."""

    def __init__(self, board: Board, state: State, realm: int) -> None:
        self.board, self.state, self.realm = board, state, realm
        self.foes = foes(state, realm)
        self.friends = side(state, realm)
        self.friendly = friendly_land(state, realm)
        self.hostile = board.land & ~self.friendly
        self.point = _point(state, self.friends)
        self.foe_point = max(_point(state, side(state, foe)) for foe in self.foes)
        self.threats = {foe: threat(board, state, foe) for foe in self.foes}
        self._risks: dict[tuple[int, tuple[int, ...]], float] = {}
        self._garrisons: dict[int, tuple[int, ...]] = {}
        self._steps: tuple[int, ...] | None = None

    def prize(self, space: int, hold: float) -> float:
        """What taking a hostile space brings; ``hold`` is the chance to keep it for a while."""
        board, state = self.board, self.state
        home = board.home[space]
        gained = 1.0 + 2.0 * hold
        if home in self.foes:
            gained += self.point * (5 if space in board.capitals else 1)
        if space in board.capitals:
            gained += 4.0 + 4.0 * hold
        if any(code & 15 == CASTLE for code in state.units[space]):
            gained += 2.0 + 2.0 * hold
        return gained

    def stake(self, space: int) -> float:
        """What the loss of a friendly space costs its side."""
        board, state = self.board, self.state
        lost = 2.5
        if board.home[space] in self.friends:
            lost += self.foe_point * (5 if space in board.capitals else 1)
        if space in board.capitals:
            lost += 10.0
        if any(code & 15 == CASTLE for code in state.units[space]):
            lost += 4.0
        return lost

    def danger(self, space: int, defence: Army) -> float:
        """The chance that the strongest enemy who can come would take a space from this defence."""
        worst = 0.0
        for foe in self.foes:
            coming = self.threats[foe].get(space)
            if coming is not None:
                worst = max(worst, chance(coming, defence))
        return worst

    def risk(self, space: int, kinds: tuple[int, ...]) -> float:
        """What is expected to be lost at a friendly space held by units of these kinds, sorted."""
        known = self._risks.get((space, kinds))
        if known is None:
            defence = army(kinds, DEFENDER)
            likely = self.danger(space, defence)
            eager = EAGER if kinds else OPEN
            known = likely * (eager * self.stake(space) + TEMPTS * defence.gold)
            self._risks[space, kinds] = known
        return known

    def garrison(self, space: int) -> tuple[int, ...]:
        """The kinds of all friendly units in a space, sorted."""
        found = self._garrisons.get(space)
        if found is None:
            stack = self.state.units[space]
            kinds = [kind for friend in self.friends for kind in kinds_in(stack, friend)]
            found = self._garrisons[space] = tuple(sorted(kinds))
        return found

    @property
    def steps(self) -> tuple[int, ...]:
        """For each land the fewest steps on land to hostile land; FAR where none lead."""
        if self._steps is None:
            self._steps = _steps(self.board, self.hostile)
        return self._steps


def _point(state: State, realms: tuple[int, ...]) -> float:
    """What a point is worth to a side: the nearer the aim, the more."""
    needed = POINTS_NEEDED.get((state.options.mode, state.options.length))
    if needed is None:
        return 1.5
    have = sum(state.points[realm] for realm in realms) / needed
    return POINT * (1.0 + max(0.0, have - 0.5) * 1.5)


@lru_cache(maxsize=64)
def _steps(board: Board, hostile: int) -> tuple[int, ...]:
    steps = [FAR] * board.size
    reached = frontier = hostile
    number = 0
    while frontier:
        for space in bits(frontier):
            steps[space] = number
        number += 1
        frontier = board.around(frontier) & board.land & ~reached
        reached |= frontier
    return tuple(steps)


def threat(board: Board, state: State, realm: int) -> dict[int, Army]:
    """With what a realm could attack each land space in its next movement, on foot or by air."""
    stacks = tuple(
        (space, tuple(kinds_in(state.units[space], realm))) for space in spaces_of(state.here[realm])
    )
    return _threat(board, friendly_land(state, realm), stacks)


@lru_cache(maxsize=256)
def _threat(board: Board, walk: int, stacks: tuple[tuple[int, tuple[int, ...]], ...]) -> dict[int, Army]:
    land = board.land
    how = Manner(MOVE, walk, land & ~walk, 0, board.sea, 0, land, land)
    found: dict[int, Army] = {}
    for origin, kinds in stacks:
        for kind in kinds:
            if kind not in WALKERS and kind not in FLYERS:
                continue
            steps = PROFILES[kind].move - (kind == DRAGON)
            one = ATTACKER[kind]
            for space in spaces_of(targets(board, how, origin, kind, steps) & land):
                found[space] = found.get(space, NOBODY) + one
    return found
