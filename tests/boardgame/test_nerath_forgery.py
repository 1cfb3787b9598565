"""Conquest of Nerath against forms that no honest page would send, and the bytes that others get."""

from __future__ import annotations

import html
import io
import json
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader
from sqlalchemy import select

from app.accounts.models import Person
from app.extensions import db
from rules.nerath.terms import REALMS
from rules.nerath.texts import texts
from tests.boardgame.test_rights import addresses
from tests.boardgame.test_table import a_move, four, go_on, position, to_the_dice
from tests.story.games import GameTable, fresh, game_table
from tests.story.people import browser, send

if TYPE_CHECKING:
    from flask import Flask

__all__ = ["four"]


def asked(table: GameTable) -> tuple[str, str]:
    """Who is asked now, by name and seat."""
    rules, state = position(table)
    seat = rules.to_move(state)[0]
    return table.holders[seat], seat


def forge(table: GameTable, who: str, seat: str, *actions: str, **more: str) -> int:
    """Send actions with the marks of the page that is open."""
    form = table.offers(who, seat)
    data = {**fresh(form.fields), "action": list(actions), **{name: [value] for name, value in more.items()}}
    return table.people[who].post(form.url, data=data).status_code


@pytest.mark.parametrize(
    "action",
    [
        '{"type":"Land","seat":"karkoth","sea":70,"ship":99999999999,"kind":0,"target":3}',
        '{"type":"Sail","seat":"karkoth","origin":-4,"ship":8,"target":9000}',
        '{"type":"Board","seat":"karkoth","origin":3,"kind":40,"sea":-1,"ship":-8}',
        '{"type":"Buy","seat":"karkoth","kind":7,"space":3,"castle":3}',
        '{"type":"Buy","seat":"karkoth","kind":-1,"space":3,"castle":3,"ship":5}',
        '{"type":"Fight","seat":"karkoth","space":3}',
        '{"type":"Lose","seat":"karkoth","unit":0,"cargo":77}',
        '{"type":"Offer","seat":"karkoth","hits":-3}',
        '{"type":"Strike","seat":"karkoth","tile":9}',
        '{"type":"RetreatTo","seat":"karkoth","unit":-1,"target":400}',
        '{"type":"Amok","seat":"karkoth","target":-9}',
        '{"type":"Place","seat":"karkoth","space":500}',
        '{"type":"Carry","seat":"karkoth","origin":900,"kind":0,"target":2}',
        '{"type":"Press","seat":"karkoth"}',
        '{"type":"Ready","seat":"karkoth","whole":true}',
        '{"type":"EndStep","seat":"vailin"}',
    ],
)
def test_a_forged_answer_in_the_move_step_changes_nothing(four: GameTable, action: str) -> None:
    before = four.row()
    assert forge(four, "Ellen", "karkoth", action, sure="1") in (409, 422)
    assert (four.row().position, four.row().seq) == (before.position, before.seq)


def test_one_wrong_action_among_right_ones_undoes_the_whole_form(four: GameTable) -> None:
    before = four.row()
    right = a_move(four, "Ellen", "karkoth")["action"][0]
    wrong = json.dumps({**json.loads(right), "target": 10**6})
    assert forge(four, "Ellen", "karkoth", right, wrong) == 422
    assert (four.row().position, four.row().seq) == (before.position, before.seq)


@pytest.mark.rule("N3.3")
def test_nobody_plays_another_seats_card_nor_one_of_the_deck(four: GameTable) -> None:
    _rules, state = position(four)
    before = four.row()
    others = {card for hand in state.hands[1:] for card in hand} | set(state.decks[0])
    told = '{"type":"Play","seat":"karkoth","card":%d}'
    assert others
    for card in sorted(others)[::5]:
        assert forge(four, "Ellen", "karkoth", told % card) == 422
    # nor in another seat's name
    held = (told % state.hands[1][0]).replace("karkoth", "vailin")
    assert forge(four, "Ellen", "karkoth", held) == 422
    assert (four.row().position, four.row().seq) == (before.position, before.seq)


def test_two_devices_of_one_person_act_once(four: GameTable) -> None:
    """The tablet shows what the phone has answered since: its form is refused, its page is right again."""
    with four.app.app_context():
        ellen = db.session.scalars(select(Person.id).where(Person.nickname == "Ellen")).one()
    tablet = browser(four.app, ellen)
    late = a_move(four, "Ellen", "karkoth")
    assert (
        four.people["Ellen"].post(four.url("/act"), data=a_move(four, "Ellen", "karkoth")).status_code == 303
    )
    before = four.row().seq
    assert tablet.post(four.url("/act"), data=late).status_code == 409
    assert send(tablet, four.url("/undo")).status_code == 303
    assert four.row().seq == before + 1


def test_a_roll_is_not_taken_back_by_anybody(four: GameTable) -> None:
    go_on(four, to_the_dice, 200)
    while True:
        who, seat = asked(four)
        ready = next((v for n, v in four.offers(who, seat).buttons if '"Ready"' in v), None)
        if ready is None:
            break
        assert forge(four, who, seat, ready) == 303
        rolled = four.row()
        for each in four.people.values():
            assert send(each, four.url("/undo")).status_code == 422
        assert (four.row().position, four.row().seq) == (rolled.position, rolled.seq)


def test_the_keys_of_one_game_open_nothing_in_another(app: Flask, four: GameTable) -> None:
    other = game_table(app, "Ida", seats=dict.fromkeys(REALMS, "Ida"))
    before, theirs = four.row().seq, other.row().seq
    fields = a_move(four, "Ellen", "karkoth")
    # Ellen's form sent to a game she does not sit at, and Ida's to Ellen's
    assert four.people["Ellen"].post(other.url("/act"), data=fields).status_code == 404
    assert other.people["Ida"].post(four.url("/act"), data=fields).status_code == 404
    assert (four.row().seq, other.row().seq) == (before, theirs)


def hidden_names(rules: Any, state: Any, own: set[int]) -> set[str]:
    """Cards of other hands and of every pile, and guardians that nobody has seen, in all languages."""
    cards = {card for realm, hand in enumerate(state.hands) if realm not in own for card in hand}
    cards |= {card for deck in state.decks for card in deck} | set(state.treasure_pile)
    guardians = {tile >> 1 for tiles in state.tiles for tile in tiles if not tile & 1} | set(state.pile)
    found = set()
    for words in map(texts, ("da", "de", "en")):
        found |= {words.cards[rules.content.card_ids[one]] for one in cards}
        found |= {words.guardians[rules.content.guardian_ids[one]] for one in guardians}
    return found


@pytest.mark.rule("N3.2", "N4.7")
def test_nothing_hidden_is_in_any_page_or_file_of_a_running_game(four: GameTable) -> None:
    """Every address of the game, for everybody at it: no name of a hidden card or guardian, no seed."""
    go_on(four, to_the_dice, 200)
    rules, state = position(four)
    seed = four.row().seed
    for who in four.people:
        own = {REALMS.index(seat) for seat, name in four.holders.items() if name == who}
        names = hidden_names(rules, state, own)
        assert len(names) > 200
        read = 0
        for end, url in addresses(four, "GET"):
            answer = four.people[who].get(url)
            if answer.mimetype == "application/pdf":
                pages = PdfReader(io.BytesIO(answer.data)).pages
                body = "\n".join(page.extract_text() for page in pages)
            else:
                body = html.unescape(answer.get_data(as_text=True))
            read += 1
            # as a text of its own, in quotation marks, or as a line on paper
            shapes = (">{}<", "“{}”", "»{}«", "„{}“", '"{}"', "\n{}\n")
            assert [name for name in names if any(one.format(name) in body for one in shapes)] == [], end
            assert seed not in body
        assert read > 8


@pytest.mark.rule("N3.2", "N4.7")
def test_the_file_of_a_running_game_numbers_nothing_hidden(four: GameTable) -> None:
    go_on(four, to_the_dice, 200)
    _rules, state = position(four)
    hidden = {tile >> 1 for tiles in state.tiles for tile in tiles if not tile & 1} | set(state.pile)
    told = json.loads(four.page("Jonas", "/export.json"))
    assert not hidden & {tile for tiles in told["view"]["tiles"] for tile in tiles}
    drawn = [event for entry in told["actions"] for event in entry["events"] if event["type"] == "CardDrawn"]
    used = {
        event["card"] for entry in told["actions"] for event in entry["events"] if event["type"] == "CardUsed"
    }
    assert {event["card"] for event in drawn if event["realm"] != "vailin"} <= used | {-1}
