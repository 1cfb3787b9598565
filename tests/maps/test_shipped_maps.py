"""The maps that are shipped with the service: sound pictures, and a list that fits them (V1.4)."""

import json
import math
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from mapmaking.__main__ import description, picture
from mapmaking.drawing import PALETTES
from mapmaking.lands import LANDS
from mapmaking.lettering import Lettering

MAPS = Path(__file__).resolve().parents[2] / "static" / "maps"
SVG = "{http://www.w3.org/2000/svg}"
DESCRIPTIONS = json.loads((MAPS / "maps.json").read_text(encoding="utf-8"))
PICTURES = sorted(MAPS.glob("*.svg"))


def test_every_picture_belongs_to_a_described_map() -> None:
    named = sorted(name for d in DESCRIPTIONS for name in (d["light"], d["dark"]))
    assert [p.name for p in PICTURES] == named


@pytest.mark.parametrize("path", PICTURES, ids=lambda p: p.stem)
def test_picture_is_plain_drawing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert len(text.encode()) < 120_000
    root = ElementTree.fromstring(text)
    assert root.tag == f"{SVG}svg"
    allowed = {"svg", "g", "path", "circle", "use", "defs", "clipPath"}
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in allowed
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert name not in ("style", "class")
            if name.endswith("href"):
                assert value.startswith("#")
                assert value[1:] in ids
    assert re.findall(r"url\((?!#)", text) == []
    assert "var(" not in text


@pytest.mark.parametrize("found", DESCRIPTIONS, ids=lambda d: d["key"])
def test_description_fits_the_picture(found: dict) -> None:
    for theme in ("light", "dark"):
        root = ElementTree.fromstring((MAPS / found[theme]).read_text(encoding="utf-8"))
        assert root.get("viewBox") == f"0 0 {found['width']} {found['height']}"
    assert set(found["names"]) == {"da", "de", "en"}
    assert all(found["names"].values())
    assert found["ground"] in ("sea", "land")


@pytest.mark.rule("V1.5", "V1.9")
@pytest.mark.parametrize("found", DESCRIPTIONS, ids=lambda d: d["key"])
def test_suggested_places_suffice_for_six_players_and_keep_apart(found: dict) -> None:
    places = found["places"]
    assert sum(place["banner"] for place in places) >= 6
    points = [(place["x"] * found["width"], place["y"] * found["height"]) for place in places]
    for i, a in enumerate(points):
        assert 40 < a[0] < found["width"] - 40
        assert 40 < a[1] < found["height"] - 40
        assert all(math.dist(a, b) > 100 for b in points[:i])


def test_both_themes_show_the_same_land() -> None:
    for found in DESCRIPTIONS:
        paths = [
            [e.get("d") for e in ElementTree.fromstring((MAPS / found[t]).read_text(encoding="utf-8")).iter()]
            for t in ("light", "dark")
        ]
        assert paths[0] == paths[1]


def test_the_files_are_what_the_generator_draws() -> None:
    lands = [draw() for draw in LANDS]
    assert [description(land) for land in lands] == DESCRIPTIONS
    lettering = Lettering()
    for land, found in zip(lands, DESCRIPTIONS, strict=True):
        drawn = picture(land, PALETTES["light"], lettering)
        assert drawn == (MAPS / found["light"]).read_text(encoding="utf-8")


def test_the_inks_are_those_of_the_pages() -> None:
    tokens = (MAPS.parent / "css" / "tokens.css").read_text(encoding="utf-8")
    starts = {"light": ":root {", "dark": ':root[data-theme="dark"] {'}
    names = {
        "sea_ink": "m-seaink",
        "sea_label": "m-sealabel",
        "tree_line": "m-tree-line",
        "glow": "brass-fill",
    }
    for theme, start in starts.items():
        block = tokens[tokens.index(start) :]
        for ink in vars(PALETTES[theme]):
            token = names.get(ink, f"m-{ink.replace('_', '-')}")
            colour = re.search(rf"--{token}:\s*(#[0-9a-f]{{6}})", block)
            assert colour, token
            assert getattr(PALETTES[theme], ink) == colour[1], (theme, ink)
