"""C9: the roles of a company's retinue."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Literal

import msgspec

from rules.engine.refusal import IllegalAction
from rules.vanguard.catalogue import Card
from rules.vanguard.names import Id
from rules.vanguard.prices import price
from rules.vanguard.settlement.effects import RoleGiven, RoleVacated
from rules.vanguard.tables import RetinueEffect, RetinueRole, RetinueTable

# Who holds which role: role key to model id.
Holders = Mapping[str, Id]


class Candidate(msgspec.Struct, frozen=True):
    """A living, free model of the company that may hold a role."""

    model: Id
    card: Card


def role(key: str, table: RetinueTable) -> RetinueRole:
    """The role ``key``; IllegalAction (C9.1) if the table has none such."""
    found = next((one for one in table.roles if one.key == key), None)
    if found is None:
        raise IllegalAction("C9.1", "role_unknown", role=key)
    return found


def role_cost(key: str, holders: Holders, table: RetinueTable, factor: int) -> int:
    """Gold for giving role ``key`` now (C9.2).

    The Leader's role is free; of the others the first one held is free (the second role of a retinue),
    each further costs 3 points times the factor.
    """
    if role(key, table).free:
        return 0
    paid_kind = {one.key for one in table.roles if not one.free}
    held = sum(other in paid_kind for other in holders if other != key)
    return price(table.cost_points, factor) if held >= table.free_roles else 0


def give_role(
    key: str, candidate: Candidate, holders: Holders, table: RetinueTable, factor: int
) -> RoleGiven:
    """Give a vacant role to a model (C9.2): one role per model, one model per role.

    The cost is in the effect; whether the gold is there is for the ledger. Raises IllegalAction:
    ``role_taken``, ``model_has_role``, ``role_needs_command``, ``mercenary_no_role`` (C2.8).
    """
    wanted = role(key, table)
    if candidate.card.mercenary:
        raise IllegalAction("C2.8", "mercenary_no_role", card=candidate.card.name)
    if key in holders:
        raise IllegalAction("C9.2", "role_taken", role=key)
    if candidate.model in holders.values():
        raise IllegalAction("C9.2", "model_has_role", card=candidate.card.name)
    if wanted.command_only and not candidate.card.command:
        raise IllegalAction("C9.1", "role_needs_command", role=key, card=candidate.card.name)
    return RoleGiven(model=candidate.model, role=key, cost=role_cost(key, holders, table, factor))


def vacated(holders: Holders, gone: Collection[Id]) -> tuple[RoleVacated, ...]:
    """Roles left vacant because their holder is dead or captured (C9.3)."""
    return tuple(RoleVacated(model=model, role=key) for key, model in holders.items() if model in gone)


def holder_of(effect: RetinueEffect, holders: Holders, table: RetinueTable) -> Id | None:
    """The model whose role has this effect: the Leader for "red_die", the Healer for "reroll_injury"."""
    keys = [one.key for one in table.roles if one.effect == effect]
    return next((holders[key] for key in keys if key in holders), None)


def leader_need(
    holders: Holders, living: Collection[Candidate], table: RetinueTable
) -> Literal["none", "name_command", "buy_command"]:
    """What the retinue check asks for (C9.3): nothing while there is a Leader; else to name another
    Command, or, without any, to buy one at once even though the shop is closed. Until then the company
    sends no warband."""
    if holder_of("red_die", holders, table) is not None:
        return "none"
    return "name_command" if any(one.card.command for one in living) else "buy_command"
