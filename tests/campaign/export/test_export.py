"""V11.4: a campaign is taken out as one file and brought back as a campaign of its own."""

from __future__ import annotations

import gzip
import io
import json
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import func, select

from app.campaign.drift import drift
from app.campaign.export.belonging import rows_of, tables, unplaced
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.queries import balance
from app.campaign.letters.models import Letter
from app.campaign.map.models import Place
from app.extensions import db
from app.journal.models import AuditRow, person_audience
from app.journal.writes import writing
from tests.campaign.settlement.test_reopening import fallen_scene, settle_everything
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from tests.campaign.settlement.scene import Scene

CANARY = "Kanariefuglen synger"


@pytest.fixture
def scene(app) -> Scene:
    """A campaign in its settlements, with a death, a captive, injuries and gold."""
    found = fallen_scene(app)
    settle_everything(found)
    return found


def chest_of(scene: Scene) -> bytes:
    answer = browser(scene.app, scene.gm).get(f"/campaigns/{scene.id}/export/campaign.feldtog")
    assert answer.status_code == 200
    return answer.data


def bring(scene: Scene, data: bytes, person: str, name: str = "x.feldtog"):
    return send(browser(scene.app, person), "/bring-back", file=(io.BytesIO(data), name))


def campaigns(scene: Scene) -> list[str]:
    with scene.app.app_context():
        return list(db.session.scalars(select(Campaign.id).order_by(Campaign.created_at)))


def changed(data: bytes, table: str, **values: object) -> bytes:
    """The file with values of the first row of ``table`` forged."""
    lines = gzip.decompress(data).splitlines()
    for place, line in enumerate(lines[1:], start=1):
        name, row = json.loads(line)
        if name == table:
            lines[place] = json.dumps([name, {**row, **values}]).encode()
            break
    return gzip.compress(b"\n".join(lines) + b"\n")


@pytest.mark.rule("V11.4")
def test_every_table_is_said_to_belong_to_a_campaign_or_not(app) -> None:
    assert unplaced() == []


@pytest.mark.rule("V11.4")
def test_a_campaign_comes_back_whole_and_as_one_of_its_own(scene: Scene) -> None:
    data = chest_of(scene)
    stranger = account(scene.app, "Rosa")
    assert bring(scene, data, stranger).status_code == 303
    assert bring(scene, data, stranger).status_code == 303
    old, *new = campaigns(scene)
    assert old == scene.id
    assert len(new) == 2
    with scene.app.app_context():
        for table in tables():
            count = [len(db.session.execute(rows_of(table, campaign)).all()) for campaign in (old, *new)]
            # The return is told to its game master in one row of the journal.
            more = 1 if table.name == "audit_row" else 0
            assert count == [count[0], count[0] + more, count[0] + more], table.name
        first, second = (db.session.get_one(Campaign, key) for key in (old, new[0]))
        assert (second.name, second.round, second.phase) == (first.name, first.round, first.phase)
        assert second.lots_seed != first.lots_seed
        assert drift(second) == []
        by_name = {seat.given_name: seat for seat in second.seats}
        for seat in first.seats:
            assert balance(by_name[seat.given_name]) == balance(seat)
        owners = {
            place.name: place.owner_id and db.session.get_one(Seat, place.owner_id).given_name
            for place in db.session.scalars(select(Place).where(Place.campaign_id == second.id))
        }
        assert owners == {
            place.name: place.owner_id and db.session.get_one(Seat, place.owner_id).given_name
            for place in db.session.scalars(select(Place).where(Place.campaign_id == first.id))
        }
        people = {seat.given_name: (seat.person_id, seat.is_gm) for seat in second.seats}
    assert sorted(people.values(), key=str) == sorted(
        [(stranger, True), *[(None, False)] * (len(people) - 1)], key=str
    )
    for page in ("", "/chronicle", "/map", "/players", "/battles", "/dashboard"):
        assert browser(scene.app, stranger).get(f"/campaigns/{new[0]}{page}").status_code == 200


@pytest.mark.rule("V11.4", "V8.22", "V8.23")
def test_what_the_game_master_may_not_see_stays_behind(scene: Scene) -> None:
    with scene.app.app_context(), writing():
        ellen, jonas = (
            db.session.execute(
                select(Seat).where(Seat.campaign_id == scene.id, Seat.person_id == person)
            ).scalar_one()
            for person in (scene.ellen, scene.jonas)
        )
        db.session.add(
            Letter(
                campaign_id=scene.id,
                sender_id=ellen.id,
                receiver_id=jonas.id,
                sender_person_id=scene.ellen,
                receiver_person_id=scene.jonas,
                text=CANARY,
                params={"sender": "Ellen", "receiver": "Jonas"},
            )
        )
        private = {"campaign_id": scene.id, "kind": "transfer.sent", "private": True}
        db.session.add(LedgerRow(seat_id=ellen.id, amount=-7, params={"note": CANARY}, **private))
        db.session.add(LedgerRow(seat_id=jonas.id, amount=7, params={"note": CANARY}, **private))
        db.session.add(
            AuditRow(
                key="abcdefghjkmnp",
                campaign_id=scene.id,
                kind="letter.sent",
                audience=person_audience(scene.ellen),
                params={"note": CANARY},
            )
        )
    whole = gzip.decompress(chest_of(scene)).decode()
    assert CANARY not in whole
    for secret in ("invite_nonce", "lots_seed", "link_hash", scene.ellen, scene.jonas, scene.gm):
        assert secret not in whole
    mine = browser(scene.app, scene.ellen).get(f"/campaigns/{scene.id}/export/own.json")
    assert mine.json["letters"][0]["text"] == CANARY
    others = browser(scene.app, scene.gm).get(f"/campaigns/{scene.id}/export/own.json").text
    assert CANARY not in others


@pytest.mark.rule("V11.4", "V3.11")
def test_a_players_own_file_holds_nothing_of_the_others(scene: Scene) -> None:
    with scene.app.app_context():
        seats = {
            seat.person_id: seat.id
            for seat in db.session.scalars(select(Seat).where(Seat.campaign_id == scene.id))
        }
    answer = browser(scene.app, scene.ellen).get(f"/campaigns/{scene.id}/export/own.json")
    things = answer.json["things"]
    assert things["company"]
    assert things["ledger_row"]
    assert {row["seat_id"] for name in ("company", "ledger_row", "warband") for row in things[name]} == {
        seats[scene.ellen]
    }
    assert (
        browser(scene.app, scene.ellen).get(f"/campaigns/{scene.id}/export/campaign.feldtog").status_code
        == 403
    )
    stranger = browser(scene.app, account(scene.app, "Rosa"))
    for rest in ("", "/own.json", "/campaign.feldtog", "/standings.csv"):
        assert stranger.get(f"/campaigns/{scene.id}/export{rest}").status_code == 404


@pytest.mark.rule("V11.4", "V8.22")
def test_whoever_took_over_a_seat_is_not_told_of_the_earlier_players_transfers(scene: Scene) -> None:
    with scene.app.app_context(), writing():
        ellen = db.session.execute(
            select(Seat).where(Seat.campaign_id == scene.id, Seat.person_id == scene.ellen)
        ).scalar_one()
        for holder in ("0000000000000", scene.ellen):
            params = {"player": f"{CANARY} {holder}", "holder": holder}
            row = LedgerRow(
                campaign_id=scene.id, seat_id=ellen.id, amount=-1, kind="transfer.sent", private=True
            )
            row.params = params
            db.session.add(row)
    text = browser(scene.app, scene.ellen).get(f"/campaigns/{scene.id}/export/own.json").text
    assert f"{CANARY} {scene.ellen}" in text
    assert f"{CANARY} 0000000000000" not in text


@pytest.mark.rule("V11.4")
def test_a_file_that_is_none_is_refused_and_nothing_is_made(scene: Scene) -> None:
    data = chest_of(scene)
    lines = gzip.decompress(data).splitlines()
    head = json.loads(lines[0])
    newer = gzip.compress(json.dumps({**head, "revision": "9999"}).encode() + b"\n" + b"\n".join(lines[1:]))
    stranger = account(scene.app, "Rosa")
    for broken in (
        b"",
        b"no campaign",
        gzip.compress(b'{"format": "feldtog-backup-1"}\n'),
        data[: len(data) // 2],
        newer,
        gzip.compress(lines[0] + b"\n"),
        changed(data, "seat", campaign_id="0000000000000", state=["x"]),
        changed(data, "picture", data="bm8gcGljdHVyZQ==") if b'"picture"' in gzip.decompress(data) else b"x",
        changed(data, "place", made_up=1),
        changed(data, "company", seat_id="0000000000000"),
    ):
        answer = bring(scene, broken, stranger)
        assert answer.status_code == 422
        assert "/rules/V11.4" in answer.text or "V11.4" in answer.text
    assert campaigns(scene) == [scene.id]


@pytest.mark.rule("V11.4")
def test_no_line_of_a_file_reaches_into_another_campaign(scene: Scene) -> None:
    """A forged file that names rows of a campaign that is here makes rows of its own."""
    with scene.app.app_context():
        before = db.session.scalar(
            select(func.count()).select_from(Place).where(Place.campaign_id == scene.id)
        )
    data = changed(chest_of(scene), "place", campaign_id=scene.id, name="Erobret")
    assert bring(scene, data, account(scene.app, "Rosa")).status_code == 303
    with scene.app.app_context():
        places = db.session.scalars(select(Place.name).where(Place.campaign_id == scene.id)).all()
        assert len(places) == before
        assert "Erobret" not in places


@pytest.mark.rule("V11.4", "V10.4")
def test_the_standings_are_a_table_that_holds_no_formula(scene: Scene) -> None:
    answer = browser(scene.app, scene.ellen).get(f"/campaigns/{scene.id}/export/standings.csv")
    assert answer.status_code == 200
    assert answer.data.startswith(b"\xef\xbb\xbfRound,Player,Places")
    assert "filename*=UTF-8''" in answer.headers["Content-Disposition"]
