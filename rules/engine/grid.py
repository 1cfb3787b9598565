"""The drawing of a board: a hex grid in plain text, two letters for each cell.

The cells of a row are neighbours, and so are cells half a cell apart in the rows above and below; rows
with an odd number, counted from 0, stand half a cell to the right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Grid = Sequence[Sequence[str]]


def read_grid(text: str, faults: list[str]) -> Grid:
    """The rows of cells of a drawing; a ragged row is added to ``faults``."""
    rows = [line.split() for line in text.splitlines() if line.strip()]
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            faults.append(f"board.txt: row {number + 1} has {len(row)} cells, the first has {len(rows[0])}")
    return rows


def neighbours(grid: Grid, column: int, row: int) -> Iterator[tuple[int, int]]:
    """The cells round a cell, as column and row: at most six."""
    shift = row % 2
    near = [(column - 1, row), (column + 1, row)]
    near += [(column - 1 + shift + step, row + down) for down in (-1, 1) for step in (0, 1)]
    return ((x, y) for x, y in near if 0 <= y < len(grid) and 0 <= x < len(grid[y]))


def borders_drawn(grid: Grid) -> dict[str, set[str]]:
    """For every code on the drawing the codes of the spaces that touch it."""
    found: dict[str, set[str]] = {}
    for row, cells in enumerate(grid):
        for column, code in enumerate(cells):
            near = found.setdefault(code, set())
            near.update(grid[y][x] for x, y in neighbours(grid, column, row) if grid[y][x] != code)
    return found
