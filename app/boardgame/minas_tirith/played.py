"""The rules of the siege together with the drawing of their board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from app.boardgame.outlines import Outlines, outlines
from rules.content import content_bytes
from rules.engine.grid import read_grid
from rules.minas_tirith.content import read, shipped
from rules.minas_tirith.game import MinasTirith


class PlayedSiege(MinasTirith):
    """A rule set that knows the grid its board was read from."""

    def __init__(self, files: Mapping[str, str] | None) -> None:
        super().__init__(read(files) if files else shipped())
        self._grid = files["board.txt"] if files else content_bytes("minas_tirith", "board.txt").decode()

    @cached_property
    def outlines(self) -> Outlines:
        """The shapes of the spaces by their codes."""
        return outlines(read_grid(self._grid, []))


@lru_cache(maxsize=8)
def played(files: tuple[tuple[str, str], ...]) -> PlayedSiege:
    """The rules with these files, or with the shipped content if there are none; cheap the second time."""
    return PlayedSiege(dict(files) or None)
