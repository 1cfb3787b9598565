"""What a person may know of a position: everything but the order of the two piles (M2.4, M3.3).

Built by adding. The piles are told by what is in them, in order of face and number, never in their own.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.engine.rng import Rng
from rules.minas_tirith.state import Clash, OpenMarch, Options, Pending, State, Two


class View(msgspec.Struct, frozen=True):
    """A position as anybody sees it; fields as those of State, piles sorted."""

    options: Options
    round: int
    turn: int
    side: int
    step: int
    seq: int
    dice: tuple[int, ...]
    die: int
    points: int
    armies: Two
    supply: Two
    captured: Two
    lost: Two
    pile: tuple[int, ...]
    hands: Two
    used: tuple[int, ...]
    power_pile: tuple[int, ...]
    powers: Two
    power_used: tuple[int, ...]
    held: tuple[int, ...]
    bound: tuple[int, ...]
    gate_broken: bool
    special_done: bool
    march: OpenMarch | None
    sortie: bool
    rain: int
    spent: tuple[int, ...]
    halted: int
    clash: Clash | None
    stack: tuple[Pending, ...]
    winner: int | None
    reason: str
    played: tuple[int, ...] = ()


def view(state: State) -> View:
    """The position for anybody: all cards but those of the piles lie open."""
    return View(
        options=state.options,
        round=state.round,
        turn=state.turn,
        side=state.side,
        step=state.step,
        seq=state.seq,
        dice=state.dice,
        die=state.die,
        points=state.points,
        armies=state.armies,
        supply=state.supply,
        captured=state.captured,
        lost=state.lost,
        pile=tuple(sorted(state.pile)),
        hands=state.hands,
        used=state.used,
        power_pile=tuple(sorted(state.power_pile)),
        powers=state.powers,
        power_used=state.power_used,
        held=state.held,
        bound=state.bound,
        gate_broken=state.gate_broken,
        special_done=state.special_done,
        march=state.march,
        sortie=state.sortie,
        rain=state.rain,
        spent=state.spent,
        halted=state.halted,
        clash=state.clash,
        stack=state.stack,
        winner=state.winner,
        reason=state.reason,
        played=state.played,
    )


def guess(seen: View, rng: Rng) -> State:
    """A position that looks like this, the piles in some order."""
    values = {name: getattr(seen, name) for name in View.__struct_fields__}
    return shuffled(State(**values), rng)


def shuffled(state: State, rng: Rng) -> State:
    """The same position with both piles shuffled anew."""
    cards = rng.shuffle(len(state.pile), "resample")
    powers = rng.shuffle(len(state.power_pile), "resample")
    return replace(
        state,
        pile=tuple(state.pile[number] for number in cards),
        power_pile=tuple(state.power_pile[number] for number in powers),
    )
