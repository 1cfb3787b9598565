"""Words for what the journal says of battles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.battles.models import Battle
from app.wording import Params, Wording


def battle_title(place: str) -> str:
    """What a battle is called: by the place it is about."""
    return _("Battle for %(place)s", place=place)


def title_of(battle: Battle) -> str:
    return battle_title(battle.place.name)


def _listed(sides: Sequence[Mapping[str, str]]) -> str:
    return ", ".join(_("%(warband)s (%(player)s)", **side) for side in sides)


def _revealed(params: Params) -> str:
    if params["event"]:
        return _("%(player)s sent %(warband)s to «%(event)s» at %(place)s.", **params)
    if params["defends"]:
        return _("%(player)s left %(warband)s at %(place)s to defend the hideout.", **params)
    return _("%(player)s sent %(warband)s to %(place)s.", **params)


def _defends(params: Params) -> str:
    if params["event"]:
        return _("%(warband)s of %(player)s stands at %(place)s and defends it at «%(event)s».", **params)
    return _("%(warband)s of %(player)s stands at %(place)s and defends it.", **params)


def _joined(params: Params) -> str:
    if params["by_lot"]:
        return _(
            "%(warband)s of %(player)s defends %(place)s and by lot joins the fight for «%(event)s».",
            **params,
        )
    return _("%(warband)s of %(player)s defends %(place)s and joins the fight for «%(event)s».", **params)


def _announced(params: Params) -> str:
    parts = [_who_meet(params)]
    if params["scenario"] and params["drawn"]:
        parts.append(_("The scenario was drawn: %(scenario)s.", **params))
    elif params["scenario"]:
        parts.append(_("Scenario: %(scenario)s.", **params))
    elif params["other"]:
        parts.append(_("Other mission: the event says how it goes."))
    if params.get("attacker"):
        parts.append(_roles(params))
    return " ".join(parts)


def _who_meet(params: Params) -> str:
    sides = params["sides"]
    if len(sides) != 2:
        return _("Battle for %(place)s: %(sides)s meet.", place=params["place"], sides=_listed(sides))
    return _(
        "Battle for %(place)s: %(one)s against %(other)s.",
        place=params["place"],
        one=_listed(sides[:1]),
        other=_listed(sides[1:]),
    )


def _roles(params: Params) -> str:
    if not params["rolls"]:
        return _("%(defender)s defends its own place, %(attacker)s attacks.", **params)
    one, other = params["rolls"][-1]
    return _rolled(params["attacker"], params["defender"], one, other)


def _rolled(attacker: str, defender: str, attackers: int, defenders: int) -> str:
    return _(
        "%(attacker)s rolled %(one)d and attacks, %(defender)s rolled %(other)d and defends.",
        attacker=attacker,
        defender=defender,
        one=attackers,
        other=defenders,
    )


def _unopposed(params: Params) -> str:
    return _("%(warband)s of %(player)s meets nobody at %(place)s.", **params)


def _left_over(params: Params) -> str:
    return _("The lot leaves %(warband)s of %(player)s without an opponent at %(place)s.", **params)


def _roles_typed(params: Params) -> str:
    rolled = _rolled(params["attacker"], params["defender"], *params["rolls"])
    return _(
        "%(player)s wrote down the roll of the table for %(place)s: %(rolled)s",
        player=params["player"],
        place=params["place"],
        rolled=rolled,
    )


def _roles_again(params: Params) -> str:
    rolled = _rolled(params["attacker"], params["defender"], *params["rolls"])
    return _(
        "The Scout of %(player)s has the roll for %(place)s made again: %(rolled)s",
        player=params["player"],
        place=params["place"],
        rolled=rolled,
    )


def _entered(params: Params) -> str:
    return _("%(player)s entered a result for the battle for %(place)s.", **params)


def _entered_anew(params: Params) -> str:
    return _("%(player)s changed the result entered for the battle for %(place)s.", **params)


def _agreed(params: Params) -> str:
    return _("%(player)s confirmed the result of the battle for %(place)s.", **params)


def _disputed(params: Params) -> str:
    return _("%(player)s disputes the result of the battle for %(place)s.", **params)


def _confirmed(params: Params) -> str:
    said = _result(params)
    if params["own"]:
        return _("%(result)s The game master, who fought in it, decided so.", result=said)
    if params["decided"]:
        return _("%(result)s The game master decided so.", result=said)
    return said


def _result(params: Params) -> str:
    winners, losers = params["winners"], params["losers"]
    scenario = params["scenario"]
    if not winners:
        if scenario:
            return _(
                "The battle for %(place)s (%(scenario)s) ends in a draw: %(sides)s.",
                place=params["place"],
                scenario=scenario,
                sides=_listed(losers),
            )
        return _(
            "The battle for %(place)s ends in a draw: %(sides)s.",
            place=params["place"],
            sides=_listed(losers),
        )
    if scenario:
        return ngettext(
            "%(winners)s wins the battle for %(place)s (%(scenario)s) against %(losers)s.",
            "%(winners)s win the battle for %(place)s (%(scenario)s) against %(losers)s.",
            len(winners),
            winners=_listed(winners),
            losers=_listed(losers),
            place=params["place"],
            scenario=scenario,
        )
    return ngettext(
        "%(winners)s wins the battle for %(place)s against %(losers)s.",
        "%(winners)s win the battle for %(place)s against %(losers)s.",
        len(winners),
        winners=_listed(winners),
        losers=_listed(losers),
        place=params["place"],
    )


def _corrected(params: Params) -> str:
    return _("The game master takes back the result of the battle for %(place)s.", **params)


def _left_to_gm(params: Params) -> str:
    return _("%(player)s has dropped out: the game master decides the battle at %(place)s.", **params)


def _noted(params: Params) -> str:
    return _("The note of the battle for %(place)s was changed.", **params)


KINDS: dict[str, Wording] = {
    "battle.revealed": _revealed,
    "battle.defends": _defends,
    "battle.joined": _joined,
    "battle.announced": _announced,
    "battle.unopposed": _unopposed,
    "battle.left_over": _left_over,
    "battle.roles_typed": _roles_typed,
    "battle.roles_again": _roles_again,
    "battle.entered": _entered,
    "battle.entered_anew": _entered_anew,
    "battle.agreed": _agreed,
    "battle.disputed": _disputed,
    "battle.confirmed": _confirmed,
    "battle.corrected": _corrected,
    "battle.left_to_gm": _left_to_gm,
    "battle.noted": _noted,
}
