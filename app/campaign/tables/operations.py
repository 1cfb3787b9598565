"""Replacing the tables of a campaign; the only writer of them after founding."""

from __future__ import annotations

import msgspec
from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.names import clean_reason
from app.campaign.founding.models import Campaign, CampaignTable
from app.campaign.founding.queries.catalogue import tables_of
from app.campaign.states import State
from app.campaign.tables.wording import RULES, lost_rows, sheet_faults, whole_faults
from app.extensions import db
from app.journal.operations import record_public
from app.refusal import Refusal, Stale
from rules.vanguard.exchange.table_sheets import SheetCells, SheetFaults, lost_keys, part_of
from rules.vanguard.tables import Part
from rules.vanguard.tables_store import shipped_tables, table_faults


def is_under_way(campaign: Campaign) -> bool:
    """Whether play has begun: from then on tables are only corrected, with a reason (V11.1)."""
    return campaign.state in (State.RUNNING, State.FINISHED)


def replace_table(
    table: str,
    cells: SheetCells,
    language: str,
    *,
    version: str | None,
    reason: str,
    campaign: Campaign,
    actor: Actor,
) -> bool:
    """Put what the cells say in the place of the table; False if that is what it was.

    ``version`` is that of the page the cells were typed on (``version_of``), None for a file. Raises Stale if
    the tables were changed since, SheetFaults for cells that do not hold, Refusal if the rows do not go
    together, or if play has begun and a row would vanish or no reason is given.
    """
    if version is not None and version != version_of(campaign):
        raise Stale(_l("The tables were changed meanwhile. This is how they stand now."), RULES[table])
    part = part_of(table, cells, getattr(tables_of(campaign), table), language)
    return _put(table, part, reason, campaign, actor)


def read_file(
    table: str,
    cells: SheetCells,
    lines: tuple[int, ...],
    language: str,
    *,
    reason: str,
    campaign: Campaign,
    actor: Actor,
) -> bool:
    """The same of a file's cells, whose rows stand in ``lines``; every bad cell is in the Refusal's text."""
    try:
        return replace_table(
            table, cells, language, version=None, reason=reason, campaign=campaign, actor=actor
        )
    except SheetFaults as error:
        raise Refusal(sheet_faults(table, error.faults, lines), RULES[table], form_key="file") from error


def restore_table(table: str, *, reason: str, campaign: Campaign, actor: Actor) -> bool:
    """Feldtog's own table again; False if the campaign has it. Raises Refusal as ``replace_table``."""
    return _put(table, getattr(shipped_tables(), table), reason, campaign, actor)


def version_of(campaign: Campaign) -> str:
    """Changes whenever a table or the catalogue does."""
    return str(campaign.catalogue_revision)


def _put(table: str, part: Part, reason: str, campaign: Campaign, actor: Actor) -> bool:
    tables = tables_of(campaign)
    before: Part = getattr(tables, table)
    if part == before:
        return False
    faults = [
        one for one in table_faults(msgspec.structs.replace(tables, **{table: part})) if one.table == table
    ]
    if faults:
        raise Refusal(whole_faults(faults), RULES[table])
    params = {"table": table}
    if is_under_way(campaign):
        if lost := lost_keys(table, before, part):
            raise Refusal(lost_rows(table, before, lost), RULES[table])
        params["reason"] = clean_reason(reason)
    row = db.session.get_one(CampaignTable, (campaign.id, table))
    row.data = msgspec.to_builtins(part)
    campaign.catalogue_revision += 1
    record_public("tables.changed", campaign=campaign, actor=actor, params=params)
    db.session.flush()
    return True
