"""The pieces of a game: board, figures, cards, read from data files and checked (M1.4, M1.5, M3.1, M9, M10).

``shipped()`` is Feldtog's own content. ``read`` takes the same files from anywhere, so that an owner can put
a board or a pack of his own in place, and lists every fault it finds.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from rules.content import ContentError, content_bytes
from rules.content.decoding import convert
from rules.engine.grid import borders_drawn, read_grid
from rules.minas_tirith.army import MOST, packed
from rules.minas_tirith.board import FAR, SORTS, Board, Space
from rules.minas_tirith.cards import Card, Muster, Place, card_faults
from rules.minas_tirith.terms import FOOT, GOOD, KIND_OF, KINDS, LEADERS, SIDES, SWORDS, SYMBOLS, WILD

FILES = ("board.txt", "board.toml", "sides.toml", "cards.toml", "decks.toml")
MOST_SPACES = 60
ROLES = ("", "gate", "north", "harbour", "rammas", "fort")


class SpaceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space as board.toml tells it."""

    sort: str
    borders: tuple[str, ...]
    role: str = ""
    banner: bool = False
    start: int = 0
    name: str = ""


class SideEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side as sides.toml tells it."""

    supply: dict[str, int]
    start: dict[str, dict[str, int]]


class DeckEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How many cards of a symbol bear which sword."""

    none: int = 0
    silver: int = 0
    black: int = 0


class Content:
    """Everything a game needs besides its options. Cards are known by their ids and numbers.

    ``supply`` is how many figures of each kind a side has at first, those on the board included; ``start``
    its armies by space; ``deck`` the faces of all reinforcement cards. ``names`` are names of spaces that the
    data themselves give, by code.
    """

    def __init__(
        self,
        board: Board,
        supply: tuple[tuple[int, ...], tuple[int, ...]],
        start: tuple[tuple[int, ...], tuple[int, ...]],
        cards: Mapping[str, Card],
        deck: tuple[int, ...],
        names: Mapping[str, str],
    ) -> None:
        self.board, self.supply, self.start, self.deck, self.names = board, supply, start, deck, names
        self.card_ids, self.cards = tuple(cards), tuple(cards.values())
        self.by_card = {card_id: number for number, card_id in enumerate(cards)}
        self.usable = tuple(
            tuple(side in self.cards[card].sides for card in range(len(cards))) for side in SIDES
        )
        """For each side and card whether the side may use it (M3.3)."""

    def of_effect(self, kind: type) -> tuple[int, ...]:
        """The cards with an effect of a kind."""
        return tuple(number for number, card in enumerate(self.cards) if isinstance(card.effect, kind))


@cache
def shipped() -> Content:
    """Feldtog's own board, figures and cards."""
    return read({name: content_bytes("minas_tirith", name).decode() for name in FILES})


def read(files: Mapping[str, str]) -> Content:
    """The content that FILES hold; raises ContentError with every fault that was found."""
    faults = [f"{name}: the file is missing" for name in FILES if name not in files]
    tables: dict[str, dict[str, Any]] = {}
    for name in FILES[1:]:
        try:
            tables[name] = tomllib.loads(files.get(name, ""))
        except tomllib.TOMLDecodeError as error:
            faults.append(f"{name}: {error}")
    if faults:
        raise ContentError(faults)
    board, names = _board(files["board.txt"], tables["board.toml"], faults)
    supply: list[tuple[int, ...]] = []
    start: list[tuple[int, ...]] = []
    for side in range(2):
        figures, armies = _side(board, side, tables["sides.toml"].get(SIDES[side]), faults)
        supply.append(figures)
        start.append(armies)
    if board and not any(fault.startswith("sides.toml") for fault in faults):
        both = [board.spaces[n].code for n in range(board.size) if start[0][n] and start[1][n]]
        faults += [f"sides.toml: both sides start in {code}" for code in both]
    cards: dict[str, Card] = {}
    for card_id, entry in tables["cards.toml"].items():
        where = f"cards.toml: {card_id}"
        if card := convert(entry, Card, where, faults):
            cards[card_id] = card
            faults += card_faults(where, card)
            faults += _muster_faults(where, card, board)
    if not cards:
        faults.append("cards.toml: there is no card")
    deck = _deck(tables["decks.toml"], faults)
    if faults or board is None:
        raise ContentError(faults)
    return Content(board, (supply[0], supply[1]), (start[0], start[1]), cards, deck, names)


def _muster_faults(where: str, card: Card, board: Board | None) -> list[str]:
    effect = card.effect
    if not isinstance(effect, Muster) or board is None or effect.where == "start":
        return []
    return [] if board.role(effect.where) else [f"{where}: the board has no space of role {effect.where}"]


def _deck(table: Mapping[str, Any], faults: list[str]) -> tuple[int, ...]:
    deck: list[int] = []
    for name in (*SYMBOLS, "wild"):
        where = f"decks.toml: {name}"
        entry = convert(table.get(name, {}), DeckEntry, where, faults)
        if entry is None:
            continue
        counts = (entry.none, entry.silver, entry.black)
        if min(counts) < 0 or max(counts) > MOST:
            faults.append(f"{where}: 0 to {MOST} cards of a sort")
        elif name == "wild":
            deck += [WILD] * entry.none
            if entry.silver or entry.black:
                faults.append(f"{where}: wild cards bear no sword")
        else:
            for sword, number in enumerate(counts):
                deck += [SYMBOLS.index(name) * len(SWORDS) + sword] * number
    faults += [f"decks.toml: unknown symbol {name}" for name in table if name not in (*SYMBOLS, "wild")]
    if not 15 <= len(deck) <= 200:
        faults.append(f"decks.toml: {len(deck)} cards; 15 to 200 make a game")
    return tuple(deck)


def _side(
    board: Board | None, side: int, table: Any, faults: list[str]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    where = f"sides.toml: {SIDES[side]}"
    entry = convert(table, SideEntry, where, faults)
    if entry is None or board is None:
        return (), ()
    supply = [0] * len(KINDS[side])
    for kind, number in entry.supply.items():
        if KIND_OF.get(kind, (-1, 0))[0] != side:
            faults.append(f"{where}: there is no figure {kind!r}")
        elif not 0 <= number <= MOST:
            faults.append(f"{where}: {kind}: 0 to {MOST} figures")
        else:
            supply[KIND_OF[kind][1]] = number
    armies = [0] * board.size
    placed = [0] * len(supply)
    for code, counts in entry.start.items():
        number_of = board.by_code.get(code)
        bad = [kind for kind in counts if KIND_OF.get(kind, (-1, 0))[0] != side]
        faults += [f"{where}: {code}: there is no figure {kind!r}" for kind in bad]
        if number_of is None:
            faults.append(f"{where}: there is no space {code}")
        if bad or number_of is None:
            continue
        if min(counts.values(), default=0) < 0:
            faults.append(f"{where}: {code}: fewer figures than none")
            continue
        army = {KIND_OF[kind][1]: number for kind, number in counts.items()}
        for kind_number, figures in army.items():
            placed[kind_number] += figures
        armies[number_of] = packed(army)
        faults += [f"{where}: {code}: {fault}" for fault in _stand_faults(board, side, number_of, army)]
    for kind_number, name in enumerate(KINDS[side]):
        if placed[kind_number] > supply[kind_number]:
            faults.append(f"{where}: {placed[kind_number]} {name} start, {supply[kind_number]} there are")
    return tuple(supply), tuple(armies)


def _stand_faults(board: Board, side: int, space: int, army: Mapping[int, int]) -> list[str]:
    found = []
    sort = SORTS[board.sort[space]]
    leaders = [kind for kind in army if kind in LEADERS[side]]
    if side != GOOD and sort != "field":
        found.append("Evil starts outside the walls")
    if sort == "wall" and any(kind not in FOOT and kind not in LEADERS[side] for kind in army):
        found.append("only foot stands on a wall")
    if leaders and len(leaders) == len(army):
        found.append("a leader starts with battalions")
    return found


def _board(
    drawing: str, entries: Mapping[str, Any], faults: list[str]
) -> tuple[Board | None, Mapping[str, str]]:
    before = len(faults)
    spaces: dict[str, SpaceEntry] = {}
    for code, entry in entries.items():
        if space := convert(entry, SpaceEntry, f"board.toml: {code}", faults):
            spaces[code] = space
            faults += [f"board.toml: {code}: {fault}" for fault in _space_faults(space)]
    if len(spaces) > MOST_SPACES:
        faults.append(f"board.toml: {len(spaces)} spaces, more than {MOST_SPACES}")
    drawn = borders_drawn(read_grid(drawing, faults))
    for code in sorted(drawn.keys() ^ spaces.keys()):
        faults.append(f"{code} is {'drawn but not declared' if code in drawn else 'declared but not drawn'}")
    for code in sorted(drawn.keys() & spaces.keys()):
        declared, seen = set(spaces[code].borders), drawn[code]
        faults += [f"{code}: the drawing shows a border with {other}" for other in sorted(seen - declared)]
        faults += [f"{code}: no border with {other} is drawn" for other in sorted(declared - seen)]
    for what, codes in (
        ("city", [code for code, space in spaces.items() if space.sort == "city"]),
        ("space of role gate", [code for code, space in spaces.items() if space.role == "gate"]),
    ):
        if len(codes) != 1:
            faults.append(f"board.toml: there must be one {what}, not {len(codes)}")
    faults += [
        f"board.toml: no start area {area}"
        for area in (1, 2, 3)
        if area not in {space.start for space in spaces.values()}
    ]
    if len(faults) > before:
        return None, {}
    faults += _siege_faults(spaces)
    numbers = {code: number for number, code in enumerate(spaces)}
    board = Board(
        [
            Space(code, one.name, SORTS.index(one.sort), one.role, one.banner, one.start)
            for code, one in spaces.items()
        ],
        [frozenset(numbers[other] for other in one.borders) for one in spaces.values()],
    )
    for number, space_ in enumerate(board.spaces):
        if board.to_city[number] == FAR:
            faults.append(f"{space_.code}: no way of Good leads to the city")
        if board.sort[number] == SORTS.index("field") and board.to_end[number] == FAR:
            faults.append(f"{space_.code}: no way leads to Evil's end")
    if len(faults) > before:
        return None, {}
    return board, {code: one.name for code, one in spaces.items() if one.name}


def _space_faults(space: SpaceEntry) -> list[str]:
    found = []
    if space.sort not in SORTS:
        found.append(f"there is no sort {space.sort!r}")
    if space.role not in ROLES:
        found.append(f"there is no role {space.role!r}")
    if space.sort != "field" and (space.role or space.banner or space.start):
        found.append("only a territory has a role, a banner or a start area")
    if not 0 <= space.start <= 3:
        found.append("start is 1, 2, 3, or 0 for none")
    return found


def _siege_faults(spaces: Mapping[str, SpaceEntry]) -> list[str]:
    """M10.1: each wall borders the city and a field; the city else only the field of the gate."""
    found = []
    walls = [code for code, space in spaces.items() if space.sort == "wall"]
    if not walls:
        found.append("board.toml: there is no wall")
    for code in walls:
        sorts = {spaces[other].sort for other in spaces[code].borders}
        if not {"city", "field"} <= sorts:
            found.append(f"{code}: a wall borders the city and a territory")
    for code, space in spaces.items():
        if space.sort == "city":
            fields = [other for other in space.borders if spaces[other].sort == "field"]
            if [spaces[other].role for other in fields] != ["gate"]:
                found.append(f"{code}: of the territories only that of the gate borders the city")
    return found


def piece_of(card: Card) -> str:
    """The leader that comes with a card, "" for none (M3.7)."""
    return card.effect.leader if isinstance(card.effect, Muster | Place) else ""
