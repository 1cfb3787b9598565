"""The first page follows all tables, also those one is newly invited to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.live.site import Site, until

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_an_invitation_appears_without_reload(site: Site, visit: Callable[..., Page]) -> None:
    from app.campaign.founding.models import Campaign, Seat
    from app.extensions import db

    page = visit("Bodil", script="window.setInterval = (f, ms) => setTimeout(f, ms / 20)")  # asks once, soon
    page.goto(site.url)
    assert page.locator("body").get_attribute("data-follows") == "all"
    with site.app.app_context():
        other = Campaign(name="Vinterkrigen", state="gathering", lots_seed="00" * 32)
        db.session.add(other)
        db.session.flush()
        for name, state in (("Gudrun", "joined"), ("Bodil", "invited")):
            seat = Seat(campaign_id=other.id, person_id=site.table.people[name], name=name, state=state)
            seat.is_gm = name == "Gudrun"
            db.session.add(seat)
        db.session.commit()
    page.get_by_text("Vinterkrigen").first.wait_for()


def test_pages_of_no_table_ask_nothing(site: Site, visit: Callable[..., Page]) -> None:
    page = visit("Bodil")
    page.goto(f"{site.url}/test/page/start")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    until(page, "document.documentElement.classList.contains('js')")
    page.wait_for_timeout(300)
    assert [url for url in asked if "/live" in url and "/js/" not in url] == []
