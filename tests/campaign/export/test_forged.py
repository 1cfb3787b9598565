"""V11.4: files that somebody made up: bombs, values of other kinds, and what numbers would tell."""

from __future__ import annotations

import base64
import gzip
import io
import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from app.actor import Actor
from app.campaign.export import chest
from app.campaign.founding.models import Campaign
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.operations import record
from app.journal.writes import writing
from tests.attack.pages import changes, dump
from tests.campaign.export.test_export import bring, changed, chest_of, scene
from tests.story.people import account, browser

if TYPE_CHECKING:
    from tests.campaign.settlement.scene import Scene

__all__ = ["scene"]

FORGED: dict[str, tuple[str, dict[str, object]]] = {
    "a word for a number": ("campaign", {"round": "seven"}),
    "a number beyond all": ("campaign", {"round": 10**30}),
    "a number beyond the column": ("campaign", {"round": 2**40}),
    "a truth for a number": ("place", {"income": True}),
    "a number for a truth": ("campaign", {"module_guilds": 7}),
    "a number for a word": ("campaign", {"name": 5}),
    "a word that is too long": ("campaign", {"name": "x" * 100_000}),
    "a name that breaks the head of a mail": ("campaign", {"name": "Salzfurt\r\nBcc: all@example.org"}),
    "a null character": ("campaign", {"story": "a\x00b"}),
    "half a letter": ("campaign", {"story": "\ud800"}),
    "no state": ("campaign", {"state": "weird"}),
    "no phase": ("campaign", {"phase": "weird"}),
    "a running campaign without a phase": ("campaign", {"phase": None}),
    "no word for guilds": ("campaign", {"guild_word": "weird"}),
    "no time zone": ("campaign", {"deadline_zone": "../../etc/passwd"}),
    "no state of a seat": ("seat", {"state": "weird"}),
    "no things that a row names": ("audit_row", {"params": ["x"]}),
    "a moment that is none": ("seat", {"created_at": 5}),
}


def whole(scene: Scene, *lines: bytes) -> bytes:
    """A file with the head of a real one, and other lines."""
    head = gzip.decompress(chest_of(scene)).splitlines()[0]
    return gzip.compress(b"\n".join([head, *lines]) + b"\n")


def webp(width: int, height: int) -> str:
    out = io.BytesIO()
    Image.new("RGB", (width, height)).save(out, "WEBP")
    return base64.b64encode(out.getvalue()).decode()


@pytest.mark.rule("V11.4")
def test_no_value_of_another_kind_comes_in(scene: Scene) -> None:
    """SQLite would keep it, and every page and the news of everybody at that table would stumble over it."""
    data, rosa = chest_of(scene), account(scene.app, "Rosa")
    before = dump(scene.app)
    taken = [
        what
        for what, (table, values) in FORGED.items()
        if bring(scene, changed(data, table, **values), rosa).status_code != 422
    ]
    assert taken == []
    assert changes(before, dump(scene.app)) == {}
    assert browser(scene.app, rosa).get("/").status_code == 200


@pytest.mark.rule("V11.4")
def test_bombs_are_not_unpacked(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """One endless line, many lines, nesting without end, a picture of more than is kept."""
    rosa = account(scene.app, "Rosa")
    nested = b'["place", {"name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}]"
    picture = {"id": "0123456789abc", "width": 1, "height": 1, "digest": "x", "data": webp(4000, 4000)}
    files = {
        "nested": whole(scene, nested),
        "picture": changed_or_added(chest_of(scene), picture),
    }
    monkeypatch.setattr(chest, "MOST_LINE", 1000)
    monkeypatch.setattr(chest, "MOST_UNPACKED", 100_000)
    files["one line"] = whole(scene, b'["place", {"name": "' + b"x" * 5000 + b'"}]')
    files["many lines"] = whole(scene, *[b'["place", {}]' + b" " * 900] * 200)
    before = dump(scene.app)
    assert {name: bring(scene, data, rosa).status_code for name, data in files.items()} == dict.fromkeys(
        files, 422
    )
    assert changes(before, dump(scene.app)) == {}


def changed_or_added(data: bytes, picture: dict[str, object]) -> bytes:
    lines = [line for line in gzip.decompress(data).splitlines() if not line.startswith(b'["picture"')]
    at = next(place for place, line in enumerate(lines) if line.startswith(b'["campaign"'))
    lines.insert(at, json.dumps(["picture", picture]).encode())
    return gzip.compress(b"\n".join(lines) + b"\n")


@pytest.mark.rule("V11.4", "V8.22", "V8.23", "V4.7")
def test_no_number_in_a_file_counts_what_stays_behind(scene: Scene) -> None:
    """A sealed row between two others leaves no gap, and changes no byte but the file's own moment."""
    before = gzip.decompress(chest_of(scene)).splitlines()[1:]
    with scene.app.app_context(), writing():
        campaign = db.session.get_one(Campaign, scene.id)
        for audience in (f"own:{scene.ellen}", "public"):
            record("letters.sent", campaign=campaign, actor=Actor(None), audience=audience)
    after = gzip.decompress(chest_of(scene)).splitlines()[1:]
    new = [json.loads(line) for line in after if line not in before]
    assert [row["audience"] for name, row in new if name == "audit_row"] == ["public"]
    assert {name for name, _row in new} == {"audit_row"}
    assert "seq" not in new[0][1]


@pytest.mark.rule("V11.4")
def test_a_file_of_an_older_version_that_numbers_its_rows_still_comes_back(scene: Scene) -> None:
    data = changed(chest_of(scene), "audit_row", seq=123456789)
    assert bring(scene, data, account(scene.app, "Rosa")).status_code == 303
    with scene.app.app_context():
        assert db.session.get(AuditRow, 123456789) is None
