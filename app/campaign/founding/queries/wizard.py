"""What the wizard's pages show (V1.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flask import url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.campaign.founding.amounts import decimal_text
from app.campaign.founding.models import Campaign
from app.campaign.founding.modules import modules_on
from app.campaign.founding.queries.readiness import (
    Gap,
    PlaceCounts,
    campaign_map,
    gaps_of_draft,
    place_counts,
)
from app.campaign.founding.steps import STEPS
from app.campaign.map.models import Map
from app.campaign.map.shipped import shipped_maps
from app.i18n import language
from app.refusal import Sentence
from rules.vanguard.prices import price, resale

NAMES: dict[str, Sentence] = {
    "story": _l("Name and story"),
    "players": _l("Players"),
    "map": _l("Map"),
    "gold": _l("Gold"),
    "warbands": _l("Warbands"),
    "modules": _l("Modules"),
    "summary": _l("Summary"),
}
EXAMPLE_POINTS = (12, 45)
"""A Grunt and a costly Command, to show what the gold settings do."""


@dataclass(frozen=True)
class StepItem:
    """One station of the stepper."""

    label: str
    state: str
    url: str | None


@dataclass(frozen=True)
class Example:
    """What something of so many points costs, and what it brings when sold later (V1.2)."""

    points: int
    price: int
    resale: int


@dataclass(frozen=True)
class MapChoice:
    """A map that comes with Feldtog, by day and by night."""

    key: str
    name: str
    light: str
    dark: str
    chosen: bool


@dataclass(frozen=True)
class WizardPage:
    """One step of the wizard."""

    step: str
    title: str
    campaign: Campaign | None
    steps: tuple[StepItem, ...]
    back_url: str | None
    next_name: str | None
    counts: PlaceCounts | None = None
    map: Map | None = None
    editor_url: str | None = None
    shipped: tuple[MapChoice, ...] = ()
    examples: tuple[Example, ...] = ()
    gaps: tuple[Gap, ...] = ()
    summary: tuple[tuple[str, str, str], ...] = ()

    @property
    def blocked(self) -> bool:
        """Whether something is missing without which the campaign cannot be founded."""
        return any(gap.blocks for gap in self.gaps)


def first_page() -> WizardPage:
    """The first step, before there is a draft."""
    items = tuple(StepItem(str(NAMES[name]), "now" if name == "story" else "", None) for name in STEPS)
    return WizardPage("story", str(NAMES["story"]), None, items, None, str(NAMES["players"]))


def step_page(campaign: Campaign, step: str) -> WizardPage:
    """One step of a draft."""
    at = STEPS.index(step)
    items = []
    reached = STEPS.index(campaign.wizard_step)
    for position, name in enumerate(STEPS):
        url = url_for("founding.step", campaign_id=campaign.id, step=name) if position <= reached else None
        state = "now" if name == step else "done" if position < reached else ""
        items.append(StepItem(str(NAMES[name]), state, url))
    page = WizardPage(
        step=step,
        title=str(NAMES[step]),
        campaign=campaign,
        steps=tuple(items),
        back_url=url_for("founding.step", campaign_id=campaign.id, step=STEPS[at - 1]) if at else None,
        next_name=str(NAMES[STEPS[at + 1]]) if at + 1 < len(STEPS) else None,
    )
    if step == "map":
        chosen = campaign_map(campaign)
        return replace(
            page,
            map=chosen,
            counts=place_counts(campaign),
            gaps=tuple(gap for gap in gaps_of_draft(campaign) if gap.rule in ("V1.9", "V9.3")),
            editor_url=url_for("maps.editor", campaign_id=campaign.id),
            shipped=tuple(_map_choices(chosen)),
        )
    if step == "gold":
        return replace(page, examples=examples(campaign))
    if step == "summary":
        return replace(
            page,
            gaps=tuple(gaps_of_draft(campaign)),
            summary=_summary(campaign, place_counts(campaign) if campaign_map(campaign) else None),
        )
    return page


def _map_choices(chosen: Map | None) -> Iterator[MapChoice]:
    for key, drawn in shipped_maps().items():
        yield MapChoice(
            key,
            drawn.names[language()],
            url_for("static", filename=f"maps/{drawn.light}"),
            url_for("static", filename=f"maps/{drawn.dark}"),
            chosen is not None and chosen.shipped == key,
        )


def examples(campaign: Campaign) -> tuple[Example, ...]:
    """What the campaign's gold settings make of two models (V1.2)."""
    return tuple(
        Example(points, cost := price(points, campaign.gold_factor), resale(cost, campaign.resale_loss))
        for points in EXAMPLE_POINTS
    )


def _summary(campaign: Campaign, counts: PlaceCounts | None) -> tuple[tuple[str, str, str], ...]:
    """Name, value and step of every setting; no counts without a map."""
    gm_plays = any(seat.is_gm and seat.is_player for seat in campaign.seats)
    return (
        (_("Name"), campaign.name, "story"),
        (_("Number of players"), _("at most %(count)d", count=campaign.max_players), "players"),
        (_("The game master"), _("plays too") if gm_plays else _("does not play"), "players"),
        (
            _("Map"),
            _(
                "%(places)d places, %(banners)d of them with a banner",
                places=counts.places,
                banners=counts.banners,
            )
            if counts
            else _("none yet"),
            "map",
        ),
        (_("Starting gold"), str(campaign.starting_gold), "gold"),
        (_("Fixed income per round"), str(campaign.fixed_income), "gold"),
        (_("Gold per point"), decimal_text(campaign.gold_factor), "gold"),
        (_("Resale loss"), _("%(percent)d%%", percent=campaign.resale_loss), "gold"),
        (_("Warband size"), _("%(points)d points", points=campaign.warband_size), "warbands"),
        (_("Modules"), ", ".join(modules_on(campaign)) or _("none"), "modules"),
    )
