"""V6.7, V6.8, C5.1: what is said of how a battle ended, before it is written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from flask_babel import gettext as _

from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.states import SideOutcome
from app.refusal import Refusal
from rules.vanguard.settlement.course import Course, course_breaches

MOST = 99
MOST_POINTS = 999
LONGEST_STORY = 4000


@dataclass(frozen=True)
class Report:
    """A whole result, by the ids of sides and of models of the line-ups.

    ``winners`` empty is a draw (V6.7). ``objectives`` and ``points`` (the scenario's) are 0 where
    a side is not named, ``enemies`` likewise for a model. ``story`` is free text.
    """

    winners: frozenset[str]
    taken_out: frozenset[str] = frozenset()
    enemies: Mapping[str, int] = field(default_factory=dict)
    objectives: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    story: str = ""

    def outcome(self, side: BattleSide) -> SideOutcome:
        """V6.7: the ticked win and the rest lose; nobody ticked is a draw."""
        if not self.winners:
            return SideOutcome.DRAWN
        return SideOutcome.WON if side.id in self.winners else SideOutcome.LOST


def stored_report(battle: Battle) -> Report:
    """The result as it is written down now."""
    models = [model for side in battle.sides for model in side.line_up]
    return Report(
        winners=frozenset(side.id for side in battle.sides if side.outcome == SideOutcome.WON),
        taken_out=frozenset(model.id for model in models if model.taken_out),
        enemies={model.id: model.enemies_taken_out for model in models},
        objectives={side.id: side.objectives for side in battle.sides},
        points={side.id: side.scenario_points for side in battle.sides},
        story=battle.story,
    )


def check_report(report: Report, battle: Battle) -> None:
    """Raise Refusal for a result that cannot be: two winners of two, more enemies taken out than fell."""
    if len(battle.sides) == 2 and len(report.winners) > 1:
        raise Refusal(_("Of two warbands one wins, or it is a draw."), "V6.7")
    if len(report.winners) == len(battle.sides):
        raise Refusal(_("Not every warband can win. Tick nobody if it was a draw."), "V6.7")
    for side in battle.sides:
        _check_course(report, side, battle)


def hostile(side: BattleSide, battle: Battle) -> list[BattleSide]:
    """The sides that fought ``side``: all others but its allies."""
    return [
        other
        for other in battle.sides
        if other is not side and (side.alliance is None or other.alliance != side.alliance)
    ]


def _check_course(report: Report, side: BattleSide, battle: Battle) -> None:
    course = [_course(model, report) for model in side.line_up]
    fallen = sum(model.id in report.taken_out for other in hostile(side, battle) for model in other.line_up)
    confirmed: dict[str | int, bool] = {model.id: model.id in report.taken_out for model in side.line_up}
    for breach in course_breaches(course, report.objectives.get(side.id, 0), fallen, confirmed):
        if breach.code == "more_enemies_than_lost":
            raise Refusal(
                _(
                    "%(warband)s is said to have taken out %(claimed)d enemies, "
                    "and the enemy models marked as taken out are %(lost)d.",
                    warband=side.warband_name,
                    claimed=breach.params["claimed"],
                    lost=breach.params["lost"],
                ),
                breach.rule,
            )
        raise Refusal(
            _("The figures of %(warband)s do not fit together.", warband=side.warband_name), breach.rule
        )


def _course(model: LineUpModel, report: Report) -> Course:
    return Course(model.id, model.id in report.taken_out, report.enemies.get(model.id, 0))


def differences(mine: Report, entered: Report, battle: Battle) -> list[str]:
    """In what ``mine`` says something else than the entered result, in whole sentences (V6.9)."""
    said = []
    if mine.winners != entered.winners:
        names = [side.warband_name for side in battle.sides if side.id in mine.winners]
        if names:
            said.append(_("I have as winner: %(names)s.", names=", ".join(names)))
        else:
            said.append(_("I have a draw."))
    for side in battle.sides:
        said.extend(_side_differences(mine, entered, side))
    return said


def _side_differences(mine: Report, entered: Report, side: BattleSide) -> list[str]:
    said = []
    if mine.points.get(side.id, 0) != entered.points.get(side.id, 0):
        said.append(
            _(
                "I have %(points)d scenario points for %(warband)s.",
                points=mine.points.get(side.id, 0),
                warband=side.warband_name,
            )
        )
    if mine.objectives.get(side.id, 0) != entered.objectives.get(side.id, 0):
        said.append(
            _(
                "I have %(objectives)d objectives for %(warband)s.",
                objectives=mine.objectives.get(side.id, 0),
                warband=side.warband_name,
            )
        )
    for model in side.line_up:
        if (model.id in mine.taken_out) != (model.id in entered.taken_out):
            if model.id in mine.taken_out:
                said.append(_("I have %(model)s as taken out.", model=model.name))
            else:
                said.append(_("I do not have %(model)s as taken out.", model=model.name))
        if mine.enemies.get(model.id, 0) != entered.enemies.get(model.id, 0):
            said.append(
                _(
                    "I have %(enemies)d enemies taken out by %(model)s.",
                    enemies=mine.enemies.get(model.id, 0),
                    model=model.name,
                )
            )
    return said
