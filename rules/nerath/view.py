"""What a person may know of a position: built by adding what his seats may see (N3.2, N4.7, N7.6)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from rules.engine.rng import Rng
from rules.nerath.state import Battle, Four, Options, Pending, Piles, State
from rules.nerath.terms import REALMS

FACE_DOWN = -1


class View(msgspec.Struct, frozen=True):
    """A position as the holder of some seats sees it.

    ``hands`` are None for realms whose hand is secret; ``tiles`` are FACE_DOWN where a guardian is hidden.
    """

    options: Options
    round: int
    turn: int
    step: int
    seq: int
    owner: tuple[int, ...]
    units: Piles
    tiles: Piles
    guardians_left: int
    beaten: tuple[int, ...]
    deck_sizes: Four
    hand_sizes: Four
    hands: tuple[tuple[int, ...] | None, ...]
    discards: Piles
    treasures_left: int
    treasures: Piles
    used: Piles
    gold: Four
    points: Four
    held: tuple[int, ...]
    castles: tuple[int, ...]
    done: tuple[int, ...]
    charged: tuple[tuple[int, int], ...]
    bought: tuple[int, ...]
    haste: tuple[int, ...]
    discount: tuple[int, ...]
    battle: Battle | None
    stack: tuple[Pending, ...]
    winners: tuple[int, ...] | None
    reason: str


def _sizes(piles: Piles) -> Four:
    first, second, third, fourth = (len(pile) for pile in piles)
    return (first, second, third, fourth)


def view(state: State, seats: frozenset[str]) -> View:
    """The position for a person who holds ``seats``; for a spectator there are none."""
    return View(
        options=state.options,
        round=state.round,
        turn=state.turn,
        step=state.step,
        seq=state.seq,
        owner=state.owner,
        units=state.units,
        tiles=tuple(tuple(t >> 1 if t & 1 else FACE_DOWN for t in tiles) for tiles in state.tiles),
        guardians_left=len(state.pile),
        beaten=state.beaten,
        deck_sizes=_sizes(state.decks),
        hand_sizes=_sizes(state.hands),
        hands=tuple(hand if seat in seats else None for seat, hand in zip(REALMS, state.hands, strict=True)),
        discards=state.discards,
        treasures_left=len(state.treasure_pile),
        treasures=state.treasures,
        used=state.used,
        gold=state.gold,
        points=state.points,
        held=state.held,
        castles=state.castles,
        done=state.done,
        charged=state.charged,
        bought=state.bought,
        haste=state.haste,
        discount=state.discount,
        battle=state.battle,
        stack=state.stack,
        winners=state.winners,
        reason=state.reason,
    )


def resample(state: State, seats: frozenset[str], rng: Rng) -> State:
    """Deal anew: decks, the hands of other seats, the treasure pile, and guardians that lie face down."""
    decks, hands = [], []
    for seat, deck, hand in zip(REALMS, state.decks, state.hands, strict=True):
        hidden = deck if seat in seats else (*hand, *deck)
        dealt = [hidden[number] for number in rng.shuffle(len(hidden), "resample")]
        kept = 0 if seat in seats else len(hand)
        hands.append(hand if seat in seats else tuple(sorted(dealt[:kept])))
        decks.append(tuple(dealt[kept:]))
    order = rng.shuffle(len(state.treasure_pile), "resample")
    hidden_tiles = [tile >> 1 for tiles in state.tiles for tile in tiles if not tile & 1]
    pool = [*hidden_tiles, *state.pile]
    dealt_tiles = [pool[number] for number in rng.shuffle(len(pool), "resample")]
    tiles = tuple(
        tuple(tile if tile & 1 else dealt_tiles.pop() << 1 for tile in there) for there in state.tiles
    )
    return replace(
        state,
        decks=tuple(decks),
        hands=tuple(hands),
        treasure_pile=tuple(state.treasure_pile[number] for number in order),
        tiles=tiles,
        pile=tuple(dealt_tiles),
    )
