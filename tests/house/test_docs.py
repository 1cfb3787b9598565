"""README and docs speak of what is there: rooms, files, modules that can be run, commands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.test_imports import own_files

ROOT = Path(__file__).resolve().parents[2]
DOCS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# A file or a folder, perhaps with what of it is meant after a colon; <code> stands for any name.
NAMED = re.compile(
    r"`/?([\w.<>/-]+?\.(?:py|js|css|html|md|toml|json|txt|yaml|service)|[\w.<>/-]+/)(?::[^`]*)?`"
)


def named_files(text: str) -> Iterator[str]:
    """The files and folders that a text names, without templates of names."""
    yield from (name for name in NAMED.findall(text) if "<" not in name)


def rooms(app: Path) -> Iterator[str]:
    """The names of the rooms of the app, and of those of the campaign."""
    for house in (app, app / "campaign"):
        yield from sorted(found.parent.name for found in house.glob("*/__init__.py"))


def commands(app: Path) -> set[str]:
    """The commands of ``flask --app wsgi`` that the app brings."""
    return set(re.findall(r'cli\.command\("(\w+)"\)', (app / "cli.py").read_text("utf-8")))


def test_every_room_has_its_place_in_the_list() -> None:
    listed = (ROOT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    found = list(rooms(ROOT / "app"))
    assert {"accounts", "warbands"} <= set(found)
    assert [room for room in found if not re.search(rf"\b{room}/", listed)] == []


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.name)
def test_every_file_named_is_there(doc: Path) -> None:
    """As a path from the root or as the end of one: within a section, the room's name is left out."""
    files = [f"/{path.relative_to(ROOT)}" for path in own_files(ROOT)]
    folders = {f"{parent}/" for file in files for parent in Path(file).parents}
    gone = [
        name
        for name in named_files(doc.read_text("utf-8"))
        if not any(path.endswith(f"/{name}") for path in (folders if name.endswith("/") else files))
    ]
    assert gone == []


def test_the_names_of_a_text_are_found() -> None:
    text = "`app/i18n.py: LANGUAGES` and `turns.py`, `a/b/`, `rules/<code>/`, `seat.plays`, `/sw.js`"
    assert list(named_files(text)) == ["app/i18n.py", "turns.py", "a/b/", "sw.js"]


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.name)
def test_every_command_named_is_there(doc: Path) -> None:
    text = doc.read_text("utf-8")
    modules = re.findall(r"\bpython -m ([\w.]+)", text)
    places = [ROOT / module.replace(".", "/") for module in modules]
    assert [
        str(p) for p in places if not p.with_suffix(".py").exists() and not (p / "__main__.py").exists()
    ] == []
    offered = set(re.findall(r"^\./dev (\w+)", (ROOT / "dev").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\./dev (\w+)", text)) <= offered | {"help"}
    assert set(re.findall(r"flask --app\s+wsgi (\w+)", text)) <= commands(ROOT / "app") | {"db"}
