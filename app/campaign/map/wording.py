"""Words for what the journal says of the map."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from app.wording import Params, Wording


def _start(params: Params) -> str:
    return _("%(player)s founds a hideout at %(place)s.", **params)


def _conquest(params: Params) -> str:
    if params["former"]:
        return _("%(player)s takes %(place)s from %(former)s and founds a hideout there.", **params)
    return _("%(player)s takes %(place)s and founds a hideout there.", **params)


def _unopposed(params: Params) -> str:
    return _("%(player)s meets nobody at %(place)s and founds a hideout there.", **params)


def _choice(params: Params) -> str:
    return _("The game master gives %(place)s to %(player)s, one of those who won it.", **params)


def _founder(params: Params) -> str:
    return _("%(place)s was won together; %(player)s takes it and founds a hideout there.", **params)


def _undone(params: Params) -> str:
    return _("The dawn is taken back: %(place)s belongs to %(player)s again.", **params)


def _gm(params: Params) -> str:
    return _("The game master hands %(place)s to %(player)s.", **params)


def _back(params: Params) -> str:
    return _("%(place)s belongs to %(player)s again.", **params)


WAYS: dict[str, Wording] = {
    "start": _start,
    "conquest": _conquest,
    "unopposed": _unopposed,
    "choice": _choice,
    "founder": _founder,
    "undone": _undone,
    "gm": _gm,
    "back": _back,
}
"""How a place comes to an owner."""


def _taken(params: Params) -> str:
    return WAYS.get(params["how"], _conquest)(params)


def _left(params: Params) -> str:
    if params["how"] == "undone":
        return _("The dawn is taken back: %(place)s has no owner again.", **params)
    return _("%(place)s no longer belongs to %(former)s and has no owner.", **params)


def _chosen(_params: Params) -> str:
    return _("The map was chosen.")


def _place_map(params: Params) -> str:
    return _("%(place)s has a map of its own.", **params)


def _place_map_gone(params: Params) -> str:
    return _("%(place)s has no map of its own any more.", **params)


def _path_drawn(params: Params) -> str:
    if params["one_way"]:
        return _("A path leads from %(start)s to %(end)s, one way.", **params)
    return _("A path joins %(start)s and %(end)s.", **params)


def _path_erased(params: Params) -> str:
    return _("There is no path between %(start)s and %(end)s any more.", **params)


def _access_opened(params: Params) -> str:
    return _("%(place)s is an access from %(parent)s now.", **params)


def _access_closed(params: Params) -> str:
    return _("%(place)s is no access from %(parent)s any more.", **params)


def _added(params: Params) -> str:
    return _("A new place is on the map: %(place)s.", **params)


def _suggested(params: Params) -> str:
    return ngettext(
        "%(num)d suggested place was put on the map.",
        "%(num)d suggested places were put on the map.",
        int(params["count"]),
    )


def _renamed(params: Params) -> str:
    return _("%(former)s is called %(place)s now.", **params)


def _income(params: Params) -> str:
    return _("%(place)s brings %(income)d gold a round now, not %(former)d.", **params)


def _changed(params: Params) -> str:
    return _("%(place)s was changed on the map.", **params)


def _deleted(params: Params) -> str:
    return _("%(place)s is no longer on the map.", **params)


def _noted(params: Params) -> str:
    return _("The game master's note on %(place)s was changed.", **params)


KINDS: dict[str, Wording] = {
    "map.chosen": _chosen,
    "map.place_map": _place_map,
    "map.place_map_gone": _place_map_gone,
    "map.path_drawn": _path_drawn,
    "map.path_erased": _path_erased,
    "map.access_opened": _access_opened,
    "map.access_closed": _access_closed,
    "map.place_added": _added,
    "map.places_suggested": _suggested,
    "map.place_renamed": _renamed,
    "map.income_changed": _income,
    "map.place_changed": _changed,
    "map.place_deleted": _deleted,
    "map.note_changed": _noted,
    "map.taken": _taken,
    "map.left": _left,
}
