"""What the page shows on a map: the plain data that ``templates/macros/board.html`` draws.

All points are fractions of the picture's width and height, 0 to 1 from its upper left corner, so that
they hold for every picture size and every zoom. The drawing itself is always 1400 units wide.
"""

import math
from dataclasses import dataclass
from typing import Literal

UNITS_WIDE = 1400
"""Width of every board in the units of its drawing; the height follows from the picture."""

SHOWN_WIDTH = 700
"""Width in pixels at which a page without script shows a map that is being edited."""

PLAY_LEVEL = 1.5
"""Units per pixel at which the server draws arrows; the script draws them anew for the zoom at hand."""

_GAP_AT_START, _GAP_AT_END = 22, 31

PlaceState = Literal["none", "legal", "danger", "selected"]
Mode = Literal["view", "edit", "pick"]
_Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Owner:
    """Who holds a place, which makes it a hideout (V7.11).

    ``style`` is the seat's tincture ``p1`` … ``p12``, ``emblem`` an icon's name, ``name`` the player's.
    """

    style: str
    emblem: str
    name: str


@dataclass(frozen=True, slots=True)
class Bands:
    """The warbands of one player that stand at a place, seen by all (V9.5); ``names`` are the warbands'."""

    owner: Owner
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Inside:
    """What goes on within a place that has a map of its own, at whatever depth (V1.6)."""

    places: int = 0
    events: int = 0
    bands: int = 0
    embattled: bool = False
    mine: bool = False
    legal: bool = False


@dataclass(frozen=True, slots=True)
class BoardPlace:
    """One place as this reader may see it. ``x``, ``y`` are fractions; ``url`` opens or picks the place."""

    id: str
    name: str
    x: float
    y: float
    url: str
    icon: str = "camp"
    banner: bool = False
    owner: Owner | None = None
    mine: bool = False
    inside: Inside | None = None
    bands: tuple[Bands, ...] = ()
    event_count: int = 0
    locked: bool = False
    embattled: bool = False
    state: PlaceState = "none"

    @property
    def band_count(self) -> int:
        """How many warbands stand there."""
        return sum(len(bands.names) for bands in self.bands)

    @property
    def has_map(self) -> bool:
        """Whether one can enter the place (V1.7)."""
        return self.inside is not None

    @property
    def across(self) -> float:
        """Units from the left edge."""
        return round(self.x * UNITS_WIDE, 1)


@dataclass(frozen=True, slots=True)
class BoardPath:
    """A path between two points (fractions); ``one_way`` leads from the first to the second."""

    x1: float
    y1: float
    x2: float
    y2: float
    one_way: bool = False


@dataclass(frozen=True, slots=True)
class BoardOrder:
    """An order from one point to another (fractions), given only to those who may see it.

    ``style`` is the sender's tincture for the game master, empty for one's own orders; ``label`` says the
    order in words.
    """

    x1: float
    y1: float
    x2: float
    y2: float
    label: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """An order as drawn: the whole bend, the bend between the rings, and the turned point of its head."""

    whole: str
    shaft: str
    head: str


@dataclass(frozen=True, slots=True)
class Board:
    """A map with all that lies on it, for one reader and one page.

    ``key`` names the board on the page and in the browser's memory of its view; letters, digits and hyphens.
    ``width`` and ``height`` are the picture's, in any unit. ``focus`` is the point (fractions) a phone shows
    first. ``add_form``, ``move_form`` and ``pick_form`` are ids of forms on the page that the script fills;
    ``add_url`` takes the click of a page without script as ``at.x`` and ``at.y`` in pixels of a picture
    ``shown_width`` by ``shown_height`` (V1.4).
    """

    key: str
    title: str
    picture_light: str
    picture_dark: str
    width: float
    height: float
    places: tuple[BoardPlace, ...] = ()
    paths: tuple[BoardPath, ...] = ()
    orders: tuple[BoardOrder, ...] = ()
    ground: Literal["sea", "land"] = "land"
    mode: Mode = "view"
    focus: tuple[float, float] | None = None
    add_form: str = ""
    move_form: str = ""
    pick_form: str = ""
    add_url: str = ""

    @property
    def units_high(self) -> float:
        return round(UNITS_WIDE * self.height / self.width, 1)

    @property
    def shown_width(self) -> int:
        return SHOWN_WIDTH

    @property
    def shown_height(self) -> int:
        return round(SHOWN_WIDTH * self.height / self.width)

    @property
    def units_wide(self) -> int:
        return UNITS_WIDE

    @property
    def styles(self) -> list[str]:
        """The tinctures on this board, each once."""
        owners = {place.owner.style for place in self.places if place.owner}
        return sorted(owners | {bands.owner.style for place in self.places for bands in place.bands})

    def down(self, y: float) -> float:
        """Units from the upper edge of a point at the fraction ``y``."""
        return round(y * self.units_high, 1)

    def bend(self, path: BoardPath) -> str:
        """The bend of a path as path data."""
        (ax, ay), (cx, cy), (bx, by) = self._bend(path)
        return f"M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"

    def middle(self, path: BoardPath) -> str:
        """Where and how turned the sign of a one-way path stands, as an SVG transform."""
        curve = self._bend(path)
        x, y = _blossom(curve, 0.5, 0.5)
        (ax, ay), _, (bx, by) = curve
        return f"translate({x:.1f} {y:.1f}) rotate({math.degrees(math.atan2(by - ay, bx - ax)):.0f})"

    def arrow(self, order: BoardOrder) -> Arrow | None:
        """The arrow of an order; ``None`` for one that stays where it is."""
        curve = self._bend(order)
        (ax, ay), (cx, cy), (bx, by) = curve
        length = math.dist((ax, ay), (bx, by))
        if length < 1:
            return None
        start = min(0.3, _GAP_AT_START * PLAY_LEVEL / length)
        end = max(0.6, 1 - _GAP_AT_END * PLAY_LEVEL / length)
        (sx, sy), (mx, my), (ex, ey) = (
            _blossom(curve, start, start), _blossom(curve, start, end), _blossom(curve, end, end)
        )  # fmt: skip
        turn = math.degrees(math.atan2(ey - my, ex - mx))
        return Arrow(
            whole=f"{ax:.1f} {ay:.1f} {cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}",
            shaft=f"M{sx:.1f} {sy:.1f}Q{mx:.1f} {my:.1f} {ex:.1f} {ey:.1f}",
            head=f"translate({ex:.1f} {ey:.1f}) rotate({turn:.0f})",
        )

    def _bend(self, line: BoardPath | BoardOrder) -> tuple[_Point, _Point, _Point]:
        """Start, control point and end in units; the same bend both ways, so an order follows its path."""
        a = (line.x1 * UNITS_WIDE, line.y1 * self.units_high)
        b = (line.x2 * UNITS_WIDE, line.y2 * self.units_high)
        side = 0.11 if a <= b else -0.11
        middle = ((a[0] + b[0]) / 2 - (b[1] - a[1]) * side, (a[1] + b[1]) / 2 + (b[0] - a[0]) * side)
        return a, middle, b


def fraction_of(pixels: float, size: float) -> float:
    """The fraction, 0 to 1, of a click ``pixels`` into a picture shown ``size`` pixels wide or high."""
    return min(1.0, max(0.0, pixels / size))


def _blossom(curve: tuple[_Point, _Point, _Point], s: float, t: float) -> _Point:
    """The control points of a part of a bend: start at (s, s), control at (s, t), end at (t, t)."""
    a, c, b = ((1 - s) * (1 - t), s + t - 2 * s * t, s * t)
    return (
        a * curve[0][0] + c * curve[1][0] + b * curve[2][0],
        a * curve[0][1] + c * curve[1][1] + b * curve[2][1],
    )
