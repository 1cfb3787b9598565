"""The page about Feldtog, and the file that says the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from app.about.queries import credits, version

ROOT = Path(__file__).resolve().parents[2]


def test_it_names_version_build_and_owners(app: Flask) -> None:
    page = app.test_client().get("/about").text
    assert version() in page
    assert app.config["BUILD"] in page
    assert "unofficial" in page
    assert "belong to their owners" in page


@pytest.mark.parametrize("credit", credits(), ids=lambda credit: credit.what)
def test_every_credit_is_shown(app: Flask, credit: object) -> None:
    page = app.test_client().get("/about").text
    from html import unescape

    for said in (credit.what, credit.by or "their authors", credit.licence):  # type: ignore[attr-defined]
        assert said in unescape(page)


def test_the_licences_file_agrees() -> None:
    written = (ROOT / "docs" / "licences.md").read_text("utf-8")
    for credit in credits():
        if credit.kind == "library":
            continue
        assert credit.what in written
        assert credit.licence in written
        assert all(author.strip() in written for author in (credit.by or "").split(","))


def test_every_font_and_icon_set_with_a_licence_has_its_credit() -> None:
    kept = {path.stem.removeprefix("LICENSE-") for path in (ROOT / "docs" / "licences").glob("LICENSE-*.txt")}
    shown = {credit.what.lower().replace(" ", "-").removesuffix(".net") for credit in credits()}
    assert kept <= shown
