"""What happened, in sentences: alike things that follow one another become one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.boardgame.adapter import Line
from app.boardgame.nerath.words import (
    STEP_ICONS,
    STEP_NAMES,
    card_name,
    counted_list,
    dice_name,
    guardian_name,
    realm_list,
    realm_name,
    space_name,
)
from rules.engine.core import Event
from rules.nerath import events as e
from rules.nerath.game import Nerath
from rules.nerath.terms import LAND

HEADLINE, PLAIN, DETAIL = 2, 1, 0


def lines(rules: Nerath, happened: Sequence[Event]) -> list[Line]:
    """The lines of the log for events in their order."""
    found: list[Line] = []
    for _key, alike in groupby(happened, _alike):
        group = list(alike)
        teller = _TELLERS.get(type(group[0]))
        if teller is not None and (line := teller(rules, group)) is not None:
            found.append(line)
    return found


def _alike(event: Event) -> tuple[Any, ...]:
    """What two events must have in common to be told in one line."""
    match event:
        case e.Moved():
            return (e.Moved, event.realm, event.origin, event.target, event.how)
        case e.Lost():
            return (e.Lost, event.realm, event.space, event.how)
        case e.Raised():
            return (e.Raised, event.realm, event.space)
        case e.Rolled():
            return (e.Rolled, event.realm, event.first_strike)
        case e.GuardianHit():
            return (e.GuardianHit, event.space)
        case _:
            return (type(event), id(event))


def _kinds(group: Sequence[Any]) -> str:
    return counted_list(Counter(event.kind for event in group))


def _step(rules: Nerath, group: list[e.StepBegan]) -> Line:
    event = group[0]
    realm, step = realm_name(event.realm), str(STEP_NAMES[event.step])
    if event.step == 0:
        return Line(
            "l-flag", _("Round %(round)d: %(realm)s begins.", round=event.round, realm=realm), HEADLINE
        )
    return Line(STEP_ICONS[event.step], _("%(realm)s: %(step)s", realm=realm, step=step), DETAIL)


def _skipped(rules: Nerath, group: list[e.Skipped]) -> Line:
    return Line(
        "l-ban",
        _("%(realm)s has neither units nor land and is passed over.", realm=realm_name(group[0].realm)),
    )


def _drawn(rules: Nerath, group: list[e.CardDrawn]) -> Line:
    event = group[0]
    realm = realm_name(event.realm)
    if event.card < 0:
        return Line("l-layers", _("%(realm)s draws an event card.", realm=realm), DETAIL)
    card = card_name(rules.content, event.card)
    return Line("l-layers", _("%(realm)s draws “%(card)s”.", realm=realm, card=card), DETAIL)


def _renewed(rules: Nerath, group: list[e.DeckRenewed]) -> Line:
    return Line(
        "l-refresh-cw",
        _("%(realm)s shuffles the used event cards anew.", realm=realm_name(group[0].realm)),
        DETAIL,
    )


def _used(rules: Nerath, group: list[e.CardUsed]) -> Line:
    event = group[0]
    realm, card = realm_name(event.realm), card_name(rules.content, event.card)
    if event.card in rules.content.is_treasure:
        return Line("treasure", _("%(realm)s uses the treasure “%(card)s”.", realm=realm, card=card))
    return Line("l-layers", _("%(realm)s plays “%(card)s”.", realm=realm, card=card))


def _moved(rules: Nerath, group: list[e.Moved]) -> Line:
    event = group[0]
    holes = {
        "realm": realm_name(event.realm),
        "units": _kinds(group),
        "origin": space_name(rules, event.origin),
        "target": space_name(rules, event.target),
    }
    match event.how:
        case "sail":
            return Line("warship", _("%(realm)s sails from %(origin)s to %(target)s: %(units)s.", **holes))
        case "board":
            return Line("warship", _("%(realm)s goes aboard at %(target)s: %(units)s.", **holes))
        case "land":
            return Line("l-flag", _("%(realm)s lands at %(target)s: %(units)s.", **holes))
        case "plan":
            return Line("l-flag", _("%(realm)s plans to land at %(target)s: %(units)s.", **holes))
        case "retreat":
            return Line("l-undo-2", _("%(realm)s retreats to %(target)s: %(units)s.", **holes))
        case "amok":
            return Line("monster", _("A monster of %(realm)s runs amok into %(target)s.", **holes))
        case "card":
            return Line("l-move", _("%(realm)s brings %(units)s from %(origin)s to %(target)s.", **holes))
        case _:
            return Line(
                "l-footprints", _("%(realm)s moves %(units)s from %(origin)s to %(target)s.", **holes)
            )


def _turned(rules: Nerath, group: list[e.Turned]) -> Line:
    event = group[0]
    names = ", ".join(guardian_name(rules.content, tile) for tile in event.tiles)
    return Line(
        "dungeon", _("Face up in %(space)s: %(names)s.", space=space_name(rules, event.space), names=names)
    )


def _guarded(rules: Nerath, group: list[e.Guarded]) -> Line:
    event = group[0]
    space = space_name(rules, event.space)
    return Line(
        "dungeon",
        ngettext(
            "%(num)d new guardian lies face down at %(space)s.",
            "%(num)d new guardians lie face down at %(space)s.",
            event.count,
            space=space,
        ),
        DETAIL,
    )


def _battle(rules: Nerath, group: list[e.BattleBegan]) -> Line:
    event = group[0]
    space = space_name(rules, event.space)
    return Line(
        "l-swords",
        _("Battle for %(space)s: %(realm)s attacks.", space=space, realm=realm_name(event.realm)),
        HEADLINE,
        story=False,
    )


def _rolled(rules: Nerath, group: list[e.Rolled]) -> Line | None:
    parts = []
    for event in group:
        fallen = ", ".join(str(value + event.bonus) for value in event.dice)
        parts.append(f"{dice_name(len(event.dice), event.faces)}: {fallen}")
    hits = sum(event.hits for event in group)
    event = group[0]
    who = realm_name(event.realm) if event.realm else _("The guardians")
    holes = {"who": who, "dice": "; ".join(parts)}
    if event.first_strike:
        text = ngettext(
            "First strike, %(who)s: %(dice)s. %(num)d hit.",
            "First strike, %(who)s: %(dice)s. %(num)d hits.",
            hits,
            **holes,
        )
    else:
        text = ngettext("%(who)s: %(dice)s. %(num)d hit.", "%(who)s: %(dice)s. %(num)d hits.", hits, **holes)
    return Line("l-dices", text, DETAIL)


def _shielded(rules: Nerath, group: list[e.Shielded]) -> Line:
    event = group[0]
    return Line(
        "l-shield",
        ngettext(
            "A card of %(realm)s lets %(num)d hit fall away.",
            "A card of %(realm)s lets %(num)d hits fall away.",
            event.hits,
            realm=realm_name(event.realm),
        ),
        DETAIL,
    )


def _wounded(rules: Nerath, group: list[e.Wounded]) -> Line:
    return Line(
        "dragon", _("The dragon of %(realm)s takes its first hit.", realm=realm_name(group[0].realm)), DETAIL
    )


def _fell(rules: Nerath, group: list[e.CastleFell]) -> Line:
    return Line("castle", _("The castle of %(space)s falls.", space=space_name(rules, group[0].space)))


def _lost(rules: Nerath, group: list[e.Lost]) -> Line:
    event = group[0]
    holes = {
        "realm": realm_name(event.realm),
        "units": _kinds(group),
        "space": space_name(rules, event.space),
    }
    if event.how == "drowned":
        return Line("skull", _("%(realm)s: %(units)s drown with their ship at %(space)s.", **holes))
    if event.how == "stranded":
        return Line(
            "skull", _("%(realm)s loses %(units)s at %(space)s: no friendly place in reach.", **holes)
        )
    return Line("skull", _("%(realm)s loses %(units)s at %(space)s.", **holes))


def _guardian_hit(rules: Nerath, group: list[e.GuardianHit]) -> Line:
    last: dict[int, int] = {}
    for event in group:
        last[event.tile] = event.left
    told = []
    for tile, left in last.items():
        name = guardian_name(rules.content, tile)
        if left:
            told.append(
                ngettext("%(name)s keeps %(num)d die", "%(name)s keeps %(num)d dice", left, name=name)
            )
        else:
            told.append(_("%(name)s is beaten", name=name))
    return Line("dungeon", _("Guardians: %(told)s.", told=", ".join(told)))


def _agreed(rules: Nerath, group: list[e.Agreed]) -> Line:
    event = group[0]
    first, second = event.hits
    if event.evenly:
        text = _("The hits are split evenly: %(first)d and %(second)d.", first=first, second=second)
    else:
        text = _(
            "The partners agree to share the hits: %(first)d and %(second)d.", first=first, second=second
        )
    return Line("l-users", text, DETAIL)


def _ended(rules: Nerath, group: list[e.BattleEnded]) -> Line:
    event = group[0]
    space = space_name(rules, event.space)
    texts: dict[str, Callable[[], str]] = {
        "won": lambda: _("The attackers win at %(space)s.", space=space),
        "retreated": lambda: _("The attackers leave %(space)s.", space=space),
        "held": lambda: _("The attackers at %(space)s are all dead.", space=space),
        "bare": lambda: _("Nobody is left standing at %(space)s.", space=space),
    }
    # land that was won is told when it is taken
    told = event.result != "won" or rules.board.sort[event.space] != LAND
    return Line("l-swords", texts[event.result](), story=told)


def _taken(rules: Nerath, group: list[e.Taken]) -> Line:
    event = group[0]
    holes = {"by": realm_name(event.by), "space": space_name(rules, event.space)}
    if event.owner != event.by:
        text = _("%(by)s frees %(space)s for %(owner)s.", owner=realm_name(event.owner), **holes)
    elif event.points:
        text = ngettext(
            "%(by)s takes %(space)s for %(num)d VP.",
            "%(by)s takes %(space)s for %(num)d VP.",
            event.points,
            **holes,
        )
    else:
        text = _("%(by)s takes %(space)s.", **holes)
    return Line("l-flag", text, HEADLINE if event.points >= 5 else PLAIN, story=True)


def _scored(rules: Nerath, group: list[e.Scored]) -> Line:
    event = group[0]
    return Line(
        "l-star",
        ngettext(
            "%(realm)s gets %(num)d VP.",
            "%(realm)s gets %(num)d VP.",
            event.points,
            realm=realm_name(event.realm),
        ),
    )


def _gold(rules: Nerath, group: list[e.GoldChanged]) -> Line | None:
    event = group[0]
    holes = {"realm": realm_name(event.realm), "gold": abs(event.gold)}
    match event.why:
        case "bought":
            return None
        case "income":
            return Line("gold", _("%(realm)s takes in %(gold)d gold.", **holes))
        case "guardians":
            return Line("gold", _("%(realm)s finds %(gold)d gold on the guardians.", **holes))
        case _:
            return Line("gold", _("%(realm)s gets %(gold)d gold by a card.", **holes))


def _treasure(rules: Nerath, group: list[e.TreasureFound]) -> Line:
    event = group[0]
    card = card_name(rules.content, event.card)
    return Line(
        "treasure", _("%(realm)s finds the treasure “%(card)s”.", realm=realm_name(event.realm), card=card)
    )


def _raised(rules: Nerath, group: list[e.Raised]) -> Line:
    event = group[0]
    return Line(
        "l-plus",
        _(
            "%(realm)s places %(units)s at %(space)s.",
            realm=realm_name(event.realm),
            units=_kinds(group),
            space=space_name(rules, event.space),
        ),
    )


def _round(rules: Nerath, group: list[e.RoundEnded]) -> Line:
    return Line("hourglass", _("Round %(round)d is over.", round=group[0].round), DETAIL)


def _game(rules: Nerath, group: list[e.GameEnded]) -> Line:
    return Line("l-crown", _("The game is won by %(realms)s.", realms=realm_list(group[0].winners)), HEADLINE)


_TELLERS: dict[type[Event], Callable[[Nerath, list[Any]], Line | None]] = {
    e.StepBegan: _step,
    e.Skipped: _skipped,
    e.CardDrawn: _drawn,
    e.DeckRenewed: _renewed,
    e.CardUsed: _used,
    e.Moved: _moved,
    e.Turned: _turned,
    e.Guarded: _guarded,
    e.BattleBegan: _battle,
    e.Rolled: _rolled,
    e.Shielded: _shielded,
    e.Wounded: _wounded,
    e.CastleFell: _fell,
    e.Lost: _lost,
    e.GuardianHit: _guardian_hit,
    e.Agreed: _agreed,
    e.BattleEnded: _ended,
    e.Taken: _taken,
    e.Scored: _scored,
    e.GoldChanged: _gold,
    e.TreasureFound: _treasure,
    e.Raised: _raised,
    e.RoundEnded: _round,
    e.GameEnded: _game,
}
