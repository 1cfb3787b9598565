"""A chart of figures per round: where its lines, marks and words stand, in the units of its drawing.

Players are told apart by more than colour: each has a dash and a mark of their own, and their name stands at
the end of the line, so that the chart can be read in greys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 720, 340
_LEFT, _RIGHT, _TOP, _BOTTOM = 48, 190, 18, 34
_TICKS = 5
_LABEL_GAP = 19
_MOST_ROUND_LABELS = 12
_LONGEST_NAME = 16

DASHES = ("", "9 5", "2 4", "9 4 2 4", "14 5", "9 3 2 3 2 3")
MARKS = (
    "M-5 0A5 5 0 1 0 5 0A5 5 0 1 0 -5 0Z",
    "M-4.6 -4.6H4.6V4.6H-4.6Z",
    "M0 -6.2L6.2 0L0 6.2L-6.2 0Z",
    "M0 -6L5.8 4.6H-5.8Z",
    "M-5.4 -1.8H-1.8V-5.4H1.8V-1.8H5.4V1.8H1.8V5.4H-1.8V1.8H-5.4Z",
    "M0 6L5.8 -4.6H-5.8Z",
)


@dataclass(frozen=True)
class Course:
    """One player's figures by round; ``style`` is the seat's, 1 to 12."""

    name: str
    style: int
    values: Mapping[int, int]


@dataclass(frozen=True)
class Point:
    x: float
    y: float


@dataclass(frozen=True)
class Tick:
    """A line across with its figure, or a round below."""

    at: float
    text: str


@dataclass(frozen=True)
class Drawn:
    """A player's line: ``path`` data, dash and mark; ``hollow`` marks are those of seats 7 to 12."""

    name: str
    style: str
    path: str
    dash: str
    mark: str
    hollow: bool
    points: tuple[Point, ...]
    label: Point
    lead: str
    last: int


@dataclass(frozen=True)
class Chart:
    width: int
    height: int
    left: int
    right: int
    across: tuple[Tick, ...]
    below: tuple[Tick, ...]
    lines: tuple[Drawn, ...]


def chart(rounds: Sequence[int], courses: Sequence[Course]) -> Chart:
    """Draw the courses over ``rounds`` (ascending, at least one)."""
    values = [value for course in courses for value in course.values.values()]
    step = _step(max(values, default=0))
    top = step * max(1, -(-max(values, default=0) // step))
    inner_width, inner_height = WIDTH - _LEFT - _RIGHT, HEIGHT - _TOP - _BOTTOM

    def across(round_: int) -> float:
        share = rounds.index(round_) / (len(rounds) - 1) if len(rounds) > 1 else 1.0
        return round(_LEFT + share * inner_width, 1)

    def down(value: int) -> float:
        return round(_TOP + inner_height * (1 - value / top), 1)

    every = -(-len(rounds) // _MOST_ROUND_LABELS)
    return Chart(
        width=WIDTH,
        height=HEIGHT,
        left=_LEFT,
        right=WIDTH - _RIGHT,
        across=tuple(Tick(down(value), str(value)) for value in range(0, top + 1, step)),
        below=tuple(Tick(across(one), str(one)) for one in rounds[::-every][::-1]),
        lines=_lines(courses, across, down),
    )


def _lines(
    courses: Sequence[Course], across: Callable[[int], float], down: Callable[[int], float]
) -> tuple[Drawn, ...]:
    drawn = []
    ends = {id(course): down(course.values[max(course.values)]) for course in courses}
    labels = _apart([ends[id(course)] for course in courses])
    for course, label_y in zip(courses, labels, strict=True):
        points = tuple(Point(across(one), down(value)) for one, value in sorted(course.values.items()))
        pattern = (course.style - 1) % len(DASHES)
        end = points[-1]
        label_x = WIDTH - _RIGHT + 30
        drawn.append(
            Drawn(
                name=course.name
                if len(course.name) <= _LONGEST_NAME
                else f"{course.name[: _LONGEST_NAME - 1]}…",
                style=f"p{course.style}",
                path="M" + "L".join(f"{point.x} {point.y}" for point in points),
                dash=DASHES[pattern],
                mark=MARKS[pattern],
                hollow=course.style > len(DASHES),
                points=points,
                label=Point(label_x, label_y),
                lead=f"M{end.x + 8:.1f} {end.y}L{label_x - 5} {label_y}",
                last=course.values[max(course.values)],
            )
        )
    return tuple(drawn)


def _apart(wanted: Sequence[float]) -> list[float]:
    """Heights for labels near the wanted ones, none over another, all within the drawing."""
    order = sorted(range(len(wanted)), key=lambda one: wanted[one])
    placed = [0.0] * len(wanted)
    lowest = float(_TOP)
    for one in order:
        placed[one] = max(wanted[one], lowest)
        lowest = placed[one] + _LABEL_GAP
    overflow = lowest - _LABEL_GAP - (HEIGHT - 12)
    if overflow > 0:
        ceiling = HEIGHT - 12.0
        for one in reversed(order):
            placed[one] = min(placed[one], ceiling)
            ceiling = placed[one] - _LABEL_GAP
    return [round(one, 1) for one in placed]


def _step(most: int) -> int:
    """A round number of which a few make up the greatest figure: 1, 2, 5, 10, 20, 50 …"""
    power = 1
    while True:
        for step in (power, 2 * power, 5 * power):
            if step * _TICKS >= most:
                return step
        power *= 10
