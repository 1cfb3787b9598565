"""How far a long document is, for who waits for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.printing import progress
from app.printing.press import Press, PrintFailed
from tests.campaign.documents.scene import beacon
from tests.printing.conftest import STATIC

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask


def test_the_worker_writes_down_which_page_it_lays_out(press: Press, tmp_path: Path) -> None:
    told = tmp_path / "told"
    pages = "".join(f'<p style="break-before: page">{number}' for number in range(1, 4))
    press.print(f"<html lang=en><title>x</title>{pages}", told=told)
    assert told.read_text() == "3"
    told.unlink()
    press.print("<html lang=en><title>x</title>")
    assert not told.exists()


def test_a_page_waits_for_the_report_and_hears_when_it_is_done(app: Flask) -> None:
    scene = beacon(app)
    browser = scene.world.browser("ellen")
    page = browser.get(scene.world.url("/report?size=letter")).text
    asked = re.search(r'data-making="([^"]+)"', page)
    printed = re.search(r'content="0;url=([^"]+)"', page)
    assert asked is not None
    assert printed is not None
    assert browser.get(asked[1]).json == {"page": 0, "done": False}
    assert browser.get(printed[1]).mimetype == "application/pdf"
    assert browser.get(asked[1]).json == {"page": 0, "done": True}
    assert app.test_client().get(asked[1]).status_code in (303, 401)


def test_what_is_no_ticket_tells_and_writes_nothing() -> None:
    for ticket in ("", "../../etc/passwd", "x" * 21, "a/" * 11, "ü" * 22):
        assert progress.path_of(ticket) is None
        assert progress.heard(ticket) == (0, False)


def test_a_long_document_may_take_longer_than_others() -> None:
    html = "<html lang=en><title>x</title><p>Wort"
    hasty = Press(STATIC, limit=0.001)
    try:
        with pytest.raises(PrintFailed):
            hasty.print(html)
        made, _seconds = hasty.print(html, limit=60)
    finally:
        hasty.stop()
    assert made.startswith(b"%PDF")
