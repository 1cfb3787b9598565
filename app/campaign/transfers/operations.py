"""Sending gold. Two ledger rows and two sealed journal rows; nothing that a third party reads (V8.22)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold import operations as gold
from app.campaign.gold.queries import balance
from app.campaign.transfers.rights import can_receive
from app.journal.operations import record_sealed
from app.refusal import Refusal


def transfer(receiver: Seat, amount: int, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Send ``amount`` gold from ``seat`` to ``receiver`` (V8.21).

    Raises Refusal below 1, above what the sender has, to oneself, and to a seat that does
    not play or that nobody holds.
    """
    if receiver.id == seat.id:
        raise Refusal(_l("Choose another player to send gold to."), "V8.21")
    if not can_receive(receiver):
        raise Refusal(
            _l("%(player)s does not play here now and can receive no gold.", player=receiver.name), "V8.21"
        )
    if amount < 1:
        raise Refusal(_l("Send at least 1 gold."), "V8.21")
    have = balance(seat)
    if amount > have:
        raise Refusal(
            _l("You have %(have)d gold. More than that cannot be sent.", have=have, amount=amount), "V8.21"
        )
    for one, other, change, kind in (
        (seat, receiver, -amount, "transfer.sent"),
        (receiver, seat, amount, "transfer.received"),
    ):
        params = {"player": other.name, "gold": amount}
        holder = {**params, "holder": one.person_id}
        gold.enter(one, change, kind, campaign=campaign, actor=actor, params=holder, private=True)
        record_sealed(kind, campaign=campaign, actor=actor, seat=one, params=params)
