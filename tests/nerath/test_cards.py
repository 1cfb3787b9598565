"""Every event card and every treasure is played, and does what its effects say (N11.3, N3.2, N3.3, N7.5)."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from rules.engine.rng import SeededRng
from rules.nerath.actions import Carry as CarryAction
from rules.nerath.actions import EndStep, Place, Play
from rules.nerath.cards import (
    AT_ONCE,
    BATTLE_EFFECTS,
    Cards,
    Carry,
    Discount,
    Gold,
    Haste,
    Points,
    Recruit,
)
from rules.nerath.dice import dice_for, fighting
from rules.nerath.reinforcements import figures, price
from rules.nerath.state import Options, State
from rules.nerath.terms import KIND_OF, REALMS, WIZARD
from tests.nerath.table import GAME, Table

CONTENT = GAME.content
CASTLES = "Kf:Kcffhw Kh:Kc Vg:Vcffhw Vj:Vc Ih:Icffhw Id:Ic Nj:Ncffhw Ni:Nc"
BATTLES = {0: ("Va", "V"), 1: ("Ki", "K"), 2: ("Nd", "N"), 3: ("Ik", "I")}


def owner_of(number: int) -> int:
    """The realm whose deck holds a card; treasures are tried by Karkoth."""
    return next((realm for realm, deck in enumerate(CONTENT.decks) if number in deck), 0)


def settle_questions(state: State) -> State:
    """Answer where recruits stand and carry one unit, then no more."""
    while state.stack:
        seat = GAME.to_move(state)[0]
        legal = GAME.legal_actions(state, seat)
        if not isinstance(legal[0], Place | CarryAction):
            break
        state, _ = GAME.apply(state, legal[-1], SeededRng(bytes(32)))
    return state


def played(card_id: str) -> tuple[State, State, int]:
    """The position before and after a card, in its window, and its realm."""
    number = CONTENT.card_ids.index(card_id)
    realm, window = owner_of(number), CONTENT.cards[number].window
    if window == AT_ONCE:
        return *drawn(number, realm), realm
    if window == "battle":
        space, foe = BATTLES[realm]
        units = f"{space}:{'KVIN'[realm]}fshwmed,{foe}d"
        table = Table(f"alliance short 1 {REALMS[realm]} move", f"{CASTLES} {units}").card(realm, card_id)
        table.do(f"{'KVIN'[realm]} end_step")
    else:
        table = Table(f"alliance short 1 {REALMS[realm]} {window}", CASTLES).card(realm, card_id)
    before = table.state
    after, _ = GAME.apply(before, Play(seat=REALMS[realm], card=number), SeededRng(bytes(32)))
    return before, settle_questions(after), realm


def drawn(number: int, realm: int) -> tuple[State, State]:
    """An event card that is played when drawn, from the top of the deck; a treasure from that of its pile."""
    if number in CONTENT.is_treasure:
        table = Table("alliance short 1 karkoth move", f"{CASTLES} Dg:Kh,rat_swarm")
        rest = tuple(one for one in table.state.treasure_pile if one != number)
        table.state = replace(table.state, treasure_pile=(number, *rest))
        table.do("K end_step")
        before = table.state
        table.do("K ready", dice=[[10], [1]])
        return before, settle_questions(table.state)
    seat_before = (realm - 1) % 4
    table = Table(f"alliance short 1 {REALMS[seat_before]} reinforce", CASTLES)
    deck = table.state.decks[realm]
    decks = tuple(
        (number, *(one for one in deck if one != number)) if r == realm else table.state.decks[r]
        for r in range(4)
    )
    before = replace(table.state, decks=decks)
    after, _ = GAME.apply(before, EndStep(seat=REALMS[seat_before]), SeededRng(bytes(32)))
    return before, settle_questions(after)


@pytest.mark.rule("N11.3", "N3.2", "N3.3", "N7.5")
@pytest.mark.parametrize("card_id", CONTENT.card_ids)
def test_every_card_does_what_it_says(card_id: str) -> None:
    number = CONTENT.card_ids.index(card_id)
    before, after, realm = played(card_id)
    assert list(GAME.invariants(after)) == []
    pile = after.used if number in CONTENT.is_treasure else after.discards
    assert number in pile[realm]
    others_drawn = [card for card in after.discards[realm] if card != number]
    for effect in CONTENT.cards[number].effects:
        if isinstance(effect, Gold) and not others_drawn:
            assert after.gold[realm] - before.gold[realm] == effect.amount
        elif isinstance(effect, Points):
            assert after.points[realm] - before.points[realm] == effect.amount
        elif isinstance(effect, Cards):
            # one by one from the deck: the card itself if it came from there
            from_deck = effect.amount + (number not in CONTENT.is_treasure)
            assert len(before.decks[realm]) - len(after.decks[realm]) >= from_deck
        elif isinstance(effect, Recruit):
            kind = KIND_OF[effect.kind]
            assert figures(after, realm)[kind] - figures(before, realm)[kind] == effect.count
        elif isinstance(effect, Carry):
            assert figures(after, realm) == figures(before, realm)
            assert after.units != before.units
        elif isinstance(effect, Haste):
            assert after.haste[KIND_OF[effect.kind]] == effect.steps
        elif isinstance(effect, Discount):
            kind = KIND_OF[effect.kind]
            assert price(before, kind) - price(after, kind) == effect.amount
        elif isinstance(effect, BATTLE_EFFECTS):
            assert after.battle is not None
            assert effect in [active.effect for active in after.battle.active]


def dice_after(card_id: str, *, first: bool) -> Counter[tuple[int, int, bool]]:
    """The dice of its owner after a card: how many of each sort."""
    _, after, realm = played(card_id)
    assert after.battle is not None
    units = fighting(GAME.board, after, after.battle.space, realm)
    found = dice_for(units, after.battle, realm, attacking=True, at_sea=False, first=first)
    return Counter({(one.faces, one.bonus, one.reroll): one.number for one in found})


def test_what_boosts_and_volleys_do_to_the_dice() -> None:
    # an army of one of each: f d6, s 2d8, h d10, w d10, m d12, e d8, d d20
    plain = {(6, 0, False): 1, (8, 0, False): 3, (10, 0, False): 1, (12, 0, False): 1, (20, 0, False): 1}
    assert dice_after("black_mail", first=False) == plain
    assert dice_after("hammer_line", first=False) == {**plain, (8, 0, False): 4}
    assert dice_after("scorched_sky", first=False)[20, 3, False] == 1
    assert dice_after("ambush", first=True) == {(6, 0, False): 1, (10, 0, False): 1}
    assert dice_after("shock_wave", first=True) == {(8, 0, False): 2, (10, 0, False): 1}
    assert dice_after("steel_discipline", first=False)[6, 0, True] == 1
    assert dice_after("night_raid", first=False) == {}


def test_misses_roll_again_and_shields_stop_hits() -> None:
    table = Table("alliance short 1 karkoth move", "Va:Kff,Vf").card(0, "hungry_dead").do("K end_step")
    # the two misses roll again, and one hits
    table.do("K play hungry_dead", "K ready", dice=[[1, 2], [6, 1], [1]])
    assert table.owner("Va") == "K"
    table = Table("alliance short 1 karkoth move", "Va:Kff,Vff").card(0, "shroud_of_flies").do("K end_step")
    table.do("K play shroud_of_flies", "K ready", dice=[[1, 1], [6, 6]])
    # two hits, one of them stopped
    assert table.units("Va") == "Kf,Vff"


def test_a_card_to_be_played_at_once_that_was_dealt_is_played_in_the_first_turn() -> None:
    for seed in range(12):
        state, _ = GAME.setup(Options(), SeededRng(seed.to_bytes(32, "big")))
        assert all(CONTENT.cards[card].window != AT_ONCE for card in state.hands[0])


def test_first_strike_is_the_wizards_own() -> None:
    table = Table("alliance short 1 karkoth move", "Va:Kwf,Vd").do("K end_step")
    assert table.state.battle is not None
    units = fighting(GAME.board, table.state, table.space("Va"), 0)
    first = dice_for(units, table.state.battle, 0, attacking=True, at_sea=False, first=True)
    assert [(one.number, one.faces) for one in first] == [(units[WIZARD], 10)]
