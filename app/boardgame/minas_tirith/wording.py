"""Refusals, questions, rolls and actions in the reader's words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from app.boardgame.minas_tirith.words import (
    card_name,
    counted,
    face_name,
    kind_name,
    side_name,
    side_number,
    space_name,
)
from app.refusal import Refusal, Sentence
from rules.engine.core import Action
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Draw
from rules.minas_tirith import actions as a
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.state import State
from rules.minas_tirith.terms import SIDES

REFUSALS: Mapping[str, Sentence] = {
    "game_over": _l("The game is over."),
    "not_your_decision": _l("%(side)s have to choose now."),
    "not_this_decision": _l("Something else is asked now."),
    "not_this_step": _l("That belongs to another step of the turn."),
    "no_such_die": _l("That die is not on the table."),
    "no_such_space": _l("There is no such place on the board."),
    "not_your_cards": _l("You do not have these cards."),
    "no_set": _l("These three cards are no set: it takes three of one kind."),
    "once_a_turn": _l("The special exchange is open once in a turn."),
    "no_own_sword": _l("No card of this set bears your sword."),
    "nothing_to_gain": _l("There is nothing that the special exchange could give you."),
    "pile_is_empty": _l("There is no Minas Tirith card left to draw."),
    "not_to_fetch": _l("You cannot take that card from the discards."),
    "one_of_the_two": _l("Choose one of the two."),
    "battalion_of_the_set": _l("It must be a battalion of the set's kind."),
    "supply_is_empty": _l("The supply has none of them left."),
    "only_where_you_stand": _l("New battalions join others of yours; none stand at %(space)s."),
    "only_foot_on_walls": _l("Only infantry, archers on foot and leaders stand on walls."),
    "holds_no_battalions": _l("That card holds no battalions."),
    "card_is_full": _l("The card is full."),
    "another_kind": _l("That card gives battalions of another kind."),
    "too_many_cards": _l("You have more than %(most)s reinforcement cards: exchange sets first."),
    "exchange_is_over": _l("The exchange is over: your actions have begun."),
    "army_is_beaten": _l("The army at %(space)s is beaten and does nothing more in this turn."),
    "nobody_to_move": _l("So many do not stand at %(space)s."),
    "enemy_stands_there": _l("The enemy stands at %(space)s."),
    "leader_goes_to_his_army": _l(
        "A leader alone goes up to three territories, through his own army and to battalions of his own."
    ),
    "too_far": _l("%(space)s is too far."),
    "not_adjacent": _l("%(space)s does not border that place."),
    "wall_only_from_city": _l("Good goes up and down its walls by the city alone."),
    "gate_holds": _l("The gate holds: Evil cannot pass it until it is broken."),
    "no_way_up": _l("There is no way up at %(space)s: it takes a siege tower or ladders."),
    "no_point_left": _l("You have no action left."),
    "no_oliphant_to_swap": _l("No oliphant at %(space)s can be exchanged for three infantry."),
    "no_archers": _l("No archers stand at %(space)s."),
    "no_enemy": _l("There is no enemy at %(space)s."),
    "no_catapult": _l("You have no catapult that may still shoot in this turn."),
    "out_of_range": _l("%(space)s is out of range."),
    "catapult_alone_at_three": _l("At range 3 the catapult shoots alone."),
    "too_few_shooters": _l("There are not so many shooters at %(space)s."),
    "has_shot": _l("Each battalion of archers shoots once in a turn; so many have not shot yet."),
    "one_to_three_dice": _l("One to three dice are rolled in a ranged attack."),
    "two_for_a_die": _l("Against Gondor's banner it takes two shooters for each die."),
    "nobody_to_attack": _l("No battalion stands at %(space)s."),
    "dice_of_battalions": _l("From %(space)s you attack with at most %(most)s battalions."),
    "no_such_battalion": _l("No such battalion stands at %(space)s."),
    "no_way_back": _l("There is no way back from %(space)s: a battalion is lost instead."),
    "not_nearer_home": _l("The army must fall back nearer to its own end."),
    "there_is_a_way_back": _l("There is a way back from %(space)s."),
    "not_your_card": _l("That card does not lie before you."),
    "piece_is_gone": _l("“%(card)s” has no effect: its leader is not in the supply."),
    "not_at_a_space": _l("“%(card)s” is played without a place."),
    "at_another_space": _l("“%(card)s” cannot be played there."),
    "not_now": _l("“%(card)s” cannot be played now."),
    "nobody_to_heal": _l("No such battalion is captured."),
    "nobody_on_card": _l("No battalion lies on “%(card)s”."),
    "no_free_space": _l("Nowhere is free for those of “%(card)s”."),
    "not_on_card": _l("That figure does not lie on the card."),
    "not_there": _l("It cannot be placed at %(space)s."),
    "gate_is_broken": _l("The gate is broken already."),
    "ram_and_troll": _l("It takes the ram and a troll before the gate."),
}
"""The sentence for each code of ``IllegalAction``; a test knows that none is missing."""


def refused(rules: MinasTirith, error: IllegalAction) -> Refusal:
    """The refusal that a player reads, with its rule."""
    holes: dict[str, Any] = dict(error.params)
    if "space" in holes:
        holes["space"] = space_name(rules, int(holes["space"]))
    if "card" in holes:
        holes["card"] = card_name(rules.content, int(holes["card"]))
    if "side" in holes:
        holes["side"] = side_name(str(holes["side"]))
    return Refusal(str(REFUSALS[error.code]) % holes, error.rule)


ASKED: Mapping[str, Sentence] = {
    "take": _l("Choose a die"),
    "exchange": _l("Exchange cards"),
    "act": _l("Move and attack"),
    "Special": _l("The special exchange"),
    "Keep": _l("Keep one of two cards"),
    "Losses": _l("Choose your losses"),
    "Fallback": _l("Fall back"),
    "Storm": _l("A wall is stormed"),
    "Arrivals": _l("Place your reinforcements"),
    "Wounded": _l("Choose who is healed"),
    "Rivals": _l("Which leader goes"),
}
"""What a seat is asked, by the code of its prompt."""


EXPLAINED: Mapping[str, tuple[Sentence, str]] = {
    "take": (_l("Its pips are your actions; you draw as many cards as it lacks to six."), "M2.3"),
    "exchange": (_l("Three cards of one kind draw a Minas Tirith card, as often as you have them."), "M3.3"),
    "act": (_l("Each move and each attack costs one action."), "M4.7"),
    "Special": (_l("Instead of the top card you choose one of these."), "M3.4"),
    "Keep": (_l("The other one is discarded."), "M3.4"),
    "Losses": (_l("The enemy captures them and has points for them. Leaders fall last."), "M7.5"),
    "Fallback": (_l("All that stand there go together, a territory nearer to your own end."), "M7.6"),
    "Storm": (_l("If you hold them back, their tower or ladders and your card are discarded."), "M9.6"),
    "Arrivals": (_l("The figures of the card come onto the board one by one."), "M4.4"),
    "Wounded": (_l("They return to the city, and the enemy loses the points for them."), "M9.7"),
    "Rivals": (_l("Two leaders of one colour cannot stay together; who goes is lost."), "M8.2"),
}
"""What a newcomer must know to answer, and the rule that says more, by the code of the prompt."""


def draw_reason(draw: Draw) -> str:
    """What a roll was for."""
    rule, _space, what = draw.why.partition(" ")
    seat, _space, how = what.partition(" ")
    who = side_name(seat) if seat in SIDES else ""
    match rule:
        case "M2.1":
            return _("Action dice, %(who)s", who=who)
        case "M6.1":
            return _("Ranged attack, %(who)s", who=who)
        case "M9.13":
            return _("The ram strikes the gate")
    if how == "attack":
        return _("Attack, %(who)s", who=who)
    return _("Defence, %(who)s", who=who)


def action_words(rules: MinasTirith, state: State, action: Action) -> str:
    """An action on a button."""
    return _SAYERS[type(action)](rules, state, action)


def _set(rules: MinasTirith, state: State, one: a.Exchange) -> str:
    cards = ", ".join(face_name(face) for face in (one.first, one.second, one.third))
    if one.special:
        return _("Special exchange: %(cards)s", cards=cards)
    return _("Exchange: %(cards)s", cards=cards)


def _reinforce(rules: MinasTirith, state: State, one: a.Reinforce) -> str:
    return _(
        "%(face)s: %(unit)s onto “%(card)s”",
        face=face_name(one.face),
        unit=counted(side_number(one.seat), one.kind, 1),
        card=card_name(rules.content, one.card),
    )


def _march(rules: MinasTirith, state: State, one: a.March) -> str:
    return _(
        "%(units)s: %(origin)s → %(target)s",
        units=counted(side_number(one.seat), one.kind, one.number),
        origin=space_name(rules, one.origin),
        target=space_name(rules, one.target),
    )


def shooters(one: a.Shoot) -> str:
    """Who shoots, in words."""
    side = side_number(one.seat)
    parts = [counted(side, 1, one.foot)] if one.foot else []
    if one.horse:
        parts.append(counted(side, 3, one.horse))
    if one.catapult:
        parts.append(_("a catapult"))
    return ", ".join(parts)


def _shoot(rules: MinasTirith, state: State, one: a.Shoot) -> str:
    return _(
        "Ranged attack from %(origin)s at %(target)s: %(who)s",
        who=shooters(one),
        origin=space_name(rules, one.origin),
        target=space_name(rules, one.target),
    )


def _attack(rules: MinasTirith, state: State, one: a.Attack) -> str:
    return ngettext(
        "Attack %(target)s from %(origin)s with %(num)d die",
        "Attack %(target)s from %(origin)s with %(num)d dice",
        one.dice,
        target=space_name(rules, one.target),
        origin=space_name(rules, one.origin),
    )


def _deploy(rules: MinasTirith, state: State, one: a.Deploy) -> str:
    card = card_name(rules.content, one.card)
    if one.area:
        return _("%(card)s: to start area %(area)d", card=card, area=one.area)
    return _("%(card)s: onto the board", card=card)


def _play(rules: MinasTirith, state: State, one: a.Play) -> str:
    card = card_name(rules.content, one.card)
    if one.space >= 0:
        return _("%(card)s at %(space)s", card=card, space=space_name(rules, one.space))
    return card


def _unit_at(rules: MinasTirith, state: State, one: a.Raise | a.Arrive) -> str:
    return _(
        "%(unit)s at %(space)s",
        unit=kind_name(side_number(one.seat), one.kind),
        space=space_name(rules, one.space),
    )


def _take(rules: MinasTirith, state: State, one: a.TakeDie) -> str:
    """What a die gives (M2.3)."""
    return _(
        "Take the %(die)d: %(actions)s, %(cards)s",
        die=one.value,
        actions=ngettext("%(num)d action", "%(num)d actions", one.value),
        cards=ngettext("%(num)d card", "%(num)d cards", 6 - one.value),
    )


def _end(rules: MinasTirith, state: State, one: a.EndTurn) -> str:
    return _("End turn")


_SAYERS: dict[type[Action], Callable[[MinasTirith, State, Any], str]] = {
    a.TakeDie: _take,
    a.Exchange: _set,
    a.Reinforce: _reinforce,
    a.EndExchange: lambda rules, state, one: _("On to the actions"),
    a.DrawTwo: lambda rules, state, one: _("Draw two Minas Tirith cards, keep one"),
    a.Fetch: lambda rules, state, one: _(
        "Take “%(card)s” from the discards", card=card_name(rules.content, one.card)
    ),
    a.Raise: _unit_at,
    a.KeepCard: lambda rules, state, one: _("Keep “%(card)s”", card=card_name(rules.content, one.card)),
    a.March: _march,
    a.Shoot: _shoot,
    a.Attack: _attack,
    a.Ram: lambda rules, state, one: _("Ram the gate"),
    a.Swap: lambda rules, state, one: _(
        "%(space)s: an oliphant for three infantry", space=space_name(rules, one.space)
    ),
    a.Deploy: _deploy,
    a.Play: _play,
    a.EndTurn: _end,
    a.Arrive: _unit_at,
    a.Heal: lambda rules, state, one: kind_name(side_number(one.seat), one.kind),
    a.Answer: lambda rules, state, one: _("Hold them back") if one.hold else _("Let them come"),
    a.Lose: lambda rules, state, one: kind_name(side_number(one.seat), one.kind),
    a.FallBack: lambda rules, state, one: _("To %(space)s", space=space_name(rules, one.target)),
    a.Dismiss: lambda rules, state, one: kind_name(side_number(one.seat), one.kind),
}


def actions_left(number: int) -> str:
    """So many action points, in words."""
    return str(ngettext("%(num)d action left", "%(num)d actions left", number))
