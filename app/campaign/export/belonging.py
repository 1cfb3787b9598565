"""Which rows of which table are a campaign's, and which columns a file of it may not carry (V11.4)."""

from __future__ import annotations

from functools import cache

from sqlalchemy import Column, ColumnElement, Table, and_, or_, select
from sqlalchemy.sql import Select

from app.campaign.states import Ally, Phase
from app.extensions import Base

# Of persons and browsers, of other tables than campaigns, or of the moment: none of it is the campaign's.
FOREIGN = frozenset(
    {
        "announcement",
        "audience_version",
        "game",
        "game_member",
        "game_row",
        "game_seat",
        "game_snapshot",
        "game_version",
        "login",
        "news_delivery",
        "news_mark",
        "news_scan",
        "person",
        "push_subscription",
        "recovery_code",
        "request_record",
    }
)
# V8.17, V8.22, V8.23: what the game master may not see, drafts not sent yet, and ways to print.
LEFT_OUT = frozenset({"catalogue_draft", "letter", "print_setup", "roster_draft"})
# Doors into the campaign on the server that it leaves, and its dice (architecture: an import rolls anew).
SECRET_COLUMNS = frozenset(
    {
        "auth",
        "endpoint",
        "endpoint_hash",
        "invite_nonce",
        "invite_until",
        "link_hash",
        "lots_cursor",
        "lots_seed",
        "p256dh",
        "public_nonce",
        "request_id",
    }
)
ROOT = "campaign"
JOURNAL = "audit_row"
NUMBERS = frozenset({"seq"})
"""Columns of the journal that number its rows, the hidden ones too."""


def tables() -> list[Table]:
    """Every table with rows of a campaign, those that others point at first."""
    return [table for table in Base.metadata.sorted_tables if table.name not in FOREIGN | LEFT_OUT]


def unplaced() -> list[str]:
    """Tables that nothing here says anything about: a new table must be placed by hand."""
    known = {table.name for table in tables() if table.name == ROOT or _way(table.name) is not None}
    return sorted(set(Base.metadata.tables) - known - FOREIGN - LEFT_OUT)


def rows_of(table: Table, campaign_id: str) -> Select[tuple[object, ...]]:
    """The rows of ``table`` that are the campaign's and its game master may see, the journal in order."""
    found = select(table).where(_belongs(table, campaign_id), *_seen(table, campaign_id))
    return found.order_by(table.c.seq) if table.name == JOURNAL else found


def carried(table: Table) -> list[Column[object]]:
    """The columns that go into a file: not the persons, who stay where their accounts are, and not the
    numbers of the journal, whose gaps would count what stays behind."""
    left = {*SECRET_COLUMNS, *(NUMBERS if table.name == JOURNAL else ())}
    return [column for column in table.columns if column.name not in left and not of_person(column)]


def of_person(column: Column[object]) -> bool:
    """Whether the column points at a person."""
    return any(key.column.table.name == "person" for key in column.foreign_keys)


def _belongs(table: Table, campaign_id: str) -> ColumnElement[bool]:
    if table.name == ROOT:
        return table.c.id == campaign_id
    if "campaign_id" in table.c:
        return table.c.campaign_id == campaign_id
    way = _way(table.name)
    assert way is not None  # ``unplaced`` is tested to be empty
    column, parent = way
    key = next(iter(parent.primary_key))
    return column.in_(select(key).where(_belongs(parent, campaign_id)))


@cache
def _way(name: str) -> tuple[Column[object], Table] | None:
    """How a table hangs on the campaign: a column that is never empty, and the table it points at."""
    table = Base.metadata.tables[name]
    if "campaign_id" in table.c:
        return table.c.campaign_id, Base.metadata.tables[ROOT]
    for column in table.columns:
        for key in column.foreign_keys:
            parent = key.column.table
            if not column.nullable and parent.name not in FOREIGN and parent is not table:
                return column, parent
    return None


def _seen(table: Table, campaign_id: str) -> list[ColumnElement[bool]]:
    """What the game master may see of a table (V3.9, V8.17, V8.20, V8.22)."""
    if table.name == "pact":
        return [_revealed(table, campaign_id)]
    if table.name == "pact_member":
        pact = Base.metadata.tables["pact"]
        shown = select(pact.c.id).where(_revealed(pact, campaign_id))
        return [table.c.state == Ally.JOINED, table.c.pact_id.in_(shown)]
    if table.name == "ledger_row":
        return [table.c.private.is_(False), table.c.secret_until_battles.is_(False)]
    if table.name == "audit_row":
        return [or_(table.c.audience.in_(("public", "gm")), table.c.audience.like("seat:%"))]
    if table.name == "picture":
        return [or_(table.c.audience.in_(("public", "gm")), table.c.audience.like("seat:%"))]
    return []


def _revealed(pact: Table, campaign_id: str) -> ColumnElement[bool]:
    """Alliances that held until the battles of their round, once those are announced (V8.17)."""
    campaign = Base.metadata.tables[ROOT]
    here = campaign.c.id == campaign_id
    past = pact.c.round < select(campaign.c.round).where(here).scalar_subquery()
    hidden = select(campaign.c.id).where(here, campaign.c.phase.in_((Phase.PREPARATION, Phase.ORDERS)))
    now_open = and_(pact.c.round == select(campaign.c.round).where(here).scalar_subquery(), ~hidden.exists())
    return and_(pact.c.ended_at.is_(None), or_(past, now_open))
