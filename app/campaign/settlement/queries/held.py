"""Captives as the whole table sees them, and what their captor and their owner may do (V7.4, D6)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from flask_babel import gettext as _
from sqlalchemy import select

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.company.drawings import drawing_of
from app.campaign.company.models import CompanyItem
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.queries import shown_balance
from app.campaign.settlement.captivity import held, price_of
from app.campaign.settlement.models import Captive
from app.campaign.states import CaptiveState, ItemStatus, Phase
from app.extensions import db


@dataclass(frozen=True)
class CaptiveRow:
    """A captive as everybody may see it; who is whose captive is public, what is asked for it is not.

    The fields from ``ransom`` on are filled for the captor, the owner and the GM alone. ``acts`` are what
    the reader may do now (name, pay, leave, offer, accept, end), each with the seat in whose name: their
    own, or one that the GM acts for (V11.5). ``stead`` names the players acted for by their seats. ``gold``
    is what the reader has to pay with.
    """

    id: str
    name: str
    card: str
    icon: str
    owner: str
    captor: str
    owner_style: str
    owner_emblem: str
    captor_style: str
    captor_emblem: str
    words: str
    version: int
    ransom: int | None = None
    price: int | None = None
    item: str | None = None
    item_id: str | None = None
    items: tuple[tuple[str, str], ...] = ()
    asked_for: str | None = None
    exchanges: tuple[tuple[str, str], ...] = ()
    acts: Mapping[str, str] = field(default_factory=dict)
    stead: Mapping[str, str] = field(default_factory=dict)
    gold: int | None = None


@dataclass(frozen=True)
class CaptivesPage:
    """The captives, and whether dawn, which ends ransom and exchange, is still to come."""

    rows: tuple[CaptiveRow, ...]
    waits_for_dawn: bool


def captives(campaign: Campaign, seat: Seat | None = None) -> list[CaptiveRow]:
    """The captives that are held now, as everybody may see them; with ``seat`` those it holds or lacks."""
    found = [one for one in held(campaign) if seat is None or seat.id in (one.owner_id, one.captor_id)]
    return [_public(one, campaign) for one in found]


def captives_page(here: Here) -> CaptivesPage:
    """All captives, with what the reader may do."""
    phase = here.campaign.phase
    return CaptivesPage(
        rows=tuple(captive_rows(here)),
        waits_for_dawn=phase == Phase.SETTLEMENT,
    )


def captive_rows(here: Here, of: Collection[str] | None = None) -> list[CaptiveRow]:
    """The captives, or those of the models ``of``, with what the reader may do."""
    everyone = held(here.campaign)
    shown = [one for one in everyone if of is None or one.model_id in of]
    items = _items(shown)
    return [_row(one, here, everyone, items.get(one.model_id, [])) for one in shown]


def _items(found: Sequence[Captive]) -> dict[str, list[CompanyItem]]:
    by_model: dict[str, list[CompanyItem]] = {}
    ids = [one.model_id for one in found]
    if ids:
        rows = db.session.scalars(
            select(CompanyItem)
            .where(CompanyItem.model_id.in_(ids), CompanyItem.status == ItemStatus.HELD)
            .order_by(CompanyItem.created_at, CompanyItem.id)
        )
        for item in rows:
            by_model.setdefault(item.model_id or "", []).append(item)
    return by_model


def _public(one: Captive, campaign: Campaign, **more: object) -> CaptiveRow:
    card = catalogue_of(campaign).card(one.model.card)
    plain: dict[str, object] = {"words": _("held captive"), **more}
    return CaptiveRow(
        id=one.id,
        name=one.model.name,
        card=card.name,
        icon=drawing_of(card),
        owner=str(one.owner.name),
        captor=str(one.captor.name),
        owner_style=f"p{one.owner.style}",
        owner_emblem=one.owner.emblem,
        captor_style=f"p{one.captor.style}",
        captor_emblem=one.captor.emblem,
        version=one.version,
        **plain,  # type: ignore[arg-type]  # the fields by name
    )


def _row(one: Captive, here: Here, everyone: Sequence[Captive], items: list[CompanyItem]) -> CaptiveRow:
    campaign, catalogue = here.campaign, catalogue_of(here.campaign)
    parties = {one.owner_id, one.captor_id}
    if here.me.id not in parties and not here.may(Deed.SEE_ALL):
        return _public(one, campaign)
    others = [
        other for other in everyone if other.captor_id == one.owner_id and other.owner_id == one.captor_id
    ]
    wished = next((other for other in others if other.id == one.exchange_for_id), None)
    kept = next((item for item in items if item.id == one.item_id), None)
    acts = _acts(one, here, wished is not None, bool(others))
    return _public(
        one,
        campaign,
        words=_words(one),
        ransom=one.ransom,
        price=price_of(one, campaign),
        item=catalogue.items[kept.item].name if kept is not None else None,
        item_id=one.item_id,
        items=tuple((item.id, catalogue.items[item.item].name) for item in items),
        asked_for=wished.model.name if wished is not None else None,
        exchanges=tuple((other.id, other.model.name) for other in others),
        acts=acts,
        stead={
            seat.id: str(seat.name)
            for seat in (one.owner, one.captor)
            if seat.id in acts.values() and seat.id != here.me.id
        },
        gold=shown_balance(here.me) if acts.get("pay") == here.me.id else None,
    )


def _acts_for(seat: Seat, here: Here, parties: Collection[str]) -> bool:
    """Whether the reader acts for a party: for their own, and the GM in a player's stead (V11.5).

    A GM who is the other party acts only for a seat that nobody holds: a player answers an opponent
    themselves.
    """
    if seat.id == here.me.id:
        return here.may(Deed.PLAY, seat)
    opposed = here.me.id in parties
    return here.may(Deed.RUN) and here.may(Deed.PLAY, seat) and (not opposed or seat.person_id is None)


def _acts(one: Captive, here: Here, wished: bool, others: bool) -> dict[str, str]:
    """What the reader may do, each deed with the seat that does it (V7.4)."""
    phase = here.campaign.phase if here.campaign.running else None
    parties = {one.owner_id, one.captor_id}
    captor = one.captor_id if _acts_for(one.captor, here, parties) else None
    owner = one.owner_id if _acts_for(one.owner, here, parties) else None
    if phase == Phase.DAWN:
        return {"end": captor} if captor else {}
    if phase != Phase.SETTLEMENT:
        return {}
    acts: dict[str, str] = {}
    if captor:
        acts |= dict.fromkeys(("name", "offer") if others else ("name",), captor)
    if owner and one.state == CaptiveState.OFFERED:
        acts |= {"pay": owner, "leave": owner}
    if owner and wished:
        acts["accept"] = owner
    return acts


def _words(one: Captive) -> str:
    if one.state == CaptiveState.OFFERED:
        return _("%(gold)s gold is asked.", gold=one.ransom)
    if one.state == CaptiveState.LEFT:
        return _("%(owner)s does not pay %(gold)s gold.", owner=str(one.owner.name), gold=one.ransom)
    return _("No price is named yet.")
