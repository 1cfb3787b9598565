"""What the strong bot answers when a battle or a card asks it something."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from rules.nerath import actions as act
from rules.nerath.actions import NerathAction
from rules.nerath.battle import defenders
from rules.nerath.bots.strength import COST, DEFENDER, exact, kinds_in
from rules.nerath.bots.survey import FAR, Survey
from rules.nerath.bots.war import Judge
from rules.nerath.cards import IN_BATTLE, Boost, Carry, Discount, Haste, Shield, Volley
from rules.nerath.conquest import points_for
from rules.nerath.content import Content
from rules.nerath.losses import default_loss
from rules.nerath.retreat import BODY
from rules.nerath.state import AwaitStrikes, State
from rules.nerath.terms import DUNGEON, KIND_OF, MONSTER, REALM_OF, SEA
from rules.nerath.units import kind_of

WORTH_A_CARD = 3.0
"""Gold that must be at stake before a card is spent in a battle."""


def answer(
    content: Content, state: State, seat: str, legal: Sequence[NerathAction], survey: Survey
) -> NerathAction:
    """The answer to the decision on top of the stack."""
    realm = REALM_OF[seat]
    first = legal[0]
    if len(legal) == 1:
        return first
    if isinstance(first, act.Fight):
        judge = Judge(content, state, realm, survey)
        return max(legal, key=lambda one: judge.quickly(cast(act.Fight, one).space, ()))
    if isinstance(first, act.Lose):
        losses = [cast(act.Lose, one) for one in legal]
        unit, cargo = default_loss((one.unit, one.cargo) for one in losses)
        return act.Lose(seat=seat, unit=unit, cargo=cargo)
    if isinstance(first, act.Strike):
        return _strike(content, state, [cast(act.Strike, one) for one in legal])
    if isinstance(first, act.Press):
        return first if presses(content, state, realm, survey) else act.Retreat(seat=seat)
    if isinstance(first, act.RetreatTo):
        return max(legal, key=lambda one: _refuge(survey, cast(act.RetreatTo, one)))
    if isinstance(first, act.Amok):
        return max(legal, key=lambda one: _amok(content, state, realm, survey, cast(act.Amok, one)))
    if isinstance(first, act.Place):
        return max(legal, key=lambda one: _place(survey, cast(act.Place, one).space, 1.0))
    if isinstance(first, act.Carry):
        return max(legal, key=lambda one: _carry(survey, cast(act.Carry, one)))
    if isinstance(legal[-1], act.SplitEvenly):
        return legal[-1]
    return _cards(content, state, realm, legal)


def presses(content: Content, state: State, realm: int, survey: Survey) -> bool:
    """Whether to go on is better than to leave with those who are left (N5.7)."""
    assert state.battle is not None
    judge = Judge(content, state, realm, survey)
    space = state.battle.space
    sort = content.board.sort[space]
    if sort not in (SEA, DUNGEON) and judge.foes_at(space):
        return judge.fought(space, judge.mine_at(space), judge.foes_at(space)) > 0.0
    return judge.quickly(space, ()) > 0.0


def _strike(content: Content, state: State, legal: list[act.Strike]) -> NerathAction:
    """The guardian that dies soonest, of these the one that strikes hardest; the hard to hit if it can be."""
    assert state.battle is not None
    battle, tiles = state.battle, state.tiles[state.battle.space]

    def order(one: act.Strike) -> tuple[int, int, int]:
        guardian = content.guardians[tiles[one.tile] >> 1]
        return (-guardian.hit_on, battle.tiles[one.tile], -guardian.faces)

    assert isinstance(state.stack[-1], AwaitStrikes)
    return min(legal, key=order)


def _refuge(survey: Survey, one: act.RetreatTo) -> float:
    """Where the retreating are safest."""
    if not survey.friendly >> one.target & 1:
        return 0.5 if one.unit == BODY else 0.0
    return 10.0 - survey.risk(one.target, survey.garrison(one.target))


def _amok(content: Content, state: State, realm: int, survey: Survey, one: act.Amok) -> float:
    if one.target < 0:
        return 0.0
    points = points_for(content.board, state, one.target, realm)
    alone = survey.danger(one.target, DEFENDER[MONSTER])
    return points * survey.point + 2.0 - alone * COST[MONSTER]


def _place(survey: Survey, space: int, gold: float) -> float:
    """Where new units are needed: in danger, and near the enemy."""
    if not survey.friendly >> space & 1:
        return -20.0
    steps = survey.steps[space]
    return survey.risk(space, survey.garrison(space)) - gold * (20.0 if steps == FAR else steps)


def _carry(survey: Survey, one: act.Carry) -> float:
    """From quiet land to where the enemy is near."""
    if one.origin < 0:
        return 0.0
    there, here = survey.garrison(one.target), list(survey.garrison(one.origin))
    before = survey.risk(one.target, there) + survey.risk(one.origin, tuple(here))
    here.remove(one.kind)
    after = survey.risk(one.target, tuple(sorted((*there, one.kind)))) + survey.risk(one.origin, tuple(here))
    nearer = min(survey.steps[one.origin], 9) - min(survey.steps[one.target], 9)
    return before - after + 0.15 * nearer * COST[one.kind] - 0.3


def _cards(content: Content, state: State, realm: int, legal: Sequence[NerathAction]) -> NerathAction:
    """Whether a battle is worth a card, and which one fits (N3.3)."""
    battle = state.battle
    assert battle is not None
    space = battle.space
    mine = kinds_in(state.units[space], realm)
    if content.board.sort[space] == SEA:
        mine = [kind_of(code) for code in state.units[space] if code >> 4 & 3 == realm]
    attacking = realm == state.turn
    enemies = [state.turn] if not attacking else list(defenders(state, space, realm))
    theirs = [kind for foe in enemies for kind in kinds_in(state.units[space], foe)]
    stake = min(
        sum(COST[kind] for kind in mine) + 2.0,
        sum(COST[kind] for kind in theirs) + (4.0 if content.board.sort[space] == DUNGEON else 2.0),
    )
    even = True
    if mine and theirs and content.board.sort[space] not in (SEA, DUNGEON):
        attackers, others = (mine, theirs) if attacking else (theirs, mine)
        wins = exact(tuple(attackers), tuple(sorted(others)), False).attacker_wins
        even = 0.12 < wins < 0.88
    best, chosen = 0.0, None
    for one in legal:
        if isinstance(one, act.Play) and stake >= WORTH_A_CARD and even:
            value = sum(_helps(effect, mine) for effect in content.cards[one.card].effects)
            if value > best:
                best, chosen = value, one
    if chosen is not None and best >= 1.0:
        return chosen
    holds = any(
        content.cards[card].window == IN_BATTLE for card in (*state.hands[realm], *state.treasures[realm])
    )
    ready = [one for one in legal if isinstance(one, act.Ready)]
    return ready[0] if holds else ready[-1]


def _helps(effect: object, mine: list[int]) -> float:
    """About how many hits an effect is worth to these units."""
    if isinstance(effect, Boost):
        fit = [kind for kind in mine if not effect.kind or KIND_OF[effect.kind] == kind]
        return (
            len(fit)
            * (
                0.5 * effect.dice
                + 0.12 * effect.bonus * (2 if effect.lasting else 1)
                + 0.3 * effect.first_strike
                + 0.3 * effect.reroll
            )
            * 1.6
        )
    if isinstance(effect, Volley):
        return effect.dice * (effect.faces - 5) / effect.faces + 0.6
    if isinstance(effect, Shield):
        return 1.2 * effect.hits
    return 0.0


def step_card(
    content: Content, state: State, seat: str, legal: Sequence[NerathAction]
) -> NerathAction | None:
    """A card to be used in the step at hand: gifts at once, speed and prices where they help."""
    realm = REALM_OF[seat]
    for one in legal:
        if not isinstance(one, act.Play):
            continue
        for effect in content.cards[one.card].effects:
            if isinstance(effect, Haste):
                fast = sum(kinds_in(stack, realm).count(KIND_OF[effect.kind]) for stack in state.units)
                if fast < 3 and effect.kind not in ("fighter", "wizard"):
                    break
            elif isinstance(effect, Discount):
                if state.gold[realm] < 3 * COST[KIND_OF[effect.kind]]:
                    break
            elif isinstance(effect, Carry) and state.round == 1 and effect.count < 3:
                break
        else:
            return one
    return None
