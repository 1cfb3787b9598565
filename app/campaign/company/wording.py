"""Words for what the journal, the ledger and the rules say of companies and the shop."""

from __future__ import annotations

from contextlib import AbstractContextManager

from flask_babel import gettext as _
from flask_babel import ngettext

from app.wording import Params, Wording, holes, rules_in_words


def _founded(params: Params) -> str:
    return _("The company «%(company)s» of %(faction)s is founded.", **holes(params, "company", "faction"))


def _given_up(params: Params) -> str:
    return _(
        "The company of %(faction)s is given up, and its gold is back: %(gold)s.",
        **holes(params, "faction", "gold"),
    )


def _renamed(params: Params) -> str:
    return _("The company is called «%(company)s» now.", **holes(params, "company"))


def _confirmed(params: Params) -> str:
    return _("The company «%(company)s» is confirmed.", **holes(params, "company"))


def _model_described(params: Params) -> str:
    return _("Name, note or picture of %(model)s were changed.", **holes(params, "model"))


def _cards_moved(params: Params) -> str:
    return _("The card of %(model)s was moved.", **holes(params, "model"))


def _models_bought(params: Params) -> str:
    return ngettext(
        "Bought: %(num)d × %(card)s for %(gold)s gold.",
        "Bought: %(num)d × %(card)s for %(gold)s gold.",
        int(params["count"]),
        **holes(params, "card", "gold"),
    )


def _items_bought(params: Params) -> str:
    return ngettext(
        "Bought: %(num)d × %(item)s for %(gold)s gold.",
        "Bought: %(num)d × %(item)s for %(gold)s gold.",
        int(params["count"]),
        **holes(params, "item", "gold"),
    )


def _model_sold(params: Params) -> str:
    return _("Sold: %(model)s (%(card)s) for %(gold)s gold.", **holes(params, "model", "card", "gold"))


def _item_sold(params: Params) -> str:
    return _("Sold: %(item)s for %(gold)s gold.", **holes(params, "item", "gold"))


def _item_given(params: Params) -> str:
    return _("%(model)s carries %(item)s now.", **holes(params, "model", "item"))


def _item_stored(params: Params) -> str:
    return _("%(item)s lies in the store now.", **holes(params, "item"))


def _role_given(params: Params) -> str:
    return _("%(model)s takes the role %(role)s.", **holes(params, "model", "role"))


def _role_left(params: Params) -> str:
    return _("%(model)s gives up the role %(role)s.", **holes(params, "model", "role"))


def _item_awarded(params: Params) -> str:
    return _(
        "The game master awards %(item)s to %(player)s: %(reason)s",
        **holes(params, "item", "player", "reason"),
    )


def _model_awarded(params: Params) -> str:
    return _(
        "The game master awards the model %(card)s to %(player)s: %(reason)s",
        **holes(params, "card", "player", "reason"),
    )


def _gold_granted(params: Params) -> str:
    return _(
        "The game master gives %(player)s %(gold)s gold: %(reason)s",
        **holes(params, "player", "gold", "reason"),
    )


def _gold_taken(params: Params) -> str:
    return _(
        "The game master takes %(gold)s gold from %(player)s: %(reason)s",
        **holes(params, "player", "gold", "reason"),
    )


def _model_removed(params: Params) -> str:
    return _(
        "The game master takes the model %(model)s from %(player)s: %(reason)s",
        **holes(params, "model", "player", "reason"),
    )


def _item_removed(params: Params) -> str:
    return _(
        "The game master takes %(item)s from %(player)s: %(reason)s",
        **holes(params, "item", "player", "reason"),
    )


KINDS: dict[str, Wording] = {
    "company.founded": _founded,
    "company.given_up": _given_up,
    "company.renamed": _renamed,
    "company.confirmed": _confirmed,
    "company.model_described": _model_described,
    "company.cards_moved": _cards_moved,
    "shop.models_bought": _models_bought,
    "shop.items_bought": _items_bought,
    "shop.model_sold": _model_sold,
    "shop.item_sold": _item_sold,
    "company.item_given": _item_given,
    "company.item_stored": _item_stored,
    "retinue.role_given": _role_given,
    "retinue.role_left": _role_left,
    "award.item": _item_awarded,
    "award.model": _model_awarded,
    "award.gold_granted": _gold_granted,
    "award.gold_taken": _gold_taken,
    "award.model_removed": _model_removed,
    "award.item_removed": _item_removed,
}


def _ledger_bought(params: Params) -> str:
    return _("Bought: %(count)s × %(what)s", count=params["count"], what=params["name"])


def _ledger_sold(params: Params) -> str:
    return _("Sold: %(what)s", what=params["name"])


def _ledger_given_up(params: Params) -> str:
    return _("Company of %(faction)s given up", **holes(params, "faction"))


def _ledger_role(params: Params) -> str:
    return _("Retinue: %(role)s", **holes(params, "role"))


def _ledger_award(params: Params) -> str:
    return _("Award: %(what)s", what=params["name"])


def _ledger_gold(params: Params) -> str:
    return _("From the game master: %(reason)s", **holes(params, "reason"))


LEDGER: dict[str, Wording] = {
    "shop.models_bought": _ledger_bought,
    "shop.items_bought": _ledger_bought,
    "shop.model_sold": _ledger_sold,
    "shop.item_sold": _ledger_sold,
    "company.given_up": _ledger_given_up,
    "retinue.role_given": _ledger_role,
    "award.item": _ledger_award,
    "award.model": _ledger_award,
    "award.gold": _ledger_gold,
}


def _item_only_awarded(params: Params) -> str:
    return _("%(item)s cannot be bought. Only the game master awards it.", **holes(params, "item"))


def _not_enough_gold(params: Params) -> str:
    return _("That costs %(cost)d gold, and there is %(have)d.", cost=params["cost"], have=params["balance"])


def _option_unknown(params: Params) -> str:
    return _("%(card)s does not have this option.", **holes(params, "card"))


def _option_twice(params: Params) -> str:
    return _("An option of %(card)s was chosen twice.", **holes(params, "card"))


def _options_too_many(params: Params) -> str:
    return ngettext(
        "%(card)s may have %(num)d of these options at most.",
        "%(card)s may have %(num)d of these options at most.",
        int(params["most"]),
        **holes(params, "card"),
    )


def _spell_unknown(params: Params) -> str:
    return _("%(card)s cannot learn this spell.", **holes(params, "card"))


def _spell_twice(params: Params) -> str:
    return _("A spell of %(card)s was chosen twice.", **holes(params, "card"))


def _role_unknown(_params: Params) -> str:
    return _("The retinue has no such role.")


def _role_taken(_params: Params) -> str:
    return _("Another model has this role. It must give it up first.")


def _model_has_role(params: Params) -> str:
    return _("This %(card)s has a role already. One model takes one role.", **holes(params, "card"))


def _role_needs_command(params: Params) -> str:
    return _("Only a Command can take the role of the Leader, and %(card)s is none.", **holes(params, "card"))


def _mercenary_no_role(params: Params) -> str:
    return _("%(card)s is a mercenary and takes no role in the retinue.", **holes(params, "card"))


REFUSALS: dict[str, Wording] = {
    "item_only_awarded": _item_only_awarded,
    "not_enough_gold": _not_enough_gold,
    "option_unknown": _option_unknown,
    "option_twice": _option_twice,
    "options_too_many": _options_too_many,
    "spell_unknown": _spell_unknown,
    "spell_twice": _spell_twice,
    "role_unknown": _role_unknown,
    "role_taken": _role_taken,
    "model_has_role": _model_has_role,
    "role_needs_command": _role_needs_command,
    "mercenary_no_role": _mercenary_no_role,
}


def as_refusals() -> AbstractContextManager[None]:
    """Say what the rules of shop and retinue refuse in words: IllegalAction becomes Refusal."""
    return rules_in_words(REFUSALS)
