"""The databases that tests run on: SQLite files, or a PostgreSQL server of their own.

`pytest` runs on SQLite, `pytest --db postgresql` (or FELDTOG_TEST_DB=postgresql) on a private PostgreSQL
server, started when the first test needs it and stopped and deleted at the end of the run. It is reached at
a free port of the loopback address with a password of its own, and keeps nothing safe on disk.

Fixtures: `databases` makes databases, `migrated` is the name of one whose tables are there, `new_database`
gives a test a database for itself. A plugin, loaded by the conftest.py at the top, so that the browser tests
have it too.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import socket
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import pytest

BACKENDS = ("sqlite", "postgresql")


class Databases(Protocol):
    """Makes databases of one kind. A copy is as fast as copying files, so templates are cheap."""

    backend: str

    def create(self, template: str | None = None) -> str:
        """Makes an empty database, or a copy of one that nobody is connected to; returns its name."""

    def restore(self, name: str, template: str) -> None:
        """Makes a database that was dropped anew, as a copy of one that nobody is connected to."""

    def url(self, name: str) -> str:
        """The address of a database in SQLAlchemy's form."""

    def empty(self, name: str) -> None:
        """Deletes every row but the migrations' own mark. Fails if somebody holds a lock for seconds."""

    def drop(self, name: str) -> None:
        """Deletes a database, whoever is connected to it."""

    def stop(self) -> None:
        """Ends and deletes everything."""


class SqliteFiles:
    """Databases as files in a folder."""

    backend = "sqlite"

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._numbers = count(1)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.sqlite"

    def create(self, template: str | None = None) -> str:
        name = f"feldtog_{next(self._numbers)}"
        if template is not None:
            self.restore(name, template)
        return name

    def restore(self, name: str, template: str) -> None:
        # The backup interface also takes what is still in the template's write-ahead log.
        with _connected(self._path(template)) as source, _connected(self._path(name)) as target:
            source.backup(target)

    def url(self, name: str) -> str:
        return f"sqlite:///{self._path(name)}"

    def empty(self, name: str) -> None:
        with _connected(self._path(name)) as connection:
            # Read outside the transaction: SQLite ignores this switch inside one.
            connection.execute("PRAGMA foreign_keys=OFF")
            connection.execute("BEGIN IMMEDIATE")
            tables = [
                row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type='table'")
            ]
            for table in tables:
                if table not in ("alembic_version", "sqlite_sequence"):
                    connection.execute(f'DELETE FROM "{table}"')
            if "sqlite_sequence" in tables:
                connection.execute("DELETE FROM sqlite_sequence")
            connection.execute("COMMIT")

    def drop(self, name: str) -> None:
        for end in ("", "-wal", "-shm"):
            Path(f"{self._path(name)}{end}").unlink(missing_ok=True)

    def stop(self) -> None:
        shutil.rmtree(self._folder, ignore_errors=True)


class _connected:
    """A connection in autocommit mode that is closed at the end (sqlite3's own `with` keeps it open)."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, timeout=10, isolation_level=None)
        self._connection.execute("PRAGMA synchronous=OFF")

    def __enter__(self) -> sqlite3.Connection:
        return self._connection

    def __exit__(self, *_: object) -> None:
        self._connection.close()


class PostgresServer:
    """A PostgreSQL server that lives as long as the test run."""

    backend = "postgresql"

    SETTINGS = (
        "fsync=off",
        "synchronous_commit=off",
        "full_page_writes=off",
        "wal_level=minimal",
        "max_wal_senders=0",
        "max_connections=200",
        "shared_buffers=64MB",
        "listen_addresses=127.0.0.1",
    )

    def __init__(self, folder: Path) -> None:
        """Starts a server in the new folder `folder`. Raises pytest.UsageError if there is no PostgreSQL."""
        self._folder = folder
        self._numbers = count(1)
        self._programs = _postgres_programs()
        self._account = _server_account()
        self._password = secrets.token_urlsafe(16)
        data = folder / "data"
        password_file = folder / "password"
        password_file.write_text(self._password, "ascii")
        if self._account:
            for path in (folder, password_file):
                shutil.chown(path, self._account, pwd.getpwnam(self._account).pw_gid)
        self._run(
            *("initdb", "--pgdata", str(data), "--username", "feldtog", "--pwfile", str(password_file)),
            *("--auth", "scram-sha-256", "--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"),
        )
        password_file.unlink()
        self._start(data)
        self._control = self._connect("postgres")

    def _start(self, data: Path) -> None:
        # Between our look for a free port and the server's start another program may take it.
        for attempt in range(5):
            self.port = _free_port()
            options = [*self.SETTINGS, f"port={self.port}", f"unix_socket_directories={self._folder}"]
            try:
                self._run(
                    *("pg_ctl", "start", "--wait", "--pgdata", str(data)),
                    *("--log", str(self._folder / "log")),
                    *("--options", " ".join(f"-c {option}" for option in options)),
                )
            except subprocess.CalledProcessError:
                if attempt == 4:
                    raise
            else:
                return

    def _run(self, program: str, *arguments: str) -> None:
        """Runs a program of PostgreSQL; when we are root, which it refuses, as an account of its own."""
        # Into a file: a pipe would stay open as long as the server that inherits it.
        with (self._folder / "output").open("a") as output:
            done = subprocess.run(
                [self._programs / program, *arguments],
                user=self._account,
                group=pwd.getpwnam(self._account).pw_gid if self._account else None,
                extra_groups=[] if self._account else None,
                cwd=self._folder,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            )
        if done.returncode:
            note = (self._folder / "output").read_text("utf-8", "replace")
            log = self._folder / "log"
            note += log.read_text("utf-8", "replace") if log.exists() else ""
            error = subprocess.CalledProcessError(done.returncode, program)
            error.add_note(note)
            raise error

    def _connect(self, name: str) -> Any:
        import psycopg

        return psycopg.connect(
            host="127.0.0.1",
            port=self.port,
            user="feldtog",
            password=self._password,
            dbname=name,
            autocommit=True,
        )

    def create(self, template: str | None = None) -> str:
        name = f"feldtog_{next(self._numbers)}"
        self.restore(name, template or "template0")
        return name

    def restore(self, name: str, template: str) -> None:
        # Copying files beats replaying them through the log at this size, and nothing is to survive a crash.
        self._control.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}" STRATEGY file_copy')

    def url(self, name: str) -> str:
        return f"postgresql+psycopg://feldtog:{self._password}@127.0.0.1:{self.port}/{name}"

    def empty(self, name: str) -> None:
        with self._connect(name) as connection:
            connection.execute("SET lock_timeout = '3s'")
            tables = [
                row[0]
                for row in connection.execute(
                    "SELECT quote_ident(tablename) FROM pg_tables "
                    "WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
                )
            ]
            if not tables:
                return
            # Emptying a table costs a new file; most tests fill only a few tables.
            looks = (f"SELECT '{table}' WHERE EXISTS (SELECT FROM {table})" for table in tables)
            filled = [row[0] for row in connection.execute(" UNION ALL ".join(looks))]
            if filled:
                connection.execute(f"TRUNCATE {', '.join(filled)} RESTART IDENTITY CASCADE")

    def drop(self, name: str) -> None:
        self._control.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')

    def stop(self) -> None:
        self._control.close()
        self._run("pg_ctl", "stop", "--mode", "immediate", "--wait", "--pgdata", str(self._folder / "data"))
        shutil.rmtree(self._folder, ignore_errors=True)


def _postgres_programs() -> Path:
    """The folder of initdb and pg_ctl: on the path, else the newest that Debian has installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(folders, key=lambda path: int(path.parts[-3]), default=None)
    if newest is None:
        raise pytest.UsageError("--db postgresql needs PostgreSQL: sudo apt-get install -y postgresql")
    return newest.parent


def _server_account() -> str | None:
    """Whom the server runs as: nobody special, or an account without rights when we are root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            pwd.getpwnam(name)
        except KeyError:
            continue
        return name
    raise pytest.UsageError("PostgreSQL does not run as root and there is neither postgres nor nobody")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# --- The plugin -----------------------------------------------------------------------------------


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("feldtog")
    group.addoption("--db", choices=BACKENDS, default=None, help="the database that tests run on")
    group.addoption(
        "--only-with-database",
        action="store_true",
        help="leave out the tests that need no database; they are the same on every one",
    )


def chosen_backend(config: pytest.Config) -> str:
    """--db, else FELDTOG_TEST_DB, else SQLite."""
    backend = config.getoption("--db") or os.environ.get("FELDTOG_TEST_DB") or "sqlite"
    if backend not in BACKENDS:
        raise pytest.UsageError(f"FELDTOG_TEST_DB is {backend!r}: use one of {', '.join(BACKENDS)}")
    return str(backend)


def pytest_report_header(config: pytest.Config) -> str:
    return f"database: {chosen_backend(config)}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    backend = chosen_backend(config)
    kept, left_out = [], []
    for item in items:
        only = item.get_closest_marker("only_on")
        if only and only.args[0] not in BACKENDS:
            raise pytest.UsageError(f"{item.nodeid}: only_on({only.args[0]!r}) is no database")
        wrong = only is not None and only.args[0] != backend
        idle = config.getoption("--only-with-database") and "databases" not in getattr(
            item, "fixturenames", ()
        )
        (left_out if wrong or idle else kept).append(item)
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = kept


@pytest.fixture(scope="session")
def databases(request: pytest.FixtureRequest) -> Iterator[Databases]:
    """Makes databases of the chosen kind; the server behind it runs until the end of the tests."""
    # Not below pytest's own folder, which only its owner may enter; and short, for the socket's path.
    folder = Path(tempfile.mkdtemp(prefix="feldtog-db-"))
    made: Databases
    try:
        made = SqliteFiles(folder) if chosen_backend(request.config) == "sqlite" else PostgresServer(folder)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    yield made
    made.stop()


@pytest.fixture(scope="session")
def migrated(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The name of a database with all tables and no rows; a template: nobody connects to it."""
    from flask_migrate import upgrade

    from app import create_app
    from app.extensions import db
    from tests.conftest import testing_config

    name = databases.create()
    app = create_app(testing_config(databases.url(name), tmp_path_factory.mktemp("migrating")))
    with app.app_context():
        upgrade()
        db.engine.dispose()
    return name


@pytest.fixture
def new_database(databases: Databases) -> Iterator[Callable[[str | None], str]]:
    """Makes a database for this test alone and returns its address.

    `new_database(None)` makes an empty one, `new_database(migrated)` one with all tables.
    """
    names: list[str] = []

    def make(template: str | None) -> str:
        names.append(databases.create(template))
        return databases.url(names[-1])

    yield make
    for name in names:
        databases.drop(name)
