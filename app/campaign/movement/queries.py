"""Where warbands stand, and where they go when the round ends (V9.4-V9.7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.campaign.battles.models import BattleSide
from app.campaign.battles.wounds import healing
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of, tables_of
from app.campaign.map.models import Place
from app.campaign.map.queries import Atlas, Roads, atlas_of, paths_of, roads_of
from app.campaign.movement.models import Retreat
from app.campaign.orders.models import Order
from app.campaign.states import Phase, SeatState
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.reading import breaches_of, load
from app.extensions import db
from rules.vanguard.reach import nearest_hideouts
from rules.vanguard.standing import Move, Result, Stance, move_after


@dataclass(frozen=True)
class Going:
    """What a warband does when the round ends.

    ``at`` is the place where it stands until then, ``places`` where it can go, the first unless its player
    has ``chosen`` another; empty: it stands nowhere then. ``invalid``: it withdraws because it no longer
    keeps the limits (V9.7), not because it was beaten.
    """

    warband: Warband
    move: Move
    at: str
    places: tuple[str, ...]
    chosen: str | None
    invalid: bool

    @property
    def to(self) -> str | None:
        if self.chosen in self.places:
            return self.chosen
        return self.places[0] if self.places else None


@dataclass(frozen=True)
class _Ground:
    atlas: Atlas
    roads: Roads
    chosen: dict[str, str]

    def hideouts_near(self, seat_id: str, at: str) -> tuple[str, ...]:
        """The hideouts a warband withdraws to from a place; if there is no other, an own place keeps it."""
        roads = self.roads
        near = nearest_hideouts(seat_id, at, roads.places, roads.paths, roads.ways)
        if not near and self.atlas.by_id[at].owner_id == seat_id:
            return (at,)
        return tuple(map(str, near))


@dataclass(frozen=True)
class Stand:
    """Where a warband stands, for its player; nowhere, it can gather in one of the ``hideouts``."""

    place: Place | None
    hideouts: Sequence[Place]


def stand_of(warband: Warband, campaign: Campaign, seat: Seat) -> Stand | None:
    """Where the warband stands in a running campaign; None without the module (V9.2)."""
    if not campaign.module_movement or not campaign.running:
        return None
    if warband.standing_place_id is not None:
        return Stand(db.session.get_one(Place, warband.standing_place_id), ())
    return Stand(None, hideouts_of(seat))


@dataclass(frozen=True)
class Withdrawing:
    """A warband that withdraws at the end of the round, in dawn: where from, and where it can go."""

    warband: Warband
    seat: Seat
    at: Place
    places: tuple[Place, ...]
    to: Place | None
    invalid: bool


def withdrawing(campaign: Campaign, seats: Sequence[Seat]) -> list[Withdrawing]:
    """The warbands of those seats that will withdraw as dawn stands; for their players and the GM."""
    if not campaign.module_movement or campaign.phase != Phase.DAWN:
        return []
    found = [one for one in goings(campaign) if one.move == Move.WITHDRAWS]
    places = {
        place.id: place
        for place in db.session.execute(
            select(Place).where(Place.id.in_({key for one in found for key in (one.at, *one.places)}))
        ).scalars()
    }
    by_id = {seat.id: seat for seat in seats}
    return [
        Withdrawing(
            warband=one.warband,
            seat=by_id[one.warband.seat_id],
            at=places[one.at],
            places=tuple(places[key] for key in one.places),
            to=places.get(one.to or ""),
            invalid=one.invalid,
        )
        for one in found
        if one.warband.seat_id in by_id
    ]


def hideouts_of(seat: Seat) -> Sequence[Place]:
    """The places of a player, which are their hideouts (V7.11), oldest first."""
    return (
        db.session.execute(
            select(Place).where(Place.owner_id == seat.id).order_by(Place.created_at, Place.id)
        )
        .scalars()
        .all()
    )


def warbands_in_field(campaign: Campaign) -> Sequence[Warband]:
    """Every warband of the campaign's players that is not dissolved, oldest first, with its mercenaries."""
    return (
        db.session.execute(
            select(Warband)
            .join(Seat, Seat.id == Warband.seat_id)
            .where(
                Warband.campaign_id == campaign.id,
                Warband.dissolved_at.is_(None),
                Seat.state != SeatState.DROPPED,
            )
            .options(joinedload(Warband.mercenaries))
            .order_by(Warband.created_at, Warband.id)
        )
        .unique()
        .scalars()
        .all()
    )


def goings(campaign: Campaign, seat: Seat | None = None) -> list[Going]:
    """What the campaign's warbands, or those of one seat, will do when the round ends; only those that move.

    Places are as they are held now, so from dawn on this is what End round does (V9.4).
    """
    if not campaign.module_movement:
        return []
    atlas = atlas_of(campaign)
    chosen = db.session.execute(
        select(Retreat.warband_id, Retreat.place_id)
        .join(Warband, Warband.id == Retreat.warband_id)
        .where(Warband.campaign_id == campaign.id, Retreat.round == campaign.round)
    )
    ground = _Ground(atlas, roads_of(campaign, atlas, paths_of(campaign)), {row[0]: row[1] for row in chosen})
    fought = _fought(campaign)
    warbands = [one for one in warbands_in_field(campaign) if seat is None or one.seat_id == seat.id]
    moving = {one.id: going for one in warbands if (going := _after_battle(one, fought, ground)) is not None}
    for invalid in _invalid(campaign, [one for one in warbands if _lies_out(one, moving, atlas)]):
        going = moving.get(invalid.id)
        at = (going.to if going is not None else None) or invalid.standing_place_id or ""
        if going is not None and going.move == Move.WITHDRAWS:
            continue
        moving[invalid.id] = Going(
            warband=invalid,
            move=Move.WITHDRAWS,
            at=invalid.standing_place_id or at,
            places=ground.hideouts_near(invalid.seat_id, at),
            chosen=ground.chosen.get(invalid.id),
            invalid=True,
        )
    return list(moving.values())


def _fought(campaign: Campaign) -> dict[str, tuple[Order, str | None]]:
    """The orders of the round that met their fate, with how their battle ended, by warband."""
    rows = db.session.execute(
        select(Order, BattleSide.outcome)
        .outerjoin(BattleSide, BattleSide.order_id == Order.id)
        .where(
            Order.campaign_id == campaign.id,
            Order.round == campaign.round,
            Order.lifted_at.is_(None),
            Order.stance.is_not(None),
        )
    )
    return {order.warband_id: (order, outcome) for order, outcome in rows}


def _after_battle(
    warband: Warband, fought: dict[str, tuple[Order, str | None]], ground: _Ground
) -> Going | None:
    """V9.4, V9.6: a beaten or drawn one goes; None for one that stays."""
    if warband.id not in fought:
        return None
    order, outcome = fought[warband.id]
    move = move_after(Stance(order.stance or ""), Result(outcome) if outcome else None)
    if move == Move.STAYS:
        return None
    if move == Move.RETURNS:
        places: tuple[str, ...] = (order.from_place_id,) if order.from_place_id else ()
    else:
        places = ground.hideouts_near(warband.seat_id, order.place_id)
    return Going(warband, move, order.place_id, places, ground.chosen.get(warband.id), invalid=False)


def _lies_out(warband: Warband, moving: dict[str, Going], atlas: Atlas) -> bool:
    """Whether it will stand outside its player's hideouts."""
    going = moving.get(warband.id)
    at = going.to if going is not None else warband.standing_place_id
    place = atlas.by_id.get(at or "")
    return place is not None and place.owner_id != warband.seat_id


def _invalid(campaign: Campaign, warbands: Sequence[Warband]) -> Iterator[Warband]:
    """Those that no longer keep the limits when the round has ended (V4.4, C6.2): then its mercenaries have
    left (V4.5), and deep wounds that are over hinder nobody."""
    if not warbands:
        return
    catalogue, tables = catalogue_of(campaign), tables_of(campaign)
    healed = {model.id for model in healing(campaign)}
    for loaded in load(warbands):
        then = replace(loaded, mercenaries=[])
        found = breaches_of(then, campaign.warband_size, catalogue, tables)
        if any(breach.code != "model_recovers" or breach.member not in healed for breach in found):
            yield loaded.warband
