"""What the map shows to whom, who owns a place, and where a warband can go (V1.5, V4.7, V7.11, V9.3)."""

from __future__ import annotations

import pytest

from app.actor import Actor
from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.events.models import Event
from app.campaign.map import operations, queries
from app.campaign.map.models import Path, Place
from app.campaign.orders.models import Order
from app.campaign.states import BattleState, Phase, SideOutcome, State
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.writes import writing
from app.refusal import Refusal
from tests.campaign.map.table import Table, lay_table, words_of
from tests.counting import counted


def _send(table: Table, who: str, name: str, place: str, event: Event | None = None) -> Warband:
    """A warband and its order, made as the orders room makes them."""
    warband = Warband(campaign_id=table.campaign_id, seat_id=table.seats[who], name=name)
    db.session.add(warband)
    db.session.flush()
    db.session.add(
        Order(
            campaign_id=table.campaign_id,
            round=table.campaign.round,
            seat_id=table.seats[who],
            warband_id=warband.id,
            place_id=table.places[place],
            event_id=event.id if event is not None else None,
            points=100,
        )
    )
    db.session.flush()
    return warband


def _here(table: Table, who: str) -> Here:
    seat = table.seat(who)
    return Here(table.campaign, Actor(seat.person_id, seat), seat, seat)


def _give(table: Table, place: str, who: str | None, how: str = "conquest") -> None:
    operations.give_place(
        table.place(place),
        to=table.seat(who) if who else None,
        campaign=table.campaign,
        actor=table.actor("Gerda"),
        how=how,
    )


def _reachable(table: Table, warband: Warband) -> frozenset[str]:
    """Where Mads can send the warband."""
    campaign = table.campaign
    roads = queries.roads_of(campaign, queries.atlas_of(campaign), queries.paths_of(campaign))
    return roads.reachable(table.seat("Mads"), warband)


@pytest.mark.rule("V7.11")
def test_whoever_owns_a_place_has_their_hideout_there_and_the_former_owner_none(inside: Table) -> None:
    inside.move_on()
    with writing():
        _give(inside, "Rabenfels", "Mads")
        _give(inside, "Rabenfels", "Ellen")
        _give(inside, "Rabenfels", "Ellen")
        assert inside.place("Rabenfels").owner_id == inside.seats["Ellen"]
        rows = inside.rows("map.taken")
        assert [(row.params["player"], row.params["former"], row.chronicle) for row in rows] == [
            ("Mads", "", True),
            ("Ellen", "Mads", True),
        ], "keeping a place writes nothing"
        assert all(row.audience == PUBLIC for row in rows)
        _give(inside, "Rabenfels", None, "dropped")
        assert inside.place("Rabenfels").owner_id is None
        (left,) = inside.rows("map.left")
        assert (left.params["former"], left.seat_id) == ("Ellen", inside.seats["Ellen"])


@pytest.mark.rule("V7.11")
def test_nobody_from_elsewhere_comes_to_own_a_place(inside: Table) -> None:
    other = lay_table(inside.app, "Another")
    with writing():
        for to in (other.seat("Mads"), inside.seat("Gerda")):
            with pytest.raises(Refusal) as refusal:
                operations.give_place(
                    inside.place("Ulvedal"),
                    to=to,
                    campaign=inside.campaign,
                    actor=inside.actor("Gerda"),
                    how="gm",
                )
            assert refusal.value.rule == "V7.11"
        with pytest.raises(Refusal):
            operations.give_place(
                other.place("Ulvedal"),
                to=inside.seat("Mads"),
                campaign=inside.campaign,
                actor=inside.actor("Gerda"),
                how="gm",
            )


@pytest.mark.rule("V11.1")
def test_the_gm_hands_a_place_on_and_says_why(table: Table) -> None:
    table.move_on()
    url = f"places/{table.places['Ulvedal']}/owner"
    form = {"form_key": "owner", "owner": table.seats["Ellen"]}
    assert table.post("Gerda", url, **form, reason="").status_code == 422
    assert table.post("Gerda", url, **form, reason="Forgotten at dawn").status_code == 303
    assert table.post("Gerda", url, form_key="owner", owner="nobody-known", reason="x").status_code == 404
    with table.app.app_context():
        assert table.place("Ulvedal").owner_id == table.seats["Ellen"]
        (row,) = table.rows("map.taken")
        assert (row.reason, row.params["how"], row.by_gm) == ("Forgotten at dawn", "gm", True)
    page = words_of(table.get("Mads", f"places/{table.places['Ulvedal']}"))
    assert "The game master hands Ulvedal to Ellen." in page
    assert "Hand the place to another owner" not in page
    assert table.post("Gerda", url, form_key="owner", owner="", reason="Back").status_code == 303
    with table.app.app_context():
        assert table.place("Ulvedal").owner_id is None


@pytest.mark.rule("V11.1", "V1.11")
def test_while_hideouts_are_chosen_the_gm_gives_one_banner_place_to_each(table: Table) -> None:
    form = {"form_key": "owner", "owner": table.seats["Ellen"], "reason": "By phone"}
    assert table.post("Gerda", f"places/{table.places['Ulvedal']}/owner", **form).status_code == 422
    table.move_on(State.HIDEOUTS)
    assert table.post("Gerda", f"places/{table.places['Nebelmoor']}/owner", **form).status_code == 422
    assert table.post("Gerda", f"places/{table.places['Ulvedal']}/owner", **form).status_code == 303
    assert table.post("Gerda", f"places/{table.places['Rabenfels']}/owner", **form).status_code == 422


@pytest.mark.rule("V1.5", "V6.1")
def test_the_board_shows_owners_banners_events_and_embattled_places(inside: Table) -> None:
    inside.move_on(phase=Phase.BATTLES)
    with writing():
        _give(inside, "Rabenfels", "Ellen")
        _give(inside, "Ulvedal", "Mads")
        for place, locked in (
            ("Rabenfels", True),
            ("Ulvedal", True),
            ("Ulvedal", False),
            ("Nebelmoor", True),
        ):
            db.session.add(
                Event(
                    campaign_id=inside.campaign_id,
                    place_id=inside.places[place],
                    title="X",
                    first_round=1,
                    locked=locked,
                )
            )
        old = Event(
            campaign_id=inside.campaign_id, place_id=inside.places["Rabenfels"], title="Y", first_round=0
        )
        db.session.add(old)
        for number, (place, state) in enumerate(
            (("Nebelmoor", BattleState.ANNOUNCED), ("Ulvedal", BattleState.CONFIRMED)), 1
        ):
            db.session.add(
                Battle(
                    campaign_id=inside.campaign_id,
                    round=1,
                    number=number,
                    place_id=inside.places[place],
                    state=state,
                )
            )
    board = queries.board(_here(inside, "Ellen"), inside.map(), selected=inside.places["Ulvedal"])
    shown = {place.name: place for place in board.places}
    owners = {name: place.owner.name if place.owner else None for name, place in shown.items()}
    assert owners == {"Rabenfels": "Ellen", "Ulvedal": "Mads", "Nebelmoor": None}
    assert [name for name, place in shown.items() if place.mine] == ["Rabenfels"]
    assert [name for name, place in shown.items() if place.banner] == ["Rabenfels", "Ulvedal"]
    assert {name: place.event_count for name, place in shown.items()} == {
        "Rabenfels": 1,
        "Ulvedal": 2,
        "Nebelmoor": 1,
    }
    assert [name for name, place in shown.items() if place.embattled] == ["Nebelmoor"]
    # V4.10: the owner may still be sent to his own hideout; at Ulvedal one event is open.
    assert [name for name, place in shown.items() if place.locked] == ["Nebelmoor"]
    assert [name for name, place in shown.items() if place.state == "selected"] == ["Ulvedal"]
    legal = queries.board(
        _here(inside, "Ellen"), inside.map(), legal={inside.places["Nebelmoor"]}, mode="pick"
    )
    assert [place.name for place in legal.places if place.state == "legal"] == ["Nebelmoor"]
    assert legal.pick_form


@pytest.mark.rule("V4.7")
def test_the_map_shows_my_orders_and_nobody_elses(table: Table) -> None:
    table.move_on(phase=Phase.ORDERS)
    with table.app.test_request_context():
        with writing():
            _give(table, "Rabenfels", "Mads")
            _give(table, "Ulvedal", "Ellen")
        before = {
            (who, page): words_of(table.get(who, page))
            for who in ("Ellen",)
            for page in (
                "map",
                f"map?place={table.places['Nebelmoor']}",
                f"places/{table.places['Nebelmoor']}",
            )
        }
        with writing():
            _send(table, "Mads", "Kanarienrotte", "Nebelmoor")
    for (who, page), text in before.items():
        assert "Kanarienrotte" not in table.page(who, page)
        assert words_of(table.get(who, page)) == text
    mine = table.page("Mads", "map")
    assert "Kanarienrotte goes to Nebelmoor." in mine
    assert mine.count("data-bend=") == 1
    assert table.page("Ellen", "map").count("data-bend=") == 0
    assert table.page("Gerda", "map").count("data-bend=") == 0, "the GM sees all of them on the dashboard"
    sheet = words_of(table.get("Mads", f"map?place={table.places['Nebelmoor']}"))
    assert "Only you and the game master see this." in sheet


@pytest.mark.rule("V11.2")
def test_the_gms_board_draws_every_order_in_its_players_colours(inside: Table) -> None:
    inside.move_on(phase=Phase.ORDERS)
    with writing():
        _give(inside, "Rabenfels", "Mads")
        _send(inside, "Mads", "Hirsche", "Nebelmoor")
        _send(inside, "Ellen", "Wölfe", "Nebelmoor")
    orders = [
        *queries.own_orders(inside.campaign, inside.seat("Mads")),
        *queries.own_orders(inside.campaign, inside.seat("Ellen")),
    ]
    board = queries.board(_here(inside, "Gerda"), inside.map(), orders=orders)
    # Ellen holds no place, so her warband comes from nowhere on the map.
    assert [(order.style, order.label, order.x1, order.x2) for order in board.orders] == [
        ("p2", "Hirsche goes to Nebelmoor.", 0.25, 0.5)
    ]


def test_a_place_tells_what_happened_there(table: Table) -> None:
    """V5.6, V7.11: ended events, decided battles and owners, the latest first."""
    table.move_on(round_=3)
    with table.app.test_request_context(), writing():
        campaign = table.campaign
        campaign.round = 1
        _give(table, "Rabenfels", "Mads", "start")
        campaign.round = 2
        warbands = {who: _send(table, who, f"{who}s", "Rabenfels") for who in ("Ellen", "Mads")}
        battle = Battle(
            campaign_id=table.campaign_id, round=2, number=1, place_id=table.places["Rabenfels"],
            state=BattleState.CONFIRMED,
        )  # fmt: skip
        db.session.add(battle)
        db.session.flush()
        for position, (who, warband) in enumerate(warbands.items()):
            db.session.add(
                BattleSide(
                    battle_id=battle.id,
                    seat_id=table.seats[who],
                    warband_id=warband.id,
                    warband_name=warband.name,
                    points=100,
                    position=position,
                    outcome=SideOutcome.WON if who == "Ellen" else SideOutcome.LOST,
                )
            )
        _give(table, "Rabenfels", "Ellen")
        campaign.round = 3
        db.session.add(
            Event(
                campaign_id=table.campaign_id, place_id=table.places["Rabenfels"], title="Nattens masker",
                first_round=1, duration=1,
            )
        )  # fmt: skip
    text = words_of(table.get("Mads", f"places/{table.places['Rabenfels']}"))
    sentences = [
        "Ellen takes Rabenfels from Mads and founds a hideout there.",
        "Battle for Rabenfels: Ellen – Mads. Won by Ellen.",
        "Mads founds a hideout at Rabenfels.",
        "Nattens masker: ended with round 1.",
    ]
    places = [text.index(sentence) for sentence in sentences]
    assert places == sorted(places)
    assert "since round 2" in text


@pytest.mark.rule("V6.1")
def test_an_embattled_place_opens_the_battle_for_it(table: Table) -> None:
    table.move_on(phase=Phase.BATTLES)
    with table.app.test_request_context(), writing():
        warband = _send(table, "Ellen", "Wölfe", "Nebelmoor")
        battle = Battle(campaign_id=table.campaign_id, round=1, number=1, place_id=table.places["Nebelmoor"])
        db.session.add(battle)
        db.session.flush()
        db.session.add(
            BattleSide(
                battle_id=battle.id,
                seat_id=table.seats["Ellen"],
                warband_id=warband.id,
                warband_name="Wölfe",
                points=1,
            )
        )
    text = words_of(table.get("Mads", f"map?place={table.places['Nebelmoor']}"))
    assert "Battle for Nebelmoor" in text
    assert "Not decided yet." in text


@pytest.mark.rule("V9.3")
def test_without_the_modules_a_warband_may_go_anywhere_and_with_paths_one_path_on(inside: Table) -> None:
    other = lay_table(inside.app, "Another")
    with writing():
        _give(inside, "Rabenfels", "Mads")
        warband = Warband(campaign_id=inside.campaign_id, seat_id=inside.seats["Mads"], name="Hirsche")
        db.session.add(warband)
        db.session.add(
            Path(
                campaign_id=inside.campaign_id,
                start_id=inside.places["Rabenfels"],
                end_id=inside.places["Nebelmoor"],
            )
        )
    assert _reachable(inside, warband) == set(inside.places.values())
    with writing():
        inside.campaign.module_paths = True
    found = _reachable(inside, warband)
    assert found == {inside.places["Rabenfels"], inside.places["Nebelmoor"]}
    assert not found & set(other.places.values())


def test_the_map_is_read_with_a_dozen_questions_at_most(table: Table) -> None:
    """However many places, events and battles there are."""
    table.move_on()
    with table.app.app_context(), writing():
        for number in range(30):
            place = Place(campaign_id=table.campaign_id, map_id=table.map_id, name=f"P{number}", x=0.5, y=0.5)
            place.owner_id = table.seats["Mads"]
            db.session.add(place)
            db.session.flush()
            db.session.add(
                Event(campaign_id=table.campaign_id, place_id=place.id, title=f"E{number}", first_round=1)
            )
    for page in (
        "map",
        f"map?place={table.places['Ulvedal']}",
        f"places/{table.places['Ulvedal']}",
        "events",
    ):
        with counted(table.app) as asked:
            table.page("Mads", page)
        assert 0 < len(asked) <= 12, f"{page}: " + "\n".join(asked)
