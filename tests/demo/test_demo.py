"""The demo: made once, refused where it does not belong, and true to the rules in what it tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app import create_app
from app.accounts.models import Person
from app.accounts.operations.people import prove, sign_up
from app.campaign.founding.models import Campaign
from app.campaign.gold.queries import balance
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Captive
from app.demo import vanguard
from app.extensions import db
from app.journal.models import PUBLIC, AuditRow
from app.journal.writes import writing
from tests.conftest import testing_config as settings

if TYPE_CHECKING:
    from flask import Flask

    from tests.databases import Databases

SHOWN = re.compile(r"^  (\w+) +([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}) ", re.MULTILINE)


@pytest.fixture(scope="module")
def development(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    config = settings(database_url, tmp_path_factory.mktemp("demo"), env="development")
    app = create_app(config)
    yield app
    with app.app_context():
        db.engine.dispose()


@pytest.fixture(scope="module")
def first_run(development: Flask, databases: Databases, database: str) -> str:
    """What the first `flask demo` on an empty database says; the tests below only read what it made."""
    databases.empty(database)
    result = development.test_cli_runner().invoke(args=["demo"])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_first_run_shows_everybody_s_password_once(development: Flask, first_run: str) -> None:
    shown = dict(SHOWN.findall(first_run))
    assert list(shown) == ["Karin", "Ellen", "Mads", "Friederike", "Jonas"]
    assert len(set(shown.values())) == 5
    with development.app_context():
        for nickname, password in shown.items():
            assert prove(nickname, password) is not None, f"{nickname} cannot log in"


def test_a_second_run_changes_nothing(development: Flask, first_run: str) -> None:
    with development.app_context():
        rows = db.session.execute(select(func.count(AuditRow.key))).scalar_one()
    result = development.test_cli_runner().invoke(args=["demo"])
    assert result.exit_code == 0, result.output
    assert SHOWN.findall(result.output) == []
    assert "round 3, orders" in result.output
    with development.app_context():
        assert db.session.execute(select(func.count(AuditRow.key))).scalar_one() == rows
        assert db.session.execute(select(func.count(Person.id))).scalar_one() == 5
        assert db.session.execute(select(func.count(Campaign.id))).scalar_one() == 1


def test_the_gold_is_what_the_rules_make_of_the_story(development: Flask, first_run: str) -> None:
    """V3.2, V7.4, V7.9, reckoned by hand; one gold per point, 300 to start with, 30 a round.

    Ellen: models 44+31+28+3×13+2×19+3×8+23 = 227, shield 3, bandages 2: 68 left. Ransom for Snag +20.
    Round 1: 30 + Ulvedal 5 + Kongebroen 12 + Hedetofte 12 = 59. Reward +20. Round 2, Hedetofte lost: 47.
    Round 3: Kuzlo's fee −46. 68 + 20 + 59 + 20 + 47 − 46 = 168.
    Mads: 45+34+3×16+3×10+22+24+2×12 = 227: 73 left. Ransom −20. 30 + Ravnefjeld 10 + Gråkloster 8 = 48,
    twice; a Greatax −16; the second role of his retinue is free. 73 − 20 + 48 − 16 + 48 = 133.
    Friederike: 2×44+4×13+2×16+3×8+17 = 213, charm 1: 86 left. 30 + Egelunden 5 = 35, then with Hedetofte
    47. 86 + 35 + 47 = 168.
    Jonas: 39+31+4×10+3×6+2×9+16+33 = 195: 105 left. 30 + Perlehavn 15 = 45, then with Jernskakten 18 and
    Tågemosen 5: 68. A Revenant and a Skeleton −16. 105 + 45 + 68 − 16 = 202.
    """
    expected = {"Ellen": 168, "Mads": 133, "Friederike": 168, "Jonas": 202}
    with development.app_context():
        campaign = db.session.execute(select(Campaign)).scalar_one()
        assert {seat.name: balance(seat) for seat in campaign.players} == expected


def test_the_places_are_where_the_battles_left_them(development: Flask, first_run: str) -> None:
    """V7.5: Hedetofte was won and lost again; V7.7: who came alone; V7.6: the draw left the mine free."""
    with development.app_context():
        owners = {
            place.name: place.owner.name
            for place in db.session.execute(select(Place).where(Place.owner_id.is_not(None))).scalars()
        }
        captives = {one.model.name: one.state for one in db.session.execute(select(Captive)).scalars()}
    assert owners == {
        "Ulvedal": "Ellen",
        "Kongebroen": "Ellen",
        "Ravnefjeld": "Mads",
        "Gråkloster": "Mads",
        "Egelunden": "Friederike",
        "Hedetofte": "Friederike",
        "Perlehavn": "Jonas",
        "Jernskakten": "Jonas",
        "Tågemosen": "Jonas",
    }
    assert captives == {"Snag": "ransomed", "Ironclad 3": "released"}


def test_the_orders_of_the_third_round_are_secret(development: Flask, first_run: str) -> None:
    """V4.7: three orders stand, and no public row of the journal knows of them."""
    with development.app_context():
        campaign = db.session.execute(select(Campaign)).scalar_one()
        assert (campaign.name, campaign.round, campaign.phase) == (vanguard.NAME, 3, "orders")
        orders = db.session.execute(select(Order).where(Order.round == 3)).scalars().all()
        assert len(orders) == 3
        told = db.session.execute(
            select(AuditRow.kind).where(
                AuditRow.audience == PUBLIC, AuditRow.round == 3, AuditRow.phase == "orders"
            )
        ).scalars()
        assert set(told) == {"round.switched"}


def test_new_passwords_replace_the_old_ones(development: Flask, first_run: str) -> None:
    before = dict(SHOWN.findall(first_run))
    result = development.test_cli_runner().invoke(args=["demo", "--new-passwords"])
    after = dict(SHOWN.findall(result.output))
    assert set(after) == set(before)
    with development.app_context():
        for nickname, password in after.items():
            assert prove(nickname, password) is not None
            assert prove(nickname, before[nickname]) is None


def test_outside_development_it_is_refused(app: Flask) -> None:
    result = app.test_cli_runner().invoke(args=["demo"])
    assert result.exit_code == 1
    assert "development" in result.output
    with app.app_context():
        assert db.session.execute(select(func.count(Person.id))).scalar_one() == 0


def test_nobody_loses_a_name_to_the_demo(database_url: str, clean: None, tmp_path: Path) -> None:
    """A real Mads keeps his name, and the server starts all the same."""
    app = create_app(settings(database_url, tmp_path, env="development"))
    with app.app_context(), writing():
        sign_up("Mads", "no password leads here", None, "da")
    result = app.test_cli_runner().invoke(args=["demo"])
    assert result.exit_code == 0
    assert "Mads" in result.output
    with app.app_context():
        assert db.session.execute(select(func.count(Person.id))).scalar_one() == 1
        db.engine.dispose()
