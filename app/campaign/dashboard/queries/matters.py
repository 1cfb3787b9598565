"""What is to be decided and what goes on: disputes first (V11.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.battles.wording import battle_title
from app.campaign.dashboard.queries.reading import Fought, Night
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Captive
from app.campaign.states import BattleState, Phase


@dataclass(frozen=True)
class Matter:
    """One line: ``urgent`` waits for the GM and has a button; else ``chip`` says how it stands."""

    title: str
    text: str
    icon: str
    url: str | None
    urgent: bool = False
    button: str | None = None
    chip: str = ""
    kind: str = ""


def matters(campaign: Campaign, night: Night) -> Iterator[Matter]:
    """Disputes, then places to give, battles without an agreed result, what is coming, events, captives."""
    disputed = [one for one in night.battles if one.battle.state == BattleState.DISPUTED]
    yield from (_dispute(campaign, one) for one in disputed)
    for fate in night.choices:
        yield Matter(
            title=fate.place.name,
            text=_("Several have a claim to it. You choose who takes it."),
            icon="banner",
            url=url_for("dawn.dawn", campaign_id=campaign.id),
            urgent=True,
            button=_("Choose"),
        )
    others = [one for one in night.battles if one not in disputed]
    yield from (_battle(campaign, one) for one in sorted(others, key=_settled_last))
    if campaign.phase == Phase.ORDERS:
        yield from _coming(campaign, night)
    yield from _events(campaign, night)
    yield from (_captive(campaign, one) for one in night.captives)


def _settled_last(fought: Fought) -> bool:
    return fought.battle.state == BattleState.CONFIRMED


def _dispute(campaign: Campaign, fought: Fought) -> Matter:
    names = _names(campaign)
    said = [
        _("%(player)s: «%(words)s»", player=names.get(side.seat_id, ""), words=side.dispute)
        for side in fought.sides
        if side.dispute
    ]
    return Matter(
        title=battle_title(fought.battle.place.name),
        text=" ".join(said) or _sides(campaign, fought),
        icon="clash",
        url=url_for("battles.decision", campaign_id=campaign.id, battle_id=fought.battle.id),
        urgent=True,
        button=_("Decide"),
    )


def _battle(campaign: Campaign, fought: Fought) -> Matter:
    words, kind = {
        BattleState.ANNOUNCED: (_("to be fought"), "brass"),
        BattleState.REPORTED: (_("to be confirmed"), "woad"),
        BattleState.CONFIRMED: (_("result stands"), "moss"),
    }[BattleState(fought.battle.state)]
    event = fought.battle.event
    return Matter(
        title=event.title if event is not None else battle_title(fought.battle.place.name),
        text=" · ".join(filter(None, (fought.battle.place.name if event else "", _sides(campaign, fought)))),
        icon="battle",
        url=url_for("battles.battle", campaign_id=campaign.id, battle_id=fought.battle.id),
        chip=words,
        kind=kind,
    )


def _sides(campaign: Campaign, fought: Fought) -> str:
    return _against(campaign, [side.seat_id for side in fought.sides])


def _against(campaign: Campaign, seat_ids: Sequence[str]) -> str:
    """«Ellen against Mads»; several are listed."""
    names = _names(campaign)
    players = [names.get(seat_id, "") for seat_id in dict.fromkeys(seat_ids)]
    if len(players) == 2:
        return _("%(one)s against %(other)s", one=players[0], other=players[1])
    return ", ".join(players)


def _names(campaign: Campaign) -> dict[str, str]:
    return {seat.id: str(seat.name) for seat in campaign.seats}


def _coming(campaign: Campaign, night: Night) -> Iterator[Matter]:
    """Where warbands are sent so far; for the game master's eyes alone (V4.7)."""
    places = night.atlas.by_id
    targets: dict[tuple[str, str | None], list[Order]] = {}
    for order in night.orders:
        targets.setdefault((order.place_id, order.event_id), []).append(order)
    for (place_id, _event_id), orders in sorted(targets.items(), key=lambda pair: -len(pair[1])):
        place, event = places.get(place_id), orders[0].event
        name = place.name if place is not None else orders[0].place.name
        against = _against(campaign, [order.seat_id for order in orders])
        yield Matter(
            title=event.title if event is not None else name,
            text=" · ".join(filter(None, (name if event is not None else _("without an event"), against))),
            icon="order",
            url=url_for("maps.campaign_map", campaign_id=campaign.id, place=place_id),
            chip=ngettext("%(num)d warband", "%(num)d warbands", len(orders)),
        )


def _events(campaign: Campaign, night: Night) -> Iterator[Matter]:
    """Events that nothing above is about."""
    told = {one.battle.event_id for one in night.battles} | {order.event_id for order in night.orders}
    places = night.atlas.by_id
    for event in night.events:
        if event.id not in told:
            yield _event(campaign, event, places.get(event.place_id))


def _event(campaign: Campaign, event: Event, place: Place | None) -> Matter:
    last = event.first_round + event.duration - 1
    return Matter(
        title=event.title,
        text=place.name if place is not None else "",
        icon="l-lock" if event.locked else "beacon",
        url=url_for("events.event", campaign_id=campaign.id, event_id=event.id),
        chip=_("locked")
        if event.locked
        else (_("this round only") if last == campaign.round else _("until round %(round)d", round=last)),
    )


def _captive(campaign: Campaign, captive: Captive) -> Matter:
    names = _names(campaign)
    return Matter(
        title=captive.model.name,
        text=_(
            "%(captor)s holds this model of %(owner)s.",
            captor=names.get(captive.captor_id, ""),
            owner=names.get(captive.owner_id, ""),
        ),
        icon="captive",
        url=url_for("settlement.captives", campaign_id=campaign.id),
        chip=_("captive"),
    )
