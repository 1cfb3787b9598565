"""What happened, in sentences: alike things that follow one another become one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext

from app.boardgame.adapter import Line
from app.boardgame.minas_tirith.words import (
    card_icon,
    card_name,
    counted,
    face_name,
    side_name,
    side_number,
    space_name,
)
from rules.engine.core import Event
from rules.minas_tirith import events as e
from rules.minas_tirith.game import MinasTirith

GOOD = "good"
HEADLINE, PLAIN, DETAIL = 2, 1, 0


def lines(rules: MinasTirith, happened: Sequence[Event]) -> list[Line]:
    """The lines of the log for events in their order."""
    found: list[Line] = []
    for _key, alike in groupby(happened, _alike):
        group = list(alike)
        found.append(_TELLERS[type(group[0])](rules, group))
    return found


def _alike(event: Event) -> tuple[Any, ...]:
    """What two events must have in common to be told in one line."""
    match event:
        case e.Marched():
            return (e.Marched, event.side, event.origin, event.target)
        case e.Lost():
            return (e.Lost, event.side, event.space, event.how == "with_last")
        case e.Raised():
            return (e.Raised, event.side, event.space, event.how)
        case _:
            return (type(event), id(event))


def _figures(group: Sequence[Any]) -> str:
    side = side_number(group[0].side)
    counts: Counter[int] = Counter()
    for event in group:
        counts[event.kind] += getattr(event, "number", 1)
    return ", ".join(counted(side, kind, number) for kind, number in sorted(counts.items()))


def _dice(values: Sequence[int]) -> str:
    return ", ".join(map(str, values))


def _round(rules: MinasTirith, group: list[e.RoundBegan]) -> Line:
    event = group[0]
    holes = {"round": event.round, "dice": _dice(event.dice)}
    good, evil = (
        _("Round %(round)d: Good rolls %(dice)s.", **holes),
        _("Round %(round)d: Evil rolls %(dice)s.", **holes),
    )
    return Line("l-flag", good if event.side == GOOD else evil, HEADLINE)


def _taken(rules: MinasTirith, group: list[e.DieTaken]) -> Line:
    event = group[0]
    cards = ", ".join(face_name(face) for face in event.faces)
    text = _("%(side)s take the %(die)d.", side=side_name(event.side), die=event.die)
    if cards:
        text += " " + _("Drawn: %(cards)s.", cards=cards)
    return Line("dice", text, HEADLINE, story=False)


def _exchanged(rules: MinasTirith, group: list[e.Exchanged]) -> Line:
    event = group[0]
    holes = {
        "side": side_name(event.side),
        "cards": ", ".join(face_name(face) for face in event.faces),
    }
    if event.special:
        return Line("l-refresh-cw", _("%(side)s make a special exchange: %(cards)s.", **holes))
    return Line("l-refresh-cw", _("%(side)s exchange %(cards)s.", **holes))


def _kept(rules: MinasTirith, group: list[e.CardKept]) -> Line:
    event = group[0]
    holes = {"side": side_name(event.side), "card": card_name(rules.content, event.card)}
    icon = card_icon(rules.content, event.card)
    if event.how == "fetched":
        return Line(icon, _("%(side)s take “%(card)s” from the discards.", **holes))
    return Line(icon, _("%(side)s draw “%(card)s”.", **holes))


def _gone(rules: MinasTirith, group: list[e.CardGone]) -> Line:
    event = group[0]
    name = card_name(rules.content, event.card)
    texts = {
        "useless": _("“%(card)s” is of no use to them and is discarded.", card=name),
        "second": _("“%(card)s” is discarded.", card=name),
        "used": _("“%(card)s” is used and discarded.", card=name),
        "destroyed": _("“%(card)s” is destroyed.", card=name),
    }
    return Line("scroll", texts[event.how], DETAIL)


def _gathered(rules: MinasTirith, group: list[e.Gathered]) -> Line:
    event = group[0]
    return Line(
        "l-plus",
        _(
            "%(units)s onto “%(card)s”.",
            units=_figures(group),
            card=card_name(rules.content, event.card),
        ),
        DETAIL,
    )


def _raised(rules: MinasTirith, group: list[e.Raised]) -> Line:
    event = group[0]
    holes = {"units": _figures(group), "space": space_name(rules, event.space)}
    if event.how == "healed":
        return Line("l-heart-pulse", _("Healed and back in the city: %(units)s.", **holes))
    return Line("l-plus", _("New at %(space)s: %(units)s.", **holes))


def _marched(rules: MinasTirith, group: list[e.Marched]) -> Line:
    event = group[0]
    return Line(
        "l-footprints",
        _(
            "%(units)s: %(origin)s → %(target)s",
            units=_figures(group),
            origin=space_name(rules, event.origin),
            target=space_name(rules, event.target),
        ),
    )


def _played(rules: MinasTirith, group: list[e.CardPlayed]) -> Line:
    event = group[0]
    name, icon = card_name(rules.content, event.card), card_icon(rules.content, event.card)
    holes = {"side": side_name(event.side), "card": name}
    if event.space >= 0:
        where = space_name(rules, event.space)
        return Line(icon, _("%(side)s play “%(card)s” at %(space)s.", space=where, **holes), story=True)
    return Line(icon, _("%(side)s play “%(card)s”.", **holes), story=True)


def _shot(rules: MinasTirith, group: list[e.Shot]) -> Line:
    event = group[0]
    return Line(
        "archer",
        ngettext(
            "Ranged attack from %(origin)s at %(target)s: %(dice)s, %(num)d hit.",
            "Ranged attack from %(origin)s at %(target)s: %(dice)s, %(num)d hits.",
            event.hits,
            origin=space_name(rules, event.origin),
            target=space_name(rules, event.target),
            dice=_dice(event.dice),
        ),
    )


def roll_words(dice: Sequence[int], bonus: int) -> str:
    """A roll with its bonus: "6, 4, 2 (+1)"."""
    return f"{_dice(dice)} (+{bonus})" if bonus else _dice(dice)


def _fought(rules: MinasTirith, group: list[e.Fought]) -> Line:
    event = group[0]
    return Line(
        "l-swords",
        _(
            "Attack from %(origin)s on %(target)s: %(attack)s against %(defence)s. "
            "The attacker loses %(lost)d, the defender %(slain)d.",
            origin=space_name(rules, event.origin),
            target=space_name(rules, event.target),
            attack=roll_words(event.attack, event.attack_bonus),
            defence=roll_words(event.defence, event.defence_bonus),
            lost=event.attacker_loses,
            slain=event.defender_loses,
        ),
        story=event.attacker_loses + event.defender_loses > 1,
    )


def _lost(rules: MinasTirith, group: list[e.Lost]) -> Line:
    event = group[0]
    holes = {"units": _figures(group), "space": space_name(rules, event.space)}
    if event.how == "cornered":
        return Line("skull", _("No way back at %(space)s: %(units)s captured.", **holes))
    return Line("skull", _("Captured at %(space)s: %(units)s.", **holes))


def _leader(rules: MinasTirith, group: list[e.LeaderLost]) -> Line:
    event = group[0]
    holes = {
        "leader": counted(side_number(event.side), event.kind, 1),
        "space": space_name(rules, event.space),
    }
    if event.how == "alone":
        return Line("skull", _("Left alone at %(space)s and lost: %(leader)s.", **holes), story=True)
    return Line("skull", _("Two of one colour at %(space)s: %(leader)s is lost.", **holes), story=True)


def _back(rules: MinasTirith, group: list[e.FellBack]) -> Line:
    event = group[0]
    holes = {"origin": space_name(rules, event.origin), "target": space_name(rules, event.target)}
    good = _("A six: Good falls back from %(origin)s to %(target)s.", **holes)
    evil = _("A six: Evil falls back from %(origin)s to %(target)s.", **holes)
    return Line("l-undo-2", good if event.side == GOOD else evil)


def _rammed(rules: MinasTirith, group: list[e.Rammed]) -> Line:
    event = group[0]
    if event.broken:
        return Line("ram", _("The ram strikes: %(die)d. The gate is broken.", die=event.die), HEADLINE)
    return Line("ram", _("The ram strikes: %(die)d. The gate holds.", die=event.die))


def _ended(rules: MinasTirith, group: list[e.TurnEnded]) -> Line:
    event = group[0]
    if event.why == "six":
        six = _("A six ends Good's turn.") if event.side == GOOD else _("A six ends Evil's turn.")
        return Line("l-flag", six)
    return Line("l-flag", _("%(side)s end the turn.", side=side_name(event.side)), DETAIL)


def _over(rules: MinasTirith, group: list[e.GameEnded]) -> Line:
    event = group[0]
    return Line("victory", ending_words(event.winner, event.reason, event.points), HEADLINE)


def ending_words(winner: str, reason: str, points: tuple[int, int]) -> str:
    """How a game ended, in a sentence."""
    side = side_name(winner)
    match reason:
        case "leaders":
            return _("%(side)s win: two Evil leaders are lost.", side=side)
        case "city":
            return _("%(side)s win: Minas Tirith has fallen.", side=side)
        case _ if points[0] == points[1]:
            return _(
                "%(side)s win: both have %(points)d points, and a tie is Good's.", side=side, points=points[0]
            )
        case _:
            return _(
                "%(side)s win: Good has %(good)d points, Evil %(evil)d.",
                side=side,
                good=points[0],
                evil=points[1],
            )


def _last_card(rules: MinasTirith, group: list[e.LastCard]) -> Line:
    return Line("l-layers", _("The last reinforcement card is drawn."), HEADLINE)


def _no_card(rules: MinasTirith, group: list[e.NoCard]) -> Line:
    return Line("scroll", _("No Minas Tirith card is left."), DETAIL)


_TELLERS: dict[type[Event], Callable[[MinasTirith, Any], Line]] = {
    e.RoundBegan: _round,
    e.DieTaken: _taken,
    e.LastCard: _last_card,
    e.Exchanged: _exchanged,
    e.CardKept: _kept,
    e.CardGone: _gone,
    e.NoCard: _no_card,
    e.Gathered: _gathered,
    e.Raised: _raised,
    e.Marched: _marched,
    e.Swapped: lambda rules, group: Line(
        "oliphant", _("An oliphant goes at %(space)s.", space=space_name(rules, group[0].space))
    ),
    e.CardPlayed: _played,
    e.Stormed: lambda rules, group: Line(
        "ladder", _("%(wall)s is about to be stormed.", wall=space_name(rules, group[0].target))
    ),
    e.Held: lambda rules, group: Line(
        "l-hand", _("%(wall)s is held.", wall=space_name(rules, group[0].target))
    ),
    e.Shot: _shot,
    e.Fought: _fought,
    e.Lost: _lost,
    e.LeaderLost: _leader,
    e.FellBack: _back,
    e.Rammed: _rammed,
    e.TurnEnded: _ended,
    e.GameEnded: _over,
}
