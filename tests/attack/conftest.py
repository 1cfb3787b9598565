"""The stages of the world, played once a run and kept as templates; a test gets an app on a copy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app import create_app
from app.extensions import db, limiter
from tests.attack.world import World, play
from tests.conftest import testing_config as settings
from tests.databases import Databases
from tests.story.people import browser


@dataclass
class Scene:
    """An app on a copy of one stage, with a browser for everybody."""

    app: Flask
    world: World
    _databases: Databases
    _database: str
    _template: str
    _browsers: dict[str, FlaskClient] = field(default_factory=dict)

    def at(self, name: str | None) -> FlaskClient:
        """The browser of somebody; of nobody for None."""
        if name is None:
            return self.app.test_client()
        if name not in self._browsers:
            self._browsers[name] = browser(self.app, self.world.people[name])
        return self._browsers[name]

    def again(self) -> None:
        """Everything is as it was at the beginning of the stage; everybody is logged in anew."""
        self.close()
        self._databases.drop(self._database)
        self._databases.restore(self._database, self._template)
        self._browsers.clear()

    def close(self) -> None:
        with self.app.app_context():
            db.session.remove()
            db.engine.dispose()


@pytest.fixture(scope="session")
def stages(
    databases: Databases, migrated: str, tmp_path_factory: pytest.TempPathFactory
) -> dict[str, tuple[World, str]]:
    """Of each stage its ids and the name of a database that stands there."""
    name = databases.create(migrated)
    app = create_app(settings(databases.url(name), tmp_path_factory.mktemp("world")))
    kept: dict[str, tuple[World, str]] = {}

    def keep(world: World) -> None:
        db.session.remove()
        db.engine.dispose()
        kept[world.stage] = (world, databases.create(name))

    play(app, keep)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    return kept


@pytest.fixture
def stand(
    stages: dict[str, tuple[World, str]], databases: Databases, tmp_path: Path
) -> Iterator[Callable[..., Scene]]:
    """``stand(stage)`` is an app on a copy of that stage; further arguments are settings of the app."""
    made: list[tuple[Scene, str]] = []

    def make(stage: str, **changes: object) -> Scene:
        world, template = stages[stage]
        name = databases.create(template)
        app = create_app(settings(databases.url(name), tmp_path, **changes))
        scene = Scene(app, world, databases, name, template)
        made.append((scene, name))
        return scene

    yield make
    for scene, name in made:
        scene.close()
        databases.drop(name)
        if scene.app.config["RATELIMIT_ENABLED"]:
            with scene.app.app_context():
                limiter.reset()
    # The limiter is shared by all apps: those of other tests have none.
    limiter.enabled = False
