"""Words for what the journal, the ledger and the rules say of orders."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


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


def _given(params: Params) -> str:
    return _("Order given: %(order)s", order=_order(params))


def _revoked(params: Params) -> str:
    return _("The game master took back the order to %(warband)s.", **params)


def _lifted(params: Params) -> str:
    why = refusal_sentence(params["code"], params["why"])
    return _("The order to %(warband)s was lifted. %(why)s", warband=params["warband"], why=why)


def _done(params: Params) -> str:
    return _("%(player)s is done with the orders.", **params)


def _not_done(params: Params) -> str:
    return _("%(player)s is not done with the orders after all.", **params)


def _order(params: Params) -> str:
    return order_sentence(
        params["warband"], params["place"], params.get("event"), stays=bool(params.get("stays"))
    )


def _closed(_params: Params) -> str:
    return _("Warbands are sent only in the phase Orders.")


def _sent(params: Params) -> str:
    return _("%(warband)s is already sent, and cannot be called back.", **params)


def _out_of_reach(params: Params) -> str:
    return _("The warband cannot reach %(place)s: no path leads there from a place you hold.", **params)


def _out_of_reach_from(params: Params) -> str:
    return _("The warband stands at %(standing)s, and no path leads from there to %(place)s.", **params)


def _event_over(params: Params) -> str:
    return _("The event «%(event)s» is not running any more.", **params)


def _event_locked(params: Params) -> str:
    return _("The event «%(event)s» is locked: nobody can be sent to it.", **params)


def _event_taken(params: Params) -> str:
    return _("There is already a warband on its way to «%(event)s»; it takes one.", **params)


def _place_has_events(params: Params) -> str:
    return _(
        "An event is running at %(place)s: send the warband to an event there. "
        "Only the owner can send one to the place itself.",
        **params,
    )


def _place_taken(params: Params) -> str:
    return _("There is already a warband on its way to %(place)s; it takes one.", **params)


def _fee_too_high(params: Params) -> str:
    return _("The mercenaries of this warband cost %(fee)d gold, and there is %(have)d.", **params)


def _over_limit(params: Params) -> str:
    return _("The warband has %(points)d points and the limit is %(limit)d now.", **params)


def _unfit(_params: Params) -> str:
    return _("The warband no longer keeps the limits there.")


def _no_leader(_params: Params) -> str:
    return _("Your retinue has no Leader. Name a Command on its page; until then no warband can be sent.")


def _fee(params: Params) -> str:
    return _("Fee of the mercenaries with %(warband)s", **params)


def _fee_returned(params: Params) -> str:
    return _("Fee returned for the mercenaries with %(warband)s", **params)


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


def refusal_sentence(code: str, params: Params) -> str:
    """What a refusal of this room says, in the reader's language."""
    return REFUSALS[code](params)
