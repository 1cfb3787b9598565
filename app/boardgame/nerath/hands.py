"""Event cards in a hand and treasures before their owner."""

from __future__ import annotations

from dataclasses import dataclass

from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.words import card_name, card_text, window_name
from rules.nerath.state import State
from rules.nerath.terms import REALM_OF


@dataclass(frozen=True)
class CardShown:
    """A card: its name, when it is played, what it does."""

    name: str
    window: str
    text: str
    treasure: bool


def _shown(rules: PlayedNerath, card: int) -> CardShown:
    content = rules.content
    return CardShown(
        card_name(content, card),
        window_name(content, card),
        card_text(content, card),
        card in content.is_treasure,
    )


def cards_of(rules: PlayedNerath, state: State, seat: str) -> list[CardShown]:
    """The hand and the treasures of a seat; only for who holds it."""
    realm = REALM_OF[seat]
    return [_shown(rules, card) for card in (*state.hands[realm], *state.treasures[realm])]
