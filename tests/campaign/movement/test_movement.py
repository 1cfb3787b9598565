"""V9.4-V9.7, V9.2: warbands gather, stand, defend, return and withdraw."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.map.models import Path, Place
from app.campaign.orders.models import Order
from app.campaign.states import Phase
from app.campaign.warbands.models import Warband, WarbandMercenary, WarbandModel
from app.extensions import db
from app.journal.models import AuditRow
from app.refusal import Refusal
from tests.campaign.movement.scene import Scene, beaten, scene
from tests.counting import counted
from tests.story import campaign as story
from tests.story import company, orders
from tests.story.people import send

if TYPE_CHECKING:
    from flask import Flask

ONCE = re.compile(r'(?:name="(?:csrf_token|request_id)" value="|nonce=)[^"]*')


@pytest.fixture
def one(app: Flask) -> Scene:
    return scene(app, "movement")


def words(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", text))


@pytest.mark.rule("V9.4")
def test_v9_4_a_new_warband_gathers_in_a_hideout_which_its_player_chooses(one: Scene) -> None:
    company.form_warband(one.app, one.campaign, one.seats["Ellen"], "Ulve")
    assert one.stands() == {"Ulve": "Ulvedal"}
    one.give("Salzfurt", "Ellen")
    page = one.at["Ellen"].get(one.own("Ellen", "/warbands")).text
    assert "Where does it gather?" in page
    assert "stands at Ulvedal" in page
    url = one.own("Ellen", "/warbands")
    assert send(one.at["Ellen"], url, name="Raben", at=one.place("Salzfurt")).status_code == 303
    foreign = send(one.at["Ellen"], url, name="Füchse", at=one.place("Rabenfels"))
    assert foreign.status_code == 422
    assert "A warband gathers in a hideout of its player." in foreign.text
    assert one.stands() == {"Ulve": "Ulvedal", "Raben": "Salzfurt"}


@pytest.mark.rule("V9.4")
def test_v9_4_warbands_formed_before_the_rounds_gather_when_they_start(app: Flask) -> None:
    from tests.story.people import account

    gm, ellen, mads = (account(app, name) for name in ("Karin", "Ellen", "Mads"))
    campaign = story.found_campaign(app, gm, modules=("movement",))
    seats = [story.join(app, campaign, person) for person in (ellen, mads)]
    story.have_confirmed_company(app, campaign, seats[0])
    company.form_warband(app, campaign, seats[0], "Ulve")
    story.have_confirmed_company(app, campaign, seats[1])
    story.open_hideouts(app, campaign)
    story.choose_hideout(app, campaign, seats[0], "Mühlgrund")
    story.choose_hideout(app, campaign, seats[1], "Rabenfels")
    story.start_rounds(app, campaign)
    assert Scene(app, campaign, {}, {}).stands() == {"Ulve": "Mühlgrund"}


@pytest.mark.rule("V9.5", "V4.7")
def test_v9_5_all_see_where_warbands_stand_and_nobody_where_they_are_sent(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    page = one.at["Mads"].get(one.url("/map")).text
    assert "Ulvedal. Hideout of Ellen. Banner place. 1 warband stands here." in page
    sheet = words(one.at["Mads"].get(one.url(f"/map?place={one.place('Ulvedal')}")).text)
    assert re.search(r"Warbands that stand here Ulve Ellen", sheet)

    def seen() -> list[str]:
        pages = ("/map", f"/map?place={one.place('Ulvedal')}", f"/map?place={one.place('Salzfurt')}")
        return [ONCE.sub("", one.at["Mads"].get(one.url(page)).text) for page in pages]

    before = seen()
    assert one.send("Ellen", "Ulve", "Salzfurt") == 303
    assert seen() == before
    one.switch(Phase.BATTLES)
    assert one.stands() == {"Ulve": "Salzfurt"}
    assert "Salzfurt. 1 warband stands here." in one.at["Mads"].get(one.url("/map")).text


@pytest.mark.rule("V9.5")
def test_v9_5_a_line_up_changes_only_in_a_hideout(one: Scene) -> None:
    ulve = one.band("Ellen", "Ulve", "Ulvedal")
    with one.app.app_context():
        model = db.session.scalars(
            select(WarbandModel.model_id)
            .where(WarbandModel.warband_id == ulve)
            .order_by(WarbandModel.position)
        ).all()[1]
    one.put("Ulve", "Salzfurt")
    builder = one.own("Ellen", f"/warbands/{ulve}")
    page = words(one.at["Ellen"].get(builder).text)
    assert "Ulve stands at Salzfurt. A line-up changes only in a hideout." in page
    assert "Stands at Salzfurt." in page
    for deed, fields in (
        ("out", {"model": model}),
        ("mercenaries", {"mercenary": orders.KUZLO}),
        ("dissolve", {}),
    ):
        refused = send(one.at["Ellen"], f"{builder}/{deed}", **fields)
        assert refused.status_code == 422, deed
        assert "A line-up changes only in a hideout." in words(refused.text)
        assert "V9.5" in refused.text
    with pytest.raises(Refusal, match=r"V9\.5"):
        company.sell(one.app, one.campaign, one.seats["Ellen"], model)
    renamed = send(one.at["Ellen"], f"{builder}/name", name="Graue Wölfe", emblem="banner")
    assert renamed.status_code == 303
    one.give("Salzfurt", "Ellen")
    assert send(one.at["Ellen"], f"{builder}/out", model=model).status_code == 303


@pytest.mark.rule("V9.5", "V9.7", "C6.2")
def test_v9_5_without_an_order_it_defends_with_its_present_line_up_without_mercenaries(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels", mercenaries=(orders.KUZLO,), wounded=True)
    assert one.send("Ellen", "Ulve", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    # The Sergeant of 31 alone: the Ironclad sits the battle out, Kuzlo of 46 is not paid.
    assert one.battles() == [[("Hirsche", 31), ("Ulve", 44)]]
    assert one.stances() == {"Ulve": "attack", "Hirsche": "standing"}
    told = words(one.at["Ellen"].get(one.url("/chronicle")).text)
    assert "Hirsche of Mads stands at Rabenfels and defends it." in told
    mine = words(one.at["Mads"].get(one.own("Mads", "/orders")).text)
    assert "Hirsche stands at Rabenfels and defends it without an order." in mine
    assert "0 of 1 sent" in mine


@pytest.mark.rule("V9.7")
def test_v9_7_nobody_fights_where_nobody_from_outside_is_sent(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    one.put("Hirsche", "Ulvedal")
    one.switch(Phase.BATTLES)
    assert one.battles() == []
    assert one.stances() == {}


@pytest.mark.rule("V9.7")
def test_v9_7_on_anothers_place_it_defends_too_when_the_owner_comes(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    one.put("Hirsche", "Ulvedal")
    assert one.send("Ellen", "Ulve", "Ulvedal") == 303
    one.switch(Phase.BATTLES)
    assert one.battles() == [[("Hirsche", 44), ("Ulve", 44)]]
    assert one.stances() == {"Ulve": "home", "Hirsche": "standing"}
    one.decide(Ulve="won", Hirsche="lost")
    one.dawn()
    one.end_round()
    assert one.stands() == {"Ulve": "Ulvedal", "Hirsche": "Rabenfels"}, "beaten there, it withdraws home"


@pytest.mark.rule("V9.4", "V9.6")
@pytest.mark.parametrize(
    ("ulve", "hirsche", "stands"),
    [
        ("won", "lost", "Rabenfels"),
        ("lost", "won", "Ulvedal"),
        ("drawn", "drawn", "Ulvedal"),
    ],
)
def test_v9_4_a_lost_or_drawn_attack_returns_to_where_it_came_from(
    one: Scene, ulve: str, hirsche: str, stands: str
) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    assert one.send("Ellen", "Ulve", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    one.decide(Ulve=ulve, Hirsche=hirsche)
    one.dawn()
    if ulve == "won":
        one.give("Rabenfels", "Ellen")
        one.give("Gråkloster", "Mads")
    one.end_round()
    assert one.stands()["Ulve"] == stands
    assert one.stands()["Hirsche"] == ("Gråkloster" if ulve == "won" else "Rabenfels")


@pytest.mark.rule("V9.4", "V7.7")
def test_v9_4_who_met_nobody_stays_where_it_arrived(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    assert one.send("Ellen", "Ulve", "Salzfurt") == 303
    one.switch(Phase.BATTLES)
    one.switch(Phase.SETTLEMENT)
    one.switch(Phase.DAWN)
    one.end_round()
    assert one.stands() == {"Ulve": "Salzfurt"}


@pytest.mark.rule("V9.6")
def test_v9_6_of_equally_near_hideouts_the_older_one_unless_the_player_chooses(app: Flask) -> None:
    one = beaten(app)
    hirsche = one.bands["Hirsche"]
    page = one.at["Mads"].get(one.url("/dawn")).text
    assert "from Rabenfels to Ulvedal" in page
    assert "Warbands that withdraw" not in one.at["Ellen"].get(one.url("/dawn")).text
    url = one.own("Mads", f"/warbands/{hirsche}/retreat")
    ask = words(one.at["Mads"].get(url).text)
    assert "It was beaten at Rabenfels and withdraws when the round ends." in ask
    assert "Ulvedal" in ask
    assert "Mühlgrund" in ask
    assert "Gråkloster" not in ask
    assert one.at["Ellen"].get(url).status_code == 403
    assert send(one.at["Ellen"], url, place=one.place("Mühlgrund")).status_code == 403
    far = send(one.at["Mads"], url, place=one.place("Gråkloster"))
    assert far.status_code == 422
    assert "V9.6" in far.text
    assert send(one.at["Mads"], url, place=one.place("Mühlgrund")).status_code == 303
    one.end_round()
    assert one.stands()["Hirsche"] == "Mühlgrund"
    assert "Hirsche of Mads withdraws to Mühlgrund." in one.at["Ellen"].get(one.url("/chronicle")).text


@pytest.mark.rule("V9.6")
def test_v9_6_unchosen_it_is_the_older(app: Flask) -> None:
    one = beaten(app)
    one.end_round()
    assert one.stands()["Hirsche"] == "Ulvedal"


@pytest.mark.rule("V9.4", "V9.6")
def test_v9_4_with_no_hideout_left_it_stands_nowhere_and_gathers_later(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    assert one.send("Ellen", "Ulve", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    one.decide(Ulve="won", Hirsche="lost")
    one.dawn()
    one.give("Rabenfels", "Ellen")
    assert "there is no hideout left" in one.at["Mads"].get(one.url("/dawn")).text
    one.end_round()
    assert one.stands()["Hirsche"] is None
    assert (
        "Hirsche of Mads leaves Rabenfels and stands nowhere."
        in one.at["Ellen"].get(one.url("/chronicle")).text
    )
    one.give("Salzfurt", "Mads")
    one.give("Gråkloster", "Mads")
    builder = one.own("Mads", f"/warbands/{one.bands['Hirsche']}")
    assert "It stands nowhere. Where does it gather?" in one.at["Mads"].get(builder).text
    gather = f"{builder}/gather"
    assert send(one.at["Mads"], gather, place=one.place("Rabenfels")).status_code == 422
    assert send(one.at["Ellen"], gather, place=one.place("Salzfurt")).status_code == 403
    assert send(one.at["Mads"], gather, place=one.place("Gråkloster")).status_code == 303
    assert one.stands()["Hirsche"] == "Gråkloster"
    assert send(one.at["Mads"], gather, place=one.place("Salzfurt")).status_code == 422


@pytest.mark.rule("V9.4")
def test_v9_4_with_one_place_it_gathers_there_by_itself(one: Scene) -> None:
    one.band("Ellen", "Ulve")
    one.band("Mads", "Hirsche")
    one.give("Salzfurt", "Mads")
    one.dawn()
    one.end_round()
    assert one.stands() == {"Ulve": "Ulvedal", "Hirsche": None}


@pytest.mark.rule("V9.6")
def test_v9_6_from_nowhere_without_a_place_anywhere_and_after_a_loss_nowhere_again(app: Flask) -> None:
    one = scene(app, "movement", "paths")
    one.band("Ellen", "Ulve")
    one.band("Mads", "Hirsche", "Rabenfels")
    one.give("Ulvedal", None)
    assert one.send("Ellen", "Ulve", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    assert one.battles() == [[("Hirsche", 44), ("Ulve", 44)]]
    one.decide(Ulve="drawn", Hirsche="drawn")
    one.dawn()
    one.end_round()
    assert one.stands() == {"Ulve": None, "Hirsche": "Rabenfels"}


@pytest.mark.rule("V9.4", "V9.6")
def test_v9_6_with_paths_one_path_further_from_where_it_stands(app: Flask) -> None:
    one = scene(app, "movement", "paths")
    one.band("Ellen", "Ulve", "Ulvedal")
    with story.change(app, one.campaign):
        for start, end in (("Ulvedal", "Mühlgrund"), ("Mühlgrund", "Salzfurt"), ("Rabenfels", "Gråkloster")):
            db.session.add(
                Path(campaign_id=one.campaign, start_id=one._place_id(start), end_id=one._place_id(end))
            )
    one.put("Ulve", "Mühlgrund")
    page = one.at["Ellen"].get(one.own("Ellen", f"/orders?warband={one.bands['Ulve']}")).text
    with app.app_context():
        names = {
            place.id: place.name
            for place in db.session.scalars(select(Place).where(Place.campaign_id == one.campaign))
        }
    svg = page.split('class="mapsvg"')[1].split("</svg>")[0]
    lit = {names[key] for key in re.findall(r'class="pm legal"[^>]*data-id="(\w+)"', svg)}
    assert lit == {"Mühlgrund", "Ulvedal", "Salzfurt"}
    why = "The warband stands at Mühlgrund, and no path leads from there to Gråkloster."
    assert why in words(page)
    fields = orders.send_fields(
        one.at["Ellen"], one.campaign, one.seats["Ellen"], one.bands["Ulve"], one.place("Salzfurt")
    )
    forced = one.at["Ellen"].post(
        one.own("Ellen", "/orders"), data={**fields, "place": one.place("Gråkloster")}
    )
    assert forced.status_code == 422
    assert why in words(forced.text)
    assert "V9.6" in forced.text


@pytest.mark.rule("V9.7")
def test_v9_7_an_invalid_warband_outside_withdraws_at_the_end_of_the_round(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal", cards=(orders.SERGEANT,))
    one.band("Mads", "Hirsche", "Rabenfels", cards=(orders.SERGEANT,))
    one.put("Ulve", "Salzfurt")
    one.give("Gråkloster", "Ellen")
    one.dawn()
    page = words(one.at["Ellen"].get(one.own("Ellen", f"/warbands/{one.bands['Ulve']}/retreat")).text)
    assert "keeps the limits no longer" in page
    one.end_round()
    # Gråkloster is 12 hundredths from Salzfurt, Ulvedal 48; the Hirsche stand in their hideout.
    assert one.stands() == {"Ulve": "Gråkloster", "Hirsche": "Rabenfels"}


@pytest.mark.rule("V9.7", "C6.2", "V4.5")
def test_v9_7_dawn_says_who_withdraws_as_the_end_of_the_round_has_it(one: Scene) -> None:
    """A deep wound of an earlier round is over when the company has fought without the model, and a mercenary
    has left: the 44 points of the Ravens keep a limit of 80, with his 46 they would not."""
    one.band("Ellen", "Ulve", "Ulvedal", wounded=True)
    one.put("Ulve", "Salzfurt")
    one.band("Ellen", "Raben", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    assert one.send("Ellen", "Raben", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    one.decide(Raben="won", Hirsche="lost")
    one.dawn()
    with story.change(one.app, one.campaign) as (campaign, _gm, _actor):
        campaign.warband_size = 80
        db.session.add(WarbandMercenary(warband_id=one.bands["Raben"], mercenary=orders.KUZLO))
    for name in ("Ulve", "Raben"):
        page = words(one.at["Ellen"].get(one.own("Ellen", f"/warbands/{one.bands[name]}/retreat")).text)
        assert "keeps the limits no longer" not in page, name
    one.end_round()
    assert one.stands() == {"Ulve": "Salzfurt", "Raben": "Rabenfels", "Hirsche": "Rabenfels"}


@pytest.mark.rule("V9.6", "V6.2")
def test_v9_6_a_left_over_warband_stays_where_it_arrived(app: Flask) -> None:
    one = scene(app, "movement", players=("Ellen", "Mads", "Rosa"))
    for who, name, at in (
        ("Ellen", "Ulve", "Ulvedal"), ("Mads", "Hirsche", "Rabenfels"), ("Rosa", "Füchse", "Mühlgrund")
    ):  # fmt: skip
        one.band(who, name, at)
        assert one.send(who, name, "Gråkloster") == 303
    one.switch(Phase.BATTLES)
    ((first, second),) = [[name for name, _points in sides] for sides in one.battles()]
    (over,) = {"Ulve", "Hirsche", "Füchse"} - {first, second}
    one.decide(**{first: "drawn", second: "drawn"})
    one.dawn()
    one.end_round()
    homes = {"Ulve": "Ulvedal", "Hirsche": "Rabenfels", "Füchse": "Mühlgrund"}
    assert one.stands() == {**homes, over: "Gråkloster"}


@pytest.mark.rule("V9.2")
def test_v9_2_without_the_module_nothing_stands_anywhere_and_deeds_are_refused(app: Flask) -> None:
    one = scene(app)
    ulve = one.band("Ellen", "Ulve")
    company.form_warband(app, one.campaign, one.seats["Ellen"], "Raben")
    assert one.stands() == {"Ulve": None, "Raben": None}
    url = one.own("Ellen", f"/warbands/{ulve}")
    assert send(one.at["Ellen"], f"{url}/gather", place=one.place("Ulvedal")).status_code == 422
    assert one.at["Ellen"].get(f"{url}/retreat").status_code == 404
    assert send(one.at["Ellen"], f"{url}/retreat", place=one.place("Ulvedal")).status_code in (404, 422)
    one.band("Mads", "Hirsche")
    assert one.send("Ellen", "Ulve", "Rabenfels") == 303
    one.switch(Phase.BATTLES)
    assert one.battles() == []
    assert one.stances() == {"Ulve": None}
    one.dawn()
    one.end_round()
    assert set(one.stands().values()) == {None}
    pages = [
        one.url("/map"),
        url,
        one.own("Ellen", "/warbands"),
        one.own("Ellen", "/orders"),
        one.url("/dawn"),
    ]
    for page in pages:
        text = one.at["Ellen"].get(page).text
        for trace in (
            "stands here",
            "stands at",
            "Stands at",
            "stands nowhere",
            "gather",
            "withdraw",
            "data-bands",
        ):
            assert trace not in text, (page, trace)


def test_pages_with_warbands_in_the_field_ask_little(one: Scene) -> None:
    for number in range(6):
        one.band("Ellen", f"Ulve {number}", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    for who, page in (
        ("Mads", one.url("/map")),
        ("Mads", one.url(f"/map?place={one.place('Ulvedal')}")),
        ("Ellen", one.own("Ellen", f"/orders?warband={one.bands['Ulve 1']}")),
        ("Ellen", one.own("Ellen", "/warbands")),
        ("Karin", one.url("/dashboard")),
    ):
        one.at[who].get(page)
        with counted(one.app) as asked:
            assert one.at[who].get(page).status_code == 200
        assert len(asked) <= 12, (page, len(asked), [one[-150:] for one in asked])


@pytest.mark.rule("V9.5")
def test_the_orders_of_defenders_belong_to_their_round_alone(one: Scene) -> None:
    one.band("Ellen", "Ulve", "Ulvedal")
    one.band("Mads", "Hirsche", "Rabenfels")
    one.send("Ellen", "Ulve", "Rabenfels")
    one.switch(Phase.BATTLES)
    one.decide(Ulve="lost", Hirsche="won")
    one.dawn()
    one.end_round()
    orders.at_phase(one.app, one.campaign, Phase.ORDERS)
    assert one.send("Mads", "Hirsche", "Ulvedal") == 303
    with one.app.app_context():
        rounds = db.session.execute(
            select(Order.round, Order.stance)
            .join(Warband, Warband.id == Order.warband_id)
            .where(Warband.name == "Hirsche")
            .order_by(Order.round)
        ).all()
        assert [tuple(row) for row in rounds] == [(1, "standing"), (2, None)]
        kinds = set(db.session.scalars(select(AuditRow.kind).where(AuditRow.campaign_id == one.campaign)))
        assert "battle.defends" in kinds
