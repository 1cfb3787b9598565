"""A whole position from what a seat may see: what is hidden is filled in, so that the rules can be asked.

Which moves are legal for a seat never depends on what it cannot see, so any filling will do; the hidden
cards and guardians stand in ascending order, and nothing is to be concluded from them.
"""

from __future__ import annotations

from rules.nerath.content import Content
from rules.nerath.state import State
from rules.nerath.view import FACE_DOWN, View


def imagined(content: Content, view: View) -> State:
    """A position that looks like ``view`` to the seats that it was made for."""
    decks, hands = [], []
    for realm, deck in enumerate(content.decks):
        seen = set(view.discards[realm])
        hand = view.hands[realm]
        hidden = [card for card in deck if card not in seen and card not in (hand or ())]
        if hand is None:
            size = view.hand_sizes[realm]
            hand, hidden = tuple(hidden[:size]), hidden[size:]
        hands.append(hand)
        decks.append(tuple(hidden))
    found = {card for piles in (view.treasures, view.used) for pile in piles for card in pile}
    open_tiles = {tile for tiles in view.tiles for tile in tiles if tile != FACE_DOWN}
    known = open_tiles | set(view.beaten)
    pool = [tile for tile in range(len(content.guardians)) if tile not in known]
    tiles = tuple(
        tuple(pool.pop(0) << 1 if tile == FACE_DOWN else tile << 1 | 1 for tile in there)
        for there in view.tiles
    )
    return State(
        view.options,
        view.round,
        view.turn,
        view.step,
        view.seq,
        view.owner,
        view.units,
        tiles,
        pile=tuple(pool),
        beaten=view.beaten,
        decks=tuple(decks),
        hands=tuple(hands),
        discards=view.discards,
        treasure_pile=tuple(card for card in content.treasures if card not in found),
        treasures=view.treasures,
        used=view.used,
        gold=view.gold,
        points=view.points,
        held=view.held,
        castles=view.castles,
        done=view.done,
        charged=view.charged,
        bought=view.bought,
        haste=view.haste,
        discount=view.discount,
        battle=view.battle,
        stack=view.stack,
        winners=view.winners,
        reason=view.reason,
    )
