"""The tests' own databases keep tests apart from each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.pool import NullPool

from tests.databases import Databases

TABLES = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32))",
    "CREATE TABLE parent (id INTEGER PRIMARY KEY, name TEXT)",
    'CREATE TABLE "order" (id INTEGER PRIMARY KEY, parent_id INTEGER NOT NULL REFERENCES parent (id))',
)


def connect(url: str) -> Connection:
    return create_engine(url, poolclass=NullPool).connect()


def rows(url: str, table: str) -> int:
    with connect(url) as connection:
        return int(connection.execute(text(f"SELECT count(*) FROM {table}")).scalar_one())


@pytest.fixture
def filled(databases: Databases) -> Iterator[str]:
    """A database with two tables, a foreign key between them, and a row in each."""
    name = databases.create()
    with connect(databases.url(name)) as connection, connection.begin():
        for statement in TABLES:
            connection.execute(text(statement))
        connection.execute(text("INSERT INTO alembic_version VALUES ('0001')"))
        connection.execute(text("INSERT INTO parent VALUES (1, 'Ægir')"))
        connection.execute(text('INSERT INTO "order" VALUES (1, 1)'))
    yield name
    databases.drop(name)


def test_emptying_keeps_the_tables_and_the_migrations_mark(databases: Databases, filled: str) -> None:
    databases.empty(filled)
    url = databases.url(filled)
    assert [rows(url, table) for table in ("parent", '"order"', "alembic_version")] == [0, 0, 1]


def test_a_copy_has_the_rows_of_its_template_and_goes_its_own_way(databases: Databases, filled: str) -> None:
    copy = databases.create(filled)
    databases.empty(copy)
    assert rows(databases.url(copy), "parent") == 0
    assert rows(databases.url(filled), "parent") == 1
    databases.drop(copy)


def test_new_databases_are_empty_and_apart(new_database: Callable[[str | None], str]) -> None:
    one, other = new_database(None), new_database(None)
    with connect(one) as connection, connection.begin():
        connection.execute(text("CREATE TABLE mark (id INTEGER)"))
    with connect(other) as connection, connection.begin():
        connection.execute(text("CREATE TABLE mark (id INTEGER)"))
    assert one != other
    assert (rows(one, "mark"), rows(other, "mark")) == (0, 0)


def test_the_backend_is_the_chosen_one(
    databases: Databases, new_database: Callable[[str | None], str]
) -> None:
    assert new_database(None).startswith(databases.backend)


@pytest.mark.only_on("postgresql")
def test_a_lock_left_behind_is_named_instead_of_waited_for(databases: Databases, filled: str) -> None:
    import psycopg

    with connect(databases.url(filled)) as holder:
        holder.execute(text("LOCK TABLE parent IN ACCESS EXCLUSIVE MODE"))
        with pytest.raises(psycopg.errors.LockNotAvailable):
            databases.empty(filled)
