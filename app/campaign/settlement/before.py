"""How models, items and warbands stood before something was settled, so that it can be taken back exactly.

What a settlement does to figures and histories is taken back by counters (V11.1); where somebody or something
stood (alive or not, carried by whom, where in which warband) is put back from here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import exists, select

from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.states import ItemStatus, ModelStatus
from app.campaign.warbands.models import Warband, WarbandMercenary, WarbandModel
from app.extensions import db
from rules.vanguard.settlement.effects import Effect, ItemLost


class ModelBefore(msgspec.Struct, frozen=True):
    id: str
    status: str
    role: str | None
    misses_battle: bool
    power_upgrade: bool


class ItemBefore(msgspec.Struct, frozen=True):
    """An item's status and who carries it (None: the store)."""

    id: str
    status: str
    carrier: str | None


class PlaceBefore(msgspec.Struct, frozen=True):
    """A model's place in a warband, and whether it led it."""

    model: str
    warband: str
    position: int
    led: bool


class Before(msgspec.Struct, frozen=True):
    """Everything that the effects of one entry may change. ``hired`` are warbands with their mercenaries."""

    models: tuple[ModelBefore, ...] = ()
    items: tuple[ItemBefore, ...] = ()
    places: tuple[PlaceBefore, ...] = ()
    hired: tuple[tuple[str, str], ...] = ()


def before(effects: Iterable[Effect], items: Iterable[CompanyItem] = ()) -> Before:
    """How everything stands that ``effects`` speak of, with what the models carry, and ``items``."""
    effects = list(effects)
    ids = list(dict.fromkeys(str(effect.model) for effect in effects))
    lost = {str(effect.item) for effect in effects if isinstance(effect, ItemLost)}
    models = [db.session.get_one(CompanyModel, key) for key in ids]
    found = {item.id: item for item in items}
    if ids:
        touched = CompanyItem.model_id.in_(ids) | CompanyItem.id.in_(lost)
        found |= {item.id: item for item in db.session.scalars(select(CompanyItem).where(touched))}
    places = _places(ids)
    return Before(
        models=tuple(
            ModelBefore(one.id, str(one.status), one.role, one.misses_battle, one.power_upgrade)
            for one in models
        ),
        items=tuple(
            ItemBefore(one.id, str(one.status), one.model_id)
            for one in sorted(found.values(), key=lambda item: item.id)
        ),
        places=places,
        hired=_hired({place.warband for place in places}),
    )


def _places(ids: list[str]) -> tuple[PlaceBefore, ...]:
    if not ids:
        return ()
    rows = db.session.execute(
        select(WarbandModel, Warband.leader_id)
        .join(Warband, Warband.id == WarbandModel.warband_id)
        .where(WarbandModel.model_id.in_(ids))
        .order_by(WarbandModel.model_id)
    )
    return tuple(
        PlaceBefore(place.model_id, place.warband_id, place.position, leader == place.model_id)
        for place, leader in rows
    )


def _hired(warbands: set[str]) -> tuple[tuple[str, str], ...]:
    if not warbands:
        return ()
    rows = db.session.execute(
        select(WarbandMercenary.warband_id, WarbandMercenary.mercenary)
        .where(WarbandMercenary.warband_id.in_(warbands))
        .order_by(WarbandMercenary.warband_id, WarbandMercenary.mercenary)
    )
    return tuple((row.warband_id, row.mercenary) for row in rows)


def put_back(stored: Any, left: Any, *, force: bool) -> None:
    """Put models, items and places back as they were.

    ``stored`` is a ``Before`` as it was kept, ``left`` the items as the entry left them. An item that has
    gone another way since is fetched back with ``force`` as long as the company still holds it, else left
    where it is. A place in a warband is given back if the model stands in no other.
    """
    was = msgspec.convert(stored, Before)
    for one in was.models:
        model = db.session.get_one(CompanyModel, one.id)
        model.status = one.status
        model.role = one.role if one.role is None or not _held_by_another(one.role, model) else None
        model.misses_battle, model.power_upgrade = one.misses_battle, one.power_upgrade
    after = {one.id: one for one in msgspec.convert(left, tuple[ItemBefore, ...])}
    for was_item in was.items:
        item = db.session.get_one(CompanyItem, was_item.id)
        now = after.get(was_item.id)
        as_left = now is not None and (item.status, item.model_id) == (now.status, now.carrier)
        if as_left or (force and item.status == ItemStatus.HELD):
            item.status, item.model_id = was_item.status, was_item.carrier
    db.session.flush()
    for place in was.places:
        _stand_again(place)
    present = _hired({warband for warband, _ in was.hired})
    for warband, mercenary in was.hired:
        if (warband, mercenary) not in present and db.session.get(Warband, warband) is not None:
            db.session.add(WarbandMercenary(warband_id=warband, mercenary=mercenary))
    db.session.flush()


def _held_by_another(role: str, model: CompanyModel) -> bool:
    """Whether a living model has been given the role since, in the settlement of another battle (C9.2)."""
    return bool(
        db.session.scalar(
            select(
                exists().where(
                    CompanyModel.company_id == model.company_id,
                    CompanyModel.id != model.id,
                    CompanyModel.role == role,
                    CompanyModel.status == ModelStatus.LIVING,
                )
            )
        )
    )


def _stand_again(place: PlaceBefore) -> None:
    warband = db.session.get(Warband, place.warband)
    model = db.session.get_one(CompanyModel, place.model)
    if warband is None or model.status != ModelStatus.LIVING:
        return
    if db.session.get(WarbandModel, place.model) is None:
        db.session.add(WarbandModel(model_id=place.model, warband_id=place.warband, position=place.position))
    warband.dissolved_at = None
    if place.led and warband.leader_id is None:
        warband.leader_id = place.model
    db.session.flush()
    db.session.expire(warband)
