"""Words for what the journal, the ledger and the rules say of settlements and captives."""

from __future__ import annotations

from contextlib import AbstractContextManager

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from flask_babel.speaklater import LazyString

from app.campaign.company.befell import in_my_language
from app.wording import Params, Wording, holes, rules_in_words

STEPS: dict[int, LazyString] = {
    1: _l("Course of battle"),
    2: _l("Injuries"),
    3: _l("Equipment"),
    4: _l("Experience"),
    5: _l("Rank advance"),
    6: _l("Retinue"),
}
"""The six steps of a settlement (V7.1)."""

STEP_ICONS = {1: "l-swords", 2: "injury", 3: "gear", 4: "l-star", 5: "rank", 6: "l-users"}

REASONS: dict[str, LazyString] = {
    "standing": _l("not taken out"),
    "enemies": _l("enemies taken out"),
    "won": _l("on the winning side"),
    "half_standing": _l("leader: half of the warriors still stand"),
    "objectives": _l("leader: objectives"),
    "gift": _l("the leader's gift"),
    "chronicler": _l("written down by the Chronicler"),
}
"""Why a model learns (C7.2)."""


def _opened(params: Params) -> str:
    return _("The settlement of %(warband)s can begin.", **holes(params, "warband"))


def _course(params: Params) -> str:
    return _("The course of the battle of %(warband)s is settled.", **holes(params, "warband"))


def _grunts(params: Params) -> str:
    return _("%(model)s died and is replaced like for like.", **holes(params, "model"))


def _injury(params: Params) -> str:
    result = in_my_language(params["result"], params["key"])
    if params.get("by_table"):
        return _("%(model)s, rolled at the table: %(result)s.", model=params["model"], result=result)
    return _("%(model)s, rolled by the app: %(result)s.", model=params["model"], result=result)


def _healed(params: Params) -> str:
    return _("%(healer)s has the injury roll of %(model)s repeated.", **holes(params, "healer", "model"))


def _robbed(params: Params) -> str:
    return _("%(model)s loses %(item)s to robbers.", **holes(params, "model", "item"))


def _equipment(params: Params) -> str:
    return _("The equipment of %(warband)s is settled.", **holes(params, "warband"))


def _used_up(params: Params) -> str:
    return _("%(item)s of %(model)s is used up.", **holes(params, "item", "model"))


def _moved(params: Params) -> str:
    if params.get("model"):
        return _("%(item)s goes to %(model)s.", **holes(params, "item", "model"))
    return _("%(item)s goes into the store.", **holes(params, "item"))


def _experience(params: Params) -> str:
    return ngettext(
        "%(warband)s gains %(num)d point of experience.",
        "%(warband)s gains %(num)d points of experience.",
        int(params["points"]),
        **params,
    )


def _advance(params: Params) -> str:
    rank = in_my_language(params["rank"], params["key"])
    return _("%(model)s reaches the rank %(rank)s.", model=params["model"], rank=rank)


def _advance_chosen(params: Params) -> str:
    return _("The advance of %(model)s is chosen.", **holes(params, "model"))


def _leader_named(params: Params) -> str:
    return _("%(model)s is the Leader of the retinue now.", **holes(params, "model"))


def _finished(params: Params) -> str:
    return _("The settlement of %(warband)s is finished.", **holes(params, "warband"))


def _closed(params: Params) -> str:
    return _("The settlement of %(warband)s is closed; nothing more is rolled in it.", **params)


def _open_again(params: Params) -> str:
    return _("The settlement of %(warband)s is open again.", **params)


def _reopened(params: Params) -> str:
    step = STEPS.get(int(params["step"]), "")
    return _(
        "The game master reopens the settlement of %(warband)s at the step «%(step)s».",
        warband=params["warband"],
        step=step,
    )


def _corrected(params: Params) -> str:
    return _(
        "The result of the battle is corrected. The settlement of %(warband)s starts anew.",
        **holes(params, "warband"),
    )


def _taken(params: Params) -> str:
    return _("%(captor)s holds %(model)s of %(owner)s captive.", **holes(params, "captor", "model", "owner"))


def _undone(params: Params) -> str:
    return _(
        "After all, %(captor)s does not hold %(model)s of %(owner)s captive.",
        **holes(params, "captor", "model", "owner"),
    )


def _recalled(params: Params) -> str:
    return _(
        "Dawn is taken back: %(model)s of %(owner)s is the captive of %(captor)s again.",
        **holes(params, "captor", "model", "owner"),
    )


def _ransom_named(params: Params) -> str:
    if params.get("item"):
        return _(
            "%(captor)s asks %(gold)s gold for %(model)s of %(owner)s, and keeps %(item)s.",
            **holes(params, "captor", "gold", "model", "owner", "item"),
        )
    return _(
        "%(captor)s asks %(gold)s gold for %(model)s of %(owner)s.",
        **holes(params, "captor", "gold", "model", "owner"),
    )


def _ransomed(params: Params) -> str:
    return _("%(owner)s ransoms %(model)s from %(captor)s.", **holes(params, "owner", "model", "captor"))


def _left(params: Params) -> str:
    return _("%(owner)s leaves %(model)s with %(captor)s.", **holes(params, "owner", "model", "captor"))


def _exchange_offered(params: Params) -> str:
    return _(
        "%(captor)s offers %(model)s to %(owner)s in exchange for %(other)s.",
        **holes(params, "captor", "model", "owner", "other"),
    )


def _exchanged(params: Params) -> str:
    return _(
        "%(owner)s and %(captor)s exchange their captives %(model)s and %(other)s.",
        **holes(params, "owner", "captor", "model", "other"),
    )


def _released(params: Params) -> str:
    return _("%(captor)s lets %(model)s of %(owner)s go.", **holes(params, "captor", "model", "owner"))


def _executed(params: Params) -> str:
    return _("%(captor)s has %(model)s of %(owner)s executed.", **holes(params, "captor", "model", "owner"))


KINDS: dict[str, Wording] = {
    "settlement.opened": _opened,
    "settlement.course": _course,
    "settlement.grunt": _grunts,
    "settlement.injury": _injury,
    "settlement.healed": _healed,
    "settlement.robbed": _robbed,
    "settlement.used_up": _used_up,
    "settlement.moved": _moved,
    "settlement.equipment": _equipment,
    "settlement.experience": _experience,
    "settlement.advance": _advance,
    "settlement.advance_chosen": _advance_chosen,
    "settlement.leader_named": _leader_named,
    "settlement.finished": _finished,
    "settlement.reopened": _reopened,
    "settlement.closed": _closed,
    "settlement.open_again": _open_again,
    "settlement.corrected": _corrected,
    "captive.taken": _taken,
    "captive.undone": _undone,
    "captive.recalled": _recalled,
    "captive.ransom_named": _ransom_named,
    "captive.ransomed": _ransomed,
    "captive.left": _left,
    "captive.exchange_offered": _exchange_offered,
    "captive.exchanged": _exchanged,
    "captive.released": _released,
    "captive.executed": _executed,
}


def _ledger_paid(params: Params) -> str:
    return _("Ransom for %(model)s, to %(player)s", **holes(params, "model", "player"))


def _ledger_got(params: Params) -> str:
    return _("Ransom for %(model)s, from %(player)s", **holes(params, "model", "player"))


def _ledger_back(params: Params) -> str:
    return _("Ransom for %(model)s taken back", **holes(params, "model"))


LEDGER: dict[str, Wording] = {
    "captive.ransom_paid": _ledger_paid,
    "captive.ransom_got": _ledger_got,
    "captive.ransom_back": _ledger_back,
}


def _ransom_out_of_range(params: Params) -> str:
    return _("A ransom is from 0 to %(price)s gold, the price of the model.", **holes(params, "price"))


def _item_not_chosen(_params: Params) -> str:
    return _("Choose the one item that you keep.")


def _item_not_carried(_params: Params) -> str:
    return _("The model does not carry this item.")


def _no_healer(_params: Params) -> str:
    return _("No living model of the company is its Healer.")


def _healer_used(_params: Params) -> str:
    return _("The Healer has had a roll of this battle repeated already.")


def _item_not_single_use(params: Params) -> str:
    return _("%(item)s is not used up by using it.", **holes(params, "item"))


def _gift_not_learning(_params: Params) -> str:
    return _("The leader's gift goes to a model that took part, is alive and can learn.")


def _chronicled_not_learning(_params: Params) -> str:
    return _("The Chronicler writes of a model that took part, is alive and can learn.")


def _not_open(_params: Params) -> str:
    return _("This advance is not open to the model.")


def _upgrade_needs_command(params: Params) -> str:
    return _("Only a Command gets a power die, and %(card)s is none.", **holes(params, "card"))


def _upgrade_used(_params: Params) -> str:
    return _("The company has had its one power upgrade already.")


def _more_enemies(params: Params) -> str:
    return _(
        "You count %(claimed)s enemies taken out, and by the result it were %(lost)s.",
        **holes(params, "claimed", "lost"),
    )


def _below_zero(_params: Params) -> str:
    return _("Numbers are 0 or more.")


REFUSALS: dict[str, Wording] = {
    "ransom_out_of_range": _ransom_out_of_range,
    "item_not_chosen": _item_not_chosen,
    "item_not_carried": _item_not_carried,
    "no_healer": _no_healer,
    "healer_used": _healer_used,
    "item_not_single_use": _item_not_single_use,
    "gift_not_learning": _gift_not_learning,
    "chronicled_not_learning": _chronicled_not_learning,
    "stat_not_open": _not_open,
    "rule_not_open": _not_open,
    "upgrade_needs_command": _upgrade_needs_command,
    "upgrade_used": _upgrade_used,
    "more_enemies_than_lost": _more_enemies,
    "enemies_below_zero": _below_zero,
    "objectives_below_zero": _below_zero,
}


def as_refusals() -> AbstractContextManager[None]:
    """Say what the rules of the settlement refuse in words: IllegalAction becomes Refusal."""
    return rules_in_words(REFUSALS)
