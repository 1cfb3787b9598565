"""Changing maps and places, and who owns them."""

from app.campaign.map.operations.maps import (
    set_campaign_map,
    set_place_map,
    take_place_map_away,
    take_suggested,
)
from app.campaign.map.operations.owners import give_place, hand_place
from app.campaign.map.operations.paths import draw_path, erase_path
from app.campaign.map.operations.places import (
    PlaceWords,
    add_place,
    change_place,
    delete_place,
    move_place,
)

__all__ = [
    "PlaceWords",
    "add_place",
    "change_place",
    "delete_place",
    "draw_path",
    "erase_path",
    "give_place",
    "hand_place",
    "move_place",
    "set_campaign_map",
    "set_place_map",
    "take_place_map_away",
    "take_suggested",
]
