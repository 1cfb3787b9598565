"""V11.7: reminders and news by mail: once, in time, in the reader's language, and never a secret."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import select

from app import create_app
from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.founding.models import Campaign, Seat
from app.campaign.letters.operations import send as send_letter
from app.campaign.rounds import operations as rounds
from app.campaign.states import Phase, SeatState
from app.campaign.transfers.operations import transfer
from app.columns import now
from app.extensions import db
from app.journal.models import AuditRow
from app.journal.operations import record_public
from app.journal.writes import writing
from app.news import planning, sending
from app.news.models import Delivery
from app.news.wishes import Mails, stored, wishes_of
from tests.accounts.mailbox import Mailbox
from tests.conftest import testing_config as settings
from tests.story import campaign as story
from tests.story import games, orders, pacts
from tests.story.people import browser, send
from tests.story.sealed import Table

if TYPE_CHECKING:
    from email.message import EmailMessage

    from flask import Flask

CANARY = "Kanariefuglen"
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    with Mailbox() as box:
        threading.Thread(target=box.serve_forever, daemon=True).start()
        yield box
        box.shutdown()


@pytest.fixture
def posted(app: Flask, database_url: str, mailbox: Mailbox, tmp_path: Path) -> Iterator[Flask]:
    """The app of a server that sends mail, and that has gone round once."""
    made = create_app(posting(database_url, tmp_path, mailbox))
    made.extensions["herald"].go_round()
    yield made
    with made.app_context():
        db.engine.dispose()


def posting(database_url: str, folder: Path, mailbox: Mailbox) -> Any:
    return settings(
        database_url,
        folder,
        base_url="https://feldtog.example",
        smtp_url=f"smtp://127.0.0.1:{mailbox.server_address[1]}",
        mail_from="feldtog@example.org",
        extra={"WTF_CSRF_ENABLED": True},
    )


def go_round(app: Flask, at: datetime | None = None) -> int:
    return int(app.extensions["herald"].go_round(at or now() + 2 * MINUTE))


def wants_mail(
    app: Flask, person_id: str, how: Mails = Mails.ONCE, *, confirmed: bool = True, **more: Any
) -> None:
    with app.app_context(), writing():
        person = db.session.get_one(Person, person_id)
        person.email = f"{person_id}@example.org"
        person.mail_confirmed = person.email if confirmed else None
        person.news = {**stored(wishes_of(person)), "mails": how, **more}


def to_orders(table: Table) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, actor):
        rounds.switch(Phase.ORDERS, campaign=campaign, actor=actor)


def set_deadline(table: Table, deadline: datetime, **more: object) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, _actor):
        campaign.deadline, campaign.deadline_zone = deadline, "Europe/Copenhagen"
        campaign.deadline_stamp = campaign.stamp
        for name, value in more.items():
            setattr(campaign, name, value)


def reminded(app: Flask, kind: str = "clock.reminded") -> list[str]:
    """The persons to whom a reminder was written."""
    with app.app_context():
        rows = db.session.scalars(select(AuditRow.audience).where(AuditRow.kind == kind)).all()
    return sorted(row.removeprefix("own:") for row in rows)


def text_of(mail: EmailMessage) -> str:
    return str(mail.get_content())


@pytest.mark.rule("V11.7")
def test_a_reminder_comes_the_chosen_hours_before_once_for_each_phase_and_person(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    """Mads wants it 3 hours before, the others have chosen nothing: 24 hours."""
    to_orders(table)
    people = table.people
    wants_mail(posted, people["Mads"], lead=3)
    deadline = datetime(2027, 3, 28, 18, 0, tzinfo=UTC)
    set_deadline(table, deadline)
    go_round(posted, deadline - 25 * HOUR)
    assert reminded(posted) == []
    for _again in range(3):
        go_round(posted, deadline - 24 * HOUR)
    assert reminded(posted) == sorted(people[name] for name in ("Ellen", "Friederike", "Karla"))
    mailbox.taken()
    for _again in range(3):
        go_round(posted, deadline - 3 * HOUR)
    assert reminded(posted).count(people["Mads"]) == 1
    (mail,) = mailbox.taken()
    assert mail["To"] == f"{people['Mads']}@example.org"
    assert "A reminder: Orders ends by Sunday, March 28, 2027, 8:00" in text_of(mail), "Denmark's summer time"
    assert "A reminder: Orders ends" in table.at("Ellen").get("/news").text, "in the app too"
    set_deadline(table, deadline + 48 * HOUR)
    go_round(posted, deadline + 47 * HOUR)
    assert len(reminded(posted)) == 4, "a time that was moved is not told again in the same phase"


@pytest.mark.rule("V11.7")
def test_none_in_a_pause_none_to_who_is_done_and_the_game_master_hears_that_time_is_up(
    table: Table, posted: Flask
) -> None:
    to_orders(table)
    deadline = now() + 5 * HOUR
    set_deadline(table, deadline, paused_at=now())
    go_round(posted)
    assert reminded(posted) == []
    with posted.app_context(), writing():
        db.session.get_one(Seat, table.seats["Mads"]).done_round = 1
        db.session.get_one(Seat, table.seats["Friederike"]).state = SeatState.DROPPED
        db.session.get_one(Campaign, table.campaign).paused_at = None
    go_round(posted)
    assert reminded(posted) == sorted(table.people[name] for name in ("Ellen", "Karla"))
    for _again in range(2):
        go_round(posted, deadline + MINUTE)
    assert reminded(posted, "clock.up") == [table.people["Karla"]]
    assert len(reminded(posted)) == 2


@pytest.mark.rule("V11.7")
def test_what_was_sent_is_forgotten_after_90_days_and_what_waits_is_not(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    wants_mail(posted, table.people["Mads"])
    to_orders(table)
    assert go_round(posted) > 0
    mailbox.taken()
    with posted.app_context(), writing():
        settled = db.session.scalars(select(Delivery).where(Delivery.state != "waiting")).all()
        for one in settled:
            one.due_at = now() - timedelta(days=89)
        waiting = Delivery(
            person_id=table.people["Mads"], channel="mail", key="rows:late", kind="alone", body={"rows": []}
        )
        waiting.due_at = now() - timedelta(days=91)
        db.session.add(waiting)
        ids = [one.id for one in settled]
    go_round(posted, now() - timedelta(days=95))
    with posted.app_context():
        kept = db.session.scalars(select(Delivery.id).where(Delivery.id.in_(ids))).all()
        assert sorted(kept) == sorted(ids)
    go_round(posted, now() + 2 * timedelta(days=1))
    with posted.app_context():
        assert db.session.scalars(select(Delivery.id).where(Delivery.id.in_(ids))).all() == []
        assert db.session.scalars(select(Delivery.state).where(Delivery.key == "rows:late")).all() == [
            "dropped"
        ], "what waited was looked at first, and had nothing left to say"


@pytest.mark.rule("V11.7")
def test_a_test_message_comes_by_mail_at_once_and_to_a_confirmed_address_alone(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    """Whatever was chosen: it is asked for."""
    mads = table.people["Mads"]
    posted.config["WTF_CSRF_ENABLED"] = False
    wants_mail(posted, mads, confirmed=False)
    client = browser(posted, mads)
    assert send(client, "/news/address/test").status_code == 404
    wants_mail(posted, mads, Mails.OFF)
    assert "Send me a test message" in client.get("/news/settings").text
    for _twice in range(2):
        send(client, "/news/address/test", request_id="asked-for-once")
    go_round(posted, now())
    (mail,) = mailbox.taken()
    assert (mail["To"], mail["Subject"]) == (f"{mads}@example.org", "Feldtog: Test message")
    assert "This message is a test." in text_of(mail)


@pytest.mark.rule("V11.7")
def test_workers_that_are_killed_and_started_again_remind_everybody_exactly_once(
    table: Table, posted: Flask, mailbox: Mailbox, database_url: str, tmp_path: Path
) -> None:
    to_orders(table)
    for person in table.people.values():
        wants_mail(posted, person)
    set_deadline(table, now() + 5 * HOUR)
    work = (
        "import sys; from pathlib import Path; from app import create_app; "
        "from tests.news.test_sending import posting, at_port; "
        "app = create_app(posting(sys.argv[1], Path(sys.argv[2]), at_port(int(sys.argv[3])))); "
        "print('ready', flush=True); [app.extensions['herald'].go_round() for _ in range(50)]"
    )
    port = str(mailbox.server_address[1])
    for kill in range(4):
        command = [sys.executable, "-c", work, database_url, str(tmp_path), port]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as worker:
            assert worker.stdout is not None
            assert worker.stdout.readline() == b"ready\n"
            time.sleep(0.015 + 0.05 * kill)
            worker.send_signal(signal.SIGKILL)
    go_round(posted, now())
    assert reminded(posted) == sorted(table.people.values())
    to = [mail["To"] for mail in mailbox.taken() if "reminder" in text_of(mail)]
    assert len(to) == len(set(to)), "nobody twice"
    with posted.app_context():
        states = db.session.execute(
            select(Delivery.state).where(Delivery.channel == "mail", Delivery.kind == "reminder")
        ).scalars()
        found = sorted(states)
    assert len(found) == 4
    assert found.count("sent") <= len(to) <= found.count("sent") + found.count("handed")
    assert set(found) <= {"sent", "handed"}, "none is left behind"


class at_port:
    """Stands in for the mailbox of another process."""

    def __init__(self, port: int) -> None:
        self.server_address = ("127.0.0.1", port)


@pytest.mark.rule("V11.7")
def test_news_by_mail_are_in_the_readers_language_and_end_at_one_click(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    ellen = table.people["Ellen"]
    wants_mail(posted, ellen)
    wants_mail(posted, table.people["Mads"], confirmed=False)
    with posted.app_context(), writing():
        db.session.get_one(Person, ellen).language = "da"
    to_orders(table)
    assert go_round(posted, now()) == 0, "not before a minute has gone"
    go_round(posted)
    mails = mailbox.taken()
    assert {mail["To"] for mail in mails} == {f"{ellen}@example.org"}, "to confirmed addresses alone"
    assert len(mails) == 2, "what happened, and what waits for her"
    assert any("Send dine krigsbander" in text_of(mail) for mail in mails)
    assert all(text_of(mail).startswith("Hej Ellen") for mail in mails)
    assert go_round(posted) == 0, "each is sent once"
    link = str(mails[0]["List-Unsubscribe"])
    assert mails[0]["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = link.strip("<>").removeprefix("https://feldtog.example")
    stranger = posted.test_client()
    assert stranger.get(path).status_code == 200
    with posted.app_context():
        assert wishes_of(db.session.get_one(Person, ellen)).mails == Mails.ONCE, "looking ends nothing"
    for _again in range(2):
        assert stranger.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    with posted.app_context():
        assert wishes_of(db.session.get_one(Person, ellen)).mails == Mails.OFF
    assert stranger.post(path[:-3] + "abc").status_code == 404


@pytest.mark.rule("V11.7")
def test_an_address_is_confirmed_by_opening_a_link_that_was_sent_there(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    posted.config["WTF_CSRF_ENABLED"] = False
    wants_mail(posted, table.people["Ellen"], confirmed=False)
    ellen = Table(posted, table.campaign, table.people, table.seats).at("Ellen")
    ellen.environ_base["wsgi.url_scheme"] = "https"
    assert "Send the link" in ellen.get("/news/settings").text
    assert send(ellen, "/news/address").status_code == 303
    mail = mailbox.mails.get(timeout=10)
    (link,) = re.findall(r"https://feldtog.example(/news/address/\S+)", text_of(mail))
    reader = posted.test_client()
    reader.environ_base["wsgi.url_scheme"] = "https"
    assert "Shall mails with news" in reader.get(link).text
    with posted.app_context():
        assert db.session.get_one(Person, table.people["Ellen"]).mail_confirmed is None
    assert send(reader, link).status_code == 303
    with posted.app_context(), writing():
        person = db.session.get_one(Person, table.people["Ellen"])
        assert person.mail_confirmed == person.email
        person.email = "other@example.org"
    assert send(reader, link).status_code == 422, "the link is for the address it was sent to"
    assert reader.get("/news/address/nonsense").status_code == 404


@pytest.mark.rule("V11.7")
def test_one_mail_a_day_at_an_hour_of_the_readers_zone(table: Table, posted: Flask, mailbox: Mailbox) -> None:
    """18:00 in Copenhagen is 17:00 in UTC on 30 January and 16:00 on 30 June."""
    wants_mail(posted, table.people["Ellen"], Mails.DIGEST, hour=18, zone="Europe/Copenhagen")
    for day, hour in (("2027-01-30", 17), ("2027-06-30", 16)):
        evening = datetime.fromisoformat(f"{day}T{hour}:00:00+00:00")
        with posted.app_context(), writing():
            for row in db.session.scalars(select(AuditRow).where(AuditRow.kind == "round.switched")):
                row.at = evening - 2 * HOUR
        if day == "2027-01-30":
            to_orders(table)
        go_round(posted, evening - MINUTE)
        assert mailbox.taken() == []
        for later in range(3):
            go_round(posted, evening + later * HOUR)
        (mail,) = mailbox.taken()
        assert mail["Subject"] == "Feldtog: News from one table"
        assert "Send your warbands" in text_of(mail)
    with posted.app_context(), writing():
        db.session.get_one(Seat, table.seats["Ellen"]).done_round = 1
    go_round(posted, evening + timedelta(days=1))
    assert mailbox.taken() == [], "a day without news has no mail"


@pytest.mark.rule("V11.7")
def test_what_the_server_will_not_take_now_is_tried_again_and_never_told_twice(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    wants_mail(posted, table.people["Ellen"], phases=[], mail=["turn"])
    mailbox.refusals = ["451 later", "451 later"]
    to_orders(table)
    start = now() + 2 * MINUTE
    assert go_round(posted, start) == 0
    assert go_round(posted, start + 0.5 * MINUTE) == 0, "a minute's wait after the first try"
    assert go_round(posted, start + MINUTE) == 0, "refused again; five minutes now"
    assert go_round(posted, start + 3 * MINUTE) == 0
    assert go_round(posted, start + 6 * MINUTE) == 1
    assert go_round(posted, start + 30 * MINUTE) == 0
    assert len(mailbox.taken()) == 1
    with story.change(table.app, table.campaign) as (campaign, _gm, actor):
        rounds.switch(Phase.PREPARATION, campaign=campaign, actor=actor)
        campaign.round = 2
        rounds.switch(Phase.ORDERS, campaign=campaign, actor=actor)
    mailbox.refusals = ["550 no such mailbox"]
    go_round(posted, start + 60 * MINUTE)
    with posted.app_context():
        states = db.session.scalars(select(Delivery.state).where(Delivery.channel == "mail"))
        assert sorted(states) == ["failed", "sent"]


@pytest.mark.rule("V11.7")
def test_secrets_send_nothing_to_others_and_no_word_to_those_they_concern(
    table: Table, posted: Flask, mailbox: Mailbox
) -> None:
    """Ellen sends a warband, allies with Mads, writes to him and sends him gold; all want every mail."""
    app, campaign = table.app, table.campaign
    ellen, mads = table.seats["Ellen"], table.seats["Mads"]
    band = orders.warband(app, campaign, ellen, CANARY)
    event = orders.event(app, campaign, "Salzfurt", "Karavanen")
    orders.at_phase(app, campaign, Phase.ORDERS)
    for person in table.people.values():
        wants_mail(posted, person, mail=["turn", "reminder", "alone", "phases", "battles", "table"])
    go_round(posted)
    mailbox.taken()

    def others() -> int:
        with posted.app_context():
            concerned = [table.people["Mads"], table.people["Ellen"]]
            rows = select(Delivery.id).where(Delivery.person_id.not_in(concerned))
            return len(db.session.scalars(rows).all())

    before = others()
    pacts.conclude(app, campaign, ellen, event, mads)
    with story.change(app, campaign, ellen) as (found, seat, actor):
        receiver = db.session.get_one(Seat, mads)
        send_letter(CANARY, receiver, answers=None, campaign=found, seat=seat, actor=actor)
        transfer(receiver, 7, campaign=found, seat=seat, actor=actor)
    place = story.place_id(app, campaign, "Gråkloster")
    orders.order(table.at("Ellen"), campaign, ellen, band, place)
    go_round(posted, now() + HOUR)
    mails = mailbox.taken()
    assert {mail["To"] for mail in mails} == {f"{table.people['Mads']}@example.org"}
    said = "\n".join(f"{mail['Subject']}\n{text_of(mail)}" for mail in mails)
    assert "Something sealed has come for you alone." in said
    for word in (CANARY, "Karavanen", "Ellen", "Gråkloster", "Salzfurt,", "alliance", "gold", place, event):
        assert word not in said.replace("Arven efter Salzfurt", ""), word
    assert others() == before, "not even a message that was dropped"


@pytest.mark.rule("V11.7")
def test_who_is_gone_hears_nothing_more(table: Table, posted: Flask, mailbox: Mailbox) -> None:
    for name in ("Mads", "Ellen"):
        wants_mail(posted, table.people[name])
    to_orders(table)
    with posted.app_context(), writing():
        db.session.get_one(Seat, table.seats["Mads"]).state = SeatState.REMOVED
    with posted.app_context(), writing():
        delete_account(db.session.get_one(Person, table.people["Ellen"]))
    go_round(posted)
    assert mailbox.taken() == []
    with posted.app_context():
        assert db.session.scalars(select(Delivery)).all() == []


@pytest.mark.rule("V11.7")
def test_much_that_happens_comes_in_few_mails(table: Table, posted: Flask, mailbox: Mailbox) -> None:
    """Twelve events in an hour: the first comes at once, then a mail every half hour."""
    wants_mail(posted, table.people["Ellen"], mail=["table"])
    start = now()
    for minute in range(0, 60, 5):
        orders_event(table, f"Pest {minute}")
        go_round(posted, start + (minute + 2) * MINUTE)
    go_round(posted, start + 63 * MINUTE)
    mails = mailbox.taken()
    assert len(mails) == 3
    assert sum(text_of(mail).count("- ") - 1 for mail in mails) == 12


def orders_event(table: Table, title: str) -> None:
    with story.change(table.app, table.campaign) as (campaign, _gm, actor):
        record_public("chronicle.entry", campaign=campaign, actor=actor, params={"text": title})


@pytest.mark.rule("V11.7")
def test_a_turn_of_a_board_game_is_told_once_and_not_to_who_plays_all_seats(
    app: Flask, posted: Flask, mailbox: Mailbox
) -> None:
    table = games.game_table(app, "Ellen", "Mads")
    with posted.app_context():
        people = {one.nickname: one.id for one in db.session.scalars(select(Person))}
    for person in people.values():
        wants_mail(posted, person, mail=["turn"])
    for _again in range(3):
        go_round(posted)
    (mail,) = mailbox.taken()
    assert "It is your turn." in text_of(mail)
    assert f"/games/{table.game}" in text_of(mail)
    alone = games.game_table(app, "Rosa", seats=dict.fromkeys(games.SEATS, "Rosa"))
    with posted.app_context():
        rosa = db.session.scalars(select(Person.id).where(Person.nickname == "Rosa")).one()
    wants_mail(posted, rosa, mail=["turn"])
    for step in range(3):
        pages = (alone.page("Rosa", f"/actions?as={seat}") for seat in games.SEATS)
        form = next(form for page in pages for form in games.forms(page) if "/act" in form.url)
        fields = games.fresh(form.fields)
        if form.buttons:
            name, value = form.buttons[0]
            fields[name] = [value]
        alone.people["Rosa"].post(form.url, data=fields)
        go_round(posted, now() + (2 + step) * MINUTE)
    assert len(mailbox.taken()) <= 1


@pytest.mark.rule("V11.7")
def test_one_tables_fault_silences_no_other(
    table: Table, posted: Flask, mailbox: Mailbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A campaign can come from a file that somebody made up: what breaks over it breaks for it alone."""
    wants_mail(posted, table.people["Ellen"])
    bad = story.draft_campaign(posted, table.people["Mads"], "Made up")
    with story.change(posted, bad) as (campaign, _gm, actor):
        record_public("public.revoked", campaign=campaign, actor=actor)
    to_orders(table)
    plan = planning._plan_campaign

    def stumble(campaign_id: str, at: datetime) -> None:
        if campaign_id == bad:
            raise KeyError("weird")
        plan(campaign_id, at)

    monkeypatch.setattr(planning, "_plan_campaign", stumble)
    monkeypatch.setattr(planning, "_campaigns_with_news", lambda _until: [bad, table.campaign])
    go_round(posted)
    assert mailbox.taken(), "the other table's news came"
    say = sending.message
    with posted.app_context(), writing():
        db.session.execute(db.update(Delivery).values(state="waiting"))
        ids = db.session.scalars(select(Delivery.id)).all()

    def speechless(delivery: Delivery, person: Person) -> object:
        if delivery.id == min(ids):
            raise ValueError("no words")
        return say(delivery, person)

    monkeypatch.setattr(sending, "message", speechless)
    go_round(posted, now() + 5 * MINUTE)
    with posted.app_context():
        assert db.session.get_one(Delivery, min(ids)).state == "failed"
        assert "waiting" not in db.session.scalars(select(Delivery.state)).all()
