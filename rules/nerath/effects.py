"""Cards at work: drawing, using, and what each effect does (N3.2, N3.3, N7.4-N7.6, N11.3)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.engine.refusal import IllegalAction
from rules.nerath.cards import (
    AT_ONCE,
    IN_BATTLE,
    IN_MOVE,
    IN_REGROUP,
    IN_REINFORCE,
    Card,
    Cards,
    Carry,
    Discount,
    Effect,
    Gold,
    Haste,
    Points,
    Recruit,
)
from rules.nerath.content import Content
from rules.nerath.draft import Draft, changed
from rules.nerath.events import CardDrawn, CardUsed, DeckRenewed, GoldChanged, Scored, TreasureFound
from rules.nerath.standing import own
from rules.nerath.state import Active, AwaitCarry, AwaitPlace, AwaitReady, State
from rules.nerath.terms import KIND_OF, MOVE, REALMS, REGROUP, REINFORCE, WARSHIP
from rules.nerath.units import MOVED, kind_of, left_of, with_left

MOST_LEFT = 3
"""The most spaces a ship can have left to sail, haste included."""
_STEP_WINDOWS = {MOVE: IN_MOVE, REGROUP: IN_REGROUP, REINFORCE: IN_REINFORCE}


def draw_cards(draft: Draft, realm: int, count: int) -> None:
    """Draw event cards: those to be played at once are, the others go to the hand (N3.2)."""
    for _ in range(count):
        if not draft.decks[realm]:
            used = draft.discards[realm]
            if not used:
                return
            order = draft.rng.shuffle(len(used), f"N3.2 {REALMS[realm]} deck")
            draft.decks = changed(draft.decks, realm, tuple(used[i] for i in order))
            draft.discards = changed(draft.discards, realm, ())
            draft.say(DeckRenewed(realm=REALMS[realm]))
        card = draft.decks[realm][0]
        draft.decks = changed(draft.decks, realm, draft.decks[realm][1:])
        draft.hands = changed(draft.hands, realm, tuple(sorted((*draft.hands[realm], card))))
        if draft.content.cards[card].window == AT_ONCE:
            draft.say(CardDrawn(realm=REALMS[realm], card=card))
            use(draft, realm, card)
        else:
            draft.say(CardDrawn(realm=REALMS[realm], card=card, seen_by=(REALMS[realm],)))


def found_treasure(draft: Draft) -> None:
    """Draw the treasure of a cleared dungeon; it lies open (N7.4, N7.6)."""
    if not draft.treasure_pile:
        return
    card, draft.treasure_pile = draft.treasure_pile[0], draft.treasure_pile[1:]
    realm = draft.turn
    draft.treasures = changed(draft.treasures, realm, tuple(sorted((*draft.treasures[realm], card))))
    draft.say(TreasureFound(realm=REALMS[realm], card=card))
    if draft.content.cards[card].window == AT_ONCE:
        use(draft, realm, card)


def use(draft: Draft, realm: int, card: int) -> None:
    """A card leaves the hand, a treasure goes before its player (N7.5), and every effect happens."""
    if card in draft.content.is_treasure:
        kept = tuple(one for one in draft.treasures[realm] if one != card)
        draft.treasures = changed(draft.treasures, realm, kept)
        draft.used = changed(draft.used, realm, (*draft.used[realm], card))
    else:
        kept = tuple(one for one in draft.hands[realm] if one != card)
        draft.hands = changed(draft.hands, realm, kept)
        draft.discards = changed(draft.discards, realm, (*draft.discards[realm], card))
    draft.say(CardUsed(realm=REALMS[realm], card=card))
    for effect in draft.content.cards[card].effects:
        _happen(draft, realm, effect)


def _happen(draft: Draft, realm: int, effect: Effect) -> None:
    if isinstance(effect, Gold):
        draft.gold[realm] += effect.amount
        draft.say(GoldChanged(realm=REALMS[realm], gold=effect.amount, why="card"))
    elif isinstance(effect, Points):
        draft.points[realm] += effect.amount
        draft.say(Scored(realm=REALMS[realm], points=effect.amount))
    elif isinstance(effect, Cards):
        draw_cards(draft, realm, effect.amount)
    elif isinstance(effect, Recruit):
        draft.stack.append(AwaitPlace(realm, KIND_OF[effect.kind], effect.count))
    elif isinstance(effect, Carry):
        draft.stack.append(AwaitCarry(realm, effect.count))
    elif isinstance(effect, Haste):
        _hasten(draft, realm, KIND_OF[effect.kind], effect.steps)
    elif isinstance(effect, Discount):
        draft.discount = _raised(draft.discount, KIND_OF[effect.kind], effect.amount)
    else:
        assert draft.battle is not None
        draft.battle = replace(draft.battle, active=(*draft.battle.active, Active(realm, effect)))


def _raised(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return tuple(count + by * (number == kind) for number, count in enumerate(counts))


def _hasten(draft: Draft, realm: int, kind: int, steps: int) -> None:
    """Units of the kind move further in this step; ships that have not ended their voyage do at once."""
    draft.haste = _raised(draft.haste, kind, steps)
    if kind == WARSHIP and draft.step == MOVE:
        for space, code in own(draft, realm):
            if kind_of(code) == WARSHIP and not code & MOVED:
                draft.replace(space, code, with_left(code, min(MOST_LEFT, left_of(code) + steps)))


def window_open(state: State, card: Card, realm: int) -> bool:
    """Whether a card can be used now by a realm (N3.3)."""
    if state.stack:
        due = state.stack[-1]
        return isinstance(due, AwaitReady) and due.queue[0] == realm and card.window == IN_BATTLE
    return realm == state.turn and _STEP_WINDOWS.get(state.step) == card.window


def usable(content: Content, state: State, realm: int) -> list[int]:
    """The cards and treasures that a realm can use now, ascending."""
    cards = content.cards
    return [
        card
        for card in (*state.hands[realm], *state.treasures[realm])
        if window_open(state, cards[card], realm)
    ]


def check_play(content: Content, state: State, realm: int, card: int) -> None:
    """N3.3, N7.5: only an own card, and only in its window."""
    if card not in state.hands[realm] and card not in state.treasures[realm]:
        raise IllegalAction("N3.3", "not_your_card")
    if not window_open(state, content.cards[card], realm):
        raise IllegalAction("N3.3", "not_now", card=card)


def next_in_queue(draft: Draft, due: AwaitReady, realm: int, whole: bool) -> None:
    """A realm uses no more cards before these dice, or in the whole battle (N3.3)."""
    draft.stack.pop()
    if whole and draft.battle is not None:
        draft.battle = replace(draft.battle, quiet=(*draft.battle.quiet, realm))
    if len(due.queue) > 1:
        draft.stack.append(AwaitReady(due.queue[1:]))
