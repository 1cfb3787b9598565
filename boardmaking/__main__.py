"""`python -m boardmaking SEED` prints a hex text grid of the board (N11.1).

Two cells in a row are neighbours, and so are those half a cell off in the rows above and below (odd rows
stand half a cell to the right). Each cell holds the two-letter code of its space.
"""

from __future__ import annotations

import math
import random
import sys

WIDTH, HEIGHT = 62, 34
Cell = tuple[int, int]
LANDS = {"K": 15, "V": 15, "I": 15, "N": 15}
SEAS, DUNGEONS = 20, 13


def neighbours(cell: Cell) -> list[Cell]:
    """The up to six cells round a cell of the grid."""
    column, row = cell
    shift = row % 2
    near = [(column - 1, row), (column + 1, row)]
    near += [(column - 1 + shift + step, row + down) for down in (-1, 1) for step in (0, 1)]
    return [(x, y) for x, y in near if 0 <= x < WIDTH and 0 <= y < HEIGHT]


def point(cell: Cell) -> tuple[float, float]:
    return cell[0] + cell[1] % 2 / 2, cell[1] * 0.866


def blob(cell: Cell, centre: tuple[float, float], radius: tuple[float, float], wobble: list[float]) -> bool:
    """Whether a cell lies in an ellipse with an uneven edge."""
    x, y = point(cell)
    across, down = (x - centre[0]) / radius[0], (y - centre[1]) / radius[1]
    angle = math.atan2(down, across)
    edge = 1 + sum(size * math.sin((turn + 2) * angle + turn) for turn, size in enumerate(wobble))
    return math.hypot(across, down) < edge


def regions(cells: set[Cell], count: int, luck: random.Random) -> list[set[Cell]]:
    """Parts of about the same size: nearest centres, moved to the middle of their parts some times."""
    centres = [point(cell) for cell in luck.sample(sorted(cells), count)]
    parts: list[set[Cell]] = []
    for _ in range(30):
        parts = [set() for _ in centres]
        for cell in sorted(cells):
            nearest = min(range(count), key=lambda number: math.dist(centres[number], point(cell)))
            parts[nearest].add(cell)
        centres = [
            (sum(point(c)[0] for c in part) / len(part), sum(point(c)[1] for c in part) / len(part))
            for part in parts
        ]
    return parts


def centre_of(part: set[Cell]) -> tuple[float, float]:
    return sum(point(c)[0] for c in part) / len(part), sum(point(c)[1] for c in part) / len(part)


def connected(part: set[Cell]) -> bool:
    todo = [min(part)]
    seen = set(todo)
    for cell in todo:
        for near in neighbours(cell):
            if near in part and near not in seen:
                seen.add(near)
                todo.append(near)
    return len(seen) == len(part)


def carve_dungeons(parts: list[set[Cell]], sea: set[Cell], luck: random.Random) -> list[set[Cell]]:
    """Cut small entrances out of the land, away from the sea, each where several lands meet (N7.7)."""
    owner = {cell: part for part in parts for cell in part}
    corners = [
        cell
        for cell in owner
        if len({id(owner[n]) for n in neighbours(cell) if n in owner} | {id(owner[cell])}) >= 3
        and not any(n in sea for n in neighbours(cell))
    ]
    corners.sort()
    luck.shuffle(corners)
    found: list[set[Cell]] = []
    for cell in corners:
        near = [n for n in neighbours(cell) if n in owner and not any(m in sea for m in neighbours(n))]
        luck.shuffle(near)
        cave = {cell, *near[:2]}
        if len(cave) < 3 or not connected(cave) or len(found) == DUNGEONS:
            continue
        if any(math.dist(point(a), point(b)) < 6 for other in found for a in cave for b in other):
            continue
        if any(n not in owner for c in cave for n in neighbours(c)):
            continue
        if all(len(part - cave) >= 7 and connected(part - cave) for part in parts):
            for part in parts:
                part -= cave
            for one in cave:
                del owner[one]
            found.append(cave)
    return found


def thin_borders(grid: dict[Cell, str]) -> int:
    """How many pairs of spaces touch at one edge only: too little for the eye to be sure."""
    edges: dict[frozenset[str], int] = {}
    for cell, code in grid.items():
        for near in neighbours(cell):
            if grid[near] != code:
                pair = frozenset({code, grid[near]})
                edges[pair] = edges.get(pair, 0) + 1
    # every edge was met from both of its sides
    return sum(met == 2 for met in edges.values())


def sound(grid: dict[Cell, str]) -> bool:
    """No space falls apart, and no dungeon entrance lies at the sea (N7.7)."""
    parts: dict[str, set[Cell]] = {}
    for cell, code in grid.items():
        parts.setdefault(code, set()).add(cell)
    at_sea = any(
        grid[near][0] == "S" for cell, code in grid.items() if code[0] == "D" for near in neighbours(cell)
    )
    return not at_sea and all(len(part) >= 3 and connected(part) for part in parts.values())


def smooth(grid: dict[Cell, str], luck: random.Random) -> None:
    """Give single cells to a neighbour until no border is thin."""
    thin = thin_borders(grid)
    cells = sorted(grid)
    for _ in range(4000):
        if not thin:
            return
        cell = luck.choice(cells)
        old, new = grid[cell], grid[luck.choice(neighbours(cell))]
        if new == old:
            continue
        grid[cell] = new
        now = thin_borders(grid)
        if now < thin and sound(grid):
            thin = now
        else:
            grid[cell] = old
    raise ValueError(f"{thin} thin borders stay")


def draw(seed: int) -> list[str]:
    """The rows of the grid; raises ValueError when this seed makes no good board."""
    luck = random.Random(seed)
    every = {(x, y) for x in range(WIDTH) for y in range(HEIGHT)}

    def mass(centre: tuple[float, float], radius: tuple[float, float], uneven: float) -> set[Cell]:
        wobble = [luck.uniform(-uneven, uneven) for _ in range(5)]
        return {cell for cell in every if blob(cell, centre, radius, wobble)}

    west = mass((14.5, 14.3), (11.5, 12.5), 0.07)
    east = mass((47.5, 14.3), (11.5, 12.5), 0.07) - west
    island = mass((31, 14.5), (3.9, 5.2), 0.05)
    water = {n for cell in west | east for near in neighbours(cell) for n in [near, *neighbours(near)]}
    island -= water
    if not connected(west) or not connected(east) or not connected(island) or len(island) < 40:
        raise ValueError("the land masses do not fit")
    sea = every - west - east - island
    west_parts, east_parts = regions(west, 28, luck), regions(east, 28, luck)
    island_parts = regions(island, 4, luck)
    sea_parts = regions(sea, SEAS, luck)
    codes: dict[str, set[Cell]] = {}
    for parts, (north, south), (pocket_north, pocket_south) in (
        (west_parts, "KV", "NI"),
        (east_parts, "IN", "VK"),
    ):
        parts.sort(key=lambda part: centre_of(part)[1])
        # pockets of enemies beyond the sea lie at the outer rim, amid each half
        halves = [parts[:14], parts[14:]]
        for half, realm, pocket in zip(halves, (north, south), (pocket_north, pocket_south), strict=True):
            outer = sorted(half, key=lambda part: centre_of(part)[0], reverse=parts is east_parts)
            middle = centre_of(set().union(*half))
            pocket_part = min(outer[:5], key=lambda part: abs(centre_of(part)[1] - middle[1]))
            for part in half:
                home = pocket if part is pocket_part else realm
                codes[f"{home}{sum(code[0] == home for code in codes)}"] = part
    island_parts.sort(key=lambda part: centre_of(part))
    for part, home in zip(island_parts, luck.sample("KVIN", 4), strict=True):
        codes[f"{home}{sum(code[0] == home for code in codes)}"] = part
    caves = carve_dungeons(list(codes.values()), sea, luck)
    if len(caves) < DUNGEONS:
        raise ValueError("too few dungeon entrances")
    for number, part in enumerate(sea_parts):
        codes[f"S{number}"] = part
    for number, cave in enumerate(caves):
        codes[f"D{number}"] = cave
    if not all(connected(part) for part in codes.values()):
        raise ValueError("a space falls apart")
    letters = "abcdefghijklmnopqrstuvwxyz"
    grid = {cell: code[0] + letters[int(code[1:])] for code, part in codes.items() for cell in part}
    smooth(grid, luck)
    return [
        (" " if row % 2 else "") + " ".join(grid[column, row] for column in range(WIDTH))
        for row in range(HEIGHT)
    ]


if __name__ == "__main__":
    print("\n".join(draw(int(sys.argv[1]))))
