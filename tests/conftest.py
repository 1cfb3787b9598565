"""Fixtures for tests of the app. Tests of the rules use none of them and run without an app.

`app` is what most tests want: the app on an empty database. `session_app` is the same app without the
emptying, for fixtures of a wider scope that prepare something once.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

    from app.config import Config
    from tests.databases import Databases


def testing_config(database_url: str, instance: Path, **changes: object) -> Config:
    """The settings of tests: no limits on requests, forms accepted without a CSRF token.

    Both have tests of their own, which switch them on by `changes`.
    """
    from app.config import Config

    settings: dict[str, object] = {
        "env": "testing",
        "secret_key": "a key for tests, which guards nothing",
        "instance": instance,
        "database_url": database_url,
        "rate_limits": False,
        "extra": {"WTF_CSRF_ENABLED": False},
        **changes,
    }
    return Config(**settings)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def database(databases: Databases, migrated: str) -> str:
    """The name of the database that `app` uses."""
    return databases.create(migrated)


@pytest.fixture(scope="session")
def database_url(databases: Databases, database: str) -> str:
    """The address of the database that `app` uses."""
    return databases.url(database)


@pytest.fixture(scope="session")
def session_app(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app, made once; what earlier tests stored is still there."""
    from app import create_app
    from app.extensions import db

    app = create_app(testing_config(database_url, tmp_path_factory.mktemp("instance")))
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture
def clean(databases: Databases, database: str) -> None:
    """Empties all tables before the test."""
    databases.empty(database)


@pytest.fixture
def app(session_app: Flask, clean: None) -> Flask:
    """The app on an empty database."""
    return session_app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A browser without a session on an empty database."""
    return app.test_client()
