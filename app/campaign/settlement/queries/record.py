"""What a finished step settled, line by line (V7.1: each step is recorded)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import effects_of_entry
from app.campaign.settlement.models import SettlementEntry
from app.campaign.settlement.queries.said import said_of_advance, said_of_injury
from app.campaign.settlement.queries.who import who
from app.campaign.settlement.wording import REASONS
from rules.vanguard.settlement.effects import ExperienceGained


@dataclass(frozen=True)
class Line:
    """One thing settled: of whom, what came of it, and the dice with where they were rolled."""

    title: str
    text: str
    icon: str = ""
    rolls: tuple[int, ...] = ()
    by_table: bool = False


def record_of(bench: Bench, step: int) -> tuple[Line, ...]:
    """What stands of a step."""
    makers = {1: _course, 2: _injuries, 3: _equipment, 4: _experience, 5: _advances, 6: _retinue}
    return tuple(makers[step](bench))


def _course(bench: Bench) -> list[Line]:
    lines = []
    for fighter, one in zip(bench.fighters, bench.course, strict=True):
        enemies = ngettext("%(num)d enemy taken out", "%(num)d enemies taken out", one.enemies)
        text = _("taken out, %(enemies)s", enemies=enemies) if one.taken_out else enemies
        lines.append(Line(fighter.name, text, fighter.card.icon))
    objectives = ngettext("%(num)d scored", "%(num)d scored", bench.objectives)
    lines.append(Line(_("Objectives"), objectives, "l-flag"))
    return lines


def _injuries(bench: Bench) -> list[Line]:
    lost = {entry.model_id: str(entry.params["item"]) for entry in bench.entries("robbed", step=2)}
    ends = {
        "ransomed": _("Back for a ransom."),
        "exchanged": _("Back in exchange."),
        "released": _("Set free."),
        "executed": _("Executed."),
    }
    lines = []
    for entry in bench.entries(step=2):
        model = bench.models.get(entry.model_id or "")
        if model is None:
            continue
        if entry.kind in ("grunt", "injury"):
            said = said_of_injury(bench, model, entry, lost.get(entry.model_id))
            text = _("%(title)s. %(text)s", title=said.title, text=said.text)
            lines.append(Line(model.name, text, said.icon, tuple(entry.rolls), entry.by_table))
        elif entry.kind in ends:
            lines.append(Line(model.name, ends[entry.kind], "captive"))
    return lines


def _equipment(bench: Bench) -> list[Line]:
    lines = []
    for entry in bench.entries("used_up", "moved", step=3):
        if entry.kind == "used_up":
            lines.append(Line(str(entry.params["item"]), _("Used up."), "gear"))
            continue
        for item, model in entry.params["moves"]:
            text = _("Carried by %(model)s now.", model=model) if model else _("In the store now.")
            lines.append(Line(item, text, "gear"))
    return lines


def _experience(bench: Bench) -> list[Line]:
    found: dict[str, list[ExperienceGained]] = defaultdict(list)
    for entry in bench.entries("experience", step=4):
        for effect in effects_of_entry(entry):
            if isinstance(effect, ExperienceGained):
                found[str(effect.model)].append(effect)
    lines = []
    for model_id, learnt in found.items():
        model = bench.models.get(model_id)
        if model is None:
            continue
        points = ngettext("+%(num)d point", "+%(num)d points", sum(one.amount for one in learnt))
        reasons = ", ".join(str(REASONS.get(one.reason, one.reason)) for one in learnt)
        text = _("%(points)s: %(reasons)s", points=points, reasons=reasons)
        lines.append(Line(model.name, text, who(bench, model).icon))
    return lines


def _advances(bench: Bench) -> list[Line]:
    chosen = {entry.params["of"]: entry for entry in bench.entries("advance_chosen", step=5)}
    lines = []
    for entry in bench.entries("advance", step=5):
        model = bench.models.get(entry.model_id or "")
        if model is None:
            continue
        said = said_of_advance(bench, model, entry, chosen.get(entry.id))
        text = _("%(title)s. %(text)s", title=said.title, text=said.text)
        lines.append(Line(model.name, text, "rank", tuple(entry.rolls), entry.by_table))
    return lines


def _retinue(bench: Bench) -> list[Line]:
    lines = []
    for entry in bench.entries("vacated", "leader", step=6):
        model = bench.models.get(entry.model_id or "")
        if model is not None:
            lines.append(Line(model.name, _said_of_role(entry), "l-users"))
    return lines


def _said_of_role(entry: SettlementEntry) -> str:
    return _("Leader of the retinue now.") if entry.kind == "leader" else _("Gone; the role is vacant.")
