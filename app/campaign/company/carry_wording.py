"""Words for the limits of what a model carries (C2.6, C2.8): a short title and the reason."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import ngettext

from app.refusal import Refusal
from app.wording import Params, Wording
from rules.vanguard.names import Breach

TRAITS = {
    "cavalry": "Cavalry",
    "crushing_strength": "Crushing Strength",
    "regenerate": "Regenerate",
    "spear": "Spear",
}
"""Traits as the English game calls them; such words are not translated."""


def _mercenary_items(params: Params) -> str:
    return _("%(card)s is a mercenary and carries none of the company's items.", **params)


def _no_items(params: Params) -> str:
    return _("%(card)s can carry no items.", **params)


def _too_many_items(params: Params) -> str:
    return ngettext(
        "%(card)s may carry %(num)d item at most, and here it would be %(count)s.",
        "%(card)s may carry %(num)d items at most, and here it would be %(count)s.",
        int(params["most"]),
        **params,
    )


def _slot_taken(params: Params) -> str:
    return _("%(card)s has one slot for %(slot)s, and two items want it.", **params)


def _grunt_item(params: Params) -> str:
    return _(
        "%(card)s is a Grunt. A Grunt carries one Common item that is made for Grunts, and %(item)s is not.",
        **params,
    )


def _type_needed(params: Params) -> str:
    return _("%(item)s is only for the type %(type)s, and %(card)s is not of it.", **params)


def _type_barred(params: Params) -> str:
    return _("%(item)s is not for the type %(type)s, and %(card)s is of it.", **params)


def _trait_barred(params: Params) -> str:
    return _(
        "%(item)s does not go together with %(trait)s, which %(card)s has.",
        item=params["item"],
        trait=TRAITS.get(str(params["trait"]), str(params["trait"])),
        card=params["card"],
    )


def _no_mount(params: Params) -> str:
    return _("%(card)s cannot ride, so %(item)s is not for it.", **params)


REFUSALS: dict[str, Wording] = {
    "mercenary_items": _mercenary_items,
    "no_items": _no_items,
    "too_many_items": _too_many_items,
    "slot_taken": _slot_taken,
    "grunt_item": _grunt_item,
    "type_needed": _type_needed,
    "type_barred": _type_barred,
    "trait_barred": _trait_barred,
    "no_mount": _no_mount,
}


def carry_refusal(breaches: Iterable[Breach]) -> Refusal | None:
    """A refusal that names every limit that would be broken, or None if there is none."""
    found = list(breaches)
    if not found:
        return None
    return Refusal(" ".join(REFUSALS[breach.code](breach.params) for breach in found), found[0].rule)
