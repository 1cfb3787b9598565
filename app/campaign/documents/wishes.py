"""What a printed warband shall hold, as an address or a form asks for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from werkzeug.datastructures import MultiDict

MOST_BLANK = 9
MOST_MODELS = 200
LONGEST_ID = 80


@dataclass(frozen=True)
class Wishes:
    """What a sheet shall hold. ``models`` None: all of the warband."""

    size: str = "a4"
    ink: str = "full"
    cards: bool = True
    blank: int = 0
    models: tuple[str, ...] | None = None

    def query(self) -> dict[str, Any]:
        """As the parameters of an address."""
        asked: dict[str, Any] = {
            "size": self.size,
            "ink": self.ink,
            "cards": int(self.cards),
            "blank": self.blank,
        }
        return asked if self.models is None else {**asked, "chosen": 1, "model": list(self.models)}


def wishes_of(asked: MultiDict[str, str] | Mapping[str, str], size: str, ink: str) -> Wishes:
    """The wishes of an address or a form; what cannot be read is as usual. ``chosen`` says that models were
    ticked, so that none is none."""
    blank = asked.get("blank", "")
    ticked = asked.getlist("model") if isinstance(asked, MultiDict) else []
    return Wishes(
        size=size,
        ink=ink,
        cards=asked.get("cards") != "0",
        blank=min(int(blank), MOST_BLANK) if blank.isascii() and blank.isdecimal() and len(blank) < 7 else 0,
        models=tuple(one[:LONGEST_ID] for one in ticked[:MOST_MODELS])
        if asked.get("chosen") == "1"
        else None,
    )
