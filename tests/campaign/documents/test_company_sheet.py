"""V10.3, V3.8: the company on paper, the menu, and who gets which sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from app.accounts.models import Person
from app.campaign.company.models import CompanyItem
from app.campaign.founding.models import Seat
from app.campaign.states import ModelStatus, SeatState, State
from app.columns import now
from app.extensions import db
from tests.campaign.documents.paper import fetch
from tests.campaign.documents.scene import NAMES, Scene, befalls, company_of, models_of, wolves
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask


def with_history(app: Flask) -> Scene:
    """The thegn was hurt and learned, Bjarke is a captive, Åse died, one charm lies in the store."""
    scene = wolves(app)
    with app.app_context():
        thegn, bjarke, aase, _sarka, _aegir = models_of(scene.world, "ellen")
        thegn.role = "leader"
        befalls(thegn, kind="stat_changed", stat="me", steps=-1, cause="injury")
        befalls(thegn, kind="stat_changed", stat="ne", steps=1, cause="advance")
        befalls(thegn, kind="experience_gained", amount=7, reason="standing")
        taken_back = befalls(thegn, kind="stat_changed", stat="sp", steps=-1, cause="injury")
        taken_back.reversed_at = now()
        befalls(thegn, kind="stat_changed", stat="sp", steps=-1, cause="injury", undone=True)
        bjarke.status = ModelStatus.CAPTURED
        aase.status = ModelStatus.DEAD
        company = company_of(scene.world, "ellen")
        for _ in range(2):
            db.session.add(CompanyItem(company_id=company.id, item="lucky-charm"))
        db.session.commit()
    return scene


@pytest.mark.rule("V10.3", "V3.8")
def test_the_company_sheet_says_what_befell_everybody(app: Flask) -> None:
    scene = with_history(app)
    paper = fetch(scene.world.browser("ellen"), scene.of("ellen", "/company.pdf"))
    text = paper.text
    for said in (
        *("COMPANY SHEET", "Kompanie Nordwacht", "Northern Alliance · Ellen", *NAMES),
        *("Injury: Me is worse by 1.", "Advance: Ne is better by 1.", "Experience 7"),
        *(
            "captive",
            "Retinue",
            "Leader Sigrun Ulvetand",
            "Healer –",
            "Lucky Charm × 2",
            "Fallen Åse Skjoldmø",
        ),
    ):
        assert said in text, said
    assert "Sp is worse" not in text
    assert paper.links == {f"http://localhost{scene.of('ellen', '/company')}"}
    assert paper.missing_glyphs() == 0


@pytest.mark.rule("V3.9")
def test_the_gold_is_printed_only_where_it_is_asked_for(app: Flask) -> None:
    scene = wolves(app)
    browser_ = scene.world.browser("ellen")
    assert " GOLD " not in fetch(browser_, scene.of("ellen", "/company.pdf")).text.replace("IN GOLD", "")
    assert " GOLD " in fetch(browser_, scene.of("ellen", "/company.pdf?gold=1")).text.replace("IN GOLD", "")


def test_everything_of_a_player_comes_in_one_document(app: Flask) -> None:
    """asks G5."""
    scene = with_history(app)
    paper = fetch(scene.world.browser("ellen"), scene.of("ellen", "/everything.pdf"))
    assert "COMPANY SHEET" in paper.pages[0]
    assert "WARBAND ROSTER" in paper.text
    assert paper.text.count("Injured") == 6
    assert len(paper.links) == 2


def test_the_menu_offers_what_there_is(app: Flask) -> None:
    scene = wolves(app)
    page = scene.world.browser("ellen").get(scene.of("ellen", "/print")).text
    assert f'formaction="{scene.roster}"' in page
    assert f'formaction="{scene.of("ellen", "/company.pdf")}"' in page
    empty = scene.world.browser("mads").get(scene.of("mads", "/print")).text
    assert "/roster.pdf" not in empty
    assert scene.world.browser("mads").get(scene.of("mads", "/company.pdf")).status_code == 404


@pytest.mark.parametrize("page", ["/company", "/warbands", "/warbands/{warband}"])
def test_the_pages_lead_to_the_menu(app: Flask, page: str) -> None:
    scene = wolves(app)
    shown = scene.world.browser("ellen").get(scene.of("ellen", page.format(warband=scene.warband))).text
    assert f'href="{scene.of("ellen", "/print")}"' in shown


DOCUMENTS = ["/print", "/company.pdf", "/everything.pdf", "/warbands/{warband}/roster.pdf"]


@pytest.mark.rule("V4.7", "V3.11")
@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_players_sheets_are_the_players_and_the_gms(app: Flask, path: str) -> None:
    """A roster names where the warband is sent, so nobody else may print it, a dropped player neither."""
    scene = wolves(app)
    world = scene.world
    url = scene.of("ellen", path.format(warband=scene.warband))
    with app.app_context():
        deputy = Person(nickname="Ole", nickname_key="ole", language="en")
        db.session.add(deputy)
        db.session.flush()
        seat = Seat(
            campaign_id=world.campaign_id,
            person_id=deputy.id,
            given_name="Ole",
            is_deputy=True,
            is_player=False,
            state=SeatState.JOINED,
        )
        db.session.add(seat)
        world.seat("rosa").state = SeatState.DROPPED
        db.session.commit()
        deputy_id = deputy.id
    stranger = account(app, "Niemand")
    readers = {name: world.browser(name) for name in ("ellen", "gm", "mads", "rosa")}
    readers |= {"deputy": browser(app, deputy_id), "stranger": browser(app, stranger)}
    found = {name: reader.get(url).status_code for name, reader in readers.items()}
    assert found == {"ellen": 200, "gm": 200, "deputy": 200, "mads": 403, "rosa": 403, "stranger": 404}
    assert app.test_client().get(url).status_code == 303


def test_once_the_campaign_is_finished_all_its_players_may_print_all(app: Flask) -> None:
    scene = wolves(app)
    with app.app_context():
        scene.world.campaign.state = State.FINISHED
        db.session.commit()
    assert scene.world.browser("mads").get(f"{scene.roster}?cards=0").status_code == 200
