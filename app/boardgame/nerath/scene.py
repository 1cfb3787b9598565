"""Board and sheet of a position for one reader: what is lit, what is selected, what the sheet asks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.boardgame.adapter import Look, Scene
from app.boardgame.nerath import answers
from app.boardgame.nerath.board import (
    DANGER,
    LEGAL,
    SELECTED,
    board,
    cargo,
    contents,
    outline,
    space_words,
)
from app.boardgame.nerath.fights import fight
from app.boardgame.nerath.hands import cards_of
from app.boardgame.nerath.losses import loss_tiles
from app.boardgame.nerath.making import NO_SPACE, Deed, Maker, Row, way
from app.boardgame.nerath.marches import buys, march
from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.wording import action_words
from app.boardgame.nerath.words import KIND_ICONS, counted_list, kind_name
from app.refusal import Sentence
from rules.nerath import actions as a
from rules.nerath.battle import land_battles, sea_battles
from rules.nerath.board import bits
from rules.nerath.standing import friendly_land
from rules.nerath.state import AwaitLosses, AwaitSplit, AwaitStrikes, State
from rules.nerath.terms import MOVE, PROFILES, REALMS, REINFORCE


def scene(rules: PlayedNerath, state: State, look: Look) -> Scene:
    """What this reader sees of the position."""
    make = Maker(rules, state, look)
    parts: dict[str, Any] = {"kind": "watch", "style": make.style}
    if look.due:
        prompt = rules.prompt(state, make.seat)
        assert prompt is not None
        parts |= {"stamp": prompt.stamp, "asked": prompt.code}
        parts |= _sheet(make, prompt.code)
    elif state.battle is not None:
        parts |= {"kind": "watch_fight", "fight": fight(rules, state, state.battle.space, look)}
    if make.at >= 0:
        make.marks[make.at] = SELECTED
        parts["at"] = _about(make, make.at)
    for space in range(rules.board.size):
        make.urls.setdefault(space, make.url(at=space))
    if state.battle is not None:
        make.marks.setdefault(state.battle.space, DANGER)
    arrow = (
        (make.at, make.to) if make.at >= 0 and make.to >= 0 and make.ways.get((make.at, make.to)) else None
    )
    seek = (
        make.to if make.to >= 0 else make.at if make.at >= 0 else state.battle.space if state.battle else None
    )
    parts["board"] = board(rules, state, make.marks, make.urls, arrow, seek)
    parts["hands"] = [(seat, cards_of(rules, state, seat)) for seat in REALMS if seat in look.seats]
    parts["lit"] = bool(set(make.marks.values()) & {LEGAL, DANGER})
    return Scene(
        "boardgame/nerath/board.html",
        "boardgame/nerath/sheet.html",
        parts,
        ("css/board.css", "css/boardgame.css"),
        ("js/board.js", "js/game.js"),
    )


def _about(make: Maker, space: int) -> dict[str, Any]:
    """A space that was tapped, for its head in the sheet."""
    here = contents(make.state, space)
    return {
        "code": make.rules.board.spaces[space].code,
        "name": make.name(space),
        "words": space_words(make.rules, make.state, space),
        "back": make.look.address(),
        "mine": bool(here.get(make.realm)),
    }


def _sheet(make: Maker, code: str) -> dict[str, Any]:
    """The sheet for the question that is asked."""
    state = make.state
    if code in ("move", "regroup", "reinforce"):
        return _step_sheet(make)
    match code:
        case "PickBattle":
            return _battles(make)
        case "AwaitReady" | "AwaitLosses" | "AwaitSplit" | "AwaitStrikes" | "AwaitPress" | "AwaitRetreat":
            return _fight(make, code)
        case "AwaitCarry":
            done = make.deeds(a.Carry)[:1] if make.ways.get((NO_SPACE, NO_SPACE)) else []
            return {**_armies(make), "done": done, "title": _("Carry units")}
        case _:
            rows = []
            for action in make.legal:
                space = way(action)[1]
                if space >= 0:
                    make.marks[space] = LEGAL
                rows.append(
                    Deed(action_words(make.rules, state, action), answers.spelled(make.rules, action))
                )
            due = state.stack[-1]
            title = _("Run amok") if code == "AwaitAmok" else _("Place what the card gives")
            text = kind_name(due.kind) if hasattr(due, "kind") else ""
            return {"kind": "deeds", "deeds": rows, "title": title, "text": text}


def _prepared(make: Maker) -> Sentence:
    """In the move step: the battles that wait for its end, marked on the board, in words ("": none)."""
    state, board = make.state, make.rules.board
    if state.step != MOVE:
        return ""
    waiting = sea_battles(board, state, make.realm) | land_battles(board, state, make.realm)
    waiting |= board.land & ~friendly_land(state, make.realm) & state.here[make.realm]
    for space in bits(waiting):
        make.marks.setdefault(space, DANGER)
    if not waiting:
        return ""
    return _("Fought when you end the step: %(spaces)s.", spaces=", ".join(map(make.name, bits(waiting))))


def _step_sheet(make: Maker) -> dict[str, Any]:
    ends = [one for one in make.legal if isinstance(one, a.EndStep)]
    common = {
        "done": make.deeds(a.EndStep),
        "warnings": answers.warnings(make.rules, make.state, ends) if ends else [],
        "lost": answers.lost_flights(make.rules, make.state, make.seat) if make.state.step == MOVE else [],
        "cards": make.deeds(a.Play),
        "gold": make.state.gold[make.realm],
        "prepared": _prepared(make),
    }
    if not ends:
        common["bound"] = True
    if make.at >= 0 and make.to >= 0 and make.ways.get((make.at, make.to)):
        return {**common, **march(make)}
    if make.at >= 0 and any(make.at in way for way in make.ways):
        return {**common, **_army(make)}
    return {**common, **_armies(make)}


def _armies(make: Maker) -> dict[str, Any]:
    """Every space from which something can be done, and in reinforcements where can be bought for."""
    if make.at >= 0 and make.to >= 0 and make.ways.get((make.at, make.to)):
        return march(make)
    if make.at >= 0 and any(origin == make.at for origin, _target in make.ways):
        return _army(make)
    origins = sorted({origin for origin, target in make.ways if origin >= 0})
    rows = []
    for space in origins:
        url = make.url(at=space)
        make.marks[space], make.urls[space] = LEGAL, url
        rows.append(_row(make, space, url))
    places = []
    if make.state.step == REINFORCE and not make.state.stack:
        offered = {target: buys for (origin, target), buys in make.ways.items() if origin < 0 <= target}
        # where much can be bought comes first; most land has room for a castle and no more
        for space in sorted(offered, key=lambda one: (-len(offered[one]), one)):
            url = make.url(at=space)
            make.marks[space], make.urls[space] = LEGAL, url
            row = _row(make, space, url)
            places.append(row if row.text else replace(row, text=_("room for a castle")))
    title = _("Reinforcements") if make.state.step == REINFORCE else _("Your armies")
    chip = ngettext("%(num)d can move", "%(num)d can move", len(rows)) if rows else ""
    return {"kind": "armies", "rows": rows, "places": places, "title": title, "chip": chip}


def _row(make: Maker, space: int, url: str, mark: str = "") -> Row:
    mine = contents(make.state, space).get(make.realm, Counter())
    best = max(mine, key=lambda kind: (PROFILES[kind].move > 0, PROFILES[kind].cost), default=-1)
    text = counted_list(mine)
    if aboard := cargo(make.state, space, make.realm):
        text += f" ({counted_list(aboard)})"
    icon = KIND_ICONS[best] if best >= 0 else "l-flag"
    return Row(make.name(space), text, url, icon, outline(best) if best >= 0 else "none", make.style, mark)


def _army(make: Maker) -> dict[str, Any]:
    """A selected space: what stands there, where it can go, and what can be bought for it."""
    targets = []
    for space in sorted({target for origin, target in make.ways if origin == make.at}):
        url = make.url(at=make.at, to=space)
        mark = make.light(space, url)
        here = contents(make.state, space)
        foes = [counted_list(kinds) for realm, kinds in here.items() if realm != make.realm]
        if guards := len(make.state.tiles[space]):
            foes.append(ngettext("%(num)d guardian", "%(num)d guardians", guards))
        targets.append(Row(make.name(space), ", ".join(foes), url, "", "none", make.style, mark))
    targets.sort(key=lambda row: (row.mark != DANGER, row.name))
    offered = [action for action in make.ways.get((NO_SPACE, make.at), []) if isinstance(action, a.Buy)]
    title = make.name(make.at)
    return {"kind": "army", "targets": targets, "buys": buys(make, offered), "title": title}


def _battles(make: Maker) -> dict[str, Any]:
    fights = []
    for action in make.legal:
        assert isinstance(action, a.Fight)
        make.marks[action.space] = DANGER
        shown = fight(make.rules, make.state, action.space, make.look)
        fights.append((shown, answers.spelled(make.rules, action)))
    return {"kind": "battles", "fights": fights}


def _fight(make: Maker, code: str) -> dict[str, Any]:
    state = make.state
    assert state.battle is not None
    parts: dict[str, Any] = {
        "kind": "fight",
        "fight": fight(make.rules, state, state.battle.space, make.look),
        "step": code,
    }
    if code == "AwaitReady":
        parts["cards"] = make.deeds(a.Play)
        parts["ready"] = make.deeds(a.Ready)
        parts["rolls_dice"] = make.realm == state.turn
    elif code == "AwaitLosses":
        due = state.stack[-1]
        assert isinstance(due, AwaitLosses)
        hits = due.hits[make.realm]
        parts["hits"] = hits
        parts["tiles"] = loss_tiles(make.rules, state, make.realm, hits)
    elif code == "AwaitRetreat":
        parts["deeds"] = make.deeds(a.RetreatTo)
        parts["ask"] = _("Where do you retreat to?")
        for action in make.legal:
            make.marks[way(action)[1]] = LEGAL
    else:
        parts["deeds"] = make.deeds(a.Offer, a.SplitEvenly, a.Strike, a.Press, a.Retreat)
        due = state.stack[-1]
        if isinstance(due, AwaitStrikes):
            parts["ask"] = _("A die shows %(value)d: who is hit?", value=due.values[0])
        elif isinstance(due, AwaitSplit):
            parts["ask"] = ngettext("%(num)d hit to share", "%(num)d hits to share", due.hits)
    return parts
