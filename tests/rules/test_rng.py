"""The sources of chance."""

from __future__ import annotations

import hashlib

import pytest

from rules.engine.rng import (
    DeclaredRng,
    DiceWanted,
    Draw,
    NoRng,
    ScriptedRng,
    SeededRng,
    draw_one,
)

SEED = bytes(range(32))


def test_seeded_draws_follow_from_seed_and_cursor() -> None:
    rng = SeededRng(SEED)
    first = int.from_bytes(hashlib.sha256(SEED + bytes(8)).digest()[:8], "big")
    assert rng.roll(8, 3, "test")[0] == first % 8 + 1
    again = SeededRng(SEED, cursor=1)
    assert again.roll(8, 2, "test") == rng.draws[0].values[1:]


def test_seeded_shuffle_is_a_permutation_and_is_recorded() -> None:
    rng = SeededRng(SEED)
    order = rng.shuffle(9, "lot")
    assert sorted(order) == list(range(9))
    assert rng.draws == [Draw("lot", 0, order)]


def test_seeded_rolls_fall_about_equally() -> None:
    values = SeededRng(SEED).roll(8, 8000, "test")
    # 1,000 each are expected; four standard deviations are about 118.
    assert all(880 < values.count(face) < 1120 for face in range(1, 9))


def test_seed_must_be_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        SeededRng(b"short")


def test_scripted_gives_what_was_written_and_refuses_the_rest() -> None:
    rng = ScriptedRng([Draw("a", 8, (3, 5)), Draw("b", 0, (1, 0))])
    assert rng.roll(8, 2, "a") == (3, 5)
    assert not rng.spent()
    assert rng.shuffle(2, "b") == (1, 0)
    assert rng.spent()
    with pytest.raises(LookupError):
        rng.roll(8, 1, "a")
    with pytest.raises(LookupError):
        ScriptedRng([Draw("a", 8, (3,))]).roll(6, 1, "a")


def test_declared_takes_rolls_from_the_table_and_lots_from_the_game() -> None:
    rng = DeclaredRng([(7,)], SeededRng(SEED))
    lot = rng.shuffle(4, "lot")
    assert lot == SeededRng(SEED).shuffle(4, "lot")
    assert rng.roll(8, 1, "roll") == (7,)
    assert rng.draws == [Draw("lot", 0, lot), Draw("roll", 8, (7,))]
    with pytest.raises(DiceWanted) as wanted:
        rng.roll(8, 2, "more")
    assert (wanted.value.sides, wanted.value.count, wanted.value.why) == (8, 2, "more")


@pytest.mark.parametrize("dice", [(0,), (9,), (3, 3), ()])
def test_declared_dice_must_be_possible(dice: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="wants 1d8"):
        DeclaredRng([dice], NoRng()).roll(8, 1, "roll")


def test_one_of_one_needs_no_lot() -> None:
    assert draw_one(NoRng(), ["only"], "lot") == "only"
    assert draw_one(ScriptedRng([Draw("lot", 0, (2, 0, 1))]), "abc", "lot") == "c"
    with pytest.raises(ValueError, match="nothing"):
        draw_one(NoRng(), [], "lot")
