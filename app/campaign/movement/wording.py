"""Words for what the journal says of warbands that move."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _gathered(params: Params) -> str:
    return _("%(warband)s gathers at %(place)s.", **params)


def _chosen(params: Params) -> str:
    return _("%(warband)s is to withdraw to %(place)s.", **params)


def _gathers(params: Params) -> str:
    return _("%(warband)s of %(player)s gathers at %(place)s.", **_names(params))


def _returns(params: Params) -> str:
    return _("%(warband)s of %(player)s returns to %(place)s.", **_names(params))


def _withdraws(params: Params) -> str:
    return _("%(warband)s of %(player)s withdraws to %(place)s.", **_names(params))


def _nowhere(params: Params) -> str:
    return _("%(warband)s of %(player)s leaves %(place)s and stands nowhere.", **_names(params))


def _put(params: Params) -> str:
    return _("The game master puts %(warband)s of %(player)s at %(place)s.", **_names(params))


def _names(params: Params) -> dict[str, str]:
    return {name: params[name] for name in ("warband", "player", "place")}


KINDS: dict[str, Wording] = {
    "movement.gathered": _gathered,
    "movement.chosen": _chosen,
    "movement.gathers": _gathers,
    "movement.returns": _returns,
    "movement.withdraws": _withdraws,
    "movement.nowhere": _nowhere,
    "movement.put": _put,
}
