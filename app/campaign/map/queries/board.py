"""The map with all that lies on it, for one reader (V1.4, V1.5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import select

from app.board import Bands, Board, BoardOrder, BoardPlace, Inside, Mode, Owner, PlaceState
from app.campaign.access import Here
from app.campaign.battles.models import Battle
from app.campaign.events.models import Event
from app.campaign.events.queries import running_events
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Path, Place
from app.campaign.map.queries.atlas import Atlas, atlas_of
from app.campaign.map.queries.lines import edge_point, lines_on, paths_of
from app.campaign.map.shipped import shipped_maps
from app.campaign.orders.models import Order
from app.campaign.states import BattleState
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.i18n import language, sorted_by_name
from app.media.models import Picture
from rules.vanguard.standing import Stance

ADD_FORM = "new-place-form"
MOVE_FORM = "move-place-form"
PICK_FORM = "pick-place-form"


@dataclass(frozen=True)
class Ground:
    """The picture under the places: by day and by night, its size and what surrounds it."""

    title: str
    light: str
    dark: str
    width: float
    height: float
    ground: Literal["sea", "land"]


def ground_of(map_: Map, title: str | None = None, picture_url: Callable[[str], str] | None = None) -> Ground:
    """The map's picture; an uploaded one is the same by day and by night (V1.4).

    ``title`` is what a place's map is called: after its place. ``picture_url`` makes the address of an
    uploaded picture, unless it is shown to those at the table.
    """
    if map_.shipped is not None:
        shipped = shipped_maps()[map_.shipped]
        light, dark = (url_for("static", filename=f"maps/{name}") for name in (shipped.light, shipped.dark))
        named = title or shipped.names[language()]
        return Ground(named, light, dark, shipped.width, shipped.height, shipped.ground)
    picture = db.session.get_one(Picture, map_.picture_id)
    url = picture_url(picture.id) if picture_url else url_for("media.picture", picture_id=picture.id)
    return Ground(title or _("Map"), url, url, picture.width, picture.height, "land")


def board(
    here: Here,
    map: Map,
    *,
    atlas: Atlas | None = None,
    selected: str | None = None,
    legal: Collection[str] | None = None,
    orders: Sequence[Order] = (),
    mode: Mode = "view",
    events: Sequence[Event] | None = None,
    embattled: Collection[str] | None = None,
    by_owner: bool = False,
    paths: Sequence[Path] | None = None,
    bands: Sequence[Warband] | None = None,
    place_url: Callable[[Place], str] | None = None,
    picture_url: Callable[[str], str] | None = None,
) -> Board:
    """The board for ``macros/board.html``: one map as this reader may see it.

    A place with a map shows what goes on inside it (V1.6). ``legal`` are the ids of places that can be
    picked. ``orders`` are drawn as given: one's own on a player's page, all of them on the GM's (V4.7),
    where ``by_owner`` gives each its owner's tincture and name, the GM's own too. ``atlas``, ``events``,
    ``embattled`` (ids of places), ``paths`` and ``bands`` (``standing_warbands``) are taken as they are if
    the page has read them already. ``place_url`` and ``picture_url`` make addresses, unless those of the
    table's own pages.
    At most six queries.
    """
    campaign = here.campaign
    atlas = atlas_of(campaign) if atlas is None else atlas
    if events is None:
        events = running_events(campaign) if campaign.running else []
    if embattled is None:
        fought = campaign.running and not campaign.shop_open
        embattled = _embattled(campaign) if fought else frozenset()
    marks = Marks(
        here=here,
        atlas=atlas,
        seats={seat.id: seat for seat in campaign.seats},
        events=Counter(event.place_id for event in events),
        closed=_closed(events),
        bands=tuple(bands if bands is not None else standing_warbands(campaign)),
        embattled=frozenset(embattled),
        legal=frozenset(legal or ()),
        selected=selected,
    )
    entered = atlas.entered(map)
    ground = ground_of(map, entered.name if entered is not None else None, picture_url)
    edit = mode == "edit"
    page = url_for("maps.editor" if edit else "maps.campaign_map", campaign_id=campaign.id)
    place_url = place_url or (lambda place: f"{page}?place={place.id}")
    places = atlas.on(map)
    inside = entered.id if entered is not None else None
    return Board(
        key=map.id,
        title=ground.title,
        picture_light=ground.light,
        picture_dark=ground.dark,
        width=ground.width,
        height=ground.height,
        ground=ground.ground,
        places=tuple(marks.of(place, place_url(place)) for place in sorted_by_name(places)),
        paths=tuple(lines_on(map, atlas, paths if paths is not None else paths_of(campaign), campaign)),
        orders=tuple(_arrows(orders, map, atlas, None if by_owner else here.me, marks.seats)),
        mode=mode,
        focus=next(((place.x, place.y) for place in places if place.id == selected), None),
        add_form=ADD_FORM if edit else "",
        move_form=MOVE_FORM if edit else "",
        add_url=url_for("maps.tap", campaign_id=campaign.id, inside=inside) if edit else "",
        pick_form=PICK_FORM if mode == "pick" else "",
    )


@dataclass(frozen=True)
class Marks:
    """What is marked at the places of a campaign, for one reader; all by ids of places."""

    here: Here
    atlas: Atlas
    seats: dict[str, Seat]
    events: Counter[str]
    closed: frozenset[str]
    bands: tuple[Warband, ...]
    embattled: frozenset[str]
    legal: frozenset[str]
    selected: str | None

    def of(self, place: Place, url: str) -> BoardPlace:
        owner = self.seats.get(place.owner_id) if place.owner_id else None
        mine = self._mine(place)
        return BoardPlace(
            id=place.id,
            name=place.name,
            x=place.x,
            y=place.y,
            url=url,
            icon=place.icon,
            banner=place.banner,
            owner=Owner(f"p{owner.style}", owner.emblem, owner.name) if owner else None,
            mine=mine,
            inside=self._inside(place),
            bands=tuple(self._bands_at(place)),
            event_count=self.events[place.id],
            locked=place.id in self.closed and not mine,
            embattled=place.id in self.embattled,
            state=_state(place.id, self.selected, self.legal),
        )

    def _bands_at(self, place: Place) -> Iterator[Bands]:
        """Whose warbands stand there, by player (V9.5)."""
        names: dict[str, list[str]] = {}
        for warband in self.bands:
            if warband.standing_place_id == place.id:
                names.setdefault(warband.seat_id, []).append(warband.name)
        for seat_id, standing in names.items():
            seat = self.seats[seat_id]
            yield Bands(Owner(f"p{seat.style}", seat.emblem, seat.name), tuple(standing))

    def _mine(self, place: Place) -> bool:
        return place.owner_id == self.here.me.id

    def _inside(self, place: Place) -> Inside | None:
        if self.atlas.map_of(place) is None:
            return None
        within = list(self.atlas.inside(place))
        return Inside(
            places=len(within),
            events=sum(self.events[one.id] for one in within),
            bands=sum(warband.standing_place_id == one.id for one in within for warband in self.bands),
            embattled=any(one.id in self.embattled for one in within),
            mine=any(map(self._mine, within)),
            legal=any(one.id in self.legal for one in within),
        )


def standing_warbands(campaign: Campaign) -> Sequence[Warband]:
    """The warbands that stand at places, oldest first; none, and no query, without Movement (V9.2, V9.5)."""
    if not campaign.module_movement:
        return ()
    return (
        db.session.execute(
            select(Warband)
            .where(
                Warband.campaign_id == campaign.id,
                Warband.dissolved_at.is_(None),
                Warband.standing_place_id.is_not(None),
            )
            .order_by(Warband.created_at, Warband.id)
        )
        .scalars()
        .all()
    )


def _state(place_id: str, selected: str | None, legal: Collection[str]) -> PlaceState:
    if place_id == selected:
        return "selected"
    return "legal" if place_id in legal else "none"


def _embattled(campaign: Campaign) -> frozenset[str]:
    """Where battles of this round are still undecided; before their announcement nobody need ask."""
    return frozenset(
        db.session.execute(
            select(Battle.place_id).where(
                Battle.campaign_id == campaign.id,
                Battle.round == campaign.round,
                Battle.state != BattleState.CONFIRMED,
            )
        ).scalars()
    )


def _closed(events: Sequence[Event]) -> frozenset[str]:
    """Places all of whose events are locked: they take no order, nor does the place itself (V4.10, V5.4)."""
    open_ = {event.place_id for event in events if not event.locked}
    return frozenset(event.place_id for event in events) - open_


def _arrows(
    orders: Sequence[Order], map_: Map, atlas: Atlas, me: Seat | None, seats: dict[str, Seat]
) -> Iterator[BoardOrder]:
    """The orders that lead to this map or into a place of it.

    One without a starting place leaves its player's nearest place; one from beyond the map comes over its
    nearest edge.
    """
    for order in orders:
        place = atlas.by_id.get(order.place_id)
        end = atlas.seen_on(order.place_id, map_)
        if place is None or end is None:
            continue
        start = _start(order, end, map_, atlas)
        if start is None:
            continue
        x1, y1 = start
        seat = seats.get(order.seat_id)
        own = me is not None and order.seat_id == me.id
        words = order_words(order, place)
        yield BoardOrder(
            x1,
            y1,
            end.x,
            end.y,
            label=words if me is not None or seat is None else _owned_words(seat, words),
            style="" if own or seat is None else f"p{seat.style}",
        )


def _owned_words(seat: Seat, words: str) -> str:
    return _("%(player)s: %(order)s", player=seat.name, order=words)


def _start(order: Order, end: Place, map_: Map, atlas: Atlas) -> tuple[float, float] | None:
    """Where an order's arrow begins; None for who comes from nowhere: holds no place and stands at none."""
    held = [place.id for place in atlas.places if place.owner_id == order.seat_id]
    known = [order.from_place_id] if order.from_place_id else held
    on_map = {place for one in known if (place := atlas.seen_on(one, map_)) is not None}
    if on_map:
        near = min(on_map, key=lambda place: ((place.x - end.x) ** 2 + (place.y - end.y) ** 2, place.id))
        return near.x, near.y
    return edge_point(end) if known else None


def order_words(order: Order, place: Place) -> str:
    """«The wolves go to Rabenfels: The night of masks.»"""
    if order.stance == Stance.STANDING:
        return _("%(warband)s defends %(place)s.", warband=order.warband.name, place=place.name)
    if order.event is not None:
        return _(
            "%(warband)s goes to %(place)s: %(event)s.",
            warband=order.warband.name,
            place=place.name,
            event=order.event.title,
        )
    return _("%(warband)s goes to %(place)s.", warband=order.warband.name, place=place.name)
