"""V5.2, V5.3, C4.1: which scenario a battle has."""

from __future__ import annotations

from collections.abc import Iterable

from rules.engine.rng import Rng, draw_one
from rules.vanguard.catalogue import Scenario


def drawable(scenarios: Iterable[Scenario], warbands: int) -> tuple[Scenario, ...]:
    """The scenarios a battle of so many warbands can be given, in the catalogue's order (C4.1).

    Two warbands: every two-sided scenario, with or without roles; more: those for many.
    """
    wanted = "two" if warbands == 2 else "many"
    return tuple(one for one in scenarios if one.sides == wanted and not one.hidden)


def scenario_for(scenarios: Iterable[Scenario], warbands: int, rng: Rng) -> Scenario | None:
    """The scenario of a battle whose event names none, drawn once when battles are announced (V5.2).

    By lot for two warbands; for three and more King of the Hill, by lot if the catalogue has others
    for many. None if the catalogue offers none; then the players agree.
    """
    fitting = drawable(scenarios, warbands)
    return draw_one(rng, fitting, "V5.2 scenario") if fitting else None


def has_roles(scenario: Scenario | None) -> bool:
    """Whether attacker and defender must be settled (V6.5)."""
    return scenario is not None and scenario.roles


def defender_adds_models(scenario: Scenario | None) -> bool:
    """Whether the defender may add free Grunts and Warriors at the table (V5.3)."""
    return scenario is not None and scenario.defender_adds_models
