"""Words for what the journal and the rules say of warbands."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from app.campaign.company import carry_wording
from app.wording import Params, Wording


def _formed(params: Params) -> str:
    return _("The warband «%(warband)s» is formed.", **params)


def _renamed(params: Params) -> str:
    return _("The warband is called «%(warband)s» now.", **params)


def _dissolved(params: Params) -> str:
    return _("The warband «%(warband)s» is dissolved.", **params)


def _emptied(params: Params) -> str:
    return _("The warband «%(warband)s» has no models left and is dissolved.", **params)


def _models_in(params: Params) -> str:
    return _("Put into «%(warband)s»: %(models)s.", **params)


def _model_out(params: Params) -> str:
    return _("Taken out of «%(warband)s»: %(model)s.", **params)


def _leader_named(params: Params) -> str:
    return _("%(model)s leads «%(warband)s».", **params)


def _hired(params: Params) -> str:
    return _("%(mercenary)s is hired for «%(warband)s».", **params)


def _dismissed(params: Params) -> str:
    return _("%(mercenary)s leaves «%(warband)s».", **params)


KINDS: dict[str, Wording] = {
    "warband.formed": _formed,
    "warband.renamed": _renamed,
    "warband.dissolved": _dissolved,
    "warband.emptied": _emptied,
    "warband.models_in": _models_in,
    "warband.model_out": _model_out,
    "warband.leader_named": _leader_named,
    "warband.hired": _hired,
    "warband.dismissed": _dismissed,
}


def _too_many_points(params: Params) -> str:
    return ngettext(
        "The warband has %(points)s points, and %(num)d is allowed.",
        "The warband has %(points)s points, and %(num)d are allowed.",
        int(params["limit"]),
        **params,
    )


def _no_command(_params: Params) -> str:
    return _("A warband needs at least one Command of the company.")


def _no_warrior(_params: Params) -> str:
    return _("A warband needs at least one Grunt or Warrior beside its leader.")


def _no_leader(_params: Params) -> str:
    return _("One Command of the warband is named as its leader.")


def _leader_no_command(params: Params) -> str:
    return _("%(card)s leads the warband, but only a Command can.", **params)


def _too_many_type(params: Params) -> str:
    if params["type"] == "Command":
        return _(
            "There is room for one Command, and for one more with every three Grunts and Warriors "
            "from six on: %(most)s here. The warband has %(count)s.",
            **params,
        )
    return _(
        "For every three Grunts and Warriors there is room for one %(type)s: %(most)s here. "
        "The warband has %(count)s.",
        **params,
    )


def _too_many_large(params: Params) -> str:
    return _(
        "A warband of this size has room for %(most)s LARGE models. It has %(count)s that count.", **params
    )


def _too_many_same(params: Params) -> str:
    return _("A warband of this size may have %(most)s of the model %(card)s. It has %(count)s.", **params)


def _needs_model(params: Params) -> str:
    return _("%(card)s only comes along with %(needed)s.", **params)


def _character_twice(params: Params) -> str:
    return _("%(card)s is one single person and cannot stand here twice.", **params)


def _mercenary_twice(params: Params) -> str:
    return _("The mercenary %(card)s can be hired once.", **params)


def _item_twice(params: Params) -> str:
    return ngettext(
        "A warband may have %(item)s %(num)d time, and it has it %(count)s times.",
        "A warband may have %(item)s %(num)d times, and it has it %(count)s times.",
        int(params["most"]),
        **params,
    )


def _model_recovers(params: Params) -> str:
    return _("%(model)s has a deep wound and is out of the next battle.", **params)


REFUSALS: dict[str, Wording] = {
    "too_many_points": _too_many_points,
    "no_command": _no_command,
    "no_warrior": _no_warrior,
    "no_leader": _no_leader,
    "leader_no_command": _leader_no_command,
    "too_many_type": _too_many_type,
    "too_many_large": _too_many_large,
    "too_many_same": _too_many_same,
    "needs_model": _needs_model,
    "character_twice": _character_twice,
    "mercenary_twice": _mercenary_twice,
    "item_twice": _item_twice,
    "model_recovers": _model_recovers,
    **carry_wording.REFUSALS,
}


def _over(params: Params) -> int:
    return int(params["count"]) - int(params["most"])


def title(code: str, params: Params) -> str:
    """What is wrong, in a few words, for the head of a breach."""
    match code:
        case "too_many_points":
            over = int(params["points"]) - int(params["limit"])
            return ngettext("%(num)d point too many", "%(num)d points too many", over)
        case "no_command":
            return _("No Command")
        case "no_warrior":
            return _("No Grunt or Warrior")
        case "no_leader":
            return _("No leader is named")
        case "leader_no_command":
            return _("The leader is no Command")
        case "too_many_type":
            return _("%(num)d %(type)s too many", num=_over(params), type=params["type"])
        case "too_many_large":
            return _("%(num)d LARGE too many", num=_over(params))
        case "too_many_same":
            return _("%(num)d %(card)s too many", num=_over(params), card=params["card"])
        case "needs_model":
            return _("%(needed)s is missing", **params)
        case "character_twice" | "mercenary_twice":
            return _("%(card)s stands here twice", **params)
        case "item_twice":
            return _("%(item)s too often", **params)
        case "model_recovers":
            return _("%(model)s must recover", **params)
    return _("%(card)s carries what it must not", card=params.get("card", ""))
