"""V10.2, V0.3, A4, A10: the chronicle shows all alike what is public, and the GM's notes to the GM alone."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from pypdf import PdfReader
from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.chronicle.queries.entries import ON_A_PAGE
from app.campaign.founding.models import Seat
from app.campaign.map.models import Place
from app.campaign.states import BattleState, Phase
from app.campaign.warbands.models import Warband
from app.columns import new_id, now
from app.extensions import db
from app.journal.models import GM, PUBLIC, AudienceVersion, AuditRow
from app.journal.operations import record_public
from app.journal.writes import writing
from tests.campaign.chronicle.conftest import Hall
from tests.counting import counted
from tests.story import campaign as story
from tests.story.people import send

if TYPE_CHECKING:
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

CANARY = "Kanarienvogel-Æ7"


def told(client: FlaskClient, url: str) -> list[str]:
    """The typed entries on a page, as they stand on it."""
    return re.findall(r'<div class="prose told" data-content><p>(.*?)</p></div>', client.get(url).text)


def picture() -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "red").save(out, "PNG")
    out.seek(0)
    return out


@pytest.mark.rule("V10.2")
def test_entries_stand_under_round_and_phase_the_newest_first(hall: Hall) -> None:
    hall.tell("The salt is ours.")
    with hall.change() as (campaign, _actor, _seats):
        campaign.round, campaign.phase = 2, Phase.BATTLES
    hall.tell("The salt is theirs.")
    page = hall.at_mads.get(hall.url()).text
    heads = re.findall(r'<h2 class="caps">(.*?)</h2>', page)
    assert heads == ["Round 2 · Battles", "Round 1 · Preparation", "Before the rounds"]
    assert page.index("The salt is theirs.") < page.index("The salt is ours.")
    assert "Ellen founds a hideout at Ulvedal." in page


@pytest.mark.rule("V0.3")
def test_names_stay_as_they_were_at_the_time(hall: Hall) -> None:
    with hall.change() as (_campaign, _actor, seats):
        place = db.session.execute(select(Place).where(Place.name == "Ulvedal")).scalar_one()
        place.name = "Wolfstal"
        seats[hall.ellen].given_name = "Ellinor"
    assert "Ellen founds a hideout at Ulvedal." in hall.at_mads.get(hall.url()).text


@pytest.mark.rule("V0.3")
def test_nothing_that_is_not_public_is_in_anybodys_chronicle(hall: Hall) -> None:
    secret = [hall.tell_privately(hall.mads, CANARY), hall.tell_later(CANARY)]
    public = hall.tell("Seen by all.")
    for client in (hall.at_gm, hall.at_ellen, hall.at_mads):
        assert CANARY not in client.get(hall.url()).text
        assert CANARY not in client.get(hall.url("chronicle?whole=1")).text
        for key in secret:
            assert client.get(hall.url(f"chronicle/{key}")).status_code == 404
        assert "Seen by all." in client.get(hall.url(f"chronicle/{public}")).text


@pytest.mark.rule("V0.3")
def test_a_row_is_public_from_its_moment_on(hall: Hall) -> None:
    key = hall.tell_later("The plot is out.")
    with hall.change():
        row = db.session.execute(select(AuditRow).where(AuditRow.key == key)).scalar_one()
        row.public_from = now() - timedelta(seconds=1)
    assert "The plot is out." in hall.at_mads.get(hall.url()).text
    assert hall.at_mads.get(hall.url(f"chronicle/{key}")).status_code == 200


@pytest.mark.rule("V10.2", "V11.3")
def test_the_gm_and_the_deputy_write_entries_with_text_and_picture(hall: Hall) -> None:
    form = {"text": "Fog lies over Salzfurt.\n\nNobody goes alone.", "readers": "all", "form_key": "entry"}
    made = send(hall.at_ellen, hall.url("chronicle/new"), picture=(picture(), "fog.png"), **form)
    assert made.status_code == 303
    page = hall.at_mads.get(hall.url()).text
    assert "<p>Fog lies over Salzfurt.</p><p>Nobody goes alone.</p>" in page
    url = re.search(r'<img src="(/pictures/[^"]+)"', page)
    assert url
    assert hall.at_mads.get(url[1]).status_code == 200
    assert hall.at_stranger.get(url[1]).status_code == 404


@pytest.mark.rule("V10.2")
def test_an_empty_entry_is_refused_and_a_long_one_keeps_its_text(hall: Hall) -> None:
    empty = send(hall.at_gm, hall.url("chronicle/new"), text=" ", readers="all", form_key="entry")
    assert empty.status_code == 422
    assert "Write something or choose a picture." in empty.text
    long = send(hall.at_gm, hall.url("chronicle/new"), text="å" * 4001, readers="all", form_key="entry")
    assert long.status_code == 422
    assert "å" * 4001 in long.text
    assert told(hall.at_gm, hall.url()) == []


@pytest.mark.rule("V10.2")
def test_only_who_runs_the_campaign_writes(hall: Hall) -> None:
    fields = {"text": "Me too", "readers": "all", "form_key": "entry"}
    for client, status in ((hall.at_mads, 403), (hall.at_stranger, 404)):
        assert client.get(hall.url("chronicle/new")).status_code == status
        assert send(client, hall.url("chronicle/new"), **fields).status_code == status
    anonymous = hall.app.test_client()
    assert send(anonymous, hall.url("chronicle/new"), **fields).status_code == 401
    assert "Write an entry" not in hall.at_mads.get(hall.url()).text
    assert told(hall.at_gm, hall.url()) == []


def every_page(hall: Hall, client: FlaskClient) -> dict[str, str]:
    """Every page that can be got with the ids of the campaign, its seats and places."""
    with hall.app.app_context():
        places = list(db.session.scalars(select(Place.id).where(Place.campaign_id == hall.campaign)))
        keys = list(db.session.scalars(select(AuditRow.key).where(AuditRow.campaign_id == hall.campaign)))
    known = {
        "campaign_id": [hall.campaign],
        "seat_id": [hall.ellen, hall.mads],
        "place_id": places,
        "key": keys,
    }
    found = {}
    for rule in hall.app.url_map.iter_rules():
        if (
            "GET" not in (rule.methods or ())
            or not rule.arguments <= known.keys()
            or "stream" in rule.endpoint
        ):
            continue
        urls = [rule.rule]
        for name in rule.arguments:
            urls = [re.sub(rf"<(?:\w+:)?{name}>", one, url) for url in urls for one in known[name]]
        found.update({url: _words(client.get(url)) for url in urls})
    return found


def _words(answer: TestResponse) -> str:
    """What an answer says: its text, of a sheet the words on paper."""
    if answer.mimetype != "application/pdf":
        return answer.text
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(answer.data)).pages)


@pytest.mark.rule("V10.2", "V0.3")
def test_a_note_of_the_gm_is_in_no_byte_of_anybody_else(hall: Hall) -> None:
    """A10: absent outside the GM's own view, picture too; nor does it move the public version."""
    with hall.app.app_context():
        before = db.session.get(AudienceVersion, (hall.campaign, PUBLIC))
        version = before.version if before else 0
    form = {"text": CANARY, "readers": "gm", "form_key": "entry"}
    made = send(hall.at_gm, hall.url("chronicle/new"), picture=(picture(), "secret.png"), **form)
    assert made.status_code == 303
    with hall.app.app_context():
        after = db.session.get(AudienceVersion, (hall.campaign, PUBLIC))
        assert (after.version if after else 0) == version
        row = db.session.execute(select(AuditRow).where(AuditRow.kind == "chronicle.note")).scalar_one()
        assert (row.audience, row.chronicle, row.public_from) == (GM, False, None)
        picture_url = f"/pictures/{row.picture_id}.webp"
    pages = every_page(hall, hall.at_mads)
    assert len(pages) > 30, "the walk found too few pages to look at"
    assert [url for url, text in pages.items() if CANARY in text] == []
    assert hall.at_mads.get(picture_url).status_code == 404
    for client in (hall.at_gm, hall.at_ellen):
        assert CANARY in client.get(hall.url()).text
        assert client.get(picture_url).status_code == 200


@pytest.mark.rule("V10.2", "V0.1")
def test_a_note_stays_the_gms_when_the_campaign_is_finished(hall: Hall) -> None:
    send(hall.at_gm, hall.url("chronicle/new"), text=CANARY, readers="gm", form_key="entry")
    with hall.change() as (campaign, _actor, _seats):
        campaign.state = "finished"
    assert CANARY not in hall.at_mads.get(hall.url()).text
    assert CANARY in hall.at_gm.get(hall.url()).text
    assert hall.at_gm.get(hall.url("chronicle/new")).status_code == 403


@pytest.mark.rule("V10.2")
def test_filters_by_kind_player_place_and_round(hall: Hall) -> None:
    with hall.change() as (campaign, actor, seats):
        at = {place.name: place for place in db.session.scalars(select(Place))}
        battle = Battle(
            campaign_id=campaign.id,
            round=1,
            number=1,
            place_id=at["Salzfurt"].id,
            state=BattleState.CONFIRMED,
        )
        band = Warband(campaign_id=campaign.id, seat_id=hall.mads, name="Hirsche")
        db.session.add_all([battle, band])
        db.session.flush()
        battle.sides.append(
            BattleSide(seat_id=hall.mads, warband_id=band.id, warband_name="Hirsche", points=40)
        )
        db.session.flush()
        record_public(
            "dawn.kept",
            campaign=campaign,
            actor=actor,
            seat=seats[hall.ellen],
            place_id=at["Ulvedal"].id,
            params={"player": "Ellen", "place": "Ulvedal"},
        )
        record_public(
            "battle.corrected",
            campaign=campaign,
            actor=actor,
            place_id=at["Salzfurt"].id,
            battle_id=battle.id,
            reason="The troll fled",
            params={"place": "Salzfurt"},
        )
        kept, corrected = "Ellen keeps Ulvedal.", "takes back the result of the battle for Salzfurt"
        places = {name: place.id for name, place in at.items()}

    def shows(query: str) -> tuple[bool, bool, bool]:
        page = hall.at_mads.get(hall.url(f"chronicle?{query}")).text
        return kept in page, corrected in page, "Mads joins the campaign." in page

    assert shows("") == (True, True, True)
    assert shows("group=places") == (True, False, False)
    assert shows("group=gm") == (False, True, False)
    assert shows("group=players") == (False, False, True)
    assert shows(f"player={hall.ellen}") == (True, False, False)
    assert shows(f"player={hall.mads}") == (False, True, True), "a battle counts for all who fought in it"
    assert shows(f"place={places['Salzfurt']}") == (False, True, False)
    assert shows("round=1") == (True, True, False)
    assert shows("round=0") == (False, False, True)
    assert shows(f"round=1&group=places&player={hall.ellen}&place={places['Ulvedal']}") == (
        True,
        False,
        False,
    )
    assert shows("place=nowhere") == (False, False, False)
    assert shows("round=x&group=y") == (True, True, True), "what cannot be read is no filter"
    assert "Reason: The troll fled" in hall.at_mads.get(hall.url("chronicle?group=gm")).text
    nothing = hall.at_mads.get(hall.url("chronicle?place=nowhere")).text
    assert "Nothing in the chronicle fits" in nothing


@pytest.mark.rule("V10.2")
def test_paging_meets_every_entry_once_in_both_directions(hall: Hall) -> None:
    for number in range(2 * ON_A_PAGE + 7):
        hall.tell(f"Entry {number}")
    send(hall.at_gm, hall.url("chronicle/new"), text="A note between", readers="gm", form_key="entry")
    for client, notes in ((hall.at_mads, 0), (hall.at_gm, 1)):
        url: str | None = hall.url("chronicle?group=gm")
        pages = []
        while url:
            page = client.get(url).text
            pages.append(told(client, url))
            older = re.search(r'rel="next" href="([^"]+)"', page)
            last, url = url, older[1].replace("&amp;", "&") if older else None
        forwards = [text for texts in pages for text in texts]
        assert len(forwards) == len(set(forwards)) == 2 * ON_A_PAGE + 7 + notes
        assert [len(texts) for texts in pages] == [ON_A_PAGE, ON_A_PAGE, 7 + notes]
        back = re.search(r'rel="prev" href="([^"]+)"', client.get(last).text)
        assert back
        assert told(client, back[1].replace("&amp;", "&")) == pages[1]
        assert len(told(client, hall.url("chronicle?group=gm&whole=1"))) == len(forwards)


def many_rows(hall: Hall, count: int) -> None:
    """The journal of a long campaign, put in at once."""
    with hall.app.app_context(), writing():
        seat = db.session.get_one(Seat, hall.ellen)
        place = db.session.execute(select(Place.id).where(Place.name == "Ulvedal")).scalar_one()
        db.session.execute(
            AuditRow.__table__.insert(),
            [
                {
                    "key": new_id(),
                    "campaign_id": hall.campaign,
                    "kind": "chronicle.entry",
                    "audience": PUBLIC,
                    "chronicle": True,
                    "public_from": now(),
                    "seat_id": seat.id,
                    "by_gm": False,
                    "round": 1 + number // 100,
                    "phase": "battles",
                    "place_id": place,
                    "params": {"text": f"Row {number}"},
                    "draws": [],
                    "at": now(),
                }
                for number in range(count)
            ],
        )


@pytest.mark.parametrize("path", ["chronicle", "chronicle?group=battles", "standings", "log"])
def test_questions_to_the_database_do_not_grow_with_the_chronicle(hall: Hall, path: str) -> None:
    url = hall.url(f"seats/{hall.ellen}/log" if path == "log" else path)
    hall.at_ellen.get(url)
    with counted(hall.app) as few:
        assert hall.at_ellen.get(url).status_code == 200
    many_rows(hall, 3000)
    with counted(hall.app) as many:
        page = hall.at_ellen.get(url)
    assert page.status_code == 200
    assert len(many) <= 12, many
    assert len(many) <= len(few) + 1, "one more: the rows are full now"


def test_the_last_page_of_a_long_chronicle_reads_as_much_as_the_first(hall: Hall) -> None:
    many_rows(hall, 3000)
    with hall.app.app_context():
        keys = db.session.scalars(select(AuditRow.key).where(AuditRow.chronicle).order_by(AuditRow.seq)).all()
    page = hall.at_mads.get(hall.url(f"chronicle?before={keys[ON_A_PAGE + 5]}")).text
    assert page.count('<li class="top"') == ON_A_PAGE
    assert 'rel="next"' in page
    assert 'rel="prev"' in page


@pytest.mark.rule("V10.2")
def test_the_pages_are_for_those_at_the_table(hall: Hall) -> None:
    key = hall.tell("For us")
    for path in ("chronicle", f"chronicle/{key}", "standings", f"seats/{hall.mads}/log"):
        assert hall.at_stranger.get(hall.url(path)).status_code == 404
        assert hall.app.test_client().get(hall.url(path)).status_code == 303
    other = story.found_campaign(hall.app, story_gm(hall))
    assert hall.at_gm.get(f"/campaigns/{other}/chronicle/{key}").status_code == 404, "a key of another table"


def story_gm(hall: Hall) -> str:
    with hall.app.app_context():
        return (
            db.session.execute(
                select(Seat.person_id).where(Seat.campaign_id == hall.campaign, Seat.is_gm)
            ).scalar_one()
            or ""
        )
