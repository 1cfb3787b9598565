"""Writing the ledger: gold moves only here."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance as balance
from app.extensions import db
from app.refusal import Refusal


def enter(
    seat: Seat,
    amount: int,
    kind: str,
    *,
    campaign: Campaign,
    actor: Actor,
    params: dict[str, Any] | None = None,
    private: bool = False,
    secret_until_battles: bool = False,
) -> LedgerRow:
    """Add a row: gold received (positive) or spent (negative). ``private`` keeps it from the GM (V8.22),
    ``secret_until_battles`` until then (V3.9).

    Raises Refusal if the balance would fall below 0 (V3.2).
    """
    if amount < 0:
        have = balance(seat)
        if have + amount < 0:
            raise too_little(seat, -amount, have, actor)
    row = LedgerRow(
        campaign_id=campaign.id,
        seat_id=seat.id,
        amount=amount,
        kind=kind,
        params=params or {},
        round=campaign.round,
        private=private,
        secret_until_battles=secret_until_battles,
        actor_id=actor.person_id,
    )
    db.session.add(row)
    db.session.flush()
    return row


def too_little(seat: Seat, cost: int, have: int, actor: Actor) -> Refusal:
    """Why the seat's gold does not do; who acts in another's stead is not told how much there is (V8.22)."""
    if actor.acts_for(seat) and actor.person_id is not None:
        return Refusal(
            _l("That costs %(cost)d gold, and %(player)s has less.", cost=cost, player=seat.name), "V3.2"
        )
    return Refusal(_l("That costs %(cost)d gold, and there is %(have)d.", cost=cost, have=have), "V3.2")


def reverse(row: LedgerRow, kind: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> LedgerRow:
    """A counter-row that takes back ``row`` (V11.1). Raises Refusal as ``enter`` does."""
    counter = enter(seat, -row.amount, kind, campaign=campaign, actor=actor, params=dict(row.params))
    counter.reverses_id = row.id
    return counter
