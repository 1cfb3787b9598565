"""Battles from the first to the last: which comes next, the steps of a round, and the result (N5, N6)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.engine.refusal import IllegalAction
from rules.nerath import dungeons
from rules.nerath.board import Board, bits
from rules.nerath.cards import IN_BATTLE, Shield
from rules.nerath.conquest import may_take, take
from rules.nerath.dice import dice_for, fighting, roll
from rules.nerath.draft import Draft
from rules.nerath.events import BattleBegan, BattleEnded, Shielded
from rules.nerath.joint import share
from rules.nerath.losses import capacity, castle_falls
from rules.nerath.moving import forget_landings, land_the_planned
from rules.nerath.retreat import may_retreat
from rules.nerath.standing import Position, foes, foes_here, friendly_land, own_in
from rules.nerath.state import (
    CARDS_STAGE,
    FIRST_STAGE,
    OTHERS_STAGE,
    RESULT_STAGE,
    AwaitAmok,
    AwaitLosses,
    AwaitPress,
    AwaitReady,
    Battle,
)
from rules.nerath.terms import DUNGEON, MONSTER, REALMS, SEA, WARSHIP
from rules.nerath.units import FOUGHT, HIT, kind_of


def sea_battles(board: Board, state: Position, realm: int) -> int:
    """Sea spaces where a realm's units meet enemies, as a set (N4.6)."""
    return board.sea & state.here[realm] & foes_here(state, realm)


def land_battles(board: Board, state: Position, realm: int) -> int:
    """Hostile land with defenders, castles among them, and dungeons with guardians, where a realm stands."""
    mine = state.here[realm]
    hostile = board.land & ~friendly_land(state, realm) & foes_here(state, realm)
    caves = sum(1 << space for space in bits(board.dungeons & mine) if state.tiles[space])
    return mine & (hostile | caves)


def next_battles(draft: Draft) -> list[int]:
    """The battles the attacker may choose from: all at sea first (N5.1); undefended land is taken (N5.9)."""
    board, realm = draft.board, draft.turn
    done = sum(1 << space for space in draft.done)
    if at_sea := sea_battles(board, draft, realm) & ~done:
        return list(bits(at_sea))
    bare = board.land & ~friendly_land(draft, realm) & ~foes_here(draft, realm) & draft.here[realm]
    for space in bits(bare):
        if may_take(draft, space, realm):
            take(draft, space)
    return list(bits(land_battles(board, draft, realm) & ~done))


def begin(draft: Draft, space: int) -> None:
    """A battle begins: no round is fought yet, and its monsters may later run amok (N5.11)."""
    for code in own_in(draft, space, draft.turn):
        if kind_of(code) == MONSTER:
            draft.replace(space, code, code | FOUGHT)
    tiles = dungeons.dice_left(draft.content, draft.tiles[space])
    draft.battle = Battle(space=space, tiles=tiles)
    draft.done = (*draft.done, space)
    draft.say(BattleBegan(space=space, realm=draft.seat))


def defenders(position: Position, space: int, attacker: int) -> tuple[int, ...]:
    """The realms that defend a space, in turn order."""
    return tuple(realm for realm in foes(position, attacker) if position.here[realm] >> space & 1)


def _alive(draft: Draft, battle: Battle) -> tuple[bool, bool]:
    """Whether attackers, and whether defenders that still fight, are left."""
    board, space = draft.board, battle.space
    attackers = bool(fighting(board, draft, space, draft.turn))
    if board.sort[space] == DUNGEON:
        return attackers, any(battle.tiles)
    return attackers, any(
        fighting(board, draft, space, realm) for realm in defenders(draft, space, draft.turn)
    )


def go_on(draft: Draft, battle: Battle) -> None:
    """Carry the battle to its next decision or stage (N5.2)."""
    if battle.stage == CARDS_STAGE:
        draft.battle = replace(battle, stage=FIRST_STAGE)
        draft.stack.append(AwaitReady(_card_queue(draft, battle)))
    elif battle.stage == FIRST_STAGE:
        draft.battle = replace(battle, stage=OTHERS_STAGE)
        strike(draft, first=True)
    elif battle.stage == OTHERS_STAGE:
        draft.battle = replace(battle, stage=RESULT_STAGE)
        if all(_alive(draft, battle)):
            strike(draft, first=False)
    else:
        _result(draft, battle)


def _card_queue(draft: Draft, battle: Battle) -> tuple[int, ...]:
    """The attacker, then every defender who could use a card and has not said that he uses none (N3.3).

    A hand is secret, so whoever holds any card is asked; treasures lie open, so only those for battles count.
    """
    asked = [draft.turn]
    for realm in defenders(draft, battle.space, draft.turn):
        fitting = any(draft.content.cards[one].window == IN_BATTLE for one in draft.treasures[realm])
        if realm not in battle.quiet and (draft.hands[realm] or fitting):
            asked.append(realm)
    return tuple(asked)


def strike(draft: Draft, *, first: bool) -> None:
    """Both sides roll at the same time, then their hits are handed out (N5.3, N5.4)."""
    battle = draft.battle
    assert battle is not None
    board, space = draft.board, battle.space
    at_sea = board.sort[space] == SEA
    mine = fighting(board, draft, space, draft.turn)
    own = dice_for(mine, battle, draft.turn, attacking=True, at_sea=at_sea, first=first)
    theirs: list[int] = []
    if board.sort[space] == DUNGEON:
        attack = roll(draft, draft.turn, own, first=first)
        theirs = roll(draft, -1, dungeons.guardian_dice(draft, battle, first=first), first=first)
    else:
        realms = defenders(draft, space, draft.turn)
        dice = [
            dice_for(
                fighting(board, draft, space, realm),
                battle,
                realm,
                attacking=False,
                at_sea=at_sea,
                first=first,
            )
            for realm in realms
        ]
        attack = roll(draft, draft.turn, own, first=first)
        for realm, each in zip(realms, dice, strict=True):
            theirs += roll(draft, realm, each, first=first)
    against_attacker = _shielded(draft, (draft.turn,), len(theirs))
    if board.sort[space] == DUNGEON:
        _owe(draft, [against_attacker if realm == draft.turn else 0 for realm in range(4)])
        dungeons.assign(draft, attack)
    else:
        _hit_defenders(draft, len(attack), against_attacker)


def _shielded(draft: Draft, realms: tuple[int, ...], hits: int) -> int:
    """The hits that are left on a side after its shields, which are then used up."""
    battle = draft.battle
    assert battle is not None
    left = []
    for active in battle.active:
        if hits and active.realm in realms and isinstance(active.effect, Shield):
            stopped = min(hits, active.effect.hits)
            hits -= stopped
            draft.say(Shielded(realm=REALMS[active.realm], hits=stopped))
            if active.effect.hits > stopped:
                left.append(replace(active, effect=Shield(active.effect.hits - stopped)))
        else:
            left.append(active)
    draft.battle = replace(battle, active=tuple(left))
    return hits


def _owe(draft: Draft, hits: list[int]) -> None:
    if any(hits):
        draft.stack.append(AwaitLosses((hits[0], hits[1], hits[2], hits[3])))


def _hit_defenders(draft: Draft, hits: int, against_attacker: int) -> None:
    """Hand out the hits of both sides; the castle falls to those that no other unit can take (N5.6)."""
    battle = draft.battle
    assert battle is not None
    space = battle.space
    realms = defenders(draft, space, draft.turn)
    hits = _shielded(draft, realms, hits)
    bearing = {realm: capacity(draft, space, realm) for realm in realms}
    if hits > sum(bearing.values()):
        castle_falls(draft, space)
    owed = [0, 0, 0, 0]
    owed[draft.turn] = against_attacker
    able = [realm for realm in realms if bearing[realm]]
    if len(able) == 2 and 0 < hits < sum(bearing.values()):
        _owe(draft, owed)
        share(draft, (able[0], able[1]), hits)
        return
    for realm in able:
        owed[realm] = min(hits, bearing[realm])
    _owe(draft, owed)


def _result(draft: Draft, battle: Battle) -> None:
    """After the damage: the attacker presses or retreats, or the battle is over (N5.7, N5.8)."""
    attackers, resist = _alive(draft, battle)
    if attackers and resist:
        if may_retreat(draft.board, draft, battle.space, draft.turn):
            draft.stack.append(AwaitPress())
        else:
            press(draft, battle)
    else:
        end(draft, battle, "won" if attackers else "held" if resist else "bare")


def press(draft: Draft, battle: Battle) -> None:
    """Another round: what cards gave for one round is over (N5.7)."""
    lasting = tuple(active for active in battle.active if getattr(active.effect, "lasting", False))
    draft.battle = replace(battle, round=battle.round + 1, stage=CARDS_STAGE, active=lasting)


def end(draft: Draft, battle: Battle, result: str) -> None:
    """The battle is over: wounds heal, and the winner gets what he fought for (N5.5, N5.8)."""
    space = battle.space
    draft.battle = None
    for code in draft.units[space]:
        if code & HIT:
            draft.replace(space, code, code & ~HIT)
    draft.say(BattleEnded(space=space, result=result))
    sort = draft.board.sort[space]
    if sort == DUNGEON:
        dungeons.finish(draft, battle, result)
    elif sort == SEA:
        if result == "won":
            land_the_planned(draft, space)
    elif result == "won":
        if may_take(draft, space, draft.turn):
            take(draft, space)
        draft.stack.append(AwaitAmok(space))


def cancel_landings(draft: Draft) -> None:
    """When the battles are over no landing is planned any more (N6.3)."""
    for space in bits(draft.board.sea & draft.here[draft.turn]):
        for code in own_in(draft, space, draft.turn):
            if kind_of(code) == WARSHIP:
                draft.replace(space, code, forget_landings(code))


def check_fight(spaces: tuple[int, ...], space: int) -> None:
    """N5.1: the attacker chooses among the battles that may come next."""
    if space not in spaces:
        raise IllegalAction("N5.1", "no_such_battle", space=space)
