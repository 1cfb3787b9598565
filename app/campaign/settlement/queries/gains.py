"""What the steps on growth show: experience, rank advances, retinue (C7.2, C8, C9)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import url_for
from flask_babel import gettext as _

from app.campaign.company.befell import (
    STAT_NAMES,
    rank_name,
    role_name,
    special_rule_effect,
    special_rule_name,
)
from app.campaign.company.models import CompanyModel
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.learning import gains, learners
from app.campaign.settlement.models import SettlementEntry
from app.campaign.settlement.queries.said import Said, said_of_advance
from app.campaign.settlement.queries.who import Who, who
from app.campaign.settlement.ranks import due, unchosen, upgrade_used
from app.campaign.settlement.wording import REASONS
from rules.vanguard.settlement.advances import open_rules, open_stats
from rules.vanguard.settlement.profile import profile, ranks_reached
from rules.vanguard.settlement.retinue import leader_need


@dataclass(frozen=True)
class LearnerRow:
    who: Who
    reasons: tuple[tuple[str, int], ...]
    gained: int
    before: int
    rank: str | None


@dataclass(frozen=True)
class ExperienceBody:
    rows: tuple[LearnerRow, ...]
    gift_options: tuple[tuple[str, str], ...]
    chronicler: str | None


@dataclass(frozen=True)
class AdvanceCard:
    """``entry_id`` is the advance that waits for a choice from ``options``."""

    who: Who
    rank: str
    rolls: tuple[int, ...]
    by_table: bool
    said: Said | None
    entry_id: str | None
    options: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]
    may_upgrade: bool


@dataclass(frozen=True)
class AdvanceBody:
    cards: tuple[AdvanceCard, ...]
    rolling: int
    waiting: tuple[str, ...]


@dataclass(frozen=True)
class RetinueBody:
    """``need`` is what the check asks for: "none", "name_command" or "buy_command" (C9.3)."""

    roles: tuple[tuple[str, str | None], ...]
    vacated: tuple[str, ...]
    need: str
    commands: tuple[Who, ...]
    shop_url: str


def experience(bench: Bench) -> ExperienceBody:
    learnt = gains(bench)
    rows = []
    for model in learners(bench):
        mine = [(str(REASONS[one.reason]), one.amount) for one in learnt if one.model == model.id]
        gained = sum(amount for _reason, amount in mine)
        reached = ranks_reached(model.experience, model.experience + gained, bench.tables.ranks)
        rank = rank_name(reached[-1].key, bench.tables) if reached else None
        rows.append(LearnerRow(who(bench, model), tuple(mine), gained, model.experience, rank))
    chronicler = bench.holder("experience")
    return ExperienceBody(
        rows=tuple(rows),
        gift_options=tuple((row.who.id, row.who.name) for row in rows),
        chronicler=chronicler.name if chronicler is not None else None,
    )


def advances(bench: Bench) -> AdvanceBody:
    chosen = {entry.params["of"]: entry for entry in bench.entries("advance_chosen", step=5)}
    open_ = {entry.id for entry in unchosen(bench)}
    cards = [
        _rolled_card(bench, entry, chosen.get(entry.id), entry.id in open_)
        for entry in bench.entries("advance", step=5)
    ]
    waiting = due(bench)
    used = upgrade_used(bench)
    first: set[str] = set()
    for one in waiting:
        cards.append(
            AdvanceCard(
                who=who(bench, one.model),
                rank=rank_name(one.rank, bench.tables),
                rolls=(),
                by_table=False,
                said=None,
                entry_id=None,
                options=(),
                may_upgrade=bench.card_of(one.model).command and not used and one.model.id not in first,
            )
        )
        first.add(one.model.id)
    names = [one.model.name for one in waiting]
    names += [bench.models[entry.model_id or ""].name for entry in unchosen(bench)]
    return AdvanceBody(tuple(cards), len(waiting), tuple(dict.fromkeys(names)))


def _rolled_card(
    bench: Bench, entry: SettlementEntry, chosen: SettlementEntry | None, is_open: bool
) -> AdvanceCard:
    model = bench.models[entry.model_id or ""]
    return AdvanceCard(
        who=who(bench, model),
        rank=rank_name(str(entry.params["rank"]), bench.tables),
        rolls=tuple(entry.rolls),
        by_table=entry.by_table,
        said=said_of_advance(bench, model, entry, chosen),
        entry_id=entry.id if is_open else None,
        options=_options(bench, model, entry) if is_open else (),
        may_upgrade=False,
    )


def _options(
    bench: Bench, model: CompanyModel, entry: SettlementEntry
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    now = profile(bench.card_of(model), bench.changes_of(model))
    groups = []
    if entry.params["choose"] == "any":
        stats = open_stats(now, bench.card_of(model), bench.tables)
        groups.append(
            (
                _("One better"),
                tuple((stat, STAT_NAMES[stat]) for stat in stats),
            )
        )
    rules = tuple(
        (
            key,
            _(
                "%(name)s: %(text)s",
                name=special_rule_name(key, bench.tables),
                text=special_rule_effect(key, bench.tables),
            ),
        )
        for key in open_rules(now, bench.tables)
    )
    return (*groups, (_("Special rules"), rules))


def retinue(bench: Bench) -> RetinueBody:
    holders = bench.holders
    need = leader_need(holders, bench.candidates, bench.tables.retinue)
    commands = [bench.models[str(one.model)] for one in bench.candidates if one.card.command]
    commands.sort(key=lambda model: model.role is not None)
    return RetinueBody(
        roles=tuple(
            (
                role_name(role.key, bench.tables),
                bench.models[holders[role.key]].name if role.key in holders else None,
            )
            for role in bench.tables.retinue.roles
        ),
        vacated=tuple(_vacated(bench, entry) for entry in bench.entries("vacated", step=6)),
        need=need,
        commands=tuple(_would_lead(bench, one) for one in commands) if need == "name_command" else (),
        shop_url=url_for("company.shop", campaign_id=bench.campaign.id, seat_id=bench.seat.id),
    )


def _would_lead(bench: Bench, model: CompanyModel) -> Who:
    """A Command that could become the Leader; one with another role gives that up (C9.2)."""
    one = who(bench, model)
    if model.role is None:
        return one
    role = role_name(model.role, bench.tables)
    return replace(one, text=_("%(card)s, gives up the role %(role)s", card=one.text, role=role))


def _vacated(bench: Bench, entry: SettlementEntry) -> str:
    effect = entry.effects[0]
    return _(
        "%(model)s is gone: the role %(role)s is vacant.",
        model=bench.models[entry.model_id or ""].name,
        role=role_name(str(effect["role"]), bench.tables),
    )
