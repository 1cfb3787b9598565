"""What came of a roll, in the reader's words: title, sentence, and how it is drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.company.befell import (
    STAT_NAMES,
    in_my_language,
    rank_name,
    special_rule_effect,
    special_rule_name,
)
from app.campaign.company.models import CompanyModel
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import effects_of_entry
from app.campaign.settlement.models import SettlementEntry
from rules.vanguard.settlement.effects import (
    Captured,
    Died,
    Effect,
    ExperienceGained,
    HardenedOnce,
    ItemLost,
    MissesNextBattle,
    PowerDieGained,
    RuleGained,
    StatChanged,
)
from rules.vanguard.settlement.profile import ROLLED, profile
from rules.vanguard.tables import StatName


@dataclass(frozen=True)
class Said:
    """``kind`` and ``icon`` are those of the macro ``outcome``: moss is good, seal bad, brass a caution."""

    kind: str
    icon: str
    title: str
    text: str


def said_of_injury(bench: Bench, model: CompanyModel, entry: SettlementEntry, lost: str | None) -> Said:
    """The result of an injury roll (C6.2), or a Grunt's death (C6.1). ``lost`` is the item chosen since."""
    effects = effects_of_entry(entry)
    if entry.kind == "grunt":
        return Said("brass", "skull", _("Dead and replaced"), _replaced(bench, entry))
    key = str(entry.params["key"])
    title = next(
        (in_my_language(row.names, key) for row in bench.tables.injuries.rows if row.key == key), key
    )
    kind, icon, text = _injury(bench, model, effects, lost)
    if entry.params.get("choose_item") and lost is None:
        kind, icon, text = "brass", "purse", _("Choose which item the robbers got.")
    return Said(kind, icon, title, text)


def _replaced(bench: Bench, entry: SettlementEntry) -> str:
    new = bench.models.get(str(entry.params.get("new_model")))
    if new is None:
        return _("A new model of the same kind takes its place, free of charge and without items.")
    return _(
        "%(model)s takes its place, free of charge and without items.",
        model=new.name,
    )


def _injury(
    bench: Bench, model: CompanyModel, effects: list[Effect], lost: str | None
) -> tuple[str, str, str]:
    names: Mapping[str, str] = {seat.id: str(seat.name) for seat in bench.campaign.seats}
    if lost is not None:
        return "brass", "purse", _("%(item)s is gone.", item=lost)
    for effect in effects:
        match effect:
            case Died(items="lost"):
                return "seal", "skull", _("Struck off the company. Its items are lost.")
            case Died():
                return "seal", "skull", _("Struck off the company. Its items lie in the store.")
            case Captured(captor=captor):
                held_by = names.get(str(captor), "–")
                return "brass", "captive", _("Held by %(player)s.", player=held_by)
            case StatChanged(stat=stat, steps=steps):
                text = _(
                    "For good: %(stat)s is %(value)s now.",
                    stat=STAT_NAMES[stat],
                    value=_now(bench, model, stat),
                )
                return ("seal", "injury", text) if steps < 0 else ("moss", "l-shield", text)
            case MissesNextBattle():
                return "brass", "l-clock", _("Out of the next battle.")
            case ExperienceGained(amount=amount):
                text = ngettext("%(num)d point of experience.", "%(num)d points of experience.", amount)
                return "moss", "l-star", text
            case ItemLost(item=item):
                return "brass", "purse", _("%(item)s is gone.", item=_item(bench, str(item)))
    if any(isinstance(effect, HardenedOnce) for effect in effects):
        return "moss", "l-shield", _("Nerve cannot get any better: nothing changes.")
    return "moss", "heart", _("%(model)s is ready for the next battle.", model=model.name)


def said_of_advance(
    bench: Bench, model: CompanyModel, entry: SettlementEntry, chosen: SettlementEntry | None
) -> Said:
    """A rank reached, and what the advance brought (C8)."""
    rank = rank_name(str(entry.params["rank"]), bench.tables)
    effects = [*effects_of_entry(entry), *(effects_of_entry(chosen) if chosen is not None else ())]
    for effect in effects:
        match effect:
            case StatChanged(stat=stat):
                value = _now(bench, model, stat)
                return Said(
                    "moss", "rank", rank, _("%(stat)s is %(value)s now.", stat=STAT_NAMES[stat], value=value)
                )
            case RuleGained(special_rule=key):
                name, text = special_rule_name(key, bench.tables), special_rule_effect(key, bench.tables)
                return Said("moss", "rank", rank, _("%(name)s: %(text)s", name=name, text=text))
            case PowerDieGained():
                return Said("moss", "rank", rank, _("One red power die more."))
    if entry.params.get("choose") == "rule":
        return Said("brass", "rank", rank, _("Choose a special rule."))
    if entry.params.get("choose"):
        return Said(
            "brass", "rank", rank, _("What was rolled cannot get any better. Choose another advance.")
        )
    return Said("moss", "rank", rank, _("Nothing is left that could get better."))


def _now(bench: Bench, model: CompanyModel, stat: StatName) -> str:
    value = getattr(profile(bench.card_of(model), bench.changes_of(model)).stats, stat)
    return f"{value}+" if stat in ROLLED else str(value)


def _item(bench: Bench, item_id: str) -> str:
    found = next((item for item in bench.items if item.id == item_id), None)
    return bench.catalogue.items[found.item].name if found is not None else "–"
