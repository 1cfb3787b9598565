"""C1.4: a warband as text, Markdown, secret list and JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from app.campaign.company.models import CompanyModel
from app.campaign.founding.models import Seat
from app.extensions import db
from tests.story import campaign as story
from tests.story import orders
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask


@pytest.fixture
def shared(app: Flask) -> tuple[str, dict[str, str], str]:
    """The address of the list of Ellen's warband, the people, and its leader's name."""
    people = {name: account(app, name) for name in ("Karin", "Ellen", "Mads")}
    campaign, (seat, _other) = story.run_campaign(app, *people.values())
    warband = orders.warband(app, campaign, seat, "Ulve *og* [ræve]", mercenaries=(orders.KUZLO,))
    with story.change(app, campaign) as (_campaign, _gm, _actor):
        model = db.session.scalars(
            db.select(CompanyModel)
            .where(CompanyModel.company.has(seat_id=seat))
            .order_by(CompanyModel.position)
        ).first()
        assert model is not None
        model.name = "Grimm_den_Gamle"
        assert db.session.get_one(Seat, seat)
    return f"/campaigns/{campaign}/seats/{seat}/warbands/{warband}/list", people, "Grimm_den_Gamle"


@pytest.mark.rule("C1.4")
def test_the_forms_of_a_list(app: Flask, shared: tuple[str, dict[str, str], str]) -> None:
    url, people, name = shared
    ellen = browser(app, people["Ellen"])
    data = json.loads(ellen.get(f"{url}/json").data)
    assert (data["format"], data["version"], data["name"]) == ("feldtog-warband", 1, "Ulve *og* [ræve]")
    assert data["points"] == sum(model["points"] for model in data["models"])
    assert name in [model["name"] for model in data["models"]]
    assert not {"model_id", "id"} & {key for model in data["models"] for key in model}
    text = ellen.get(f"{url}/text").text
    points = {model["name"]: model["points"] for model in data["models"]}
    for model, cost in points.items():
        assert f"{cost} point" in next(line for line in text.splitlines() if model in line)
    marked = ellen.get(f"{url}/markdown").text
    assert "**Ulve \\*og\\* \\[ræve\\]**" in marked
    assert "**Grimm\\_den\\_Gamle**" in marked
    page = ellen.get(url).text
    assert "Grimm_den_Gamle" in page


@pytest.mark.rule("C1.4")
def test_the_secret_list_names_no_points_figures_or_items(
    app: Flask, shared: tuple[str, dict[str, str], str]
) -> None:
    url, people, name = shared
    ellen = browser(app, people["Ellen"])
    answer = ellen.get(f"{url}/secret")
    lines = [line for line in answer.text.splitlines() if line.startswith("- ")]
    models = json.loads(ellen.get(f"{url}/json").data)["models"]
    assert len(lines) == len(models)
    assert any(name in line for line in lines)
    assert "point" not in answer.text
    for line, model in zip(lines, models, strict=True):
        who = (
            model["name"]
            if model["card_name"] == model["name"]
            else f"{model['name']} ({model['card_name']})"
        )
        assert line.removesuffix(", leads the warband").removesuffix(", mercenary") == f"- {who}"
    assert "secret list.txt" in answer.headers["Content-Disposition"]


@pytest.mark.rule("V3.11")
def test_a_list_is_its_players_and_the_game_masters(
    app: Flask, shared: tuple[str, dict[str, str], str]
) -> None:
    url, people, _name = shared
    for rest in ("", "/text", "/markdown", "/secret", "/json"):
        assert browser(app, people["Karin"]).get(url + rest).status_code == 200
        assert browser(app, people["Mads"]).get(url + rest).status_code in (403, 404)
    assert browser(app, people["Ellen"]).get(f"{url}/pdf").status_code == 404
