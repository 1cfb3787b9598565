"""Entries of a settlement: what was rolled and chosen, carried out on models and items, and taken back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import func, select

from app.actor import Actor
from app.campaign.company.holdings import profile_in
from app.campaign.company.models import CompanyItem, CompanyModel, ModelChange
from app.campaign.founding.models import Campaign
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.settlement.before import ItemBefore, before, put_back
from app.campaign.settlement.models import Settlement, SettlementEntry
from app.campaign.settlement.outcomes import Outcomes
from app.columns import now
from app.extensions import db
from rules.vanguard.settlement.effects import Effect, counter


def carry_out(
    settlement: Settlement,
    kind: str,
    effects: Sequence[Effect] = (),
    *,
    step: int,
    campaign: Campaign,
    actor: Actor,
    model_id: str | None = None,
    rolls: Iterable[int] = (),
    by_table: bool = False,
    params: Mapping[str, Any] | None = None,
    moved: Mapping[CompanyItem, str | None] | None = None,
) -> SettlementEntry:
    """Write one entry and do to models, items, roles and warbands what its effects say.

    ``moved`` gives items other carriers (None: the store), which no effect of a model tells (C7.1).
    Every effect becomes a row of its model's history, and experience is summed anew.
    """
    moves = moved or {}
    entry = SettlementEntry(
        settlement_id=settlement.id,
        seq=_next_seq(settlement),
        step=step,
        kind=kind,
        model_id=model_id,
        rolls=list(rolls),
        by_table=by_table,
        effects=[msgspec.to_builtins(effect) for effect in effects],
        actor_id=actor.person_id,
    )
    settlement.entries.append(entry)
    stood = before(effects, moves)
    db.session.flush()
    outcomes = Outcomes(campaign, actor, entry)
    for effect in effects:
        _write_change(effect, entry, campaign, None)
        outcomes.carry_out(effect)
    for item, carrier in moves.items():
        item.model_id = carrier
    outcomes.leave_warbands()
    db.session.flush()
    left = tuple(_as_left(one.id) for one in stood.items)
    kept = {**(params or {}), **outcomes.made}
    if stood.models or stood.items:
        kept |= {"before": msgspec.to_builtins(stood), "left": msgspec.to_builtins(left)}
    entry.params = kept
    _sum_experience(effects, campaign)
    return entry


def take_back(entry: SettlementEntry, *, campaign: Campaign, actor: Actor, reason: str | None = None) -> None:
    """Take an entry back by counters (V11.1): histories get the counter of every effect, experience is summed
    anew, and everybody and everything stands where it stood before, as far as it still can."""
    effects = effects_of_entry(entry)
    changes = db.session.scalars(
        select(ModelChange).where(ModelChange.entry_id == entry.id, ModelChange.reversed_at.is_(None))
    ).all()
    moment = now()
    for change in changes:
        change.reversed_at = moment
    for effect in reversed(effects):
        _write_change(counter(effect), entry, campaign, reason, reversed_at=moment)
    outcomes = Outcomes(campaign, actor, entry)
    for effect in reversed(effects):
        outcomes.take_back(effect)
    if "before" in entry.params:
        put_back(entry.params["before"], entry.params["left"], force=bool(effects))
    entry.reversed_at = moment
    _sum_experience(effects, campaign)


def effects_of_entry(entry: SettlementEntry) -> list[Effect]:
    """What the entry did, as the rules say it."""
    return [msgspec.convert(effect, Effect) for effect in entry.effects]


def standing(settlement: Settlement, *kinds: str, step: int | None = None) -> list[SettlementEntry]:
    """The entries that nothing has taken back, of the given kinds (else all), oldest first."""
    return [
        entry
        for entry in settlement.entries
        if entry.reversed_at is None
        and (not kinds or entry.kind in kinds)
        and (step is None or entry.step == step)
    ]


def _next_seq(settlement: Settlement) -> int:
    last = db.session.scalar(
        select(func.max(SettlementEntry.seq)).where(SettlementEntry.settlement_id == settlement.id)
    )
    return (last or 0) + 1


def _write_change(
    effect: Effect,
    entry: SettlementEntry,
    campaign: Campaign,
    reason: str | None,
    *,
    reversed_at: Any = None,
) -> None:
    """One row in the history of the model; a counter bears the same mark as what it answers."""
    model = db.session.get_one(CompanyModel, str(effect.model))
    model.changes.append(
        ModelChange(
            model_id=model.id,
            entry_id=entry.id,
            effect=msgspec.to_builtins(effect),
            round=campaign.round,
            reason=reason,
            at=now(),
            reversed_at=reversed_at,
        )
    )


def _as_left(item_id: str) -> ItemBefore:
    item = db.session.get_one(CompanyItem, item_id)
    return ItemBefore(item.id, str(item.status), item.model_id)


def _sum_experience(effects: Sequence[Effect], campaign: Campaign) -> None:
    """Experience is the sum of a model's changes."""
    catalogue = catalogue_of(campaign)
    for model_id in dict.fromkeys(str(effect.model) for effect in effects):
        model = db.session.get_one(CompanyModel, model_id)
        model.experience = profile_in(model, catalogue).experience
    db.session.flush()
