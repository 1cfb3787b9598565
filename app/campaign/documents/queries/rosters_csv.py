"""A player's rosters as a table for spreadsheets (V11.4, G5)."""

from __future__ import annotations

from collections.abc import Iterator

from flask_babel import gettext as _

from app.campaign.access import Here
from app.campaign.documents.cards import FIGURES, printed
from app.campaign.documents.queries.roster import warbands_of
from app.campaign.founding.queries import tables_of
from app.campaign.warbands.frozen import frozen
from app.campaign.warbands.queries import line_up
from rules.vanguard.exchange.tabular import write_rows


def rosters_csv(here: Here) -> bytes:
    """One row for each model of each warband; no cell is a formula to a spreadsheet."""
    heading = [
        *(_("Warband"), _("Model"), _("Card"), _("Types"), _("Leader"), _("Mercenary"), _("Points")),
        *FIGURES,
        *(_("Ranged"), _("Melee"), _("Equipment"), _("Items"), _("Rules"), _("Spells")),
        *(_("Role"), _("Rank"), _("Experience")),
    ]
    return write_rows(heading, _rows(here))


def _rows(here: Here) -> Iterator[list[str | int | None]]:
    tables = tables_of(here.campaign)
    for warband in warbands_of(here):
        for card in line_up(warband):
            model = printed(frozen(card), tables)
            yield [
                *(warband.name, model.name, model.card_name, model.types),
                *("x" if model.leader else "", "x" if model.mercenary else "", model.points),
                *(figure.value for figure in model.figures),
                *(model.ranged, model.melee, ", ".join(model.gear)),
                ", ".join(item.name for item in model.items),
                ", ".join([*model.keywords, *(name for name, _effect in model.rules)]),
                ", ".join(model.spells),
                *(model.role, model.rank, model.experience),
            ]
