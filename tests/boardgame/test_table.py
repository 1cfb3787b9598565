"""What the house promises of every move: once, undone while nothing was seen, and secret to the others."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING

import pytest

from app.boardgame.access import locked_game
from app.boardgame.games import adapter_of
from app.boardgame.operations.play import Mover
from app.columns import new_id
from app.journal.writes import writing
from rules.nerath.actions import EndStep, Fight, Move, Press, Ready
from rules.nerath.texts import texts
from tests.story.games import GameTable, forms, fresh, game_table
from tests.story.people import send

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from flask import Flask


def position(table: GameTable) -> tuple[Any, Any]:
    """The rules and the position as stored."""
    with table.app.app_context():
        game = locked_game(table.game)
        assert game is not None
        mover = Mover(game, adapter_of(game.ruleset))
        return mover.rules, mover.state


def go_on(table: GameTable, choose: Callable[[Any, Any, Sequence[Any]], Any], most: int) -> None:
    """Let everybody act as ``choose`` says (rules, position, legal actions); None stops."""
    for _ in range(most):
        with table.app.app_context(), writing():
            game = locked_game(table.game)
            assert game is not None
            mover = Mover(game, adapter_of(game.ruleset))
            due = mover.rules.to_move(mover.state)
            action = (
                choose(mover.rules, mover.state, mover.rules.legal_actions(mover.state, due[0]))
                if due
                else None
            )
            if action is None:
                return
            mover.answer(due[0], [action], None)


def to_the_dice(rules: Any, state: Any, legal: Sequence[Any]) -> Any:
    """Karkoth attacks wherever it can, until the dice of a battle are to be rolled."""
    if any(isinstance(one, Ready) for one in legal):
        return None
    attacks = [
        one
        for one in legal
        if isinstance(one, Move)
        and rules.board.home[one.target] in (1, 3)
        and state.owner[one.target] in (1, 3)
        and state.units[one.target]
    ]
    fights = [one for one in legal if isinstance(one, Fight)]
    ends = [one for one in legal if isinstance(one, EndStep)]
    return (attacks or fights or ends)[0]


def a_move(table: GameTable, who: str, seat: str) -> dict[str, list[str]]:
    """The fields of a form that moves the first unit that can move."""
    form = table.offers(who, seat)
    move = next(value for name, value in form.buttons if name == "action" and '"type":"Move"' in value)
    return {**fresh(form.fields), "action": [move]}


@pytest.fixture
def four(app: Flask) -> GameTable:
    table = game_table(app, "Ellen", "Jonas", "Mads", "Friederike")
    # a card that was drawn and played at once may ask something first
    go_on(table, lambda _rules, state, legal: legal[0] if state.stack else None, 9)
    return table


def test_a_double_tap_moves_once(four: GameTable) -> None:
    fields = a_move(four, "Ellen", "karkoth")
    before = four.row().seq
    first = four.people["Ellen"].post(four.url("/act"), data=fields)
    again = four.people["Ellen"].post(four.url("/act"), data=fields)
    assert (first.status_code, again.status_code) == (303, 303)
    assert four.row().seq == before + 1


def test_a_question_that_was_answered_is_stale(four: GameTable) -> None:
    fields = a_move(four, "Ellen", "karkoth")
    assert four.people["Ellen"].post(four.url("/act"), data=fields).status_code == 303
    late = {**fields, "request_id": [new_id()]}
    before = four.row().seq
    assert four.people["Ellen"].post(four.url("/act"), data=late).status_code == 409
    assert four.row().seq == before


def test_nobody_acts_for_another_seat(four: GameTable) -> None:
    fields = a_move(four, "Ellen", "karkoth")
    before = four.row().seq
    assert four.people["Jonas"].post(four.url("/act"), data=fields).status_code == 403
    assert four.row().seq == before


def test_the_rules_refuse_in_words_with_their_rule(four: GameTable) -> None:
    fields = a_move(four, "Ellen", "karkoth")
    move = json.loads(fields["action"][0])
    far = {**move, "target": move["origin"]}
    answer = four.people["Ellen"].post(four.url("/act"), data={**fields, "action": [json.dumps(far)]})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "cannot reach" in page
    assert "N4.1" in page


@pytest.mark.rule("N4.7")
def test_moves_are_taken_back_until_the_step_is_closed(four: GameTable) -> None:
    _rules, begun = position(four)
    for _ in range(2):
        four.people["Ellen"].post(four.url("/act"), data=a_move(four, "Ellen", "karkoth"))
    assert send(four.people["Ellen"], four.url("/undo")).status_code == 303
    assert send(four.people["Ellen"], four.url("/undo")).status_code == 303
    assert position(four)[1] == begun
    assert send(four.people["Ellen"], four.url("/undo")).status_code == 422
    four.people["Ellen"].post(four.url("/act"), data=a_move(four, "Ellen", "karkoth"))
    assert send(four.people["Jonas"], four.url("/undo")).status_code == 422
    form = four.offers("Ellen", "karkoth")
    end = next(value for name, value in form.buttons if '"EndStep"' in value)
    data = {**fresh(form.fields), "action": [end], "sure": ["1"]}
    assert four.people["Ellen"].post(four.url("/act"), data=data).status_code == 303
    assert send(four.people["Ellen"], four.url("/undo")).status_code == 422


@pytest.mark.rule("N3.2")
def test_a_hand_is_in_no_byte_that_another_gets(four: GameTable) -> None:
    """The names of all cards of a hand are looked for on every page, in all three languages."""
    rules, state = position(four)
    hands = {
        seat: {
            texts(language).cards[rules.content.card_ids[card]]
            for card in hand
            for language in ("da", "de", "en")
        }
        for seat, hand in zip(("karkoth", "vailin", "iron_circle", "nerath"), state.hands, strict=True)
    }
    rests = (
        "",
        "/log",
        "/actions",
        "/replay",
        "/display",
        "/dice",
        "/dice.csv",
        "/table",
        "?as=vailin",
        "/log?as=vailin",
    )
    for seat, names in hands.items():
        holder = four.holders[seat]
        assert any(name in html.unescape(four.page(holder)) for name in names)
        for who in four.people:
            if who != holder:
                pages = html.unescape("".join(four.page(who, rest) for rest in rests))
                assert [name for name in names if f">{name}<" in pages or f"{name}”" in pages] == []


def test_the_seed_is_shown_only_when_the_game_is_over(four: GameTable) -> None:
    seed = four.row().seed
    for rest in ("", "/dice", "/table", "/log", "/replay"):
        assert seed not in four.page("Ellen", rest)


def test_dice_of_the_table_are_typed_in(app: Flask) -> None:
    table = game_table(
        app,
        "Ellen",
        "Jonas",
        dice="table",
        seats={"karkoth": "Ellen", "iron_circle": "Ellen", "vailin": "Jonas", "nerath": "Jonas"},
    )
    go_on(table, to_the_dice, 200)
    rules, state = position(table)
    seat = rules.to_move(state)[0]
    form = table.offers("Ellen", seat)
    ready = next(value for name, value in form.buttons if '"Ready"' in value)
    assert (
        table.people["Ellen"].post(form.url, data={**fresh(form.fields), "action": [ready]}).status_code
        == 303
    )
    waiting = table.row().waiting
    while waiting is None:
        rules, state = position(table)
        seat = rules.to_move(state)[0]
        who = table.holders[seat]
        form = table.offers(who, seat)
        choice = next(value for name, value in form.buttons if '"Ready"' in value)
        table.people[who].post(form.url, data={**fresh(form.fields), "action": [choice]})
        waiting = table.row().waiting
    assert position(table)[1] == state, "nothing happens before the dice are typed in"
    sides, count, _why = waiting["want"]
    wrong = send(table.people["Ellen"], table.url("/dice"), die=[sides + 1] * count)
    assert wrong.status_code == 422
    assert table.row().waiting == waiting
    page = table.page("Ellen")
    assert page.count('name="die"') == count
    rolled = 0
    while (waiting := table.row().waiting) is not None:
        sides, count, _why = waiting["want"]
        assert send(table.people["Ellen"], table.url("/dice"), die=[sides] * count).status_code == 303
        rolled += 1
    assert rolled
    assert position(table)[1] != state


def test_a_shared_phone_is_covered_between_two_seats(app: Flask) -> None:
    table = game_table(
        app, "Ellen", seats=dict.fromkeys(("karkoth", "vailin", "iron_circle", "nerath"), "Ellen")
    )
    names = {
        "called-karkoth": "Ellen",
        "called-vailin": "Jonas",
        "called-iron_circle": "Mads",
        "called-nerath": "Ida",
    }
    assert send(table.people["Ellen"], table.url("/share"), shares="1", **names).status_code == 303
    rules, state = position(table)
    cards = [texts("en").cards[rules.content.card_ids[card]] for hand in state.hands for card in hand]
    cover = table.page("Ellen")
    assert "Hand the phone to" in cover
    assert [card for card in cards if card in cover] == []
    mine = table.page("Ellen", "?as=karkoth")
    others = [texts("en").cards[rules.content.card_ids[card]] for hand in state.hands[1:] for card in hand]
    assert [card for card in others if f">{card}<" in mine] == []


def test_the_game_goes_back_to_every_action(four: GameTable) -> None:
    """The replay shows the opening position again, and after the last action the present one."""
    go_on(four, to_the_dice, 60)
    answer = four.page("Jonas", "/replay?step=0")
    assert re.search(r"Action 0 of \d+", answer)
    now = four.page("Jonas", "/replay")
    steps = re.search(r"Action (\d+) of (\d+)", now)
    assert steps is not None
    assert steps[1] == steps[2]


def test_who_leaves_is_replaced_by_a_bot(four: GameTable) -> None:
    assert send(four.people["Mads"], four.url("/leave")).status_code == 303
    assert four.people["Mads"].get(four.url()).status_code == 404
    table = four.page("Ellen", "/table")
    assert "Strong bot" in table
    assert "Mads leaves the table; a bot plays on." in four.page("Ellen", "/log")


def test_a_server_that_was_killed_between_the_dice_and_the_losses_asks_the_same_again(
    four: GameTable,
) -> None:
    """Roll and question are one action: whoever comes back finds the same dice and the same question."""
    go_on(four, to_the_dice, 200)

    def until_losses(rules: Any, state: Any, legal: Sequence[Any]) -> Any:
        if state.stack and type(state.stack[-1]).__name__ == "AwaitLosses":
            return None
        rolls = [one for one in legal if isinstance(one, Press | Ready)]
        fights = [one for one in legal if isinstance(one, Fight)]
        if rolls or fights:
            return (rolls or fights)[0]
        seat = rules.to_move(state)[0]
        foes = (1, 3) if seat in ("karkoth", "iron_circle") else (0, 2)
        attacks = [
            one
            for one in legal
            if isinstance(one, Move) and state.units[one.target] and state.owner[one.target] in foes
        ]
        ends = [one for one in legal if isinstance(one, EndStep)]
        return (attacks or ends or legal)[0]

    # Dice that leave no choice ask nothing: then the next battle is fought, and the next.
    go_on(four, until_losses, 1500)
    rules, state = position(four)
    assert type(state.stack[-1]).__name__ == "AwaitLosses"
    seat = rules.to_move(state)[0]
    who = four.holders[seat]
    marks = re.compile(r'name="(?:request_id|csrf_token)" value="[^"]*"')
    first, again = (marks.sub("", four.page(who)) for _ in range(2))
    assert first == again
    assert [form for form in forms(first) if form.value("losses")]
