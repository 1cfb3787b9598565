"""V4.2-V4.5, V5.5: whether a warband is fit to be sent, and what sending it costs."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from app.campaign.company.prices import cost_of_card
from app.campaign.company.queries import has_leader, leads_in
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.orders.wording import refusal_sentence
from app.campaign.warbands.queries.reading import Loaded, breaches_of
from app.campaign.warbands.wording import REFUSALS as BREACHES
from rules.vanguard import warband as rules
from rules.vanguard.names import Breach


@dataclass(frozen=True)
class Fault:
    """Why a warband cannot be sent: a whole sentence and the rule it rests on."""

    rule: str
    sentence: str


@dataclass(frozen=True)
class Muster:
    """A warband as it stands before it is sent: points, fee in gold, who is hired for it, what is wrong.

    ``stamp`` names exactly this line-up: an order made from an older page is stale (B2).
    """

    points: int
    limit: int
    fee: int
    mercenaries: tuple[str, ...]
    faults: tuple[Fault, ...]
    stamp: str


def muster(loaded: Loaded, campaign: Campaign, event: Event | None = None) -> Muster:
    """Look a warband over, under the event's points limit if it is meant for one (V4.3, V5.5).

    A model that sits the next battle out is a breach of C6.2: it is not left at home
    silently, so that a warband goes exactly as its player sees it.
    """
    limit = limit_at(campaign, event)
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    hired = [catalogue.mercenaries[key] for key in loaded.mercenaries]
    points = rules.points(loaded.as_rules(catalogue), catalogue, tables.warband)
    fee = sum(cost_of_card(card, campaign=campaign) for card in hired)
    found = breaches_of(loaded, limit, catalogue, tables)
    return Muster(
        points=points,
        limit=limit,
        fee=fee,
        mercenaries=tuple(card.name for card in hired),
        faults=tuple(_fault(breach, lowered=limit < campaign.warband_size) for breach in found),
        stamp=_stamp(loaded, points, fee),
    )


def faults_of_company(campaign: Campaign, seat: Seat, warbands: Iterable[Loaded]) -> tuple[Fault, ...]:
    """What keeps every warband of a seat at home: a retinue without its Leader (C9.3).

    He mostly stands in one of the ``warbands``; only otherwise is he looked for.
    """
    if leads_in((model for one in warbands for model in one.models), campaign) or has_leader(seat, campaign):
        return ()
    return (Fault("C9.3", refusal_sentence("order_no_leader", {})),)


def limit_at(campaign: Campaign, event: Event | None) -> int:
    """The points a warband may have at an event, or at a place without one."""
    return rules.limit_in_force(campaign.warband_size, event.points_limit if event is not None else None)


def _fault(breach: Breach, *, lowered: bool) -> Fault:
    """A breach in words. Too many points for an event that lowers the limit rests on V5.5."""
    rule = "V5.5" if lowered and breach.code == "too_many_points" else breach.rule
    return Fault(rule, BREACHES[breach.code](breach.params))


def _stamp(loaded: Loaded, points: int, fee: int) -> str:
    """Who stands in it, who leads it, what they carry, and the figures its player saw."""
    parts = [
        loaded.warband.leader_id or "",
        *sorted(model.id for model in loaded.models),
        *sorted(item.id for model in loaded.models for item in loaded.items.get(model.id, [])),
        *loaded.mercenaries,
        f"{points}.{fee}",
    ]
    return hashlib.sha256(" ".join(parts).encode()).hexdigest()[:16]
