"""Board and sheet of a position for one reader: what is lit, what is selected, what the sheet asks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.boardgame.adapter import Look, Scene
from app.boardgame.minas_tirith import answers
from app.boardgame.minas_tirith.board import LEGAL, SELECTED, board, space_words
from app.boardgame.minas_tirith.fights import fallen, prospect, volleys
from app.boardgame.minas_tirith.making import NO_SPACE, Count, Deed, Maker, Row, way
from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.minas_tirith.wording import ASKED, EXPLAINED, actions_left
from app.boardgame.minas_tirith.words import (
    KIND_ICONS,
    STYLES,
    army_words,
    card_icon,
    card_name,
    card_text,
    counted,
    face_icon,
    face_name,
    kind_name,
    side_name,
)
from rules.minas_tirith import actions as a
from rules.minas_tirith.army import count, kinds_in
from rules.minas_tirith.state import Fallback, Losses, State, Storm
from rules.minas_tirith.terms import ACT, BATTALIONS, COLOURS, MOST_CARDS, SIDES, WILD, side_of_turn


@dataclass(frozen=True)
class ActionDie:
    """A black die of the round: ``state`` used, now or open; ``who`` plays it, ``mine``: the reader."""

    value: int
    who: str
    state: str
    mine: bool


@dataclass(frozen=True)
class HandCard:
    """A reinforcement card before a player; ``value`` names it in a form, ``sword`` silver, black or ""."""

    value: str
    icon: str
    name: str
    sword: str


@dataclass(frozen=True)
class PowerCard:
    """A Minas Tirith card before a player, what lies on it, where it stands."""

    icon: str
    name: str
    text: str
    note: str


def scene(rules: PlayedSiege, state: State, look: Look) -> Scene:
    """What this reader sees of the position."""
    make = Maker(rules, state, look)
    parts: dict[str, Any] = {"kind": "watch", "style": make.style}
    arrows: tuple[tuple[int, int], ...] = ()
    if look.due:
        prompt = rules.prompt(state, make.seat)
        assert prompt is not None
        parts |= {"asked": prompt.code, "title": ASKED[prompt.code], "help": EXPLAINED[prompt.code]}
        parts |= _sheet(make, prompt.code)
        due = state.stack[-1] if state.stack else None
        if isinstance(due, Fallback):
            arrows = tuple((due.space, way(one)[1]) for one in make.legal if isinstance(one, a.FallBack))
    if make.at >= 0:
        make.marks[make.at] = SELECTED
        parts["at"] = {
            "name": make.name(make.at),
            "words": space_words(rules, state, make.at),
            "back": look.address(),
        }
    for space in range(rules.board.size):
        make.urls.setdefault(space, make.url(at=space))
    if make.at >= 0 and make.to >= 0 and make.ways.get((make.at, make.to)):
        arrows = ((make.at, make.to),)
    seek = make.to if make.to >= 0 else make.at if make.at >= 0 else None
    parts["board"] = board(rules, state, make.marks, make.urls, arrows, seek)
    parts["fallen"] = fallen(make)
    parts["lit"] = bool(make.marks)
    parts["dice"] = _dice(make)
    parts["points"] = state.points
    parts["die"] = state.die
    parts["left"] = actions_left(state.points)
    parts["acts"] = state.step == ACT
    parts["piles"] = _piles(make)
    parts["sides"] = [
        (seat, side_name(seat), hand_of(state, side), powers_of(make, side))
        for side, seat in enumerate(SIDES)
    ]
    return Scene(
        "boardgame/minas_tirith/board.html",
        "boardgame/minas_tirith/sheet.html",
        parts,
        ("css/board.css", "css/boardgame.css", "css/siege.css"),
        ("js/board.js",),
        head_template="boardgame/minas_tirith/head.html",
        below_template="boardgame/minas_tirith/cards.html",
    )


def _dice(make: Maker) -> list[ActionDie]:
    """The three dice of the round in the order of its turns; those nobody has taken stand last (M2.1)."""
    state = make.state

    def die(value: int, turn: int | None, how: str) -> ActionDie:
        seat = "" if turn is None else SIDES[side_of_turn(state.round, turn)]
        who = make.look.names.get(seat) or (side_name(seat) if seat else "")
        return ActionDie(value, who, how, seat != "" and seat == make.look.seat)

    found = [die(value, turn, "used") for turn, value in enumerate(state.played)]
    if state.die:
        found.append(die(state.die, state.turn, "now"))
    last = len(found) if len(state.dice) == 1 else None
    return found + [die(value, last, "open") for value in state.dice]


def _piles(make: Maker) -> str:
    cards = len(make.state.pile)
    return ngettext("%(num)d card left", "%(num)d cards left", cards)


def hand_of(state: State, side: int) -> list[HandCard]:
    """The reinforcement cards before a side."""
    return [
        HandCard(
            f"{place}-{face}",
            face_icon(face),
            face_name(face),
            "" if face == WILD else ("", "silver", "black")[face % 3],
        )
        for place, face in enumerate(state.hands[side])
    ]


def powers_of(make: Maker, side: int) -> list[PowerCard]:
    """The Minas Tirith cards before a side."""
    found = []
    content, state = make.rules.content, make.state
    for card in state.powers[side]:
        note = ""
        if state.held[card]:
            note = _("On the card: %(units)s.", units=army_words(side, state.held[card]))
        elif state.bound[card] >= 0:
            note = _("It stands at %(wall)s.", wall=make.name(state.bound[card]))
        found.append(
            PowerCard(card_icon(content, card), card_name(content, card), card_text(content, card), note)
        )
    return found


def _sheet(make: Maker, code: str) -> dict[str, Any]:
    """The sheet for the question that is asked."""
    match code:
        case "take":
            return {"kind": "take", "deeds": make.deeds(a.TakeDie)}
        case "exchange":
            return _exchange(make)
        case "act":
            return _act(make)
    return _answer(make)


def _exchange(make: Maker) -> dict[str, Any]:
    sets = [one for one in make.legal if isinstance(one, a.Exchange)]
    proposed: list[str] = []
    if sets:
        best = next((one for one in sets if one.special), sets[0])
        wanted = [best.first, best.second, best.third]
        for card in hand_of(make.state, make.side):
            face = int(card.value.partition("-")[2])
            if face in wanted:
                wanted.remove(face)
                proposed.append(card.value)
    return {
        "kind": "exchange",
        "hand": hand_of(make.state, make.side),
        "proposed": proposed,
        "sets": bool(sets),
        "special": any(one.special for one in sets),
        "too_many": len(make.state.hands[make.side]) > MOST_CARDS,
        "most_cards": MOST_CARDS,
        "onto": make.deeds(a.Reinforce, icon="l-plus"),
        "done": make.deeds(a.EndExchange, kind="primary"),
    }


def _act(make: Maker) -> dict[str, Any]:
    ends = [one for one in make.legal if isinstance(one, a.EndTurn)]
    common = {
        "done": make.deeds(a.EndTurn),
        "warnings": answers.warnings(make.rules, make.state, ends) if ends else [],
    }
    if make.at >= 0 and make.to >= 0 and make.ways.get((make.at, make.to)):
        return {**common, **_way(make)}
    if make.at >= 0 and any(origin == make.at for origin, _target in make.ways):
        return {**common, **_army(make)}
    rows = []
    for space in sorted({origin for origin, _target in make.ways if origin >= 0}):
        url = make.url(at=space)
        make.marks[space], make.urls[space] = LEGAL, url
        rows.append(_row(make, space, url))
    cards = [make.deed(one) for one in make.legal if isinstance(one, a.Play | a.Deploy)]
    return {**common, "kind": "act", "rows": rows, "cards": cards, "others": make.deeds(a.Ram, a.Swap)}


def _row(make: Maker, space: int, url: str) -> Row:
    side = make.side if make.state.armies[make.side][space] else 1 - make.side
    army = make.state.armies[side][space]
    kinds = [kind for kind in range(len(KIND_ICONS[side])) if count(army, kind)]
    icon = KIND_ICONS[side][kinds[0]] if kinds else ""
    style = STYLES[SIDES[side]]
    return Row(make.name(space), army_words(side, army), url, style, icon)


def _army(make: Maker) -> dict[str, Any]:
    """A selected space: where its army can go and whom it can attack."""
    targets = []
    for space in sorted({target for origin, target in make.ways if origin == make.at}):
        url = make.url(at=make.at, to=space)
        make.light(space, url)
        row = _row(make, space, url)
        text = " · ".join(part for part in (row.text, _who_alone(make, space)) if part)
        targets.append(replace(row, mark=_what(make, space), text=text))
    targets.sort(key=lambda row: (not row.mark, row.name))
    others = [make.deed(one) for one in make.legal if isinstance(one, a.Swap) and one.space == make.at]
    return {"kind": "army", "targets": targets, "others": others}


def _what(make: Maker, target: int) -> str:
    """What can be done to a space from the one that is picked: "attack", "shoot", or "" for a move."""
    kinds = {type(one) for one in make.ways[make.at, target]}
    return "attack" if a.Attack in kinds else "shoot" if a.Shoot in kinds else ""


def _who_alone(make: Maker, target: int) -> str:
    """Which battalions alone can move there, if others that stand with them cannot; else ""."""
    able = {one.kind for one in make.ways[make.at, target] if isinstance(one, a.March)}
    army = make.state.armies[make.side][make.at]
    if not able or able.issuperset(kinds_in(make.side, army)):
        return ""
    names = ", ".join(kind_name(make.side, kind) for kind in sorted(able))
    return _("only: %(units)s", units=names)


def _way(make: Maker) -> dict[str, Any]:
    """From a space to another: who goes, or how it is attacked."""
    make.light(make.to, make.url(at=make.at, to=make.to))
    most: dict[int, a.March] = {}
    for one in make.ways[make.at, make.to]:
        if isinstance(one, a.March) and (one.kind not in most or one.number > most[one.kind].number):
            most[one.kind] = one
    army = make.state.armies[make.side][make.at]
    for kind in range(len(KIND_ICONS[make.side])):
        # leaders may ride along with those who begin the move (M4.3)
        rides_along = most and kind not in BATTALIONS[make.side] and count(army, kind) and kind not in most
        if rides_along:
            most[kind] = a.March(
                seat=make.seat, origin=make.at, target=make.to, kind=kind, number=count(army, kind)
            )
    there = make.state.armies[make.side][make.to]
    leaders = [kind for kind in most if kind not in BATTALIONS[make.side]]
    rivals = [kind for kind in leaders if _has_rival(make.side, kind, there)]
    # leaders are proposed where the whole army can go along, or where they alone can go
    alone = not any(kind in BATTALIONS[make.side] for kind in most)
    everybody = all(kind in most for kind in kinds_in(make.side, army))

    def proposed(kind: int, number: int) -> int:
        if alone or kind in BATTALIONS[make.side]:
            return number
        return int(everybody and kind not in rivals)

    counts = [
        Count(
            KIND_ICONS[make.side][kind],
            make.style,
            kind not in BATTALIONS[make.side],
            kind_name(make.side, kind),
            one.number,
            proposed(kind, one.number),
            answers.spelled(make.rules, one),
        )
        for kind, one in sorted(most.items())
    ]
    return {
        "kind": "way",
        "origin": make.name(make.at),
        "target": make.name(make.to),
        "attack": make.hostile(make.to),
        "foe_style": STYLES[SIDES[1 - make.side]],
        "counts": counts,
        "rivals": bool(rivals),
        "prospect": prospect(make),
        "volleys": volleys(make),
        "back": make.url(at=make.at),
    }


def _has_rival(side: int, kind: int, there: int) -> bool:
    """Whether another leader of this one's colour stands there already (M8.2)."""
    colour = next(kinds for kinds in COLOURS[side] if kind in kinds)
    return any(count(there, other) for other in colour)


def _answer(make: Maker) -> dict[str, Any]:
    """A decision on top of the stack, as buttons; what it is about in a sentence."""
    deeds: list[Deed] = []
    for action in make.legal:
        space = way(action)[1]
        if space != NO_SPACE:
            make.marks[space] = LEGAL
        deeds.append(make.deed(action))
    due = make.state.stack[-1]
    text = ""
    match due:
        case Losses():
            text = ngettext(
                "%(num)d battalion falls at %(space)s. Which?",
                "%(num)d battalions fall at %(space)s. Which first?",
                due.count,
                space=make.name(due.space),
            )
        case Fallback():
            text = ngettext(
                "A six: your army at %(space)s falls back %(num)d territory.",
                "Sixes: your army at %(space)s falls back %(num)d territories.",
                due.steps,
                space=make.name(due.space),
            )
        case Storm():
            who = (
                counted(1, due.kind, due.number)
                if due.kind >= 0
                else ngettext("an attack with %(num)d die", "an attack with %(num)d dice", due.number)
            )
            text = _(
                "From %(origin)s onto %(wall)s: %(who)s.",
                origin=make.name(due.origin),
                wall=make.name(due.target),
                who=who,
            )
    return {"kind": "deeds", "deeds": deeds, "text": text}
