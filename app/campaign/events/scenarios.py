"""V5.2, C4.1: the scenarios an event can name, and how they are called."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from app.campaign.founding.models import Campaign
from app.campaign.founding.queries import catalogue_of
from rules.vanguard.catalogue import Scenario

OTHER = "other"
"""A mission that the event's text describes (V5.2)."""


@dataclass(frozen=True)
class ScenarioView:
    """A scenario as a page shows it.

    ``source`` says where its rules stand, empty if that is unknown (C4.1). ``beacon``: the defender may add
    models at the table (V5.3). ``content`` tells a name of the catalogue from our own words.
    """

    name: str
    source: str = ""
    roles: bool = False
    beacon: bool = False
    content: bool = False


def scenarios_of(campaign: Campaign) -> list[Scenario]:
    """The scenarios of the campaign's own catalogue, in its order."""
    return [one for one in catalogue_of(campaign).scenarios.values() if not one.hidden]


def scenario_keys(campaign: Campaign) -> set[str]:
    """What an event's scenario may be, besides none."""
    return {OTHER, *(one.key for one in scenarios_of(campaign))}


def scenario_view(campaign: Campaign, key: str | None) -> ScenarioView:
    """The scenario of an event or battle in the reader's words."""
    if key is None:
        return ScenarioView(_("Scenario by lot"))
    if key == OTHER:
        return ScenarioView(_("Other mission"))
    found = catalogue_of(campaign).scenarios.get(key)
    if found is None:
        return ScenarioView(key, content=True)
    return ScenarioView(found.name, source_of(found), found.roles, found.defender_adds_models, content=True)


def source_of(scenario: Scenario) -> str:
    """«Ice & Iron, page 24» as far as it is known (C4.1)."""
    if scenario.book and scenario.page:
        return _("%(book)s, page %(page)d", book=scenario.book, page=scenario.page)
    return scenario.book or ""
