"""What the map's editor shows (V1.4-V1.7, V1.9)."""

from __future__ import annotations

from dataclasses import dataclass

from flask import url_for
from flask_babel import ngettext

from app.board import Board
from app.campaign.access import Here
from app.campaign.founding.models import Campaign
from app.campaign.map.limits import shape_is_free
from app.campaign.map.models import Map, Place
from app.campaign.map.queries.atlas import Atlas, atlas_of
from app.campaign.map.queries.board import board
from app.campaign.map.queries.crumbs import Crumb, crumbs
from app.campaign.map.queries.lines import paths_of
from app.campaign.map.queries.ways import PathRow, path_rows
from app.campaign.map.shipped import ShippedMap, shipped_maps
from app.campaign.states import State
from app.i18n import language


@dataclass(frozen=True)
class MapChoice:
    """A shipped map as a picture to choose."""

    key: str
    name: str
    light: str
    dark: str
    places: int
    current: bool


@dataclass(frozen=True)
class EditorPage:
    """The editor: the map if one is chosen, the place being edited, what may still be changed (V1.12).

    ``inside`` is the place whose map is edited, None for the campaign's own; ``trail`` leads back up (V1.7).
    ``own_map_url`` leads to the map of the place being edited, None on the third level (V1.6).
    ``known`` names every place with its version, so that a drag is refused if somebody else was quicker.
    ``paths`` are those that touch this map, or the place being edited, where the GM ``draws`` them (V9.3).
    ``short`` says that banner places are missing (V1.9), None if there are enough.
    """

    map: Map | None
    inside: Place | None
    trail: tuple[Crumb, ...]
    board: Board | None
    place: Place | None
    own_map_url: str | None
    own_map_empty: bool
    places: int
    counts: str
    short: str | None
    free: bool
    known: str
    choices: tuple[MapChoice, ...]
    draws: bool
    paths: tuple[PathRow, ...]
    suggested: int
    back_url: str
    draft: bool

    @property
    def at(self) -> dict[str, str]:
        """What addresses of this map's changes carry."""
        return {"inside": self.inside.id} if self.inside is not None else {}


def editor_page(here: Here, selected: str | None, inside_id: str | None) -> EditorPage:
    """The editor of the map that a place lies on, of a place's own map, or of the campaign's."""
    campaign = here.campaign
    atlas = atlas_of(campaign)
    inside = atlas.by_id.get(inside_id or "")
    if selected in atlas.by_id:
        found = atlas.shown(selected, "")
        inside = atlas.entered(found) if found is not None else None
    else:
        found = atlas.map_of(inside) if inside is not None else atlas.root
    places = atlas.on(found) if found is not None else ()
    place = next((place for place in places if place.id == selected), None)
    paths = paths_of(campaign)
    own_map = atlas.map_of(place) if place is not None else None
    draft = campaign.state == State.DRAFT
    free = shape_is_free(campaign)
    shipped = shipped_maps()[found.shipped] if found is not None and found.shipped else None
    banners = sum(place.banner for place in atlas.places)
    return EditorPage(
        map=found,
        inside=inside,
        trail=_trail(atlas, inside, campaign),
        board=board(here, found, atlas=atlas, selected=selected, mode="edit", paths=paths)
        if found is not None
        else None,
        place=place,
        own_map_url=(
            url_for("maps.editor", campaign_id=campaign.id, inside=place.id)
            if place is not None and atlas.may_have_map(place)
            else None
        ),
        own_map_empty=own_map is not None and not atlas.on(own_map),
        places=len(places),
        counts=counts_in_words(len(places), sum(place.banner for place in places)),
        short=_short(banners, campaign.max_players if free else len(campaign.players)),
        free=free,
        known=" ".join(f"{place.id}:{place.version}" for place in places),
        choices=tuple(_choice(one, found) for one in shipped_maps().values())
        if free or found is None
        else (),
        draws=campaign.module_paths,
        paths=path_rows(atlas, paths, places if place is None else [place]),
        suggested=len(shipped.places) if shipped is not None and not places else 0,
        back_url=_back(campaign, inside, draft=draft),
        draft=draft,
    )


def _back(campaign: Campaign, inside: Place | None, *, draft: bool) -> str:
    """From a place's map to that place, else to the wizard or the map."""
    if inside is not None:
        return url_for("maps.editor", campaign_id=campaign.id, place=inside.id)
    if draft:
        return url_for("founding.step", campaign_id=campaign.id, step="map")
    return url_for("maps.campaign_map", campaign_id=campaign.id)


def _trail(atlas: Atlas, inside: Place | None, campaign: Campaign) -> tuple[Crumb, ...]:
    if inside is None:
        return ()
    above = atlas.shown(inside.id, "")
    entered = (*(atlas.trail(above) if above is not None else ()), inside)
    return crumbs("maps.editor", atlas, entered, campaign)


def counts_in_words(places: int, banners: int) -> str:
    """«14 places, 7 of them with a banner»."""
    return ngettext(
        "%(num)d place, %(banners)d with a banner", "%(num)d places, %(banners)d with a banner",
        places, banners=banners,
    )  # fmt: skip


def _short(banners: int, players: int) -> str | None:
    """V1.9: at least as many banner places as players."""
    missing = players - banners
    if missing <= 0:
        return None
    return ngettext(
        "Each of the %(players)d players needs a place with a banner for a hideout: %(num)d is missing.",
        "Each of the %(players)d players needs a place with a banner for a hideout: %(num)d are missing.",
        missing,
        players=players,
    )


def _choice(shipped: ShippedMap, present: Map | None) -> MapChoice:
    return MapChoice(
        key=shipped.key,
        name=shipped.names[language()],
        light=url_for("static", filename=f"maps/{shipped.light}"),
        dark=url_for("static", filename=f"maps/{shipped.dark}"),
        places=len(shipped.places),
        current=present is not None and present.shipped == shipped.key,
    )
