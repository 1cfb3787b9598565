"""Dungeons: guardians, how they fight, and what they leave (N7)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from rules.engine.refusal import IllegalAction
from rules.nerath.board import bits
from rules.nerath.content import Content
from rules.nerath.dice import Dice
from rules.nerath.draft import Draft, changed
from rules.nerath.effects import found_treasure
from rules.nerath.events import GoldChanged, Guarded, GuardianHit, Turned
from rules.nerath.state import AwaitStrikes, Battle, State

TILES_EACH = 2
"""New guardians of a dungeon whose guardians were beaten (N7.3, N8.2)."""


def dice_left(content: Content, tiles: tuple[int, ...]) -> tuple[int, ...]:
    """The dice of unhurt guardians, by their places (N7.2)."""
    return tuple(content.guardians[tile >> 1].dice for tile in tiles)


def draw_tiles(draft: Draft, count: int) -> tuple[int, ...]:
    """Face-down tiles from the pile; when it is empty the beaten ones are shuffled anew (N7.3, N7.4)."""
    drawn: list[int] = []
    while len(drawn) < count:
        if not draft.pile:
            if not draft.beaten:
                break
            order = draft.rng.shuffle(len(draft.beaten), "N7.4 guardians")
            draft.pile, draft.beaten = tuple(draft.beaten[i] for i in order), ()
        drawn.append(draft.pile[0] << 1)
        draft.pile = draft.pile[1:]
    return tuple(drawn)


def guard(draft: Draft, space: int) -> None:
    """Two new guardians come, face down, as many as there are (N8.2)."""
    draft.tiles = changed(draft.tiles, space, draw_tiles(draft, TILES_EACH))
    draft.say(Guarded(space=space, count=len(draft.tiles[space])))


def guard_left_dungeons(draft: Draft) -> None:
    """New guardians in every cleared dungeon that heroes have left (N8.2)."""
    for space in bits(draft.board.dungeons):
        if not draft.tiles[space] and not draft.units[space]:
            guard(draft, space)


def turn_guardians(draft: Draft) -> None:
    """When the move step closes guardians under heroes are turned face up (N7.1, N4.7)."""
    for space in bits(draft.board.dungeons & draft.here[draft.turn]):
        if any(not tile & 1 for tile in draft.tiles[space]):
            up = tuple(tile | 1 for tile in draft.tiles[space])
            draft.tiles = changed(draft.tiles, space, up)
            draft.say(Turned(space=space, tiles=tuple(tile >> 1 for tile in draft.tiles[space])))


def guardian_dice(draft: Draft, battle: Battle, *, first: bool) -> list[Dice]:
    """The dice of the guardians that strike in this step, with those that hits have left (N7.2)."""
    sums: Counter[int] = Counter()
    for tile, left in zip(draft.tiles[battle.space], battle.tiles, strict=True):
        guardian = draft.content.guardians[tile >> 1]
        if left and guardian.first_strike == first:
            sums[guardian.faces] += left
    return [Dice(count, faces) for faces, count in sorted(sums.items())]


def assign(draft: Draft, values: list[int]) -> None:
    """The attacker's dice of 6 or more are handed to guardians, as far as he has a choice (N7.2)."""
    battle = draft.battle
    assert battle is not None
    waiting = list(values)
    while waiting:
        choices = strikes_open(draft.content, draft.tiles[battle.space], battle, waiting[0])
        if len(choices) > 1:
            draft.stack.append(AwaitStrikes(tuple(waiting)))
            return
        value = waiting.pop(0)
        if choices:
            hit(draft, choices[0], value)
            assert draft.battle is not None
            battle = draft.battle


def strikes_open(content: Content, tiles: tuple[int, ...], battle: Battle, value: int) -> list[int]:
    """The guardians, by their places, that a die of this value can hit."""
    return [
        number
        for number, (tile, left) in enumerate(zip(tiles, battle.tiles, strict=True))
        if left and content.guardians[tile >> 1].hit_on <= value
    ]


def hit(draft: Draft, number: int, value: int) -> None:
    """One guardian loses a die (N7.2); ``value`` is the die that hit."""
    battle = draft.battle
    assert battle is not None
    tile = draft.tiles[battle.space][number] >> 1
    assert draft.content.guardians[tile].hit_on <= value
    left = tuple(dice - (place == number) for place, dice in enumerate(battle.tiles))
    draft.battle = replace(battle, tiles=left)
    draft.say(GuardianHit(space=battle.space, tile=tile, left=left[number]))


def check_strike(content: Content, state: State, due: AwaitStrikes, number: int) -> None:
    """N7.2: some guardians are hit only on 7 or 8 and more."""
    battle = state.battle
    assert battle is not None
    if number not in strikes_open(content, state.tiles[battle.space], battle, due.values[0]):
        raise IllegalAction("N7.2", "guardian_not_hit", value=due.values[0])


def finish(draft: Draft, battle: Battle, result: str) -> None:
    """Killed guardians are gone; a cleared dungeon gives gold and one treasure (N7.3, N7.4)."""
    space = battle.space
    tiles = draft.tiles[space]
    dead = [tile >> 1 for tile, left in zip(tiles, battle.tiles, strict=True) if not left]
    draft.beaten = (*draft.beaten, *dead)
    standing = tuple(tile for tile, left in zip(tiles, battle.tiles, strict=True) if left)
    draft.tiles = changed(draft.tiles, space, standing)
    if result == "bare":
        # no treasure, and new guardians at once
        guard(draft, space)
    elif result == "won":
        gold = sum(draft.content.guardians[tile].gold for tile in dead)
        if gold:
            draft.gold[draft.turn] += gold
            draft.say(GoldChanged(realm=draft.seat, gold=gold, why="guardians"))
        found_treasure(draft)
