"""How big a model's card must be so that nothing is cut, which cards share a row, how tightly a table is set.

A card is 63 × 88 mm; with much text it is two or three cards wide. Widths of letters are estimated
with room to spare, and a card that still needs more grows downwards: it is never cut or split.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil

from app.campaign.documents.cards import Printed

LINES = 8
"""Lines of text that a card holds between its figures and its boxes."""
AIRY = 4
"""Lines up to which there is room for the drawing as well."""
LETTERS = (34, 74, 116)
"""Letters a line of one, two and three cards holds for certain."""
TITLE = (14, 44, 76)
"""Letters of a name that stand in one line over one, two and three cards."""
BOXES = (6, 18, 30)
"""Wound boxes in one line of one, two and three cards; a further line takes the room of two of text."""


@dataclass(frozen=True)
class Laid:
    """A card in its row: how many cards wide it is, and whether it has room for the drawing.

    ``model`` None is a blank card to be filled in at the table.
    """

    model: Printed | None
    width: int = 1
    airy: bool = False


def lay(model: Printed | None) -> Laid:
    """The smallest card that holds the model."""
    if model is None:
        return Laid(None)
    width = next((width for width in (1, 2) if _lines(model, width) <= LINES), 3)
    return Laid(model, width, _lines(model, width) <= AIRY)


def rows(models: Iterable[Printed | None], columns: int) -> list[list[Laid]]:
    """The cards in rows of so many columns (three or more); each goes into the first row with room."""
    filled: list[list[Laid]] = []
    for card in map(lay, models):
        for row in filled:
            if sum(other.width for other in row) + card.width <= columns:
                row.append(card)
                break
        else:
            filled.append([card])
    return filled


@dataclass(frozen=True)
class _Setting:
    """How a row of the roster's table is set: letters a line and heights in millimetres."""

    density: str
    name_letters: int
    name_height: float
    kind_letters: int
    kind_height: float
    text_letters: int
    text_height: float
    padding: float

    def height(self, model: Printed) -> float:
        """The height of the model's row."""
        kind = len(model.card_name) + len(model.types) + 4 + 18 * model.leader + 12 * model.mercenary
        kind += len(model.role or "") + len(model.rank or "")
        name = ceil(len(model.name) / self.name_letters) * self.name_height
        name += ceil(kind / self.kind_letters) * self.kind_height
        text = ceil(len(_listed(model)) / self.text_letters) * self.text_height
        boxes = ceil((model.wounds or 1) / 5) * 4.6
        return max(name, text, boxes) + self.padding


_SETTINGS = (
    _Setting("", 20, 5.0, 25, 3.6, 36, 3.75, 2.8),
    _Setting("dense", 24, 3.8, 28, 3.1, 41, 3.1, 1.4),
    _Setting("tight", 25, 3.1, 27, 2.5, 54, 2.5, 0.6),
)
_TABLE_HEIGHT = 172.0
"""Millimetres that a page of the smaller paper (letter) has for the rows of a roster."""
_NOTES_HEIGHT = 45.0


def density(models: Sequence[Printed]) -> tuple[str, bool]:
    """How tightly the roster's table is set so that a whole warband stands on its page (V10.3).

    Also whether there is room for notes under it.
    """
    for setting in _SETTINGS:
        height = sum(setting.height(model) for model in models)
        if height <= _TABLE_HEIGHT:
            return setting.density, height <= _TABLE_HEIGHT - _NOTES_HEIGHT
    return _SETTINGS[-1].density, False


def _lines(model: Printed, width: int) -> int:
    letters, title, boxes = LETTERS[width - 1], TITLE[width - 1], BOXES[width - 1]
    parts = [model.ranged + model.melee + " " * 18, *_parts(model)]
    text = sum(ceil(len(part) / letters) for part in parts if part)
    name = ceil(len(model.name) / title)
    kind = len(model.card_name) + len(model.types) + len(model.role or "") + len(model.rank or "")
    above = name + ceil((kind + 20 * model.leader + 12 * model.mercenary) / (title * 1.6))
    below = 2 * (ceil((model.wounds or 1) / boxes) - 1)
    return text + max(0, above - 2) + below


def _parts(model: Printed) -> list[str]:
    """The paragraphs of a card, with room for the words before them."""
    label = " " * 12
    lists = (model.carried, model.keywords, model.spells)
    parts = [label + ", ".join(names) for names in lists if names]
    parts += [f"{item.name} {item.effect}" for item in model.told_items]
    parts += [f"{name} {effect}" for name, effect in model.rules]
    return parts


def _listed(model: Printed) -> str:
    """What the table says of a model beside its figures."""
    items = (item.name for item in model.items)
    rules = (name for name, _ in model.rules)
    words = (model.ranged, model.melee, *model.gear, *items, *model.keywords, *rules, *model.spells)
    return ", ".join(words)
