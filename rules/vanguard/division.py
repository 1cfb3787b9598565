"""V6.2: dividing the warbands at one spot into battles that hold only so many.

In this order: no battle in which all are allies; as few as possible left over; as few battles as
needed; allies together wherever the limit allows; sizes as equal as possible. What these leave open,
the lot decides.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from rules.engine.rng import Rng


class Division(msgspec.Struct, frozen=True):
    """Positions of the given warbands by battle, and those without an opponent.

    Within a battle positions rise. ``by_lot`` tells whether a lot was drawn.
    """

    battles: tuple[tuple[int, ...], ...]
    left_over: tuple[int, ...]
    by_lot: bool


# Per battle: how many warbands it has, and of how many groups (counted up to two).
_State: TypeAlias = tuple[tuple[int, int], ...]
# Allies parted so far, and for each battle how many of each group it takes.
_Plan: TypeAlias = tuple[int, tuple[tuple[int, ...], ...]]


def divide(groups: Sequence[Hashable], most: int | None, rng: Rng) -> Division:
    """Divide warbands, given by their groups (equal: allies), into battles of at most ``most``.

    ``most`` None is no limit. Raises ValueError if all are of one group or ``most`` is below 2.
    """
    if len(set(groups)) < 2:
        raise ValueError("allies alone do not fight")
    if most is not None and most < 2:
        raise ValueError("a battle holds two warbands or more")
    if most is None or len(groups) <= most:
        return Division((tuple(range(len(groups))),), (), False)
    lot = rng.shuffle(len(groups), "V6.2 division")
    order, left_over, count = _who_fights(lot, groups, most)
    members: dict[Hashable, list[int]] = defaultdict(list)
    for position in order:
        members[groups[position]].append(position)
    ordered = sorted(members.values(), key=len, reverse=True)
    plan = _best_plan([len(group) for group in ordered], count, most)
    battles: list[list[int]] = [[] for _ in range(count)]
    for battle, takes in zip(battles, plan, strict=True):
        for group, number in zip(ordered, takes, strict=True):
            battle.extend(group.pop() for _ in range(number))
    return Division(tuple(tuple(sorted(battle)) for battle in battles), tuple(sorted(left_over)), True)


def _who_fights(
    lot: Sequence[int], groups: Sequence[Hashable], most: int
) -> tuple[list[int], list[int], int]:
    """Who fights, who is left over, and in how many battles.

    Each battle needs one from outside the largest group, and two warbands.
    """
    total = len(groups)
    largest = Counter(groups).most_common(1)[0][1]
    needed = -(-total // most)
    count = min(needed, total - largest, total // 2)
    surplus = max(0, total - count * most)
    fighting, left_over = list(lot), []
    for _ in range(surplus):
        # Who stays out must not cost another battle: a group that outnumbers the rest gives one up.
        sizes = Counter(groups[position] for position in fighting)
        eligible = [
            position
            for position in fighting
            if len(fighting) - 1 - _largest_without(sizes, groups[position]) >= count
        ]
        out = eligible[-1]
        fighting.remove(out)
        left_over.append(out)
    return fighting, left_over, count


def _largest_without(sizes: Counter[Hashable], group: Hashable) -> int:
    return max(size - (name == group) for name, size in sizes.items())


def _best_plan(sizes: Sequence[int], count: int, most: int) -> tuple[tuple[int, ...], ...]:
    """How many of each group (sizes falling) go to each battle.

    Goes group by group over the distinct states of the battles, keeping for each the plan that parts
    the fewest allies; the number of states stays small because battles in equal state are the same.
    """
    plans: dict[_State, _Plan] = {((0, 0),) * count: (0, ((),) * count)}
    for size in sizes:
        step: dict[_State, _Plan] = {}
        for state, (parted, takes) in plans.items():
            for shares in _shares(size, [most - filled for filled, _ in state]):
                cost = parted + _parted(shares)
                grown = sorted(
                    ((filled + share, min(2, kinds + (share > 0))), (*take, share))
                    for (filled, kinds), take, share in zip(state, takes, shares, strict=True)
                )
                key = tuple(one for one, _ in grown)
                if key not in step or cost < step[key][0]:
                    step[key] = (cost, tuple(take for _, take in grown))
        plans = step
    finished = [
        (parted, sum(filled * filled for filled, _ in state), takes)
        for state, (parted, takes) in plans.items()
        if all(kinds == 2 for _, kinds in state)
    ]
    return min(finished)[2]


def _parted(shares: Sequence[int]) -> int:
    """Pairs of allies that stand in different battles."""
    total = sum(shares)
    return (total * total - sum(share * share for share in shares)) // 2


def _shares(size: int, room: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to spread ``size`` warbands over battles with so much room."""
    if not room:
        if size == 0:
            yield ()
        return
    for share in range(min(size, room[0]) + 1):
        for rest in _shares(size - share, room[1:]):
            yield (share, *rest)
