"""A position while an action is carried out: open to change, and closed to a State again at the end."""

from __future__ import annotations

from rules.engine.rng import Rng
from rules.minas_tirith.army import ONE, has_battalion, part, without
from rules.minas_tirith.cards import Hold
from rules.minas_tirith.content import Content
from rules.minas_tirith.events import SiegeEvent, Stormed
from rules.minas_tirith.state import Clash, OpenMarch, Pending, State, Storm
from rules.minas_tirith.terms import GOOD, SIDES


class Draft:
    """The fields of a State as lists and plain values, with content, chance and the events so far."""

    __slots__ = (
        "armies",
        "board",
        "bound",
        "captured",
        "clash",
        "content",
        "dice",
        "die",
        "events",
        "gate_broken",
        "halted",
        "hands",
        "held",
        "here",
        "lost",
        "march",
        "options",
        "pile",
        "played",
        "points",
        "power_pile",
        "power_used",
        "powers",
        "rain",
        "reason",
        "rng",
        "round",
        "seq",
        "side",
        "sortie",
        "special_done",
        "spent",
        "stack",
        "step",
        "supply",
        "turn",
        "used",
        "winner",
    )

    def __init__(self, content: Content, state: State, rng: Rng) -> None:
        self.content, self.board, self.rng = content, content.board, rng
        self.events: list[SiegeEvent] = []
        self.here = list(state.here)
        self.options, self.round, self.turn, self.side = state.options, state.round, state.turn, state.side
        self.step, self.seq = state.step, state.seq
        self.dice, self.die, self.points = state.dice, state.die, state.points
        self.armies = [list(state.armies[0]), list(state.armies[1])]
        self.supply, self.captured, self.lost = list(state.supply), list(state.captured), list(state.lost)
        self.pile, self.used = state.pile, state.used
        self.hands, self.powers = list(state.hands), list(state.powers)
        self.power_pile, self.power_used = state.power_pile, state.power_used
        self.held, self.bound = state.held, state.bound
        self.gate_broken, self.special_done = state.gate_broken, state.special_done
        self.march: OpenMarch | None = state.march
        self.sortie, self.rain, self.spent, self.halted = state.sortie, state.rain, state.spent, state.halted
        self.clash: Clash | None = state.clash
        self.stack: list[Pending] = list(state.stack)
        self.winner, self.reason = state.winner, state.reason
        self.played = state.played

    def close(self) -> State:
        """The position as it now stands."""
        state = State(
            self.options,
            self.round,
            self.turn,
            self.side,
            self.step,
            self.seq,
            self.dice,
            self.die,
            self.points,
            (tuple(self.armies[0]), tuple(self.armies[1])),
            (self.supply[0], self.supply[1]),
            (self.captured[0], self.captured[1]),
            (self.lost[0], self.lost[1]),
            self.pile,
            (self.hands[0], self.hands[1]),
            self.used,
            self.power_pile,
            (self.powers[0], self.powers[1]),
            self.power_used,
            self.held,
            self.bound,
            self.gate_broken,
            self.special_done,
            self.march,
            self.sortie,
            self.rain,
            self.spent,
            self.halted,
            self.clash,
            tuple(self.stack),
            self.winner,
            self.reason,
            self.played,
        )
        state.__dict__["here"] = (self.here[0], self.here[1])
        return state

    @property
    def seat(self) -> str:
        """The seat of the side whose turn it is."""
        return SIDES[self.side]

    def say(self, event: SiegeEvent) -> None:
        """Note what has happened."""
        self.events.append(event)

    def put(self, side: int, space: int, army: int) -> None:
        """Let this be a side's army in a space."""
        self.armies[side][space] = army
        if has_battalion(side, army):
            self.here[side] |= 1 << space
        else:
            self.here[side] &= ~(1 << space)

    def carry(self, side: int, origin: int, target: int, cut: int) -> None:
        """Move a part of an army from one space to another."""
        armies = self.armies[side]
        self.put(side, origin, armies[origin] - cut)
        self.put(side, target, armies[target] + cut)

    def raise_(self, side: int, kind: int, space: int) -> None:
        """Add one figure to a side's army in a space, from nowhere."""
        self.put(side, space, self.armies[side][space] + ONE[kind])

    def fall(self, side: int, kind: int, space: int) -> None:
        """Take one figure out of a side's army in a space, to nowhere."""
        self.put(side, space, without(side, self.armies[side][space], kind))

    def cut(self, side: int, space: int, kind: int, number: int) -> int:
        """So many figures of a kind as a part of the army in a space."""
        return part(side, self.armies[side][space], kind, number)

    def count(self, pile: list[tuple[int, ...]], side: int, kind: int, change: int) -> None:
        """Change a number of ``supply``, ``captured`` or ``lost``."""
        numbers = list(pile[side])
        numbers[kind] += change
        pile[side] = tuple(numbers)

    def hold_on(self, card: int, army: int) -> None:
        """Let this army lie on a card."""
        self.held = (*self.held[:card], army, *self.held[card + 1 :])

    def bind(self, card: int, wall: int) -> None:
        """Let a card stand at a wall; -1: at none."""
        self.bound = (*self.bound[:card], wall, *self.bound[card + 1 :])

    def ask_to_hold(self, origin: int, target: int, kind: int, number: int) -> bool:
        """Whether Good is asked before a wall is stormed, as it has the card (M9.6); ``kind`` -1: attack."""
        if not any(card in self.powers[GOOD] for card in self.content.of_effect(Hold)):
            return False
        self.stack.append(Storm(origin, target, kind, number))
        self.say(Stormed(origin=origin, target=target))
        return True
