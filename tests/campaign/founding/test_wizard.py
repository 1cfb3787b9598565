"""V1.1-V1.5, V1.9, V9.1, C1.1: the wizard, from the first step to a founded campaign."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image
from sqlalchemy import func, select

from app.accounts.models import Person
from app.campaign.founding import operations as founding
from app.campaign.founding.amounts import decimal_text
from app.campaign.founding.models import Campaign, CampaignTable, CatalogueEntry, Seat
from app.campaign.founding.queries import catalogue_of, tables_of
from app.campaign.map.models import Map
from app.campaign.states import State
from app.extensions import db
from app.i18n import force_locale
from app.journal.models import AuditRow
from app.journal.writes import writing
from app.refusal import Refusal
from rules.vanguard.catalogue_store import shipped_catalogue
from rules.vanguard.tables_store import shipped_tables
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask

MODULES = ("guilds", "alliances", "messages", "transfers", "multi", "paths", "movement")
GUILDS = {
    "guild_word": "cartel",
    "guild_level_cost": "40",
    "guild_level_income": "10",
    "guild_most_levels": "3",
    "guild_request_fee": "2",
    "guild_entry_fee": "8",
    "alliance_fee": "6",
}


@pytest.fixture
def gm(app: Flask) -> str:
    return account(app, "Mads")


def stored(app: Flask, campaign_id: str) -> Campaign:
    with app.app_context():
        campaign = db.session.get_one(Campaign, campaign_id)
        db.session.expunge(campaign)
        return campaign


@pytest.mark.rule("V1.1", "V1.2", "V1.3", "V0.1")
def test_the_wizard_asks_step_by_step_and_founds_the_campaign(app: Flask, gm: str) -> None:
    mads = browser(app, gm)
    assert mads.get("/campaigns/new").status_code == 200
    answer = send(
        mads, "/campaigns/new", form_key="story", name="  Arven   efter Salzfurt ", story="Regn.\n\nMørke."
    )
    assert answer.status_code == 303
    campaign_id = answer.location.split("/")[2]
    steps = (
        ("players", {"max_players": "5", "gm_plays": "y"}),
        ("map", {"shipped": "coast"}),
        ("map", {"then": "next"}),
        ("gold", {"starting_gold": "250", "fixed_income": "20", "gold_factor": "1,5", "resale_loss": "40"}),
        ("warbands", {"warband_size": "120"}),
        ("modules", {"paths": "y", "multi": "y", "warband_limit": "4", **GUILDS}),
    )
    for step, fields in steps:
        url = f"/campaigns/{campaign_id}/found/{step}"
        assert mads.get(url).status_code == 200
        assert send(mads, url, form_key=step, **fields).status_code == 303
    summary = mads.get(f"/campaigns/{campaign_id}/found/summary").text
    assert "5 players need a banner place each, and there is none yet." in summary
    assert (
        send(mads, f"/campaigns/{campaign_id}/found/summary").location == f"/campaigns/{campaign_id}/players"
    )
    campaign = stored(app, campaign_id)
    assert campaign.name == "Arven efter Salzfurt"
    assert campaign.story == "Regn.\n\nMørke."
    assert campaign.state == State.GATHERING
    amounts = (campaign.starting_gold, campaign.fixed_income, campaign.gold_factor, campaign.resale_loss)
    assert amounts == (250, 20, 150, 40)
    assert (campaign.max_players, campaign.warband_size) == (5, 120)
    assert (campaign.module_paths, campaign.module_movement) == (True, False)
    assert (campaign.module_multi, campaign.warband_limit) == (True, 4)
    assert mads.get(f"/campaigns/{campaign_id}/found/gold").status_code == 302


@pytest.mark.rule("V1.1")
def test_a_draft_is_left_and_resumed_where_it_was(app: Flask, gm: str) -> None:
    mads = browser(app, gm)
    campaign_id = send(mads, "/campaigns/new", form_key="story", name="Vinterfejden").location.split("/")[2]
    left = send(
        mads, f"/campaigns/{campaign_id}/found/players", form_key="players", max_players="3", then="leave"
    )
    assert left.location == "/"
    assert "Vinterfejden" in mads.get("/").text
    assert mads.get(f"/campaigns/{campaign_id}/found").location.endswith("/found/map")
    assert mads.get(f"/campaigns/{campaign_id}").location.endswith(f"/campaigns/{campaign_id}/found")
    send(mads, f"/campaigns/{campaign_id}/found/story", form_key="story", name="Vinterfejden II")
    assert mads.get(f"/campaigns/{campaign_id}/found").location.endswith("/found/map")


@pytest.mark.rule("V1.1")
def test_nobody_else_sees_a_draft(app: Flask, gm: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    stranger = browser(app, account(app, "Ellen"))
    for path in ("", "/found", "/found/gold", "/players", "/rules", "/delete"):
        assert stranger.get(f"/campaigns/{campaign_id}{path}").status_code == 404
    assert send(stranger, f"/campaigns/{campaign_id}/found/gold").status_code == 404


@pytest.mark.rule("V1.1")
def test_a_draft_is_deleted_after_asking_with_its_map_and_picture(app: Flask, gm: str) -> None:
    mads = browser(app, gm)
    campaign_id = story.draft_campaign(app, gm, "Kladde")
    send(mads, f"/campaigns/{campaign_id}/found/map", picture=(a_picture(), "kort.png"))
    with app.app_context():
        assert db.session.execute(select(Map.picture_id)).scalar_one() is not None
    assert "Kladde" in mads.get(f"/campaigns/{campaign_id}/delete").text
    assert send(mads, f"/campaigns/{campaign_id}/delete").status_code == 303
    with app.app_context():
        for table in (Campaign, Seat, Map):
            assert db.session.execute(select(func.count()).select_from(table)).scalar_one() == 0


def a_picture() -> io.BytesIO:
    out = io.BytesIO()
    Image.new("RGB", (40, 30), "#345").save(out, "PNG")
    out.seek(0)
    return out


@pytest.mark.rule("V0.1")
def test_a_founded_campaign_cannot_be_deleted_like_a_draft(app: Flask, gm: str) -> None:
    campaign_id = story.found_campaign(app, gm)
    assert send(browser(app, gm), f"/campaigns/{campaign_id}/delete").status_code == 403
    with pytest.raises(Refusal), story.change(app, campaign_id) as (campaign, _seat, _actor):
        founding.delete_draft(campaign)
    assert story.state_of(app, campaign_id) == State.GATHERING


@pytest.mark.rule("V1.1")
def test_a_campaign_without_map_is_not_founded_and_the_summary_says_why(app: Flask, gm: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    mads = browser(app, gm)
    answer = send(mads, f"/campaigns/{campaign_id}/found/summary")
    assert answer.status_code == 422
    assert "The campaign has no map yet." in answer.text
    assert story.state_of(app, campaign_id) == State.DRAFT


@pytest.mark.rule("V1.2")
@pytest.mark.parametrize("typed", ["-5", "0.5", "1e9", "５", "1,5", "NaN", "", "1000001", "0x10", "٣"])
def test_amounts_that_are_no_whole_gold_are_refused_and_stay_typed(app: Flask, gm: str, typed: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    answer = send(
        browser(app, gm),
        f"/campaigns/{campaign_id}/found/gold",
        form_key="gold",
        starting_gold=typed,
        fixed_income="17",
        gold_factor="1",
        resale_loss="50",
    )
    assert answer.status_code == 422
    assert "Enter a whole number from 0 to 1000000." in answer.text
    assert f'value="{typed}"' in answer.text
    assert 'value="17"' in answer.text
    assert stored(app, campaign_id).fixed_income == 30


@pytest.mark.rule("V1.2")
@pytest.mark.parametrize(
    ("typed", "hundredths"),
    [("1", 100), ("1.5", 150), ("1,5", 150), ("0,01", 1), ("2.25", 225), ("100", 10000)],
)
def test_factor_is_typed_with_comma_or_point(app: Flask, gm: str, typed: str, hundredths: int) -> None:
    campaign_id = story.draft_campaign(app, gm)
    fields = {"starting_gold": "1", "fixed_income": "1", "gold_factor": typed, "resale_loss": "0"}
    url = f"/campaigns/{campaign_id}/found/gold"
    assert send(browser(app, gm), url, form_key="gold", **fields).status_code == 303
    assert stored(app, campaign_id).gold_factor == hundredths


@pytest.mark.rule("V1.2")
@pytest.mark.parametrize("typed", ["0", "0.00", "-1", "1.555", "1.", ",5", "100.01", "1.000,5", "inf", "１"])
def test_factor_that_is_none_is_refused(app: Flask, gm: str, typed: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    fields = {"starting_gold": "1", "fixed_income": "1", "gold_factor": typed, "resale_loss": "0"}
    answer = send(browser(app, gm), f"/campaigns/{campaign_id}/found/gold", form_key="gold", **fields)
    assert answer.status_code == 422
    assert stored(app, campaign_id).gold_factor == 100


@pytest.mark.rule("V1.2")
def test_factor_is_written_as_the_language_has_it(app: Flask) -> None:
    with app.test_request_context():
        with force_locale("da"):
            assert decimal_text(150) == "1,5"
        with force_locale("en"):
            assert decimal_text(150) == "1.5"
            assert decimal_text(100) == "1"


@pytest.mark.rule("V1.2")
def test_the_example_says_what_the_settings_do(app: Flask, gm: str) -> None:
    # 12 × 1.25 = 15; sold at a loss of 35 per cent 15 × 0.65 = 9.75 → 9. 45 × 1.25 = 56.25 → 57; 37.05 → 37.
    campaign_id = story.draft_campaign(app, gm)
    with story.change(app, campaign_id) as (campaign, _gm, actor):
        founding.save_gold(
            campaign, starting_gold=0, fixed_income=0, gold_factor=125, resale_loss=35, actor=actor
        )
    page = browser(app, gm).get(f"/campaigns/{campaign_id}/found/gold").text
    for mark in ('data-price="12">15<', 'data-resale="12">9<', 'data-price="45">57<', 'data-resale="45">37<'):
        assert mark in page


@pytest.mark.rule("V1.2")
def test_operations_hold_the_limits_of_gold_themselves(app: Flask, gm: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    for bad in ({"starting_gold": -1}, {"gold_factor": 0}, {"resale_loss": 101}):
        settings = {"starting_gold": 0, "fixed_income": 0, "gold_factor": 1, "resale_loss": 0, **bad}
        with pytest.raises(Refusal) as refused, story.change(app, campaign_id) as (campaign, _gm, actor):
            founding.save_gold(campaign, **settings, actor=actor)
        assert refused.value.rule == "V1.2"


@pytest.mark.rule("V1.1", "V1.3")
def test_names_and_sizes_that_do_not_hold_are_refused_with_the_text_kept(app: Flask, gm: str) -> None:
    mads = browser(app, gm)
    answer = send(mads, "/campaigns/new", form_key="story", name="   ", story="En lang fortælling")
    assert answer.status_code == 422
    assert "En lang fortælling" in answer.text
    assert send(mads, "/campaigns/new", form_key="story", name="x" * 81).status_code == 422
    campaign_id = story.draft_campaign(app, gm)
    for step, field, typed in (("players", "max_players", "13"), ("warbands", "warband_size", "0")):
        answer = send(mads, f"/campaigns/{campaign_id}/found/{step}", form_key=step, **{field: typed})
        assert answer.status_code == 422
        assert f'value="{typed}"' in answer.text


@pytest.mark.rule("V1.1")
def test_a_guest_does_not_found_campaigns(app: Flask) -> None:
    with app.app_context(), writing():
        guest = Person(nickname="Åse", nickname_key="guest:1", guest=True)
        db.session.add(guest)
        db.session.flush()
        guest_id = guest.id
    answer = send(browser(app, guest_id), "/campaigns/new", form_key="story", name="Min egen")
    assert answer.status_code == 422
    assert "Min egen" in answer.text


@pytest.mark.rule("V1.1")
def test_founding_twice_at_once_founds_once(app: Flask, gm: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    mads = browser(app, gm)
    send(mads, f"/campaigns/{campaign_id}/found/map", shipped="valley")
    url = f"/campaigns/{campaign_id}/found/summary"
    assert send(mads, url, seen="draft.0.").status_code == 303
    assert send(mads, url, seen="draft.0.").status_code in (403, 409)
    with app.app_context():
        founded = select(func.count()).where(AuditRow.kind == "founding.founded")
        assert db.session.execute(founded).scalar_one() == 1


@pytest.mark.rule("C1.1")
def test_the_campaign_has_its_own_copy_of_catalogue_and_tables(app: Flask, gm: str) -> None:
    first, second = story.found_campaign(app, gm), story.found_campaign(app, gm, name="Den anden")
    with app.app_context():
        one, other = (db.session.get_one(Campaign, key) for key in (first, second))
        assert catalogue_of(one) == shipped_catalogue()
        assert tables_of(one) == shipped_tables()
        assert catalogue_of(one) is catalogue_of(one)
        entry = db.session.execute(
            select(CatalogueEntry).where(
                CatalogueEntry.campaign_id == first, CatalogueEntry.key == "long-bow"
            )
        ).scalar_one()
        before = shipped_catalogue().items["long-bow"].points
        entry.data = {**entry.data, "points": before + 7}
        table = db.session.get_one(CampaignTable, (first, "retinue"))
        table.data = {**table.data, "cost_points": 5}
        one.catalogue_revision += 1
        db.session.commit()
        assert catalogue_of(one).items["long-bow"].points == before + 7
        assert tables_of(one).retinue.cost_points == 5
        assert catalogue_of(other).items["long-bow"].points == before


@pytest.mark.rule("V9.1", "V9.2", "C1.1")
def test_rules_tab_shows_modules_off_every_amount_and_the_catalogues_date(app: Flask, gm: str) -> None:
    campaign_id = story.found_campaign(
        app, gm, starting_gold=275, fixed_income=35, gold_factor=125, resale_loss=45, warband_size=130
    )
    with app.app_context():
        campaign = db.session.get_one(Campaign, campaign_id)
        for name in MODULES:
            setattr(campaign, f"module_{name}", False)
        db.session.commit()
    page = browser(app, gm).get(f"/campaigns/{campaign_id}/rules").text
    for words in ("275 gold", "35 gold", "1.25", "45%", "130 points", "January 2021", "Warband movement"):
        assert words in page
    assert page.count(">off<") == len(MODULES)


@pytest.mark.rule("V9.1", "V9.2", "V6.1")
def test_modules_are_switched_with_their_amounts_until_the_campaign_is_founded(app: Flask, gm: str) -> None:
    mads = browser(app, gm)
    campaign_id = story.draft_campaign(app, gm)
    url = f"/campaigns/{campaign_id}/found/modules"
    assert 'name="multi" value="y" checked' in mads.get(url).text
    for typed in ("2", "0", "-1", "many"):
        refused = send(mads, url, form_key="modules", multi="y", **{**GUILDS, "warband_limit": typed})
        assert refused.status_code == 422
        assert f'value="{typed}"' in refused.text
    assert send(mads, url, form_key="modules", multi="y", warband_limit="3", **GUILDS).status_code == 303
    assert "Multi-warband battles" in mads.get(f"/campaigns/{campaign_id}/found/summary").text
    assert send(mads, url, form_key="modules", warband_limit="", **GUILDS).status_code == 303
    draft = stored(app, campaign_id)
    assert (draft.module_multi, draft.warband_limit) == (False, None)
    founded = story.found_campaign(app, gm, name="Founded")
    rules = mads.get(f"/campaigns/{founded}/rules").text
    assert "Warbands in one battle" in rules
    assert "no limit" in rules
    # Founded, the switches stay as they are, whatever is posted.
    late = send(mads, f"/campaigns/{founded}/found/modules", form_key="modules", warband_limit="5")
    assert late.status_code == 403
    assert stored(app, founded).module_multi is True


@pytest.mark.rule("V9.1")
def test_house_rules_are_the_gms_and_their_changes_are_dated(app: Flask, gm: str) -> None:
    ellen = account(app, "Ellen")
    campaign_id = story.found_campaign(app, gm)
    story.join(app, campaign_id, ellen)
    url = f"/campaigns/{campaign_id}/rules"
    mads, player = browser(app, gm), browser(app, ellen)
    assert send(player, url, form_key="house_rules", house_rules="Min regel").status_code == 403
    for _ in range(2):
        assert (
            send(mads, url, form_key="house_rules", house_rules="Ingen\r\nslag om natten").status_code == 303
        )
    page = player.get(url).text
    assert "Ingen<br>slag om natten" in page
    assert "Last changed on" in page
    with app.app_context():
        rows = select(func.count()).where(AuditRow.kind == "founding.house_rules_changed", AuditRow.chronicle)
        assert db.session.execute(rows).scalar_one() == 1


@pytest.mark.rule("V1.4")
def test_a_chosen_map_is_taken_by_the_button_that_leads_on_and_by_leaving(app: Flask, gm: str) -> None:
    campaign_id = story.draft_campaign(app, gm)
    client = browser(app, gm)
    address = f"/campaigns/{campaign_id}/found/map"
    page = client.get(address).text
    assert "Go on without a map" in page
    assert "Next: Gold" not in page
    skipped = send(client, address, then="next", shipped="valley")
    assert skipped.location.endswith("/found/gold")
    assert "none yet" in client.get(f"/campaigns/{campaign_id}/found/summary").text
    left = send(client, address, then="leave", shipped="coast")
    assert (left.status_code, left.location) == (303, "/")
    assert "Next: Gold" in client.get(address).text


def test_a_refused_form_names_the_address_its_page_has(app: Flask, gm: str) -> None:
    client = browser(app, gm)
    players = f"/campaigns/{story.found_campaign(app, gm)}"
    assert "data-at=" not in client.get(f"{players}/players").text
    answer = send(client, f"{players}/invitations", form_key="invite", nicknames="Nobody at all")
    assert answer.status_code == 422
    assert f'data-at="{players}/players"' in answer.text
    assert f'name="next" value="{players}/players"' in answer.text
