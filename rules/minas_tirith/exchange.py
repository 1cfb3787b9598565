"""Reinforcement cards: sets, exchanges, the special exchange, battalions onto cards (M3)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations

from rules.engine.refusal import IllegalAction
from rules.minas_tirith.actions import Exchange, Fetch, Raise, Reinforce
from rules.minas_tirith.army import ONE, battalions
from rules.minas_tirith.board import bits
from rules.minas_tirith.cards import Muster
from rules.minas_tirith.content import Content, piece_of
from rules.minas_tirith.draft import Draft
from rules.minas_tirith.events import CardGone, CardKept, Exchanged, Gathered, NoCard, Raised
from rules.minas_tirith.state import Keep, Special, State
from rules.minas_tirith.terms import (
    EXCHANGE,
    FOOT,
    KIND_OF,
    KINDS,
    MOST_CARDS,
    OF_SYMBOL,
    SIDES,
    WILD,
    sword_of,
)

SET = 3


def symbol_of(faces: tuple[int, ...]) -> int:
    """The symbol of a set of three faces, -1 if they are none (M3.2); three wild cards are infantry."""
    symbols = {face // 3 for face in faces if face != WILD}
    if len(symbols) > 1:
        return -1
    return symbols.pop() if symbols else 0


def is_special(side: int, faces: tuple[int, ...]) -> bool:
    """Whether a card of the set shows the side's own sword (M3.4)."""
    return any(face != WILD and face % 3 == sword_of(side) for face in faces)


@lru_cache(maxsize=4096)
def sets(hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Every set that a hand holds, by faces, ascending."""
    found = {three for three in combinations(sorted(hand), SET) if symbol_of(three) >= 0}
    return tuple(sorted(found))


def special_open(content: Content, state: State, side: int, symbol: int) -> bool:
    """Whether a special exchange can give anything (M3.4)."""
    return bool(
        state.power_pile
        or fetchable(content, state, side)
        or any(raise_spaces(content, state, side, kind) for kind in OF_SYMBOL[side][symbol])
    )


def has_effect(content: Content, position: State | Draft, card: int) -> bool:
    """Whether a card can still do something: the leader that comes with it is in the supply (M3.7)."""
    piece = piece_of(content.cards[card])
    if not piece:
        return True
    side, kind = KIND_OF[piece]
    return position.supply[side][kind] > 0


def fetchable(content: Content, state: State, side: int) -> tuple[int, ...]:
    """The discarded cards that a side may take (M3.4, M3.7)."""
    return tuple(
        card
        for card in sorted(state.power_used)
        if content.usable[side][card] and has_effect(content, state, card)
    )


def raise_spaces(content: Content, state: State, side: int, kind: int) -> int:
    """Where a battalion of a kind may join others, if the supply has one (M3.4, M5)."""
    if not state.supply[side][kind]:
        return 0
    found = state.here[side]
    if kind not in FOOT:
        found &= ~content.board.walls
    return found


def exchange_actions(content: Content, state: State) -> list[Exchange | Reinforce]:
    """Every exchange and every reinforcement onto a card that is open."""
    side, seat = state.side, SIDES[state.side]
    found: list[Exchange | Reinforce] = []
    for three in sets(state.hands[side]):
        found.append(Exchange(seat=seat, first=three[0], second=three[1], third=three[2]))
        if (
            not state.special_done
            and is_special(side, three)
            and special_open(content, state, side, symbol_of(three))
        ):
            found.append(Exchange(seat=seat, first=three[0], second=three[1], third=three[2], special=True))
    for card in state.powers[side]:
        if room_on(content, state, card):
            for face in sorted(set(state.hands[side])):
                found += [
                    Reinforce(seat=seat, face=face, card=card, kind=kind)
                    for kind in gathering_kinds(content, state, card, face)
                ]
    return found


def room_on(content: Content, state: State, card: int) -> int:
    """How many battalions more a card holds; 0 for one that holds none (M3.5)."""
    effect = content.cards[card].effect
    if not isinstance(effect, Muster):
        return 0
    side = SIDES.index(content.cards[card].sides[0])
    return effect.most - battalions(side, state.held[card])


def gathering_kinds(content: Content, state: State, card: int, face: int) -> list[int]:
    """The kinds that a reinforcement card may put onto a Minas Tirith card."""
    effect = content.cards[card].effect
    assert isinstance(effect, Muster)
    fits = {KIND_OF[kind][1] for kind in effect.kinds}
    symbols = range(3) if face == WILD else (face // 3,)
    return [
        kind
        for symbol in symbols
        for kind in OF_SYMBOL[state.side][symbol]
        if kind in fits and state.supply[state.side][kind]
    ]


def _check_step(state: State) -> None:
    if state.step != EXCHANGE:
        raise IllegalAction("M3.6", "exchange_is_over")


def check_exchange(content: Content, state: State, action: Exchange) -> None:
    """M3.2, M3.4."""
    _check_step(state)
    side = state.side
    faces = (action.first, action.second, action.third)
    if list(faces) != sorted(faces) or Counter(faces) - Counter(state.hands[side]):
        raise IllegalAction("M3.2", "not_your_cards")
    if symbol_of(faces) < 0:
        raise IllegalAction("M3.2", "no_set")
    if not action.special:
        return
    if state.special_done:
        raise IllegalAction("M3.4", "once_a_turn")
    if not is_special(side, faces):
        raise IllegalAction("M3.4", "no_own_sword")
    if not special_open(content, state, side, symbol_of(faces)):
        raise IllegalAction("M3.4", "nothing_to_gain")


def exchange(draft: Draft, action: Exchange) -> None:
    """Discard the set; it draws the top card, or opens the special exchange."""
    faces = (action.first, action.second, action.third)
    _discard(draft, *faces)
    draft.say(Exchanged(side=draft.seat, faces=faces, special=action.special))
    if action.special:
        draft.special_done = True
        draft.stack.append(Special(symbol_of(faces)))
    elif draft.power_pile:
        _take(draft, _draw(draft), "drawn")
    else:
        draft.say(NoCard(side=draft.seat))


def _discard(draft: Draft, *faces: int) -> None:
    hand = list(draft.hands[draft.side])
    for face in faces:
        hand.remove(face)
    draft.hands[draft.side] = tuple(hand)
    draft.used = tuple(sorted((*draft.used, *faces)))


def _draw(draft: Draft) -> int:
    card, draft.power_pile = draft.power_pile[0], draft.power_pile[1:]
    return card


def _take(draft: Draft, card: int, how: str) -> None:
    """A card lies open before the side, or is discarded if the side may not use it (M3.3)."""
    side, content = draft.side, draft.content
    if not content.usable[side][card]:
        discard_power(draft, card, "useless")
        return
    draft.powers[side] = (*draft.powers[side], card)
    draft.say(CardKept(side=draft.seat, card=card, how=how))
    effect = content.cards[card].effect
    if isinstance(effect, Muster):
        for name, number in effect.start.items():
            kind = KIND_OF[name][1]
            if there := min(number, draft.supply[side][kind]):
                _gather(draft, card, kind, there, -1)


def _gather(draft: Draft, card: int, kind: int, number: int, face: int) -> None:
    draft.count(draft.supply, draft.side, kind, -number)
    draft.hold_on(card, draft.held[card] + number * ONE[kind])
    draft.say(Gathered(side=draft.seat, card=card, kind=kind, number=number, face=face))


def discard_power(draft: Draft, card: int, how: str) -> None:
    """A Minas Tirith card goes to the discards, wherever it lay (M3.3)."""
    for side in (0, 1):
        if card in draft.powers[side]:
            draft.powers[side] = tuple(one for one in draft.powers[side] if one != card)
            draft.bind(card, -1)
    draft.power_used = (*draft.power_used, card)
    draft.say(CardGone(side=draft.seat, card=card, how=how))


def draw_two(draft: Draft) -> None:
    """M3.4 (a): keep one of two, if any can be used."""
    draft.stack.pop()
    drawn = [_draw(draft) for _ in range(min(2, len(draft.power_pile)))]
    fit = [card for card in drawn if draft.content.usable[draft.side][card]]
    if len(fit) == 2:
        draft.stack.append(Keep((drawn[0], drawn[1])))
        return
    for card in drawn:
        _take(draft, card, "drawn")


def keep(draft: Draft, due: Keep, card: int) -> None:
    """The other card of the two is discarded."""
    draft.stack.pop()
    _take(draft, card, "drawn")
    for other in due.cards:
        if other != card:
            discard_power(draft, other, "second")


def fetch(draft: Draft, action: Fetch) -> None:
    """M3.4 (b)."""
    draft.stack.pop()
    draft.power_used = tuple(card for card in draft.power_used if card != action.card)
    _take(draft, action.card, "fetched")


def check_raise(content: Content, state: State, due: Special, action: Raise) -> None:
    """M3.4 (c)."""
    side = state.side
    if action.kind not in OF_SYMBOL[side][due.symbol]:
        raise IllegalAction("M3.4", "battalion_of_the_set")
    if not state.supply[side][action.kind]:
        raise IllegalAction("M1.5", "supply_is_empty")
    if not 0 <= action.space < content.board.size or not state.here[side] >> action.space & 1:
        raise IllegalAction("M3.4", "only_where_you_stand", space=action.space)
    if not raise_spaces(content, state, side, action.kind) >> action.space & 1:
        raise IllegalAction("M5.1", "only_foot_on_walls", space=action.space)


def raise_battalion(draft: Draft, action: Raise) -> None:
    """A battalion of the supply joins others."""
    draft.stack.pop()
    draft.count(draft.supply, draft.side, action.kind, -1)
    draft.raise_(draft.side, action.kind, action.space)
    draft.say(Raised(side=draft.seat, kind=action.kind, number=1, space=action.space, how="exchange"))


def raise_actions(content: Content, state: State, due: Special) -> list[Raise]:
    """Every battalion that the special exchange may give."""
    side = state.side
    return [
        Raise(seat=SIDES[side], kind=kind, space=space)
        for kind in OF_SYMBOL[side][due.symbol]
        for space in bits(raise_spaces(content, state, side, kind))
    ]


def check_reinforce(content: Content, state: State, action: Reinforce) -> None:
    """M3.5."""
    _check_step(state)
    side = state.side
    if action.face not in state.hands[side]:
        raise IllegalAction("M3.5", "not_your_cards")
    if action.card not in state.powers[side] or not isinstance(content.cards[action.card].effect, Muster):
        raise IllegalAction("M3.5", "holds_no_battalions")
    if not room_on(content, state, action.card):
        raise IllegalAction("M3.5", "card_is_full")
    if action.kind not in gathering_kinds(content, state, action.card, action.face):
        if 0 <= action.kind < len(KINDS[side]) and not state.supply[side][action.kind]:
            raise IllegalAction("M1.5", "supply_is_empty")
        raise IllegalAction("M3.5", "another_kind")


def reinforce(draft: Draft, action: Reinforce) -> None:
    """One reinforcement card puts one battalion onto a card."""
    _discard(draft, action.face)
    _gather(draft, action.card, action.kind, 1, action.face)


def check_end(state: State) -> None:
    """M3.6."""
    _check_step(state)
    if len(state.hands[state.side]) > MOST_CARDS:
        raise IllegalAction("M3.6", "too_many_cards", most=MOST_CARDS)
