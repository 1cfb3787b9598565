"""V6.11: a battle on paper, to be fought without a screen and entered afterwards."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.queries.battle_page import BattlePage, ScenarioShown, SideShown, battle_page
from app.campaign.documents.cards import Printed, printed
from app.campaign.documents.wording import power_dice_words, where_from
from app.campaign.founding.queries import tables_of
from app.campaign.states import BattleState, SideOutcome
from app.campaign.warbands.frozen import frozen
from rules.vanguard.tables import Tables

ROOMY = 10
"""Rows of models up to which a battle stands on one page when set wide."""
ROWS_OF_A_HEAD = 4
"""Rows that a further pair of sides takes with its head."""


@dataclass(frozen=True)
class SideOnPaper:
    """``line`` says who and with what, ``underdog`` what its weakness brings (C3.1)."""

    name: str
    player: str
    style: int
    emblem: str
    line: str
    dice: str
    underdog: str
    bonus_points: int
    models: tuple[Printed, ...]
    scenario_points: int
    objectives: int
    won: bool


@dataclass(frozen=True)
class Pair:
    """Two sides next to each other, or the odd last one alone; ``rows`` are their models line by line."""

    left: SideOnPaper
    right: SideOnPaper | None

    @property
    def rows(self) -> list[tuple[Printed | None, Printed | None]]:
        return list(zip_longest(self.left.models, self.right.models if self.right else ()))


@dataclass(frozen=True)
class EventOnPaper:
    title: str
    text: str
    reward: str


@dataclass(frozen=True)
class BattleSheet:
    """``stands``: its result is agreed and printed; else the boxes are empty."""

    name: str
    round: int
    subtitle: str
    source: str
    page_url: str
    scenario: ScenarioShown | None
    roles: str
    event: EventOnPaper | None
    note: str
    sides: tuple[SideOnPaper, ...]
    stands: bool
    drawn: bool

    @property
    def pairs(self) -> list[Pair]:
        return [
            Pair(self.sides[first], self.sides[first + 1] if first + 1 < len(self.sides) else None)
            for first in range(0, len(self.sides), 2)
        ]

    @property
    def underdogs(self) -> list[SideOnPaper]:
        return [side for side in self.sides if side.underdog]

    @property
    def dense(self) -> bool:
        """Whether the line-ups are set tightly, so that the sheet stays on one page where it can."""
        heads = len(self.pairs) - 1
        return sum(len(pair.rows) for pair in self.pairs) + ROWS_OF_A_HEAD * heads > ROOMY


def battle_sheet(battle: Battle, here: Here) -> BattleSheet | None:
    """The battle with its line-ups, or None for those who may not read them yet (V3.11)."""
    page = battle_page(battle, here)
    if not page.open:
        return None
    tables = tables_of(here.campaign)
    stands = battle.state == BattleState.CONFIRMED
    event = battle.event
    return BattleSheet(
        name=page.title,
        round=battle.round,
        subtitle=_("Event: %(title)s", title=event.title) if event else "",
        source=where_from(page.title, here.campaign),
        page_url=url_for("battles.battle", campaign_id=here.campaign.id, battle_id=battle.id),
        scenario=page.scenario,
        roles=_roles(page),
        event=EventOnPaper(event.title, event.text, event.reward) if event else None,
        note=battle.note,
        sides=tuple(
            _side(side, shown, tables, stands) for side, shown in zip(battle.sides, page.sides, strict=True)
        ),
        stands=stands,
        drawn=stands and not page.winners,
    )


def _side(side: BattleSide, shown: SideShown, tables: Tables, stands: bool) -> SideOnPaper:
    dice = {**side.power_dice, "red": side.power_dice.get("red", 0) + side.underdog_dice}
    return SideOnPaper(
        name=shown.name,
        player=shown.player,
        style=side.seat.style,
        emblem=shown.emblem,
        line=" · ".join(shown.lines),
        dice=_("Power dice each round: %(dice)s", dice=power_dice_words(dice)),
        underdog=_underdog(shown),
        bonus_points=shown.bonus_points,
        models=tuple(
            printed(
                frozen(model.card),
                tables,
                taken_out=stands and model.taken_out,
                enemies=model.enemies_taken_out if stands else 0,
            )
            for model in side.line_up
        ),
        scenario_points=shown.scenario_points,
        objectives=shown.objectives,
        won=stands and shown.outcome == SideOutcome.WON,
    )


def _roles(page: BattlePage) -> str:
    """Who attacks and who defends, as settled (V6.5)."""
    said = [
        _("%(name)s is the %(role)s.", name=side.name, role=side.role) for side in page.sides if side.role
    ]
    return " ".join(said)


def _underdog(side: SideShown) -> str:
    """What the weaker side gets (C3.1), or nothing."""
    if not (side.underdog_dice or side.bonus_points):
        return ""
    said = [
        _("%(points)d points weaker.", points=side.underdog),
        ngettext(
            "%(num)d red power die more each round.",
            "%(num)d red power dice more each round.",
            side.underdog_dice,
        ),
    ]
    if side.bonus_points:
        said.append(
            _(
                "For this battle also a Grunt or Warrior of its faction of at most %(points)d points.",
                points=side.bonus_points,
            )
        )
    return " ".join(said)
