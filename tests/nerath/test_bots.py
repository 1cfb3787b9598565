"""The bots: what they may see, that they answer every question, and that the strong one is stronger."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from rules.engine.codec import canonical
from rules.engine.random_play import QuickRng, random_game
from rules.nerath.actions import NerathAction
from rules.nerath.bots.imagine import imagined
from rules.nerath.bots.players import BOTS, choose
from rules.nerath.game import Nerath
from rules.nerath.notation import write_action
from rules.nerath.state import Options, State
from rules.nerath.terms import REALMS
from tests.nerath.table import Table

GAME = Nerath()


def game_of_bots(
    options: Options, seed: int, bots: dict[str, str], nodes: int = 4000
) -> Iterator[tuple[State, str, NerathAction]]:
    """A game played by bots to its end: each position, who chose, and what. The rules check every action."""
    rng = QuickRng(seed)
    state, _ = GAME.setup(options, rng)
    while due := GAME.to_move(state):
        seat = due[-1]
        action = choose(GAME, bots[seat], GAME.view(state, frozenset({seat})), seat, rng, nodes)
        yield state, seat, action
        state, _ = GAME.apply(state, action, rng)
    yield state, "", action


def everyone(bot: str) -> dict[str, str]:
    return dict.fromkeys(REALMS, bot)


@pytest.mark.rule("N1.2")
@pytest.mark.parametrize(
    ("options", "bot"),
    [
        (Options(), "strong"),
        (Options(mode="free_for_all"), "strong"),
        (Options(length="long"), "strong"),
        (Options(mode="free_for_all", length="short", only_land_takes=True, build_limit=True), "strong"),
        (Options(length="short", reverse_order=True, one_of_each=True), "easy"),
        (Options(mode="free_for_all", length="short"), "easy"),
    ],
)
def test_bots_answer_every_question_until_the_game_is_over(options: Options, bot: str) -> None:
    asked = set()
    for state, _, action in game_of_bots(options, 5, everyone(bot)):
        asked.add(type(action).__name__)
        assert state.round < 60
    assert GAME.outcome(state) is not None
    assert {"Move", "Buy", "Lose", "Press", "Ready", "EndStep"} <= asked


@pytest.mark.parametrize("bot", BOTS)
@pytest.mark.rule("N3.2")
def test_a_bot_cannot_know_what_its_seat_does_not_see(bot: str) -> None:
    """With every hidden card and guardian dealt anew it does the same."""
    other = QuickRng(99)
    compared = 0
    for number, (state, seat, _) in enumerate(game_of_bots(Options(length="short"), 2, everyone(bot))):
        if number % 9 or not seat:
            continue
        held = frozenset({seat})
        seen = GAME.view(state, held)
        changed = GAME.view(GAME.resample(state, held, other), held)
        first = choose(GAME, bot, seen, seat, QuickRng(number))
        assert choose(GAME, bot, changed, seat, QuickRng(number)) == first
        compared += 1
    assert compared > 20


def test_an_imagined_position_looks_the_same_and_allows_the_same() -> None:
    for number, (_, _, state, _) in enumerate(
        random_game(GAME, Options(length="short"), QuickRng(8), 20_000)
    ):
        if number % 40:
            continue
        for seat in REALMS:
            held = frozenset({seat})
            view = GAME.view(state, held)
            position = imagined(GAME.content, view)
            assert canonical(GAME.view(position, held)) == canonical(view)
            assert list(GAME.invariants(position)) == []
            assert GAME.conserved(position) == GAME.conserved(state)
            assert list(GAME.legal_actions(position, seat)) == list(GAME.legal_actions(state, seat))


@pytest.mark.parametrize("nodes", [0, 200])
def test_few_nodes_make_a_bot_that_still_plays(nodes: int) -> None:
    for state, _, _ in game_of_bots(Options(length="short"), 1, everyone("strong"), nodes):
        assert state.round < 60
    assert GAME.outcome(state) is not None


@pytest.mark.rule("N11.4")
def test_strong_beats_easy() -> None:
    """A sample of what ``./dev bench nerath-bots`` plays; there it is at least 85 % of 200."""
    wins = 0
    for seed in range(6):
        strong = seed % 2
        bots = {seat: "strong" if realm % 2 == strong else "easy" for realm, seat in enumerate(REALMS)}
        winners = None
        for state, _, _ in game_of_bots(Options(), seed, bots):
            winners = state.winners
        assert winners
        wins += winners[0] % 2 == strong
    assert wins >= 5


def decides(table: Table, seat: str) -> NerathAction:
    state = table.state
    return choose(GAME, "strong", GAME.view(state, frozenset({seat})), seat, QuickRng(1))


@pytest.mark.rule("N5.10")
def test_the_strong_bot_takes_a_capital_that_stands_open() -> None:
    """Five points for a step, against one for any other land beside it."""
    table = Table("alliance medium 1 karkoth move", "Ve=K:Kf Kf:Kc")
    assert "K move Ve f Vg" in table.may("karkoth")
    assert write_action(GAME.content, decides(table, "karkoth")) == "K move Ve f Vg"


@pytest.mark.rule("N5.12")
def test_the_strong_bot_does_not_throw_a_footsoldier_at_a_dragon() -> None:
    table = Table("alliance medium 1 karkoth move", "Ki:Kf Va:Vd Kj:Kff Vc:Vd Kl:Kf Vf:Vd Kf:Kc")
    action = write_action(GAME.content, decides(table, "karkoth"))
    assert action.split()[-1] not in ("Va", "Vc", "Vf")


@pytest.mark.rule("N8.3")
def test_the_strong_bot_brings_a_dragon_back_to_land() -> None:
    table = Table("alliance medium 1 karkoth regroup", "Sn:Kd Kh:Kcf Kf:Kc")
    words = write_action(GAME.content, decides(table, "karkoth")).split()
    assert words[:4] == ["K", "move", "Sn", "d"]
    assert table.owner(words[4]) in "KI"


@pytest.mark.rule("N5.7")
@pytest.mark.parametrize(("left", "answer"), [("Kf", "K retreat"), ("Kffffs", "K press")])
def test_the_strong_bot_goes_on_only_if_it_pays(left: str, answer: str) -> None:
    """One footsoldier against two monsters and a castle is lost; five units against one are not."""
    foes = "Vmmc" if left == "Kf" else "Vf"
    table = Table("alliance medium 1 karkoth move", f"Va:{left},{foes} Ki:Kf Kf:Kc")
    table.do("K end_step")
    table.do("K ready", dice=misses(left, foes))
    assert table.due() == "AwaitPress"
    assert write_action(GAME.content, decides(table, "karkoth")) == answer


def misses(left: str, foes: str) -> list[list[int]]:
    """A round in which nobody hits, as the rules ask for the dice: by faces, attacker first."""
    faces = {"f": 6, "s": 8, "m": 12, "c": 20}
    rolls = []
    for letters, siege in ((left[1:], 2), (foes[1:], 1)):
        counts: dict[int, int] = {}
        for letter in letters:
            counts[faces[letter]] = counts.get(faces[letter], 0) + (siege if letter == "s" else 1)
        rolls += [[1] * counts[size] for size in sorted(counts)]
    return rolls
