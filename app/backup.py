"""Backup and restore: the whole database in one file, whichever database it is.

The file is gzipped JSON lines: a head (format, schema revision, tables), then one line per row. It is read
in one snapshot, so people may go on playing meanwhile, and it can be restored on the other kind of
database: that is also how a club moves from SQLite to PostgreSQL.
"""

from __future__ import annotations

import base64
import gzip
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Column, Connection, LargeBinary, Table, func, insert, select, text, update

from app.columns import UtcDateTime, now
from app.extensions import Base, db

FORMAT = "feldtog-backup-1"
_CHUNK = 500


class BackupError(ValueError):
    """The file or the database does not allow it; the message says why."""


def back_up(path: Path) -> int:
    """Write everything to ``path`` (readable by its owner alone); the number of rows.

    The file appears whole or not at all. Raises BackupError if it exists already.
    """
    if path.exists():
        raise BackupError(f"{path} exists already")
    partly = path.with_name(path.name + ".part")
    count = 0
    descriptor = os.open(partly, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with (
            os.fdopen(descriptor, "wb") as raw,
            gzip.open(raw, "wb", compresslevel=6) as out,
            _snapshot() as connection,
        ):
            head = {
                "format": FORMAT,
                "revision": _revision(connection),
                "at": now().isoformat(),
                "tables": [str(table.name) for table in _tables()],
            }
            out.write(msgspec.json.encode(head) + b"\n")
            for table in _tables():
                for row in connection.execution_options(yield_per=_CHUNK).execute(select(table)):
                    out.write(msgspec.json.encode([str(table.name), _plain(row)]) + b"\n")
                    count += 1
        partly.rename(path)
    finally:
        partly.unlink(missing_ok=True)
    return count


def restore(path: Path) -> int:
    """Read ``path`` into the empty, migrated database; the number of rows.

    All or nothing. Raises BackupError if the file is none of ours, of another schema revision or cut
    short, or if the database already holds people.
    """
    try:
        with gzip.open(path, "rb") as lines, db.engine.begin() as connection:
            head = _head(lines.readline(), connection)
            tables = {table.name: table for table in _tables()}
            if set(head["tables"]) != set(tables):
                raise BackupError("the file holds other tables than this version")
            return _fill(connection, tables, lines)
    except (EOFError, gzip.BadGzipFile, msgspec.DecodeError) as error:
        raise BackupError(f"{path} is damaged or cut short: nothing was restored") from error


def _fill(connection: Connection, tables: dict[str, Table], lines: Any) -> int:
    count = 0
    later: list[tuple[Table, dict[str, Any], dict[str, Any]]] = []
    waiting: list[dict[str, Any]] = []
    current: Table | None = None
    for line in lines:
        name, values = msgspec.json.decode(line)
        table = tables[name]
        if current is not None and (table is not current or len(waiting) >= _CHUNK):
            connection.execute(insert(current), waiting)
            waiting = []
        current = table
        row = _typed(table, values)
        # Rows that point at rows still to come are pointed there at the end.
        forward = {column.name: row[column.name] for column in _forward(table) if row[column.name]}
        if forward:
            later.append((table, {key.name: row[key.name] for key in table.primary_key}, forward))
            row |= dict.fromkeys(forward)
        waiting.append(row)
        count += 1
    if current is not None and waiting:
        connection.execute(insert(current), waiting)
    for table, key, forward in later:
        same = [column == key[column.name] for column in table.primary_key]
        connection.execute(update(table).where(*same).values(forward))
    _set_counters(connection)
    return count


def _head(line: bytes, connection: Connection) -> dict[str, Any]:
    head = msgspec.json.decode(line)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError("this is not a backup of Feldtog")
    if head["revision"] != _revision(connection):
        raise BackupError(
            f"the backup is of revision {head['revision']}, the database of {_revision(connection)}:"
            " restore with the version that made it, then upgrade"
        )
    person = Base.metadata.tables["person"]
    if connection.execute(select(func.count()).select_from(person)).scalar():
        raise BackupError("the database is not empty; restore into a new one")
    return head


def _snapshot() -> Any:
    """A connection that sees one moment: SQLite's WAL does so by itself, PostgreSQL when asked."""
    connection = db.engine.connect()
    if db.engine.dialect.name == "postgresql":
        connection = connection.execution_options(isolation_level="REPEATABLE READ")
    return connection


def _tables() -> list[Table]:
    return list(Base.metadata.sorted_tables)


def _forward(table: Table) -> Iterator[Column[Any]]:
    """Columns that may point at a row that comes later in the file."""
    order = {each.name: place for place, each in enumerate(_tables())}
    for column in table.columns:
        for key in column.foreign_keys:
            if order[key.column.table.name] >= order[table.name] and column.nullable:
                yield column


def _revision(connection: Connection) -> str | None:
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _plain(row: Any) -> list[Any]:
    plain = []
    for value in row:
        if isinstance(value, bytes):
            plain.append({"bytes": base64.b64encode(value).decode()})
        elif isinstance(value, datetime):
            plain.append({"moment": value.isoformat()})
        else:
            plain.append(value)
    return plain


def _typed(table: Table, values: list[Any]) -> dict[str, Any]:
    typed: dict[str, Any] = {}
    for column, value in zip(table.columns, values, strict=True):
        if value is None:
            typed[column.name] = None
        elif isinstance(column.type, LargeBinary):
            typed[column.name] = base64.b64decode(value["bytes"])
        elif isinstance(column.type, UtcDateTime):
            typed[column.name] = datetime.fromisoformat(value["moment"])
        else:
            typed[column.name] = value
    return typed


def _set_counters(connection: Connection) -> None:
    """PostgreSQL counts on from the highest number restored; SQLite does so by itself."""
    if connection.dialect.name != "postgresql":
        return
    for table in _tables():
        for column in table.primary_key:
            if column.autoincrement is True:
                connection.execute(
                    text(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'),"  # noqa: S608
                        f" (SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}), false)"
                    )
                )
