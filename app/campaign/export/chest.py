"""Packing a campaign into one file, and unpacking such a file into a campaign of its own (V11.4).

The file is gzipped JSON lines: a head, then one line a row. Every key is given anew when it is unpacked, so
the same file twice makes two campaigns, and no line can point at anything outside of the file.
"""

from __future__ import annotations

import base64
import gzip
import io
import zlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

import msgspec
from flask_babel import lazy_gettext as _l
from PIL import Image
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    Integer,
    LargeBinary,
    String,
    Table,
    insert,
    text,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from app.accounts.models import Person
from app.campaign.export.belonging import JOURNAL, NUMBERS, ROOT, carried, rows_of, tables
from app.campaign.founding.models import Campaign
from app.columns import UtcDateTime, new_id, now
from app.extensions import db
from app.former import Params
from app.refusal import Refusal

FORMAT = "feldtog-campaign-1"
MOST_UNPACKED = 120 * 1024 * 1024
MOST_ROWS = 200_000
MOST_LINE = 24 * 1024 * 1024
"""Bytes of one row, which is unpacked whole: a picture, or a campaign's catalogue."""
_MOST_PIXELS = 4_400_000
_LARGEST = 2**31 - 1
_CHUNK = 500


def pack(campaign: Campaign) -> bytes:
    """The whole campaign, pictures too, without what its game master may not see and without persons."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=6, mtime=0) as file:
        head = {
            "format": FORMAT,
            "revision": _revision(),
            "at": now().isoformat(),
            "name": campaign.name,
        }
        file.write(msgspec.json.encode(head) + b"\n")
        for table in tables():
            columns = carried(table)
            for row in db.session.execute(rows_of(table, campaign.id)).mappings():
                values = {str(column.name): _plain(row[column.name]) for column in columns}
                file.write(msgspec.json.encode([str(table.name), values]) + b"\n")
    return out.getvalue()


def unpack(data: bytes, person: Person) -> str:
    """Make a campaign of the file, with ``person`` as its game master; gives its key.

    The other seats are in the game master's hands and can be given to people. Raises Refusal for a file
    that is none, is damaged, or comes from a newer Feldtog; then nothing is made.
    """
    try:
        rows = list(_lines(data))
        with db.session.begin_nested():
            return _fill(rows, person)
    except (
        *(msgspec.DecodeError, KeyError, TypeError, ValueError, AttributeError),
        *(OverflowError, RecursionError, SQLAlchemyError),
    ) as error:
        # What a damaged or forged line can make of the decoders and of the database.
        raise Refusal(_l("The file is damaged. Nothing was taken from it."), "V11.4") from error


def _lines(data: bytes) -> Iterator[tuple[Table, dict[str, Any]]]:
    known = {table.name: table for table in tables()}
    size = 0
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as file:
            _check_head(file.readline(1_000_000))
            for number, line in enumerate(iter(lambda: file.readline(MOST_LINE + 1), b"")):
                # Counted before a line is read on: a bomb may be one endless line.
                size += len(line)
                if size > MOST_UNPACKED or number > MOST_ROWS or len(line) > MOST_LINE:
                    raise Refusal(_l("The file unpacks to more than a campaign is."), "V11.4")
                name, values = msgspec.json.decode(line)
                if name not in known:
                    raise Refusal(_l("The file comes from a newer Feldtog than this one."), "V11.4")
                yield known[name], dict(values)
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise Refusal(_l("This is no campaign that Feldtog wrote, or it is cut short."), "V11.4") from error


def _check_head(line: bytes) -> None:
    try:
        head = msgspec.json.decode(line)
    except msgspec.DecodeError:
        head = None
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise Refusal(_l("This is no campaign that Feldtog wrote, or it is cut short."), "V11.4")
    present = _revision()
    if not isinstance(head.get("revision"), str) or head["revision"] > present:
        raise Refusal(_l("The file comes from a newer Feldtog than this one."), "V11.4")


def _fill(rows: list[tuple[Table, dict[str, Any]]], person: Person) -> str:
    keys = {
        values[column.name]: new_id()
        for table, values in rows
        for column in table.primary_key
        if _is_key(column) and not column.foreign_keys
    }
    roots = [values["id"] for table, values in rows if table.name == ROOT]
    if len(roots) != 1:
        raise ValueError("one campaign is in a file")
    later: list[tuple[Table, dict[str, Any], dict[str, Any]]] = []
    order = {table.name: place for place, table in enumerate(tables())}
    waiting: list[dict[str, Any]] = []
    for place, (table, values) in enumerate(rows):
        row = _row(table, values, keys)
        _belong(table, row, person, keys[roots[0]])
        forward = {
            column.name: row[column.name]
            for column in table.columns
            for key in column.foreign_keys
            if column.nullable
            and row.get(column.name)
            and order.get(key.column.table.name, -1) >= order[table.name]
        }
        if forward:
            later.append((table, {key.name: row[key.name] for key in table.primary_key}, forward))
            row |= dict.fromkeys(forward)
        waiting.append(row)
        if place + 1 == len(rows) or rows[place + 1][0] is not table or len(waiting) >= _CHUNK:
            db.session.execute(insert(table), waiting)
            waiting = []
    for table, key, forward in later:
        same = [column == key[column.name] for column in table.primary_key]
        db.session.execute(update(table).where(*same).values(forward))
    return keys[roots[0]]


def _row(table: Table, values: Mapping[str, Any], keys: Mapping[str, str]) -> dict[str, Any]:
    """A line as a row: every key a new one, and nothing that points outside of the file."""
    columns = {column.name: column for column in carried(table)}
    if table.name == JOURNAL:
        # Files of older versions number their rows.
        values = {name: value for name, value in values.items() if name not in NUMBERS}
    if set(values) - set(columns):
        raise Refusal(_l("The file comes from a newer Feldtog than this one."), "V11.4")
    row: dict[str, Any] = {}
    for name, column in columns.items():
        if name not in values:
            continue
        value = _typed(column, values[name])
        if column.foreign_keys and value is not None:
            # What it points at may have stayed behind.
            value = keys.get(value) if column.nullable else keys[value]
            row[name] = value
            continue
        row[name] = _renamed(value, keys)
    return row


def _belong(table: Table, row: dict[str, Any], person: Person, campaign_id: str) -> None:
    """What no file says: who runs the campaign here, its own dice, keys that every row has for itself."""
    if "campaign_id" in table.c:
        row["campaign_id"] = campaign_id
    if table.name == ROOT:
        row["lots_seed"], row["lots_cursor"] = new_id() + new_id(), 0
    elif table.name == "seat":
        row["person_id"] = person.id if row.get("is_gm") else None
        row["is_deputy"] = False
    elif table.name == JOURNAL:
        row["key"] = new_id()
    elif table.name == "picture":
        _check_picture(row["data"])


def _check_picture(data: bytes) -> None:
    try:
        with Image.open(io.BytesIO(data), formats=["WEBP"]) as picture:
            pixels = picture.width * picture.height
            picture.verify()
    except Exception as error:
        # Pillow raises many kinds for broken files; a picture that is none is a damaged file.
        raise ValueError("no picture") from error
    if pixels > _MOST_PIXELS:
        raise ValueError("a picture that unpacks to more than the app keeps")


def _is_key(column: Column[Any]) -> bool:
    return isinstance(column.type, String) and column.type.length == 13


def _renamed(value: Any, keys: Mapping[str, str]) -> Any:
    """The value with every key in it a new one, however deep it lies."""
    if isinstance(value, str):
        head, mark, tail = value.partition(":")
        if mark and tail in keys:
            return f"{head}:{keys[tail]}"
        return keys.get(value, value)
    if isinstance(value, list):
        return [_renamed(one, keys) for one in value]
    if isinstance(value, dict):
        return {keys.get(name, name): _renamed(one, keys) for name, one in value.items()}
    return value


def _plain(value: Any) -> Any:
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    return value.isoformat() if isinstance(value, datetime) else value


def _typed(column: Column[Any], value: Any) -> Any:
    if value is None:
        return None
    if isinstance(column.type, LargeBinary):
        return base64.b64decode(value, validate=True)
    if isinstance(column.type, UtcDateTime):
        return datetime.fromisoformat(value)
    _check_kind(column, value)
    return value


def _check_kind(column: Column[Any], value: Any) -> None:
    """SQLite takes anything into any column; what reads it later would stumble over it."""
    kind = column.type
    if isinstance(kind, Boolean):
        sound = isinstance(value, bool)
    elif isinstance(kind, Integer):
        sound = type(value) is int and abs(value) <= _LARGEST
    elif isinstance(kind, Float):
        sound = type(value) in (int, float) and abs(value) <= _LARGEST
    elif isinstance(kind, String):
        sound = isinstance(value, str) and "\x00" not in value
        sound = sound and (kind.length is None or len(value) <= kind.length)
    elif isinstance(kind, Params):
        sound = isinstance(value, dict)
    else:
        sound = isinstance(kind, JSON)
    if not sound:
        raise ValueError(f"{column.table.name}.{column.name} holds something else")


def _revision() -> str:
    found: str | None = db.session.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found or ""
