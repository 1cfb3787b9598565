"""Backup and restore, also from one kind of database to the other."""

from __future__ import annotations

import gzip
import threading
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import func, select

from app import create_app
from app.backup import BackupError, back_up, restore
from app.extensions import Base, db
from tests import conftest
from tests.story.campaign import run_campaign
from tests.story.people import account


def dump(app: Flask) -> dict[str, list[tuple[object, ...]]]:
    """Every row of every table."""
    with app.app_context():
        return {
            table.name: sorted(
                (tuple(str(value) for value in row) for row in db.session.execute(select(table))), key=repr
            )
            for table in Base.metadata.sorted_tables
        }


def play(app: Flask, mark: str = "") -> None:
    """A game master and two players found a campaign and begin its first round."""
    run_campaign(app, *(account(app, f"{name}{mark}") for name in ("Karin", "Ellen", "Søren")))


@pytest.fixture
def played(app: Flask) -> Flask:
    play(app)
    return app


@pytest.fixture
def empty_app(new_database, migrated: str, tmp_path: Path):
    app = create_app(conftest.testing_config(new_database(migrated), tmp_path / "other"))
    yield app
    with app.app_context():
        db.engine.dispose()


def test_a_restored_database_holds_the_same_rows(played: Flask, empty_app: Flask, tmp_path: Path):
    file = tmp_path / "feldtog.backup"
    before = dump(played)
    with played.app_context():
        count = back_up(file)
    assert count == sum(len(rows) for rows in before.values())
    assert file.stat().st_mode & 0o077 == 0, "a backup is its owner's alone to read"
    with empty_app.app_context():
        assert restore(file) == count
    assert dump(empty_app) == before


def test_numbers_count_on_after_restoring(played: Flask, empty_app: Flask, tmp_path: Path):
    file = tmp_path / "feldtog.backup"
    with played.app_context():
        back_up(file)
    with empty_app.app_context():
        restore(file)
        rows = Base.metadata.tables["announcement"]
        highest = db.session.execute(select(func.max(rows.c.seq))).scalar()
    play(empty_app, "2")
    with empty_app.app_context():
        assert db.session.execute(select(func.max(rows.c.seq))).scalar() > highest


def test_a_backup_sees_one_moment_while_people_play(played: Flask, empty_app: Flask, tmp_path: Path):
    """Campaigns founded meanwhile are in the file whole or not at all."""
    file = tmp_path / "feldtog.backup"
    stop = threading.Event()

    def go_on_playing() -> None:
        number = 0
        while not stop.is_set() and number < 20:
            number += 1
            play(played, str(number))

    player = threading.Thread(target=go_on_playing)
    player.start()
    try:
        with played.app_context():
            back_up(file)
    finally:
        stop.set()
        player.join()
    with empty_app.app_context():
        restore(file)  # every foreign key holds
        campaigns = Base.metadata.tables["campaign"]
        states = set(db.session.scalars(select(campaigns.c.state)))
    assert states <= {"draft", "gathering", "hideouts", "running"}
    assert states


def test_a_damaged_file_restores_nothing(played: Flask, empty_app: Flask, tmp_path: Path):
    file = tmp_path / "feldtog.backup"
    with played.app_context():
        back_up(file)
    whole = file.read_bytes()
    file.write_bytes(whole[: len(whole) // 2])
    with empty_app.app_context(), pytest.raises(BackupError, match="damaged"):
        restore(file)
    assert not any(rows for rows in dump(empty_app).values())


def test_a_full_database_and_a_foreign_file_are_refused(played: Flask, empty_app: Flask, tmp_path: Path):
    file = tmp_path / "feldtog.backup"
    with played.app_context():
        back_up(file)
        with pytest.raises(BackupError, match="exists"):
            back_up(file)
        with pytest.raises(BackupError, match="not empty"):
            restore(file)
    other = tmp_path / "other.gz"
    other.write_bytes(gzip.compress(b'{"format": "something"}\n'))
    with empty_app.app_context(), pytest.raises(BackupError, match="not a backup"):
        restore(other)
