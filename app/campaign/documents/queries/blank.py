"""Empty sheets to be filled in by hand (G3, V10.3)."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.access import Here
from app.campaign.company.befell import in_my_language
from app.campaign.company.pages import address
from app.campaign.documents.cards import FIGURES
from app.campaign.documents.fitting import Laid, rows
from app.campaign.documents.wording import where_from
from app.campaign.founding.queries import tables_of
from app.printing.press import PageSize

BLANKS = ("cards", "roster", "company")
CARDS = {"A4": (9, 3), "letter": (8, 4)}
"""How many cards a page holds and how many stand side by side."""


@dataclass(frozen=True)
class BlankSheets:
    """``what`` are some of ``BLANKS``; ``roles`` those of the retinue (C9)."""

    name: str
    source: str
    page_url: str
    style: int
    emblem: str
    what: list[str]
    rows: list[list[Laid]]
    wide: bool
    roles: tuple[str, ...]
    columns: tuple[str, ...] = FIGURES


def blank_sheets(here: Here, what: list[str], size: PageSize) -> BlankSheets:
    """A page of cards, a roster and a company sheet with the player's arms and nothing else on them."""
    count, columns = CARDS[size]
    tables = tables_of(here.campaign)
    return BlankSheets(
        name=str(here.seat.name),
        source=where_from(str(here.seat.name), here.campaign),
        page_url=address(here, "documents.menu"),
        style=here.seat.style,
        emblem=here.seat.emblem,
        what=what,
        rows=rows([None] * count, columns),
        wide=columns > 3,
        roles=tuple(in_my_language(role.names, role.key) for role in tables.retinue.roles),
    )
