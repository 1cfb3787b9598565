"""An attack as its sheet shows it: bonuses and chances before the dice, the last roll after them (M6, M7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from flask_babel import format_decimal, ngettext
from flask_babel import gettext as _

from app.boardgame.minas_tirith.making import Deed, Maker
from app.boardgame.minas_tirith.wording import shooters
from app.boardgame.minas_tirith.words import army_words
from rules.minas_tirith import actions as a
from rules.minas_tirith.army import battalions, count
from rules.minas_tirith.ground import MOST_DEFENCE, Bonus, attack_bonus, attackers, defence_bonus
from rules.minas_tirith.odds import series, shots
from rules.minas_tirith.ranged import dice_of
from rules.minas_tirith.terms import EVIL, HIT, NAZGUL, NOBODY
from rules.minas_tirith.walls import able, leaned

MOST_COUNTED = 8
"""Battalions that the chances count at most: more change little in six attacks."""


@dataclass(frozen=True)
class Side:
    """One side of an attack: who, how many dice, the bonus, and what it comes from."""

    who: str
    dice: int
    bonus: int
    reasons: tuple[str, ...]


@dataclass(frozen=True)
class Prospect:
    """A ground attack before it is rolled, with the chances of all attacks that the points allow.

    ``chances`` are endings in words with their whole percent, those below one left out; ``bar`` sums them up
    as what serves the attacker, leaves things open, and serves the defender.
    """

    attacker: Side
    defender: Side
    deeds: tuple[Deed, ...]
    chances: tuple[tuple[str, int], ...]
    bar: tuple[int, int, int]
    words: str


@dataclass(frozen=True)
class Volley:
    """A ranged attack before it is rolled: the button, its dice, and the chance of at least one hit."""

    deed: Deed
    dice: int
    chance: int


def _reasons(bonus: Bonus) -> tuple[str, ...]:
    found = []
    if bonus.leader:
        found.append(_("leader +1"))
    if bonus.tower:
        found.append(_("siege tower +1"))
    if bonus.banner:
        found.append(_("Gondor's banner +1"))
    return tuple(found)


def whole_percents(chances: Sequence[float]) -> list[int]:
    """Chances that add up to 1 as whole percent that add up to 100: the largest remainders are rounded up."""
    exact = [100 * chance for chance in chances]
    whole = [int(one) for one in exact]
    nearest = sorted(range(len(exact)), key=lambda place: whole[place] - exact[place])
    for place in nearest[: 100 - sum(whole)]:
        whole[place] += 1
    return whole


def prospect(make: Maker) -> Prospect | None:
    """The ground attack on the space that is picked, None if there is none."""
    found = [one for one in make.ways[make.at, make.to] if isinstance(one, a.Attack)]
    if not found:
        return None
    rules, state, side = make.rules, make.state, make.side
    army, foes = state.armies[side][make.at], state.armies[1 - side][make.to]
    plus = attack_bonus(rules.content, state, side, make.at, make.to)
    minus = defence_bonus(rules.content, state, 1 - side, make.to)
    most = attackers(rules.content, state, side, make.at, army, make.to)
    fit = able(rules.content, side, make.at, army, make.to, leaned(state), state.gate_broken)
    there = battalions(1 - side, foes)
    lord = count(army if side == EVIL else foes, NAZGUL) > 0
    odds = series(
        min(fit, MOST_COUNTED),
        there,
        state.points,
        plus=plus.total,
        minus=minus.total,
        attacker_drives=side != EVIL or lord,
        defender_drives=side == EVIL or lord,
        every=state.options.bonus == "every",
    )
    endings = zip(
        (
            _("the space is cleared"),
            _("they fall back"),
            _("both still stand"),
            _("you fall back"),
            _("your attackers have fallen"),
        ),
        whole_percents((odds.cleared, odds.driven, odds.undecided, odds.repelled, odds.broken)),
        strict=True,
    )
    chances = tuple(endings)
    cleared, driven, open_, repelled, broken = (percent for _name, percent in chances)
    words = ngettext(
        "With %(num)d attack you lose %(lost)s and they %(slain)s battalions on average.",
        "With up to %(num)d attacks you lose %(lost)s and they %(slain)s battalions on average.",
        state.points,
        lost=format_decimal(round(odds.attacker_loses, 1)),
        slain=format_decimal(round(odds.defender_loses, 1)),
    )
    deeds = tuple(
        Deed(
            ngettext("Attack with %(num)d die", "Attack with %(num)d dice", one.dice),
            make.deed(one).spelled,
            "primary" if one.dice == most else "",
        )
        for one in sorted(found, key=lambda one: -one.dice)
    )
    return Prospect(
        Side(army_words(side, army), most, plus.total, _reasons(plus)),
        Side(army_words(1 - side, foes), min(MOST_DEFENCE, there), minus.total, _reasons(minus)),
        deeds,
        tuple(one for one in chances if one[1]),
        (cleared + driven, open_, repelled + broken),
        words,
    )


def volleys(make: Maker) -> list[Volley]:
    """The ranged attacks on the space that is picked, most dice first."""
    found = []
    for one in make.ways[make.at, make.to]:
        if isinstance(one, a.Shoot):
            dice = dice_of(make.rules.content, make.side, make.to, one.foot + one.horse, one.catapult)
            chance = 1 - shots(dice, make.state.rain or HIT)[0]
            deed = Deed(shooters(one), make.deed(one).spelled)
            found.append(Volley(deed, dice, round(100 * chance)))
    return sorted(found, key=lambda one: -one.dice)


@dataclass(frozen=True)
class Fallen:
    """A roll that has been made: its head, both rolls with bonuses, and what came of it, line by line.

    A die of ``attack`` and ``defence`` is its figure, and whether it won its comparison.
    """

    title: str
    attacker: str
    defender: str
    attack: tuple[tuple[int, bool], ...]
    defence: tuple[tuple[int, bool], ...]
    plus: int
    minus: int
    lines: tuple[str, ...]
    six: str


def fallen(make: Maker) -> Fallen | None:
    """The last ground attack of the turn, None if there is none."""
    clash = make.state.clash
    if clash is None:
        return None
    lines = []
    attack = [(value, False) for value in clash.attack]
    defence = [(value, False) for value in clash.defence]
    for place, (mine, theirs) in enumerate(zip(clash.attack, clash.defence, strict=False)):
        counts = not place or make.state.options.bonus == "every"
        one, two = mine + clash.plus * counts, theirs + clash.minus * counts
        attack[place], defence[place] = (mine, one > two), (theirs, one <= two)
        if one > two:
            lines.append(_("%(one)d beats %(two)d: a defender falls", one=one, two=two))
        elif one == two:
            lines.append(_("%(one)d against %(two)d: a tie is the defender's", one=one, two=two))
        else:
            lines.append(_("%(one)d against %(two)d: an attacker falls", one=one, two=two))
    six = ""
    if clash.back != NOBODY:
        six = (
            _("A six: the attacker falls back")
            if clash.back == clash.side
            else _("A six: the defender falls back")
        )
    return Fallen(
        _("Attack on %(space)s", space=make.name(clash.target)),
        make.name(clash.origin),
        make.name(clash.target),
        tuple(attack),
        tuple(defence),
        clash.plus,
        clash.minus,
        tuple(lines),
        six,
    )
