"""Words of the rule tables: their names, columns and choices, their faults, and the journal's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext, ngettext
from flask_babel.speaklater import LazyString

from app.campaign.company.befell import in_my_language
from app.wording import Params, Wording
from rules.vanguard.exchange.table_csv import setting_column
from rules.vanguard.exchange.table_sheets import LONGEST_EFFECT, LONGEST_NAME, SHEETS, CellFault, Column
from rules.vanguard.tables import Part
from rules.vanguard.tables_store import TableFault

RULES: dict[str, str] = {
    "warband": "C2.2",
    "underdog": "C3.1",
    "injuries": "C6.2",
    "experience": "C7.2",
    "ranks": "C8.1",
    "advances": "C8.2",
    "caps": "C8.3",
    "special_rules": "C8.3",
    "retinue": "C9.1",
}
"""The rule that each table is about, in the order the tables are shown."""

_TABLES: dict[str, LazyString] = {
    "warband": _l("Limits of a warband"),
    "underdog": _l("Help for the underdog"),
    "injuries": _l("Injuries"),
    "experience": _l("Experience"),
    "ranks": _l("Ranks of models"),
    "advances": _l("Rank advances"),
    "caps": _l("Limits of figures"),
    "special_rules": _l("Special rules to choose from"),
    "retinue": _l("Roles of the retinue"),
}
_COLUMNS: dict[str, LazyString] = {
    "advance_points": _l("Points that an advance counts"),
    "base_per_type": _l("Models for each Command, Support or Spellcaster"),
    "best_roll": _l("Best roll (2 means 2+)"),
    "bonus_divisor": _l("Bonus model: the difference divided by"),
    "bonus_points": _l("Bonus model up to, in points"),
    "chronicler": _l("For the Chronicler"),
    "command_only": _l("Command models only"),
    "cost_points": _l("Cost of a further role, in points"),
    "dice": lazy_pgettext("table", "Dice"),
    "effect": _l("Effect"),
    "enemies_counted": _l("Enemies that count at most"),
    "experience": _l("Experience"),
    "free": _l("Always free"),
    "free_roles": _l("Roles without cost"),
    "gains_per_stat": _l("Improvements of one figure"),
    "high": lazy_pgettext("table", "To"),
    "items_per_model": _l("Items for each model"),
    "large_points": _l("Points for each Large model"),
    "leader_half_standing": _l("Leader: half of the Grunts and Warriors stand"),
    "leader_red_dice": _l("Red dice for the retinue's Leader"),
    "leaders_gift": _l("The leader's gift"),
    "least_speed": _l("Least Speed"),
    "low": lazy_pgettext("table", "From"),
    "most_speed": _l("Most Speed"),
    "most_wounds": _l("Most Wounds"),
    "name": _l("Name"),
    "objectives_counted": _l("Objectives that count at most"),
    "otherwise": _l("Without that figure"),
    "per_enemy": _l("For each enemy taken out"),
    "per_objective": _l("For each objective"),
    "red_dice": _l("Red power dice"),
    "same_model_points": _l("Points for each model of the same name"),
    "sides": _l("Sides of a die"),
    "small_game": _l("A small game, in points"),
    "standing": _l("For taking part and standing"),
    "start": _l("Difference from, in points"),
    "stat": lazy_pgettext("table", "Figure"),
    "text": _l("What it does"),
    "winning_side": _l("For the winning side"),
    "worst_roll": _l("Worst roll (8 means 8+)"),
}
_CHOICES: dict[str, LazyString] = {
    "dead_items_lost": _l("dead, items lost"),
    "dead_items_kept": _l("dead, items to the store"),
    "captured": _l("taken captive"),
    "worse": _l("a figure one worse"),
    "miss_next": _l("out of the next battle"),
    "recovery": _l("nothing lasting"),
    "robbed": _l("loses an item"),
    "hardened": _l("a figure one better"),
    "tale": lazy_pgettext("table", "experience"),
    "red_die": _l("a red power die more"),
    "reroll_injury": _l("repeats an injury roll"),
    "half_resale_loss": _l("half the loss in sales"),
    "reroll_roles": _l("repeats the roll for attacker and defender"),
    "reroll_nerve": _l("repeats a Nerve roll"),
    "none": lazy_pgettext("table", "only a name"),
    "sp": _l("Speed"),
    "me": _l("Melee"),
    "ra": _l("Ranged"),
    "ar": _l("Armour"),
    "ne": _l("Nerve"),
    "wn": _l("Wounds"),
}
NAMED = 6
"""How many faults a sentence lists before it only counts the rest."""


def table_name(table: str) -> str:
    return str(_TABLES[table])


def column_name(column: str) -> LazyString:
    """What a column or setting is called."""
    return _COLUMNS[column]


def choice_name(table: str, column: str, choice: str) -> LazyString | str:
    """What a choice is called; for ``""`` what an empty one means there."""
    if not choice:
        return _l("a special rule") if (table, column) == ("advances", "stat") else "–"
    return _l("experience") if (table, choice) == ("retinue", "experience") else _CHOICES[choice]


def cell_fault(fault: CellFault) -> str:
    """Why a cell does not hold."""
    column = fault.column
    if fault.code == "missing":
        return _("This is missing.")
    if fault.code == "no_number":
        return _("Enter a whole number from %(least)d to %(most)d.", least=column.least, most=column.most)
    if fault.code == "too_long":
        most = LONGEST_NAME if column.kind == "name" else LONGEST_EFFECT
        return _("That is too long: at most %(most)d characters.", most=most)
    if fault.code == "no_truth":
        return _("Write x for yes, or nothing.")
    if column.choices:
        return _("Possible is: %(choices)s.", choices=", ".join(column.choices))
    return _("That cannot be read.")


def sheet_faults(table: str, faults: Sequence[CellFault], lines: Sequence[int]) -> str:
    """The bad cells of a file in sentences; ``lines`` are those of its rows."""
    said = [_file_fault(table, one, lines) for one in faults[:NAMED]]
    if len(faults) > NAMED:
        said.append(ngettext("And %(num)d more fault.", "And %(num)d more faults.", len(faults) - NAMED))
    return " ".join([_("Nothing was read."), *said])


def _file_fault(table: str, fault: CellFault, lines: Sequence[int]) -> str:
    setting = fault.row is None
    return _(
        "Line %(line)d, column %(column)s, “%(value)s”: %(why)s",
        line=lines[0] if fault.row is None else lines[fault.row],
        column=setting_column(table, fault.column.name) if setting else fault.column.name,
        value=fault.value,
        why=cell_fault(fault),
    )


def whole_faults(faults: Iterable[TableFault]) -> str:
    """Why the rows of a table do not go together, all of it."""
    return " ".join(_whole_fault(one) for one in faults)


def _whole_fault(fault: TableFault) -> str:
    if fault.code == "rows" and not fault.count:
        return _("There is no row for %(value)d.", value=fault.value)
    if fault.code == "rows":
        return ngettext(
            "There is %(num)d row for %(value)d, and it must be one.",
            "There are %(num)d rows for %(value)d, and it must be one.",
            fault.count,
            value=fault.value,
        )
    return {
        "starts": _("The differences must rise, and the first is 0."),
        "outside": _("A row lies outside of what the dice can show."),
        "fallback": _(
            "At least one result must fit every model: dead, out of the next battle, or nothing lasting."
        ),
        "rising": _("The experience must rise from rank to rank, from 1."),
        "twice": _("Two rows have the same key."),
    }.get(fault.code, _("The table does not hold together."))


def lost_rows(table: str, before: Part, keys: Sequence[str]) -> str:
    """That rows cannot vanish once the campaign is under way."""
    names = {row.key: in_my_language(row.names, row.key) for row in getattr(before, SHEETS[table].rows)}
    return _(
        "The campaign is under way, so no row can vanish: %(names)s. Change what it does instead.",
        names=", ".join(names[key] for key in keys),
    )


def columns_in_words(columns: Sequence[Column]) -> list[tuple[str, str]]:
    """For whoever fills in the file: each column with what may stand in it."""
    return [(one.name, _allowed(one)) for one in columns]


def _allowed(column: Column) -> str:
    if column.kind == "whole":
        return _("a whole number from %(least)d to %(most)d", least=column.least, most=column.most)
    if column.kind == "flag":
        return _("x for yes, or nothing")
    return ", ".join(column.choices) or _("text")


def _changed(params: Params) -> str:
    if "reason" in params:
        return _(
            "The table “%(table)s” was corrected: %(reason)s.",
            table=table_name(params["table"]),
            reason=str(params["reason"]).rstrip("."),
        )
    return _("The table “%(table)s” was changed.", table=table_name(params["table"]))


KINDS: dict[str, Wording] = {"tables.changed": _changed}
