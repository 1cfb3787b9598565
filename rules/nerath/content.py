"""The pieces of a game: board, realms, cards and guardians, read from data files and checked (N11.1-3).

``shipped()`` is Feldtog's own content. ``read`` takes the same files from anywhere, so that an owner can
put a board or a pack of his own in place, and lists every fault it finds.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from rules.content import ContentError, content_bytes
from rules.content.decoding import convert
from rules.engine.grid import borders_drawn, read_grid
from rules.nerath.board import Board, Space
from rules.nerath.cards import Card, Guardian, card_faults, guardian_faults
from rules.nerath.terms import CASTLE, FLYERS, KIND_OF, LAND, REALMS, SEA, SORTS, WALKERS, WARSHIP
from rules.nerath.units import unit

FILES = ("board.txt", "board.toml", "realms.toml", "events.toml", "treasures.toml", "guardians.toml")
MOST_SPACES = 126
EVENTS_EACH, TREASURES, GUARDIANS = 20, 30, 30


class SpaceEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A space as board.toml tells it."""

    name: str
    sort: str
    borders: tuple[str, ...]
    home: str = ""


class RealmEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A realm's reference card as realms.toml tells it."""

    capital: str
    gold: int
    income: int
    units: dict[str, dict[str, int]]


class Realm(msgspec.Struct, frozen=True):
    """A reference card (N11.2): units by the number of their space, as codes."""

    capital: int
    gold: int
    income: int
    units: Mapping[int, tuple[int, ...]]


class Content:
    """Everything a game needs besides its options. Cards and tiles are known by their ids and numbers.

    Card numbers run through all decks: first the event cards, realm by realm, then the treasures.
    """

    def __init__(
        self,
        board: Board,
        realms: tuple[Realm, ...],
        cards: Mapping[str, Card],
        decks: tuple[tuple[int, ...], ...],
        treasures: tuple[int, ...],
        guardians: Mapping[str, Guardian],
    ) -> None:
        self.board, self.realms, self.decks, self.treasures = board, realms, decks, treasures
        self.card_ids, self.cards = tuple(cards), tuple(cards.values())
        self.guardian_ids, self.guardians = tuple(guardians), tuple(guardians.values())
        self.is_treasure = frozenset(treasures)


@cache
def shipped() -> Content:
    """Feldtog's own board, cards and guardians."""
    return read({name: content_bytes("nerath", name).decode() for name in FILES})


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
    board = _board(files["board.txt"], tables["board.toml"], tables["realms.toml"], faults)
    realms = _realms(board, tables["realms.toml"], faults) if board else ()
    cards: dict[str, Card] = {}
    decks = []
    for realm in REALMS:
        deck = _cards(f"events.toml: {realm}", tables["events.toml"].get(realm, {}), faults)
        if len(deck) != EVENTS_EACH:
            faults.append(f"events.toml: {realm} has {len(deck)} cards, not {EVENTS_EACH}")
        decks.append(tuple(range(len(cards), len(cards) + len(deck))))
        cards.update(deck)
    treasures = _cards("treasures.toml", tables["treasures.toml"], faults)
    if len(treasures) != TREASURES:
        faults.append(f"treasures.toml: {len(treasures)} treasures, not {TREASURES}")
    numbers = tuple(range(len(cards), len(cards) + len(treasures)))
    cards.update(treasures)
    guardians = {}
    for tile_id, entry in tables["guardians.toml"].items():
        where = f"guardians.toml: {tile_id}"
        if tile := convert(entry, Guardian, where, faults):
            guardians[tile_id] = tile
            faults += guardian_faults(where, tile)
    if len(guardians) < GUARDIANS:
        faults.append(f"guardians.toml: {len(guardians)} guardians, fewer than {GUARDIANS}")
    if faults or board is None:
        raise ContentError(faults)
    return Content(board, realms, cards, tuple(decks), numbers, guardians)


def _cards(where: str, entries: Mapping[str, Any], faults: list[str]) -> dict[str, Card]:
    found = {}
    for card_id, entry in entries.items():
        if card := convert(entry, Card, f"{where}: {card_id}", faults):
            found[card_id] = card
            faults += card_faults(f"{where}: {card_id}", card)
    return found


def _board(
    drawing: str, entries: Mapping[str, Any], realms: Mapping[str, Any], faults: list[str]
) -> Board | None:
    before = len(faults)
    spaces: dict[str, SpaceEntry] = {}
    for code, entry in entries.items():
        if space := convert(entry, SpaceEntry, f"board.toml: {code}", faults):
            spaces[code] = space
            if space.sort not in SORTS:
                faults.append(f"board.toml: {code}: there is no sort {space.sort!r}")
            if (space.home in REALMS) != (space.sort == "land"):
                faults.append(f"board.toml: {code}: land, and only land, starts in a realm")
    if len(spaces) > MOST_SPACES:
        faults.append(f"board.toml: {len(spaces)} spaces, more than {MOST_SPACES}")
    for name, times in Counter(space.name for space in spaces.values()).items():
        if times > 1:
            faults.append(f"board.toml: {times} spaces are called {name}")
    drawn = borders_drawn(read_grid(drawing, faults))
    for code in sorted(drawn.keys() ^ spaces.keys()):
        faults.append(f"{code} is {'drawn but not declared' if code in drawn else 'declared but not drawn'}")
    for code in sorted(drawn.keys() & spaces.keys()):
        declared, seen = set(spaces[code].borders), drawn[code]
        faults += [f"{code}: the drawing shows a border with {other}" for other in sorted(seen - declared)]
        faults += [f"{code}: no border with {other} is drawn" for other in sorted(declared - seen)]
        if spaces[code].sort == "dungeon":
            wet = [other for other in sorted(seen) if other in spaces and spaces[other].sort != "land"]
            faults += [f"{code}: a dungeon entrance borders {other}, which is not land" for other in wet]
    capitals = []
    for realm in REALMS:
        entry = realms.get(realm)
        capital = entry.get("capital") if isinstance(entry, dict) else None
        if capital not in spaces or spaces[capital].home != realm:
            faults.append(f"realms.toml: {realm}: the capital must be land of the realm")
        capitals.append(capital)
    if len(faults) > before:
        return None
    numbers = {code: number for number, code in enumerate(spaces)}
    parts = [
        Space(code, one.name, SORTS.index(one.sort), REALMS.index(one.home) if one.home else -1)
        for code, one in spaces.items()
    ]
    borders = [frozenset(numbers[other] for other in one.borders) for one in spaces.values()]
    return Board(parts, borders, [numbers[str(capital)] for capital in capitals])


def _realms(board: Board, entries: Mapping[str, Any], faults: list[str]) -> tuple[Realm, ...]:
    found = []
    taken: dict[str, str] = {}
    for number, realm in enumerate(REALMS):
        entry = convert(entries.get(realm), RealmEntry, f"realms.toml: {realm}", faults)
        if entry is None:
            continue
        units: dict[int, tuple[int, ...]] = {}
        for code, counts in entry.units.items():
            where = f"realms.toml: {realm}: {code}"
            faults += [
                f"{where}: there is no kind of unit {kind!r}" for kind in counts if kind not in KIND_OF
            ]
            space = board.by_code.get(code)
            if space is None or taken.setdefault(code, realm) != realm:
                faults.append(f"{where}: no such space, or another realm stands there")
                continue
            kinds = [KIND_OF[kind] for kind, count in counts.items() if kind in KIND_OF for _ in range(count)]
            fit = {LAND: WALKERS | FLYERS | {CASTLE}, SEA: FLYERS | {WARSHIP}}.get(
                board.sort[space], frozenset()
            )
            if not set(kinds) <= fit or (board.sort[space] == LAND and board.home[space] != number):
                faults.append(f"{where}: some of the units cannot stand there")
            if kinds.count(CASTLE) > 1:
                faults.append(f"{where}: more than one castle")
            units[space] = tuple(sorted(unit(kind, number) for kind in kinds))
        capital = board.by_code[entry.capital]
        if unit(CASTLE, number) not in units.get(capital, ()):
            faults.append(f"realms.toml: {realm}: the capital starts with a castle")
        found.append(Realm(capital, entry.gold, entry.income, units))
    return tuple(found)
