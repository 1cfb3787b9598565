"""The lands themselves: where the shore runs, where mountains and woods stand, which places lend themselves."""

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass, field

from mapmaking.fields import Field, Line, Noise, Point, rounded, scatter, to_line

WIDTH = 1400
"""Every shipped map is 1400 units wide; pages count on it for sizes in pixels."""


@dataclass(frozen=True)
class Spot:
    """A suggested place: its point in units, whether a banner stands there, and its icon."""

    x: float
    y: float
    icon: str
    banner: bool = False


@dataclass(frozen=True)
class Land:
    """One map before it is drawn. ``shore`` is positive on land; ``signs`` are (sign, points)."""

    key: str
    names: dict[str, str]
    height: int
    ground: str
    shore: Field
    rivers: list[Line]
    signs: list[tuple[str, Line]]
    spots: list[Spot]
    rose: Point
    seas: list[tuple[str, Point, float, float, float]] = field(default_factory=list)
    ships: list[Point] = field(default_factory=list)


def _stream(points: Line, noise: Noise, sway: float = 24) -> Line:
    """A river's course: bends between the points, then flows."""
    course: Line = []
    for (ax, ay), (bx, by) in itertools.pairwise(points):
        for i in range(8):
            x, y = ax + (bx - ax) * i / 8, ay + (by - ay) * i / 8
            course.append(
                (x + sway * noise.layered(x, y, 45, 2), y + sway * noise.layered(y + 400, x, 45, 2))
            )
    return rounded([*course, points[-1]], 1)


def _free_of(spots: list[Spot], rivers: list[Line]) -> Callable[[float, float], bool]:
    """Whether a sign at a point leaves the rings and names of the spots and the rivers in sight."""

    boxed = []
    for river in rivers:
        xs, ys = [p[0] for p in river], [p[1] for p in river]
        boxed.append((river, min(xs) - 13, max(xs) + 13, min(ys) - 13, max(ys) + 13))

    def free(x: float, y: float) -> bool:
        for s in spots:
            if math.hypot(x - s.x, y - 10 - s.y) < 46 or (abs(x - s.x) < 66 and -2 < y - s.y < 62):
                return False
        return not any(
            left < x < right and top < y - 4 < low and to_line((x, y - 4), river) <= 13
            for river, left, right, top, low in boxed
        )

    return free


def coast() -> Land:
    """A land almost an island, with a spine of mountains, and an island before it."""
    height = 1040
    rough, islet, ground = Noise(57), Noise(58), Noise(77)

    def bump(x: float, y: float, cx: float, cy: float, rx: float, ry: float) -> float:
        return 1 - math.hypot((x - cx) / rx, (y - cy) / ry)

    def shore(x: float, y: float) -> float:
        main = max(
            bump(x, y, 560, 540, 640, 430), bump(x, y, 1000, 760, 380, 270), bump(x, y, 320, 300, 300, 240)
        )
        far = bump(x, y, 1185, 250, 165, 125)
        # the sea goes all the way round, so that the page can let it go on beyond the picture
        rim = min(x, WIDTH - x, y, height - y) + 120 * rough.layered(x + 900, y, 130, 2)
        main -= max(0, 1 - rim / 110) * 1.1
        return max(
            main + 0.86 * rough.layered(x, y, 340, 3) + 0.16 * rough.layered(y, x, 60, 3) - 0.07,
            far + 0.7 * islet.layered(x, y, 150, 3) + 0.3 * islet.layered(y, x, 44, 2) - 0.04,
        )

    field_ = Field(WIDTH, height, 6, 54, shore)
    inland = field_.distances()
    rivers = [
        _stream([(500, 505), (560, 600), (540, 700), (585, 800), (575, 900)], rough),
        _stream([(640, 540), (740, 480), (830, 430), (890, 350), (905, 250)], rough),
        _stream([(330, 400), (270, 470), (230, 560), (130, 610), (20, 640)], islet),
    ]
    rivers = [_until(river, lambda x, y: inland.sample(x, y) < -2) for river in rivers]
    spots = [
        Spot(604, 800, "anchor", True), Spot(458, 318, "fort", True), Spot(765, 700, "village"),
        Spot(350, 585, "abbey"), Spot(713, 505, "mine"), Spot(425, 770, "oak", True),
        Spot(905, 545, "skull"), Spot(775, 392, "bridge", True), Spot(215, 330, "wolf", True),
        Spot(1195, 262, "lighthouse"), Spot(668, 292, "village", True), Spot(400, 190, "mountains"),
        Spot(1120, 720, "galleon", True), Spot(960, 860, "watchtower"),
    ]  # fmt: skip
    ridge = [(230.0, 400.0), (390.0, 430.0), (520.0, 480.0), (640.0, 590.0), (830.0, 650.0)]
    free = _free_of(spots, rivers)

    def dry(x: float, y: float) -> bool:
        return inland.sample(x, y) > 20 and free(x, y)

    def wooded(x: float, y: float) -> float:
        return ground.layered(x + 700, y + 300, 190, 3)

    peaks = scatter(
        lambda x, y: dry(x, y) and (to_line((x, y), ridge) < 62 or ground.layered(x, y, 220, 3) > 0.3),
        WIDTH, height, 27, 3, 14000,
    )  # fmt: skip
    woods = scatter(
        lambda x, y: dry(x, y) and to_line((x, y), ridge) > 74 and wooded(x, y) > 0.1,
        WIDTH,
        height,
        16,
        4,
        14000,
    )
    hills = scatter(
        lambda x, y: dry(x, y) and to_line((x, y), ridge) > 94 and -0.5 < wooded(x, y) < -0.17,
        WIDTH, height, 42, 6, 5000,
    )  # fmt: skip
    return Land(
        key="coast",
        names={"en": "The salt coast", "da": "Saltkysten", "de": "Die Salzküste"},
        height=height,
        ground="sea",
        shore=field_,
        rivers=rivers,
        signs=[("mountain", peaks), ("wood", woods), ("hill", hills)],
        spots=spots,
        rose=(1316, 470),
        seas=[("Mare Salis", (520, 120), 230, 14, 42), ("Sinus Corvi", (470, 985), 250, -14, 38)],
        ships=[(1255, 985), (64, 110)],
    )


def valley() -> Land:
    """High land on both sides of a long valley; a river ties four lakes together and leaves in the south."""
    height = 1180
    rough, ground, bend = Noise(11), Noise(23), Noise(31)
    lakes = [(820, 215, 170, 82), (560, 520, 120, 150), (905, 690, 105, 70), (610, 960, 190, 92)]

    def shore(x: float, y: float) -> float:
        wet = max(1 - math.hypot((x - cx) / rx, (y - cy) / ry) for cx, cy, rx, ry in lakes)
        return 0.1 - wet + 1.5 * rough.layered(x, y, 190, 3) + 0.4 * rough.layered(y, x, 48, 2)

    field_ = Field(WIDTH, height, 6, 54, lambda x, y: shore(x, y) if 60 < x < 1340 and 60 < y < 1120 else 1.0)
    inland = field_.distances()
    main = _stream([(1010, -20), (960, 90), (860, 200)], bend, 30)
    links = [
        main,
        _stream([(760, 260), (690, 350), (610, 430)], bend, 30),
        _stream([(560, 620), (590, 740), (560, 840), (610, 920)], bend, 36),
        _stream([(900, 720), (800, 800), (700, 860), (650, 930)], bend, 30),
        _stream([(640, 1000), (720, 1090), (700, 1200)], bend, 30),
        _stream([(1290, 560), (1150, 620), (1040, 640), (940, 690)], bend, 30),
        _stream([(150, 470), (280, 520), (400, 480), (520, 520)], bend, 30),
    ]
    rivers = [part for river in links for part in _dry_parts(river, inland)]
    spots = [
        Spot(560, 228, "castle", True), Spot(1010, 300, "village", True), Spot(400, 300, "pine"),
        Spot(700, 420, "bridge"), Spot(380, 560, "abbey", True), Spot(745, 590, "anchor", True),
        Spot(1090, 560, "mine"), Spot(1060, 800, "fort", True), Spot(430, 780, "watchtower", True),
        Spot(720, 745, "stonetower"), Spot(900, 960, "oak", True), Spot(370, 1010, "camp", True),
        Spot(1190, 990, "dungeon"), Spot(1180, 170, "gate"), Spot(200, 700, "mountains"),
        Spot(800, 1080, "village"),
    ]  # fmt: skip
    west = [(150.0, 40.0), (230.0, 260.0), (150.0, 460.0), (210.0, 620.0), (120.0, 830.0), (190.0, 1160.0)]
    east = [
        (1330.0, 40.0),
        (1260.0, 300.0),
        (1290.0, 520.0),
        (1230.0, 700.0),
        (1310.0, 900.0),
        (1240.0, 1160.0),
    ]
    spur = [(180.0, 90.0), (420.0, 80.0), (560.0, 60.0)]
    free = _free_of(spots, rivers)

    def dry(x: float, y: float) -> bool:
        rose = math.hypot(x - 190, y - 1060) > 84
        return (
            rose and 34 < x < WIDTH - 34 and 48 < y < height - 26 and inland.sample(x, y) > 22 and free(x, y)
        )

    def high(x: float, y: float) -> float:
        """Units away from the nearest range, made uneven."""
        near = min(to_line((x, y), west), to_line((x, y), east), to_line((x, y), spur) + 40)
        return near + 70 * ground.layered(x, y, 160, 3)

    def wooded(x: float, y: float) -> float:
        return ground.layered(x + 300, y + 900, 230, 3)

    low = 118.0
    peaks = scatter(lambda x, y: dry(x, y) and high(x, y) < 66, WIDTH, height, 29, 5, 14000)
    hills = scatter(lambda x, y: dry(x, y) and 84 < high(x, y) < low + 8, WIDTH, height, 40, 8, 9000)
    firs = scatter(
        lambda x, y: dry(x, y) and high(x, y) > low and wooded(x, y) > 0.09, WIDTH, height, 16, 9, 14000
    )
    reeds = scatter(
        lambda x, y: 9 < inland.sample(x, y) < 34 and free(x, y) and high(x, y) > low and wooded(x, y) < 0.02,
        WIDTH, height, 44, 12, 9000,
    )  # fmt: skip
    fields = scatter(
        lambda x, y: dry(x, y) and high(x, y) > low + 20 and inland.sample(x, y) > 40 and -0.4 < wooded(x, y) < -0.08,
        WIDTH, height, 34, 14, 6000,
    )  # fmt: skip
    return Land(
        key="valley",
        names={"en": "The valley of the lakes", "da": "Søernes dal", "de": "Das Tal der Seen"},
        height=height,
        ground="land",
        shore=field_,
        rivers=rivers,
        signs=[("mountain", peaks), ("fir", firs), ("hill", hills), ("reeds", reeds), ("furrows", fields)],
        spots=spots,
        rose=(190, 1060),
    )


def _until(line: Line, stop: Callable[[float, float], bool]) -> Line:
    """The line up to and with the first point where ``stop`` holds."""
    for i, (x, y) in enumerate(line):
        if stop(x, y):
            return line[: i + 1]
    return line


def _dry_parts(line: Line, inland: Field) -> list[Line]:
    """The parts of a river on land, each reaching one point into the water it comes from and goes to."""
    parts: list[Line] = []
    part: Line = []
    for before, here in zip([line[0], *line], line, strict=False):
        if inland.sample(*here) > 0:
            if not part and before != here:
                part = [before]
            part.append(here)
        elif part:
            parts.append([*part, here])
            part = []
    return [p for p in [*parts, part] if len(p) > 2]


LANDS: tuple[Callable[[], Land], ...] = (coast, valley)
