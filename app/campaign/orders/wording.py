"""Words for what the journal, the ledger and the rules say of orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Wording = Callable[[Mapping[str, Any]], str]


def order_sentence(warband: str, place: str, event: str | None, *, stays: bool = False) -> str:
    """An order as a plain sentence: who goes where (B2)."""
    if event:
        return _("%(warband)s goes to «%(event)s» at %(place)s.", warband=warband, event=event, place=place)
    if stays:
        return _("%(warband)s defends the hideout at %(place)s.", warband=warband, place=place)
    return _("%(warband)s goes to %(place)s.", warband=warband, place=place)


def defence_sentence(warband: str, place: str) -> str:
    """A warband that defends where it stands, without an order (V9.5)."""
    return _("%(warband)s stands at %(place)s and defends it without an order.", warband=warband, place=place)


def _given(params: Mapping[str, Any]) -> str:
    return _("Order given: %(order)s", order=_order(params))


def _revoked(params: Mapping[str, Any]) -> str:
    return _("The game master took back the order to %(warband)s.", warband=params["warband"])


def _lifted(params: Mapping[str, Any]) -> str:
    why = refusal_sentence(params["code"], params["why"])
    return _("The order to %(warband)s was lifted. %(why)s", warband=params["warband"], why=why)


def _done(params: Mapping[str, Any]) -> str:
    return _("%(player)s is done with the orders.", player=params["player"])


def _not_done(params: Mapping[str, Any]) -> str:
    return _("%(player)s is not done with the orders after all.", player=params["player"])


def _order(params: Mapping[str, Any]) -> str:
    return order_sentence(
        params["warband"], params["place"], params.get("event"), stays=bool(params.get("stays"))
    )


def _closed(_params: Mapping[str, Any]) -> str:
    return _("Warbands are sent only in the phase Orders.")


def _sent(params: Mapping[str, Any]) -> str:
    return _("%(warband)s is already sent, and cannot be called back.", warband=params["warband"])


def _out_of_reach(params: Mapping[str, Any]) -> str:
    return _(
        "The warband cannot reach %(place)s: no path leads there from a place you hold.",
        place=params["place"],
    )


def _out_of_reach_from(params: Mapping[str, Any]) -> str:
    return _(
        "The warband stands at %(standing)s, and no path leads from there to %(place)s.",
        standing=params["standing"],
        place=params["place"],
    )


def _event_over(params: Mapping[str, Any]) -> str:
    return _("The event «%(event)s» is not running any more.", event=params["event"])


def _event_locked(params: Mapping[str, Any]) -> str:
    return _("The event «%(event)s» is locked: nobody can be sent to it.", event=params["event"])


def _event_taken(params: Mapping[str, Any]) -> str:
    return _("There is already a warband on its way to «%(event)s»; it takes one.", event=params["event"])


def _place_has_events(params: Mapping[str, Any]) -> str:
    return _(
        "An event is running at %(place)s: send the warband to an event there. "
        "Only the owner can send one to the place itself.",
        place=params["place"],
    )


def _place_taken(params: Mapping[str, Any]) -> str:
    return _("There is already a warband on its way to %(place)s; it takes one.", place=params["place"])


def _fee_too_high(params: Mapping[str, Any]) -> str:
    return _(
        "The mercenaries of this warband cost %(fee)d gold, and there is %(have)d.",
        fee=params["fee"],
        have=params["have"],
    )


def _over_limit(params: Mapping[str, Any]) -> str:
    return _(
        "The warband has %(points)d points and the limit is %(limit)d now.",
        points=params["points"],
        limit=params["limit"],
    )


def _unfit(_params: Mapping[str, Any]) -> str:
    return _("The warband no longer keeps the limits there.")


def _no_leader(_params: Mapping[str, Any]) -> str:
    return _("Your retinue has no Leader. Name a Command on its page; until then no warband can be sent.")


def _fee(params: Mapping[str, Any]) -> str:
    return _("Fee of the mercenaries with %(warband)s", warband=params["warband"])


def _fee_returned(params: Mapping[str, Any]) -> str:
    return _("Fee returned for the mercenaries with %(warband)s", warband=params["warband"])


KINDS: dict[str, Wording] = {
    "order.given": _given,
    "order.revoked": _revoked,
    "order.lifted": _lifted,
    "order.done": _done,
    "order.not_done": _not_done,
}
LEDGER: dict[str, Wording] = {"order.fee": _fee, "order.fee_returned": _fee_returned}
REFUSALS: dict[str, Wording] = {
    "orders_closed": _closed,
    "order_sent": _sent,
    "order_out_of_reach": _out_of_reach,
    "order_out_of_reach_from": _out_of_reach_from,
    "order_event_over": _event_over,
    "order_event_locked": _event_locked,
    "order_event_taken": _event_taken,
    "order_place_has_events": _place_has_events,
    "order_place_taken": _place_taken,
    "order_fee_too_high": _fee_too_high,
    "order_over_limit": _over_limit,
    "order_unfit": _unfit,
    "order_no_leader": _no_leader,
}


def refusal_sentence(code: str, params: Mapping[str, Any]) -> str:
    """What a refusal of this room says, in the reader's language."""
    return REFUSALS[code](params)
