"""What happens in a game, in ids and numbers: realms are seats, spaces, kinds and cards are numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rules.engine.core import Event
from rules.nerath.terms import KINDS


class StepBegan(Event, frozen=True, kw_only=True):
    """A step of a realm's turn begins (N3.1)."""

    realm: str
    step: int
    round: int


class Skipped(Event, frozen=True, kw_only=True):
    """A realm without units and land has no turn (N10.4)."""

    realm: str


class CardDrawn(Event, frozen=True, kw_only=True):
    """An event card was drawn; only its owner sees which (N3.2). -1: which card is hidden."""

    realm: str
    card: int

    def masked(self) -> Event | None:
        return CardDrawn(realm=self.realm, card=-1)


class DeckRenewed(Event, frozen=True, kw_only=True):
    """The used event cards of a realm became its deck again (N3.2)."""

    realm: str


class CardUsed(Event, frozen=True, kw_only=True):
    """An event card or a treasure takes effect (N3.3, N7.5)."""

    realm: str
    card: int


class Moved(Event, frozen=True, kw_only=True):
    """A unit, by its kind, changed its space; ``how`` says by what (move, retreat, land, amok, card …)."""

    realm: str
    kind: int
    origin: int
    target: int
    how: str


class Turned(Event, frozen=True, kw_only=True):
    """The guardians of a dungeon were turned face up (N7.1)."""

    space: int
    tiles: tuple[int, ...]


class Guarded(Event, frozen=True, kw_only=True):
    """New guardians lie face down on a dungeon (N8.2)."""

    space: int
    count: int


class BattleBegan(Event, frozen=True, kw_only=True):
    """A battle begins (N5.1)."""

    space: int
    realm: str


class Rolled(Event, frozen=True, kw_only=True):
    """Dice of one size fell in a step of a round; ``realm`` "" for guardians (N5.3, N5.4)."""

    realm: str
    first_strike: bool
    faces: int
    bonus: int
    dice: tuple[int, ...]
    hits: int


class Shielded(Event, frozen=True, kw_only=True):
    """A card let hits fall away."""

    realm: str
    hits: int


class Wounded(Event, frozen=True, kw_only=True):
    """A dragon took its first hit (N5.5)."""

    realm: str
    space: int


class CastleFell(Event, frozen=True, kw_only=True):
    """The castle was hit (N5.6)."""

    space: int


class Lost(Event, frozen=True, kw_only=True):
    """A unit is gone; ``how``: battle, drowned, stranded (N5.5, N6.2, N8.3)."""

    realm: str
    kind: int
    space: int
    how: str

    def changes(self) -> Mapping[str, int]:
        return {f"{self.realm} {KINDS[self.kind]}": -1}


class GuardianHit(Event, frozen=True, kw_only=True):
    """A guardian lost a die; with none left it is beaten (N7.2)."""

    space: int
    tile: int
    left: int


class Agreed(Event, frozen=True, kw_only=True):
    """How two partners share the hits of a joint defence (N10.2)."""

    hits: tuple[int, int]
    evenly: bool


class BattleEnded(Event, frozen=True, kw_only=True):
    """How a battle ended: won, retreated, held (all attackers dead) or bare (nobody left) (N5.8)."""

    space: int
    result: str


class Taken(Event, frozen=True, kw_only=True):
    """A space, and its castle, has a new owner; ``by`` took it and scores ``points`` (N5.9, N5.10, N10.3)."""

    space: int
    by: str
    owner: str
    former: str
    points: int
    castle: bool

    def changes(self) -> Mapping[str, int]:
        found = {f"{self.by} points": self.points}
        if self.castle:
            found[f"{self.former} castle"] = -1
            found[f"{self.owner} castle"] = 1
        return found


class Scored(Event, frozen=True, kw_only=True):
    """A card gave victory points."""

    realm: str
    points: int

    def changes(self) -> Mapping[str, int]:
        return {f"{self.realm} points": self.points}


class GoldChanged(Event, frozen=True, kw_only=True):
    """Gold came or went: income, card, guardians, bought."""

    realm: str
    gold: int
    why: str

    def changes(self) -> Mapping[str, int]:
        return {f"{self.realm} gold": self.gold}


class TreasureFound(Event, frozen=True, kw_only=True):
    """A treasure was drawn; it lies open (N7.4, N7.6)."""

    realm: str
    card: int


class Raised(Event, frozen=True, kw_only=True):
    """A new unit was placed, bought or given by a card (N9.1)."""

    realm: str
    kind: int
    space: int

    def changes(self) -> Mapping[str, int]:
        return {f"{self.realm} {KINDS[self.kind]}": 1}


class RoundEnded(Event, frozen=True, kw_only=True):
    """Everyone has had his turn (N1.6)."""

    round: int


class GameEnded(Event, frozen=True, kw_only=True):
    """The game is over (N1.6)."""

    winners: tuple[str, ...]
    reason: str


NerathEvent: TypeAlias = (
    StepBegan
    | Skipped
    | CardDrawn
    | DeckRenewed
    | CardUsed
    | Moved
    | Turned
    | Guarded
    | BattleBegan
    | Rolled
    | Shielded
    | Wounded
    | CastleFell
    | Lost
    | GuardianHit
    | Agreed
    | BattleEnded
    | Taken
    | Scored
    | GoldChanged
    | TreasureFound
    | Raised
    | RoundEnded
    | GameEnded
)
