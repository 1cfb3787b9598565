"""A table of a game master and two players, and a few pages of it, served to real browsers."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Blueprint, Flask, abort, redirect, render_template, request
from flask.testing import FlaskClient
from werkzeug.serving import make_server

from app.columns import new_id
from tests.conftest import testing_config

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page


@dataclass(frozen=True)
class Table:
    """The site's one campaign: ids of the campaign, and of each person and seat by name."""

    campaign: str
    people: dict[str, str]
    seats: dict[str, str]


def pages() -> Blueprint:
    """Pages as the rooms make them, small enough to see what script does to them."""
    from flask_login import current_user, login_required

    from app.accounts.logins import end_login, start_login
    from app.accounts.models import Person
    from app.actor import Deed
    from app.campaign.access import enter, enter_to_change
    from app.extensions import db
    from app.journal.models import AuditRow
    from app.journal.operations import record_private, record_public
    from app.journal.writes import writes, writing
    from app.pwa.reader import keep_offline

    bp = Blueprint("site", __name__, template_folder="templates")

    @bp.get("/test/enter/<person_id>")
    def log_in(person_id: str) -> Any:
        with writing():
            person = db.session.get(Person, person_id) or abort(404)
            start_login(person, stay=True)
        return redirect("/test/page/start")

    @bp.post("/test/leave")
    def log_out() -> Any:
        with writing():
            end_login(current_user)
        return redirect("/test/page/out", 303)

    @bp.get("/test/page/<title>")
    def page(title: str) -> str:
        if title.startswith("kept"):
            keep_offline()
        return render_template("site/plain.html", title=title)

    @bp.get("/test/<campaign_id>/ask")
    @login_required
    def ask(campaign_id: str) -> str:
        enter(campaign_id, Deed.SEE)
        return render_template("site/plain.html", title="Slet", question=True)

    @bp.get("/test/<campaign_id>")
    @login_required
    def table(campaign_id: str) -> str:
        here = enter(campaign_id, Deed.SEE)
        audiences = ["public", f"seat:{here.me.id}", *(["gm"] if here.runs else [])]
        rows = db.session.query(AuditRow).filter(
            AuditRow.audience.in_(audiences) | AuditRow.audience.startswith("seat:" if here.runs else "none")
        )
        return render_template("site/table.html", lines=[row.params["text"] for row in rows])

    @bp.post("/test/<campaign_id>")
    @login_required
    @writes(page="site.table")
    def send(campaign_id: str) -> Any:
        here = enter_to_change(campaign_id, Deed.SEE)
        text = {"text": request.form["text"]}
        if request.form.get("secret"):
            record_private("test.secret", campaign=here.campaign, actor=here.actor, seat=here.me, params=text)
        else:
            record_public("test.said", campaign=here.campaign, actor=here.actor, params=text)
        return redirect(f"/test/{campaign_id}", 303)

    @bp.app_errorhandler(401)
    def asks_to_log_in(_error: Exception) -> tuple[str, int]:
        return render_template("site/plain.html", title="Log in"), 401

    return bp


@dataclass
class Site:
    """The served app: `url` for browsers, `client()` for tests without one."""

    app: Flask
    table: Table
    url: str

    def client(self, name: str) -> FlaskClient:
        """A client that is logged in as the person."""
        client = self.app.test_client()
        assert client.get(f"/test/enter/{self.table.people[name]}").status_code == 302
        return client

    def say(self, name: str, text: str, *, secret: bool = False) -> None:
        """Let somebody do something at the table, for all to see or for their own eyes."""
        form = {"text": text, "request_id": new_id(), **({"secret": "1"} if secret else {})}
        assert self.client(name).post(f"/test/{self.table.campaign}", data=form).status_code == 303

    @property
    def page(self) -> str:
        return f"{self.url}/test/{self.table.campaign}"


def found_table() -> Table:
    """Store a campaign in the orders of round 1 with a GM and the players Astrid and Bodil."""
    from app.accounts.models import Person
    from app.campaign.founding.models import Campaign, Seat
    from app.extensions import db

    people = {
        name: Person(nickname=name, nickname_key=name.casefold(), language="da")
        for name in ("Gudrun", "Astrid", "Bodil")
    }
    campaign = Campaign(name="Fejden", state="running", round=1, phase="orders", lots_seed="00" * 32)
    db.session.add_all([*people.values(), campaign])
    db.session.flush()
    seats = {
        name: Seat(
            campaign_id=campaign.id,
            person_id=person.id,
            name=name,
            is_gm=name == "Gudrun",
            is_player=name != "Gudrun",
            state="joined",
        )
        for name, person in people.items()
    }
    db.session.add_all(seats.values())
    db.session.commit()
    return Table(
        campaign.id, {n: p.id for n, p in people.items()}, {name: seat.id for name, seat in seats.items()}
    )


@pytest.fixture
def site(
    new_database: Callable[[str | None], str], migrated: str, tmp_path: Path, request: pytest.FixtureRequest
) -> Iterator[Site]:
    """The app with the table, served; settings come by an indirect parameter."""
    from app import create_app
    from app.extensions import db

    settings = getattr(request, "param", {})
    app = create_app(testing_config(new_database(migrated), tmp_path, **settings))
    app.register_blueprint(pages())
    with app.app_context():
        table = found_table()
        db.session.remove()
    server = make_server("127.0.0.1", 0, app, threaded=True)
    server.daemon_threads = True  # open streams do not hold up the end
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield Site(app, table, f"http://localhost:{server.port}")
    app.extensions["hub"].stop()
    server.shutdown()
    thread.join()
    with app.app_context():
        db.engine.dispose()


def until(page: Page, holds: str) -> None:
    """Wait until the expression holds in the page (whose policy forbids what Playwright's own way needs)."""
    deadline = time.monotonic() + 15
    while not page.evaluate(holds):
        assert time.monotonic() < deadline, holds
        page.wait_for_timeout(50)


@pytest.fixture
def visit(site: Site, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens the table in a browser of its own, logged in as the person named; no page may log an error."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def enter(name: str, script: str | None = None, **options: Any) -> Page:
        context = browser.new_context(**{"service_workers": "block", "locale": "da-DK", **options})
        context.set_default_timeout(15000)
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(f"{site.url}/test/enter/{site.table.people[name]}")
        page.goto(site.page)
        return page

    yield enter
    for context in contexts:
        context.close()
    assert faults == []
