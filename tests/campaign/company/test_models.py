"""V3.8, E13: name, note, picture, order and history of a model."""

from __future__ import annotations

import io

import pytest
from PIL import Image
from sqlalchemy import select

from app.campaign.company.befell import befell
from app.campaign.company.models import CompanyModel, ModelChange
from app.campaign.company.queries import as_rules_model, profile_of
from app.campaign.states import ModelStatus
from app.extensions import db
from app.media.models import Picture
from rules.vanguard.settlement import effects
from rules.vanguard.tables_store import shipped_tables
from tests.campaign.company.conftest import Table
from tests.story import company as companies
from tests.story.campaign import change
from tests.story.people import send

IRONCLAD = "dwarfs.ironclad"


def suffer(table: Table, model: str, *happened: dict[str, object]) -> None:
    with change(table.app, table.campaign, table.ellen):
        for effect in happened:
            db.session.add(ModelChange(model_id=model, round=2, effect={**effect, "model": model}))


@pytest.mark.rule("V3.8")
def test_a_model_gets_a_name_and_a_note_and_a_refusal_keeps_both(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    key = table.own(f"/models/{model}/describe")
    assert send(table.at_ellen, key, name="Šárka Łukasz", note="Bærer\r\nfanen").status_code == 303
    with table.app.app_context():
        row = db.session.get_one(CompanyModel, model)
        assert (row.name, row.note) == ("Šárka Łukasz", "Bærer\nfanen")
    refused = send(table.at_ellen, key, name="\u202e", note="En lang og god note", form_key=key)
    assert refused.status_code == 422
    assert "En lang og god note" in refused.text
    assert send(table.at_ellen, key, name="x", note="n" * 2001).status_code == 422


@pytest.mark.rule("V3.8", "V3.11")
def test_a_picture_is_kept_for_the_player_and_the_gm_alone(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    drawn = io.BytesIO()
    Image.new("RGB", (40, 30), "firebrick").save(drawn, "PNG")
    for _ in range(2):
        drawn.seek(0)
        answer = send(
            table.at_ellen,
            table.own(f"/models/{model}/picture"),
            picture=(io.BytesIO(drawn.getvalue()), "min.png"),
        )
        assert answer.status_code == 303
    with table.app.app_context():
        (picture,) = db.session.execute(select(Picture)).scalars()
        address = f"/pictures/{picture.id}.webp"
    assert [at.get(address).status_code for at in (table.at_ellen, table.at_gm, table.at_mads)] == [
        200,
        200,
        404,
    ]
    assert address in table.at_ellen.get(table.own("/company")).text
    answer = send(table.at_ellen, table.own(f"/models/{model}/picture"), remove="1")
    assert answer.status_code == 303
    with table.app.app_context():
        assert db.session.execute(select(Picture)).first() is None
    broken = send(
        table.at_ellen, table.own(f"/models/{model}/picture"), picture=(io.BytesIO(b"<svg/>"), "x.svg")
    )
    assert broken.status_code == 422


@pytest.mark.rule("V3.8", "E13")
def test_cards_move_up_and_down_within_their_type(table: Table) -> None:
    companies.buy(table.app, table.campaign, table.ellen, "dwarfs.dwarf-sergeant")
    one, two, three = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD, 3)

    def order() -> list[str]:
        page = table.at_ellen.get(table.own("/company")).text
        return sorted((one, two, three), key=lambda model: page.index(f'id="model-{model}"'))

    def move(model: str, direction: str) -> None:
        answer = send(table.at_ellen, table.own("/company/order"), **{direction: model})
        assert answer.status_code == 303
        assert f"arrange=1#model-{model}" in answer.headers["Location"]

    assert 'form="moves"' not in table.at_ellen.get(table.own("/company")).text
    assert 'form="moves"' in table.at_ellen.get(table.own("/company?arrange=1")).text
    move(three, "up")
    assert order() == [one, three, two]
    move(one, "down")
    assert order() == [three, one, two]
    move(three, "up")
    move(two, "down")
    assert order() == [three, one, two], "at the ends of the group nothing changes"


@pytest.mark.rule("V3.8", "C6.2", "C8.3")
def test_the_card_shows_present_figures_and_the_history_says_what_befell(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    suffer(
        table,
        model,
        {"kind": "stat_changed", "stat": "me", "steps": -1, "cause": "injury"},
        {"kind": "stat_changed", "stat": "sp", "steps": 1, "cause": "advance"},
        {"kind": "rank_reached", "rank": "blooded"},
        {"kind": "experience_gained", "amount": 3, "reason": "standing"},
        {"kind": "misses_next_battle"},
    )
    with table.app.app_context():
        row = db.session.get_one(CompanyModel, model)
        now, member = profile_of(row), as_rules_model(row)
    assert (now.steps["me"], now.steps["sp"], now.advances, now.experience) == (-1, 1, 1, 3)
    assert member.advances == 1
    page = table.at_ellen.get(table.own(f"/models/{model}")).text
    for said in (
        "Injury: Me is worse by 1.",
        "Advance: Sp is better by 1.",
        "Reached the rank Blooded.",
        "3 points of experience.",
        "A deep wound: out of the next battle.",
        "Joined the company.",
    ):
        assert said in page
    assert 'class="worse"' in page
    assert 'class="better"' in page


@pytest.mark.rule("V11.1")
def test_a_counter_takes_an_effect_back_and_is_told(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    injury = {"kind": "stat_changed", "stat": "ne", "steps": -1, "cause": "injury"}
    suffer(table, model, injury, {**injury, "undone": True})
    with table.app.app_context():
        assert profile_of(db.session.get_one(CompanyModel, model)).steps["ne"] == 0
    assert "Taken back: Injury: Ne is worse by 1." in table.at_ellen.get(table.own(f"/models/{model}")).text


@pytest.mark.rule("V3.8")
def test_a_dead_model_keeps_its_page_and_leaves_the_list(table: Table) -> None:
    (model,) = companies.buy(table.app, table.campaign, table.ellen, IRONCLAD)
    with change(table.app, table.campaign, table.ellen):
        db.session.get_one(CompanyModel, model).status = ModelStatus.DEAD
    assert f'id="model-{model}"' not in table.at_ellen.get(table.own("/company")).text
    page = table.at_ellen.get(table.own(f"/models/{model}")).text
    assert "Dead" in page
    assert "/sell" not in page


@pytest.mark.rule("V3.8")
def test_there_are_words_for_everything_that_can_befall_a_model(app) -> None:  # the fixture of all
    m = {"model": "m"}
    everything = [
        effects.StatChanged(**m, stat="ne", steps=1, cause="injury"),
        effects.StatChanged(**m, stat="ne", steps=2, cause="gm"),
        effects.HardenedOnce(**m),
        effects.RuleGained(**m, special_rule="iron_will"),
        effects.PowerDieGained(**m),
        effects.ExperienceGained(**m, amount=1, reason="tale"),
        effects.RankReached(**m, rank="blooded"),
        effects.Died(**m, items="lost"),
        effects.Died(**m, items="store"),
        effects.Replaced(**m, card=IRONCLAD),
        effects.Captured(**m, captor="s"),
        *(effects.Returned(**m, how=how) for how in ("ransomed", "released", "exchanged")),
        effects.Executed(**m),
        effects.MissesNextBattle(**m),
        *(effects.ItemLost(**m, item="i", cause=cause) for cause in ("robbed", "ransom", "used_up")),
        effects.RoleGiven(**m, role="healer", cost=0),
        effects.RoleVacated(**m, role="healer"),
    ]
    with app.test_request_context():
        said = [befell(effect, shipped_tables(), {"s": "Mads"}) for effect in everything]
    assert len(set(said)) == len(said)
    assert "Captured by Mads." in said
    assert {type(effect) for effect in everything} == set(effects.Effect.__args__)
