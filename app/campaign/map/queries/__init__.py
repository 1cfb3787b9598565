"""Reading the map: its board, its places, where warbands can go."""

from app.campaign.map.queries.atlas import Atlas, atlas_of
from app.campaign.map.queries.board import board, standing_warbands
from app.campaign.map.queries.crumbs import Crumb, crumbs
from app.campaign.map.queries.drawing import DrawingPage, drawing_page
from app.campaign.map.queries.editor import EditorPage, editor_page
from app.campaign.map.queries.lines import paths_of
from app.campaign.map.queries.place import PlacePage, place_page
from app.campaign.map.queries.reach import Roads, roads_of
from app.campaign.map.queries.reading import (
    campaign_map,
    entered,
    map_of,
    own_orders,
    path_of,
    place_of,
    places_of,
)

__all__ = [
    "Atlas",
    "Crumb",
    "DrawingPage",
    "EditorPage",
    "PlacePage",
    "Roads",
    "atlas_of",
    "board",
    "campaign_map",
    "crumbs",
    "drawing_page",
    "editor_page",
    "entered",
    "map_of",
    "own_orders",
    "path_of",
    "paths_of",
    "place_of",
    "place_page",
    "places_of",
    "roads_of",
    "standing_warbands",
]
