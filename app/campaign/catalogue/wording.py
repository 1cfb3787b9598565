"""Words of the catalogue's editor: the journal, the names of fields, and the faults of tables."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from flask_babel import ngettext

from app.wording import Params, Wording
from rules.vanguard.exchange.tabular import ALLOWED, RowFault

NAMED = 6
"""How many names or faults a sentence lists before it only counts the rest."""


def _changed(params: Params) -> str:
    names = ", ".join(params["names"])
    more = params["count"] - len(params["names"])
    if more > 0:
        return ngettext(
            "The campaign's catalogue was changed: %(names)s and %(num)d more.",
            "The campaign's catalogue was changed: %(names)s and %(num)d more.",
            more,
            names=names,
        )
    return _("The campaign's catalogue was changed: %(names)s.", names=names)


KINDS: dict[str, Wording] = {"catalogue.changed": _changed}


def faults_in_words(faults: Sequence[RowFault]) -> str:
    """Every bad row of a table in a sentence of its own, the first ones said and the rest counted."""
    said = [_fault(one) for one in faults[:NAMED]]
    more = len(faults) - NAMED
    if more > 0:
        said.append(ngettext("And %(num)d more fault.", "And %(num)d more faults.", more))
    return " ".join([_("Nothing was read."), *said])


def _fault(fault: RowFault) -> str:
    where = {"line": fault.line, "column": fault.column, "value": fault.value}
    if fault.code == "missing":
        return _("Line %(line)d: the name is missing.", **where)
    if fault.code == "no_faction":
        return _("Line %(line)d: there is no faction “%(value)s”.", **where)
    if fault.code == "no_number":
        return _("Line %(line)d: “%(value)s” in the column %(column)s is no whole number from 0.", **where)
    if fault.code == "no_truth":
        return _("Line %(line)d: “%(value)s” in the column %(column)s is neither yes nor no.", **where)
    allowed = ", ".join(ALLOWED.get(fault.column, ()))
    if allowed:
        return _(
            "Line %(line)d: “%(value)s” in the column %(column)s is none of: %(allowed)s.",
            allowed=allowed,
            **where,
        )
    return _("Line %(line)d: “%(value)s” in the column %(column)s does not fit.", **where)


def kind_name(kind: str) -> str:
    """What an entry of the kind is called."""
    return {
        "faction": _("Faction"),
        "model": _("Model"),
        "mercenary": _("Mercenary"),
        "item": _("Item"),
        "spell": _("Spell"),
        "scenario": _("Scenario"),
    }.get(kind, kind)


def field_name(field: str) -> str:
    """What a field of an entry is called."""
    return {
        "name": _("Name"),
        "points": _("Points"),
        "types": _("Types"),
        "stats": _("Figures"),
        "race": _("Race"),
        "base": _("Base"),
        "keywords": _("Special rules"),
        "options": _("Options"),
        "equipment": _("Equipment"),
        "spells": _("Spells"),
        "items_allowed": _("Items allowed"),
        "rarity": _("Rarity"),
        "slots": _("Slots"),
        "hidden": _("Hidden"),
        "alignment": _("Alignment"),
        "effect": _("Effect"),
        "sides": _("Sides"),
        "roles": _("Attacker and defender"),
        "defender_adds_models": _("The defender adds models"),
        "book": _("Book"),
        "page": _("Page"),
        "summary": _("How the group plays it"),
    }.get(field, field)
