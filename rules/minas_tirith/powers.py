"""Minas Tirith cards in use: played between actions, deployed as an action, or in answer to a storm (M9)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.minas_tirith import ground, movement, walls
from rules.minas_tirith.actions import Arrive, Deploy, Play
from rules.minas_tirith.army import ONE, battalions, count, kinds_in
from rules.minas_tirith.board import bits
from rules.minas_tirith.cards import (
    Healing,
    Hold,
    Ladders,
    Muster,
    Place,
    Rain,
    Ram,
    Sortie,
    Tower,
)
from rules.minas_tirith.content import Content
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import CardPlayed, Held, Raised, Rammed
from rules.minas_tirith.exchange import discard_power, has_effect
from rules.minas_tirith.movement import check_point
from rules.minas_tirith.state import Arrivals, State, Storm, Wounded
from rules.minas_tirith.terms import ARCHERS, BATTALIONS, DIE, EVIL, GOOD, INFANTRY, KIND_OF, SIDES, TROLLS

HEALED = (INFANTRY, ARCHERS)


def play_spaces(content: Content, state: State, card: int) -> int:
    """The spaces at which a card may be played now, as a set; 0 if it may not, or needs none."""
    effect, side, board = content.cards[card].effect, state.side, content.board
    if isinstance(effect, Place) and has_effect(content, state, card):
        return state.here[side] & ~(0 if effect.city else 1 << board.city)
    if isinstance(effect, Tower | Ladders) and state.bound[card] < 0:
        return board.walls
    return 0


def playable(content: Content, state: State, card: int) -> bool:
    """Whether a card that needs no space may be played now."""
    match content.cards[card].effect:
        case Sortie():
            return not state.sortie
        case Rain():
            return not state.rain
        case Healing():
            return any(state.captured[GOOD][kind] for kind in HEALED)
    return False


def play_actions(content: Content, state: State) -> list[Play]:
    """Every card that may be played now."""
    seat, found = SIDES[state.side], []
    for card in state.powers[state.side]:
        if playable(content, state, card):
            found.append(Play(seat=seat, card=card))
        found += [Play(seat=seat, card=card, space=s) for s in bits(play_spaces(content, state, card))]
    return found


def check_play(content: Content, state: State, action: Play) -> None:
    """M3.7, M9."""
    card = action.card
    if card not in state.powers[state.side]:
        raise IllegalAction("M3.7", "not_your_card")
    if state.points < 1:
        raise IllegalAction("M4.7", "no_point_left")
    if not has_effect(content, state, card):
        raise IllegalAction("M3.7", "piece_is_gone", card=card)
    if action.space < 0 and playable(content, state, card):
        if action.space != -1:
            raise IllegalAction("M3.7", "not_at_a_space", card=card)
        return
    if action.space >= 0 and play_spaces(content, state, card) >> action.space & 1:
        return
    if play_spaces(content, state, card):
        raise IllegalAction("M3.7", "at_another_space", card=card)
    raise IllegalAction("M3.7", "not_now", card=card)


def play(draft: Draft, action: Play) -> None:
    """A card takes effect (M9.3-M9.5, M9.7, M9.9-M9.12, M9.14)."""
    card, side = action.card, draft.side
    effect = draft.content.cards[card].effect
    draft.say(CardPlayed(side=draft.seat, card=card, space=action.space))
    if isinstance(effect, Tower | Ladders):
        draft.bind(card, action.space)
        return
    discard_power(draft, card, "used")
    match effect:
        case Place(leader=leader):
            kind = KIND_OF[leader][1]
            draft.count(draft.supply, side, kind, -1)
            draft.raise_(side, kind, action.space)
            draft.say(Raised(side=draft.seat, kind=kind, number=1, space=action.space, how="card"))
        case Sortie():
            draft.sortie = True
        case Rain(hits_on=hits_on):
            draft.rain = hits_on
        case Healing(count=number):
            draft.stack.append(Wounded(number))


def settle_wounded(draft: Draft, due: Wounded) -> bool:
    """Let return whom there is no choice about; false when Good must be asked (M9.7)."""
    draft.stack.pop()
    left = due.count
    while left:
        kinds = [kind for kind in HEALED if draft.captured[GOOD][kind]]
        if not kinds:
            break
        if len(kinds) > 1 and sum(draft.captured[GOOD][kind] for kind in kinds) > left:
            draft.stack.append(Wounded(left))
            return False
        heal(draft, kinds[0])
        left -= 1
    return True


def check_heal(state: State, kind: int) -> None:
    """M9.7."""
    if kind not in HEALED or not state.captured[GOOD][kind]:
        raise IllegalAction("M9.7", "nobody_to_heal")


def heal(draft: Draft, kind: int) -> None:
    """A captured battalion returns to the city; its points go back."""
    draft.count(draft.captured, GOOD, kind, -1)
    draft.raise_(GOOD, kind, draft.board.city)
    draft.say(Raised(side=SIDES[GOOD], kind=kind, number=1, space=draft.board.city, how="healed"))


def arrival_spaces(content: Content, state: State, card: int, area: int) -> int:
    """Where the battalions of a card may come onto the board; ``area`` is Evil's start area (M9.8)."""
    effect, board = content.cards[card].effect, content.board
    assert isinstance(effect, Muster)
    if effect.where == "start":
        where = board.starts[area - 1] if 1 <= area <= 3 else 0
    else:
        where = board.role(effect.where) if area == 0 else 0
    return where & ~state.here[1 - state.side]


def may_deploy(content: Content, state: State, card: int, area: int) -> bool:
    """Whether a card can be deployed: a free space, and battalions for its leader to stay with."""
    effect = content.cards[card].effect
    if not isinstance(effect, Muster) or not has_effect(content, state, card):
        return False
    where = arrival_spaces(content, state, card, area)
    return bool(where) and battalions(state.side, state.held[card]) > 0


def deploy_actions(content: Content, state: State) -> list[Deploy]:
    """Every deployment that is open (M4.4)."""
    return [
        Deploy(seat=SIDES[state.side], card=card, area=area)
        for card in state.powers[state.side]
        for area in (0, 1, 2, 3)
        if may_deploy(content, state, card, area)
    ]


def check_deploy(content: Content, state: State, action: Deploy) -> None:
    """M4.4, M9.1, M9.2, M9.8."""
    if action.card not in state.powers[state.side]:
        raise IllegalAction("M3.7", "not_your_card")
    effect = content.cards[action.card].effect
    if not isinstance(effect, Muster):
        raise IllegalAction("M4.4", "holds_no_battalions")
    check_point(state)
    if not has_effect(content, state, action.card):
        raise IllegalAction("M3.7", "piece_is_gone", card=action.card)
    if not battalions(state.side, state.held[action.card]):
        raise IllegalAction("M4.4", "nobody_on_card", card=action.card)
    if not may_deploy(content, state, action.card, action.area):
        raise IllegalAction("M4.4", "no_free_space", card=action.card)


def deploy(draft: Draft, state: State, action: Deploy) -> None:
    """Pay; the card is discarded, and its figures are placed one by one (M4.4)."""
    content, card = draft.content, action.card
    draft.points -= 1
    spaces = arrival_spaces(content, state, card, action.area)
    rest = draft.held[card]
    draft.say(CardPlayed(side=draft.seat, card=card, space=-1))
    draft.hold_on(card, 0)
    discard_power(draft, card, "used")
    draft.stack.append(Arrivals(card, spaces, rest))


def arrive_spaces(due: Arrivals, side: int, kind: int) -> int:
    """Where a figure of a card may be placed: its leader with battalions that came with him."""
    return due.spaces if kind in BATTALIONS[side] else due.placed


def settle_arrivals(draft: Draft, due: Arrivals) -> bool:
    """Place what has but one place to go; false when the owner must be asked."""
    side = draft.side
    while True:
        draft.stack.pop()
        kinds = _next_kinds(draft.content, side, due)
        if not kinds:
            return True
        draft.stack.append(due)
        where = arrive_spaces(due, side, kinds[0])
        if where & (where - 1):
            return False
        due = place(draft, due, kinds[0], where.bit_length() - 1)


def _next_kinds(content: Content, side: int, due: Arrivals) -> tuple[int, ...]:
    """The kinds that are still to be placed: battalions, then the leader."""
    if due.rest:
        return kinds_in(side, due.rest)
    effect = content.cards[due.card].effect
    assert isinstance(effect, Muster)
    return (KIND_OF[effect.leader][1],) if effect.leader and not due.led else ()


def arrive_actions(content: Content, state: State, due: Arrivals) -> list[Arrive]:
    """Every place for every figure that is still to be placed."""
    side = state.side
    return [
        Arrive(seat=SIDES[side], kind=kind, space=space)
        for kind in _next_kinds(content, side, due)
        for space in bits(arrive_spaces(due, side, kind))
    ]


def check_arrive(content: Content, state: State, due: Arrivals, action: Arrive) -> None:
    """M9.1, M9.2, M9.8."""
    if action.kind not in _next_kinds(content, state.side, due):
        raise IllegalAction("M4.4", "not_on_card")
    if action.space < 0 or not arrive_spaces(due, state.side, action.kind) >> action.space & 1:
        raise IllegalAction("M4.4", "not_there", space=action.space)


def place(draft: Draft, due: Arrivals, kind: int, space: int) -> Arrivals:
    """Place one figure of a card; returns what is left to place, which is on the stack."""
    side = draft.side
    draft.raise_(side, kind, space)
    led = kind not in BATTALIONS[side]
    if led:
        draft.count(draft.supply, side, kind, -1)
    draft.say(Raised(side=draft.seat, kind=kind, number=1, space=space, how="card"))
    rest = due.rest if led else due.rest - ONE[kind]
    left = Arrivals(due.card, due.spaces, rest, due.placed | 1 << space, led)
    draft.stack[-1] = left
    return left


def answer(draft: Draft, due: Storm, hold: bool) -> None:
    """Good holds the wall, or the storm goes on (M9.6)."""
    draft.stack.pop()
    content = draft.content
    if hold:
        card = next(card for card in content.of_effect(Hold) if card in draft.powers[GOOD])
        draft.say(CardPlayed(side=SIDES[GOOD], card=card, space=due.target))
        discard_power(draft, card, "used")
        discard_power(draft, walls.way_up(content, draft, due.target), "destroyed")
        draft.say(Held(target=due.target))
    elif due.kind < 0:
        ground.fight(draft, due.origin, due.target, due.number)
    else:
        movement.carry_out(draft, due.origin, due.target, due.kind, due.number)


def may_ram(content: Content, state: State) -> bool:
    """Whether the ram can strike: the card, a troll before the gate, the gate whole (M9.13)."""
    return (
        state.side == EVIL
        and not state.gate_broken
        and count(state.armies[EVIL][content.board.gate], TROLLS) > 0
        and any(card in state.powers[EVIL] for card in content.of_effect(Ram))
        and not state.halted >> content.board.gate & 1
    )


def check_ram(content: Content, state: State) -> None:
    """M9.13."""
    check_point(state)
    if state.gate_broken:
        raise IllegalAction("M9.13", "gate_is_broken")
    if not may_ram(content, state):
        raise IllegalAction("M9.13", "ram_and_troll")


def ram(draft: Draft) -> None:
    """Roll a red die for the gate."""
    draft.points -= 1
    card = next(card for card in draft.content.of_effect(Ram) if card in draft.powers[EVIL])
    effect = draft.content.cards[card].effect
    assert isinstance(effect, Ram)
    (die,) = draft.rng.roll(DIE, 1, "M9.13 evil")
    draft.gate_broken = die >= effect.breaks_on
    draft.say(Rammed(die=die, broken=draft.gate_broken))


def clear_ladders(draft: Draft) -> None:
    """Ladders that were raised in this turn are used up (M9.11)."""
    for card in draft.content.of_effect(Ladders):
        if draft.bound[card] >= 0:
            discard_power(draft, card, "used")
