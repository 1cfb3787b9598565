"""Every position of the seven switches is a campaign that can be played, five rounds of it (V9.1, V9.2)."""

from __future__ import annotations

from itertools import combinations, product
from typing import TYPE_CHECKING

import pytest

from tests.campaign.modules import traces
from tests.campaign.modules.fighting import break_of_day, end_round, fight, settle
from tests.campaign.modules.invariants import check
from tests.campaign.modules.marching import announce, order_all, prepare
from tests.campaign.modules.positions import ALL, MODULES, SAMPLE, Position, named
from tests.campaign.modules.world import found_world

if TYPE_CHECKING:
    from flask import Flask

ROUNDS = 5
PHASES = (prepare, order_all, announce, fight, settle, break_of_day, end_round)
LOOKED_AT = 3
"""The round in which the pages are looked at too, after one of its phases."""


def play(app: Flask, position: Position) -> None:
    """A campaign in that position; everything that holds is looked at after each phase."""
    number = ALL.index(position)
    with app.app_context():
        world = found_world(position, number)
        check(world)
    try:
        for round_, phase in product(range(1, ROUNDS + 1), PHASES):
            world.say("---", round_, phase.__name__)
            with app.app_context():
                phase(world)
                check(world)
            if round_ == LOOKED_AT and phase is PHASES[number % len(PHASES)]:
                traces.look(app, world)
    except BaseException:
        print(*world.told, sep="\n")
        raise


def positions() -> list[object]:
    """All 128; what is not in the sample is long, and on PostgreSQL all on and all off do."""
    return [pytest.param(position, id=named(position), marks=_marks(position)) for position in ALL]


def _marks(position: Position) -> tuple[pytest.MarkDecorator, ...]:
    if position in (frozenset(), frozenset(MODULES)):
        return ()
    here = pytest.mark.only_on("sqlite")
    return (here,) if position in SAMPLE else (here, pytest.mark.long)


@pytest.mark.rule("V9.1", "V9.2", "V2.1", "V6.1", "V7.10", "V8.12", "V9.6", "V9.7")
@pytest.mark.parametrize("position", positions())
def test_a_campaign_of_five_rounds_holds(app: Flask, position: Position) -> None:
    play(app, position)


def test_the_sample_has_every_two_modules_in_every_combination() -> None:
    assert len(ALL) == 128
    assert len(set(SAMPLE)) == len(SAMPLE) == 9
    assert {frozenset(), frozenset(MODULES)} <= set(SAMPLE)
    for two in combinations(MODULES, 2):
        assert len({frozenset(two) & position for position in SAMPLE}) == 4, two
