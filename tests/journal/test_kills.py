"""V2.9: a server that is killed in the middle of writes loses nothing, halves nothing and doubles nothing.

`./dev bench kills` does the same 200 times.
"""

from pathlib import Path

import pytest

from app import create_app
from bench import kills
from tests.conftest import testing_config as settings
from tests.databases import Databases

KILLS = 20


@pytest.mark.rule("V2.9")
def test_what_was_accepted_before_a_kill_is_there_once_and_whole(
    databases: Databases, migrated: str, tmp_path: Path
) -> None:
    name = databases.create(migrated)
    app = create_app(settings(databases.url(name), tmp_path))
    tally = kills.run(app, KILLS)
    databases.drop(name)
    assert tally.faults == []
    assert tally.kills == KILLS
    assert tally.accepted > 0
    assert tally.unanswered > 0
