"""The board with all that lies on it, as plain data for ``templates/boardgame/nerath/board.html``."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from flask_babel import gettext as _
from flask_babel import ngettext

from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.words import (
    KIND_ICONS,
    STYLES,
    counted_list,
    guardian_name,
    realm_name,
)
from app.i18n import language
from rules.nerath.state import State
from rules.nerath.terms import CASTLE, DUNGEON, FLYERS, HEROES, LAND, PROFILES, REALMS, SEA, WARSHIP
from rules.nerath.units import aboard_kind, kind_of, places, realm_of

LEGAL, DANGER, SELECTED = "legal", "danger", "selected"


@dataclass(frozen=True)
class Token:
    """Units of one kind and realm: tincture, icon, outline, and how many. ``x``, ``y`` in pixels from the
    middle.
    """

    style: str
    icon: str
    shape: str
    count: int
    x: float
    y: float


@dataclass(frozen=True)
class Army:
    """All units of a realm in a space as one figure: its dearest unit, and how many they are.

    From afar it is a shape with a number.
    """

    style: str
    icon: str
    shape: str
    count: int
    x: float


@dataclass(frozen=True)
class BoardSpace:
    """A space as drawn. ``style`` is its owner's tincture, ``words`` say everything for readers."""

    code: str
    name: str
    shape: str
    x: int
    y: int
    sort: str
    style: str
    state: str
    url: str
    words: str
    tokens: tuple[Token, ...]
    armies: tuple[Army, ...]
    capital: bool
    guarded: int

    @property
    def wide(self) -> int:
        """Pixels from the middle to the side of what stands there, from near."""
        return round(max((abs(token.x) for token in self.tokens), default=0)) + 18

    @property
    def high(self) -> int:
        """Pixels from the middle to the lower end of what stands there, from near; about as many above it."""
        return round(max((abs(token.y) for token in self.tokens), default=0)) + 17


@dataclass(frozen=True)
class Arrow:
    """A move shown on the board, between two points in units of the drawing."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True)
class DrawnBoard:
    """The whole board. ``seek`` names the space that the view goes to when it changes; ``drawn`` changes with
    anything that stands on the board.
    """

    width: int
    height: int
    spaces: tuple[BoardSpace, ...]
    styles: tuple[str, ...]
    seek: BoardSpace | None
    arrow: Arrow | None
    drawn: str


def outline(kind: int) -> str:
    """The outline of a unit's token: what kind of unit it is can be seen without its icon."""
    if kind == CASTLE:
        return "castle"
    if kind == WARSHIP:
        return "sea"
    if kind in FLYERS:
        return "fly"
    return "hero" if kind in HEROES else "land"


def contents(state: State, space: int) -> dict[int, Counter[int]]:
    """The units of a space by realm and kind; cargo is counted apart, with its ship."""
    return _by_realm(state.units[space])


def _by_realm(units: tuple[int, ...]) -> dict[int, Counter[int]]:
    found: dict[int, Counter[int]] = {}
    for code in units:
        found.setdefault(realm_of(code), Counter())[kind_of(code)] += 1
    return found


def cargo(state: State, space: int, realm: int) -> Counter[int]:
    """What the ships of a realm in a sea space carry."""
    return _cargo(state.units[space], realm)


def _cargo(units: tuple[int, ...], realm: int) -> Counter[int]:
    return Counter(aboard_kind(one) for code in units if realm_of(code) == realm for one in places(code))


def space_words(rules: PlayedNerath, state: State, space: int) -> str:
    """Everything about a space in sentences."""
    return _shown(rules, language(), space, state.owner[space], state.units[space], state.tiles[space])[0]


@lru_cache(maxsize=4096)
def _shown(
    rules: PlayedNerath,
    _language: str,
    space: int,
    owner: int,
    units: tuple[int, ...],
    tiles: tuple[int, ...],
) -> tuple[str, tuple[Token, ...], tuple[Army, ...]]:
    """A space in words, and its figures from near and from afar: few spaces change from page to page."""
    found = _by_realm(units)
    return " ".join(_said(rules, space, owner, units, tiles)), _tokens(found), _armies(found)


def _said(
    rules: PlayedNerath, space: int, owner: int, units: tuple[int, ...], tiles: tuple[int, ...]
) -> Iterator[str]:
    if owner >= 0:
        yield _("Land of %(realm)s.", realm=realm_name(REALMS[owner]))
    elif rules.board.sort[space] == SEA:
        yield _("Sea.")
    else:
        yield _("Dungeon entrance.")
    if space in rules.board.capitals:
        home = rules.board.capitals.index(space)
        yield _("Capital of %(realm)s.", realm=realm_name(REALMS[home]))
    if tiles:
        up = [guardian_name(rules.content, tile >> 1) for tile in tiles if tile & 1]
        down = len(tiles) - len(up)
        if up:
            yield _("Guardians: %(names)s.", names=", ".join(up))
        if down:
            yield ngettext("%(num)d guardian face down.", "%(num)d guardians face down.", down)
    for realm, kinds in _by_realm(units).items():
        yield f"{realm_name(REALMS[realm])}: {counted_list(kinds)}."
        if aboard := _cargo(units, realm):
            yield _("Aboard: %(units)s.", units=counted_list(aboard))


def board(
    rules: PlayedNerath,
    state: State,
    marks: Mapping[int, str],
    urls: Mapping[int, str],
    arrow: tuple[int, int] | None = None,
    seek: int | None = None,
) -> DrawnBoard:
    """The board with these marks (space → legal, danger, selected) and links."""
    shapes, spoken = rules.outlines, language()
    spaces = []
    for number, space in enumerate(rules.board.spaces):
        x, y = shapes.middles[space.code]
        owner = state.owner[number]
        words, tokens, armies = _shown(rules, spoken, number, owner, state.units[number], state.tiles[number])
        spaces.append(
            BoardSpace(
                space.code,
                space.name,
                shapes.shapes[space.code],
                round(x),
                round(y),
                {LAND: "land", SEA: "sea", DUNGEON: "cave"}[space.sort],
                STYLES[REALMS[owner]] if owner >= 0 else "",
                marks.get(number, ""),
                urls.get(number, ""),
                words,
                tokens,
                armies,
                number in rules.board.capitals,
                len(state.tiles[number]),
            )
        )
    line = None
    if arrow is not None:
        one, two = spaces[arrow[0]], spaces[arrow[1]]
        line = Arrow(one.x, one.y, two.x, two.y)
    return DrawnBoard(
        shapes.width,
        shapes.height,
        tuple(spaces),
        tuple(STYLES.values()),
        spaces[seek] if seek is not None else None,
        line,
        _print(spoken, state),
    )


def _print(spoken: str, state: State) -> str:
    """A fingerprint of what stands on the board, of nothing hidden: guardians face down count alike."""
    tiles = tuple(tuple(tile if tile & 1 else 0 for tile in there) for there in state.tiles)
    seen = repr((spoken, state.owner, state.units, tiles)).encode()
    return hashlib.blake2b(seen, digest_size=9).hexdigest()


def _tokens(found: Mapping[int, Counter[int]]) -> tuple[Token, ...]:
    """One token for each realm and kind, in rows of at most four, castles first."""
    rows: list[list[tuple[int, int, int]]] = []
    for realm, kinds in sorted(found.items()):
        order = sorted(kinds.items(), key=lambda one: (one[0] != CASTLE, one[0]))
        mine = [(realm, kind, count) for kind, count in order]
        rows += [mine[start : start + 4] for start in range(0, len(mine), 4)]
    out = []
    for line, row in enumerate(rows):
        y = (line - (len(rows) - 1) / 2) * 34 - 4
        for place, (realm, kind, count) in enumerate(row):
            x = (place - (len(row) - 1) / 2) * 30
            style = STYLES[REALMS[realm]]
            out.append(Token(style, KIND_ICONS[kind], outline(kind), count, round(x, 1), round(y, 1)))
    return tuple(out)


def _armies(found: Mapping[int, Counter[int]]) -> tuple[Army, ...]:
    out = []
    for place, (realm, kinds) in enumerate(sorted(found.items())):
        units = [kind for kind in kinds if kind != CASTLE]
        best = max(units, key=lambda kind: PROFILES[kind].cost, default=CASTLE)
        shape = "castle" if kinds[CASTLE] else "sea" if kinds[WARSHIP] else outline(best)
        x = (place - (len(found) - 1) / 2) * 34
        out.append(Army(STYLES[REALMS[realm]], KIND_ICONS[best], shape, sum(kinds[one] for one in units), x))
    return tuple(out)
