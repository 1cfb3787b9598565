"""What the rules of Nerath refuse, what they ask, and every action, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import ngettext

from app.boardgame.nerath.words import (
    card_name,
    card_text,
    counted,
    dice_name,
    guardian_name,
    kind_name,
    realm_name,
    space_name,
)
from app.refusal import Refusal, Sentence
from rules.engine.core import Action
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Draw
from rules.nerath import actions as a
from rules.nerath.game import Nerath
from rules.nerath.state import AwaitSplit, State
from rules.nerath.terms import REALM_OF, REALMS
from rules.nerath.units import aboard_kind, kind_of, left_of, places

REFUSALS: Mapping[str, Sentence] = {
    "free_for_all_needs_four": _l("All against all is for four players, or for one who plays every realm."),
    "one_to_four_players": _l("One to four people can play."),
    "partners_sit_together": _l(
        "With two or three players, partners belong together: one person holds both."
    ),
    "game_over": _l("The game is over."),
    "no_such_split": _l(
        "The hits cannot be shared in that way: a partner would get more than they can bear."
    ),
    "no_such_kind": _l("There is no such unit."),
    "not_this_decision": _l("Something else is asked now."),
    "not_your_decision": _l("It is not your decision: %(realm)s has the turn."),
    "attacker_is_always_asked": _l("The attacker is asked before every round."),
    "not_now": _l("“%(card)s” cannot be played now."),
    "not_your_card": _l("You do not hold that card."),
    "no_such_space": _l("There is no such place on the board."),
    "not_to_be_carried": _l("The card carries land units between friendly lands only."),
    "out_of_reach": _l("%(kind)s cannot reach %(space)s: it moves %(steps)s spaces."),
    "land_units_stay_on_land": _l("%(kind)s stays on land; %(space)s is sea. Board a ship instead."),
    "enemies_at_sea": _l("Enemies are in the sea there: beat them first."),
    "no_such_ship": _l("No ship of yours lies there."),
    "no_unit_to_board": _l("No unit that may go aboard stands at %(space)s."),
    "nobody_to_land": _l("Nobody aboard may land now."),
    "not_the_coast": _l("%(space)s is no coast of that sea."),
    "not_a_coast_to_land_on": _l("%(space)s is no coast to land on from there."),
    "ship_full": _l("The ship carries two units already."),
    "ship_out_of_reach": _l("The ship cannot reach %(space)s."),
    "ships_sail": _l("Warships sail; they do not move like other units."),
    "no_such_battle": _l("There is no battle to be fought there now."),
    "not_for_amok": _l("No monster can run amok into %(space)s."),
    "no_hits_to_take": _l("You have no hits to take."),
    "not_in_the_battle": _l("That unit is not in the battle."),
    "no_retreat_there": _l("There is no retreat to %(space)s."),
    "guardian_not_hit": _l("A %(value)s is not enough to hit that guardian."),
    "no_new_battles": _l("%(space)s is not friendly: no new battles are begun now."),
    "heroes_must_leave": _l("Your heroes must leave %(space)s first: they have cleared it."),
    "flyers_end_on_friendly_land": _l("%(kind)s must end on friendly land."),
    "no_place_there": _l("%(kind)s cannot be placed at %(space)s."),
    "not_this_step": _l("Units are bought in the step of reinforcements."),
    "castle_is_full": _l("The castle of %(space)s has received its four units in this turn."),
    "no_castle_there": _l("A new castle goes on land of yours that you held all turn, one for each space."),
    "no_ship_there": _l("A warship is placed in friendly sea next to a castle of yours."),
    "not_enough_gold": _l("You have not enough gold for that."),
    "one_of_each": _l("By house rule only one of each unit but footsoldiers is bought in a turn."),
    "no_figure_left": _l("By house rule there are no more figures than in the box."),
    "no_such_unit": _l("No %(kind)s that may still move stands at %(space)s."),
    "not_into_dungeon": _l("%(kind)s cannot enter %(space)s now."),
}
"""The sentence for each code of ``IllegalAction``; a test knows that none is missing."""


def refused(rules: Nerath, error: IllegalAction) -> Refusal:
    """The refusal that a player reads, with its rule."""
    holes: dict[str, Any] = dict(error.params)
    for name in ("space", "sea"):
        if name in holes:
            holes[name] = space_name(rules, int(holes[name]))
    if "kind" in holes:
        holes["kind"] = kind_name(int(holes["kind"]))
    if "card" in holes:
        holes["card"] = card_name(rules.content, int(holes["card"]))
    if "realm" in holes:
        holes["realm"] = realm_name(str(holes["realm"]))
    return Refusal(str(REFUSALS[error.code]) % holes, error.rule)


ASKED: Mapping[str, Sentence] = {
    "move": _l("Move your armies"),
    "regroup": _l("Regroup heroes and flyers"),
    "reinforce": _l("Buy and place units"),
    "PickBattle": _l("Choose the next battle"),
    "AwaitReady": _l("Play cards or roll"),
    "AwaitLosses": _l("Choose your losses"),
    "AwaitSplit": _l("Share the hits"),
    "AwaitStrikes": _l("Choose who is hit"),
    "AwaitPress": _l("Press or retreat"),
    "AwaitRetreat": _l("Choose the retreat"),
    "AwaitAmok": _l("Run amok"),
    "AwaitPlace": _l("Place what the card gives"),
    "AwaitCarry": _l("Carry units"),
}
"""What a seat is asked, by the code of its prompt."""


def draw_reason(draw: Draw) -> str:
    """What a roll was for."""
    rule, _space, what = draw.why.partition(" ")
    seat = what.removesuffix(" again")
    who = realm_name(seat) if seat in REALM_OF else _("Guardians")
    if rule == "N5.3":
        return _("First strike, %(who)s", who=who)
    if what.endswith(" again"):
        return _("Roll again, %(who)s", who=who)
    return who


def ship_words(code: int) -> str:
    """A warship with what it carries: "Warship with 1 footsoldier"."""
    cargo = [aboard_kind(one) for one in places(code)]
    if not cargo:
        return _("empty warship")
    aboard = ", ".join(counted(kind, cargo.count(kind)) for kind in sorted(set(cargo)))
    return _("warship with %(cargo)s", cargo=aboard)


def action_words(rules: Nerath, state: State, action: Action) -> str:
    """An action on a button of the list of everything that can be done."""
    return _SAYERS[type(action)](rules, state, action)


def _at(rules: Nerath, space: int) -> str:
    return space_name(rules, space)


def _move(rules: Nerath, state: State, one: a.Move) -> str:
    return _(
        "%(unit)s: %(origin)s → %(target)s",
        unit=kind_name(one.kind),
        origin=_at(rules, one.origin),
        target=_at(rules, one.target),
    )


def _sail(rules: Nerath, state: State, one: a.Sail) -> str:
    return _(
        "%(ship)s: %(origin)s → %(target)s",
        ship=ship_words(one.ship).capitalize(),
        origin=_at(rules, one.origin),
        target=_at(rules, one.target),
    ) + (f" ({left_of(one.ship)})" if left_of(one.ship) > 2 else "")


def _board(rules: Nerath, state: State, one: a.Board) -> str:
    return _(
        "%(unit)s from %(origin)s aboard the %(ship)s at %(sea)s",
        unit=kind_name(one.kind),
        origin=_at(rules, one.origin),
        ship=ship_words(one.ship),
        sea=_at(rules, one.sea),
    )


def _land(rules: Nerath, state: State, one: a.Land) -> str:
    return _(
        "%(unit)s from the %(ship)s at %(sea)s lands at %(target)s",
        unit=kind_name(one.kind),
        ship=ship_words(one.ship),
        sea=_at(rules, one.sea),
        target=_at(rules, one.target),
    )


def _play(rules: Nerath, state: State, one: a.Play) -> str:
    return f"{card_name(rules.content, one.card)}: {card_text(rules.content, one.card)}"


def _lose(rules: Nerath, state: State, one: a.Lose) -> str:
    if one.cargo >= 0:
        return _("%(unit)s aboard the %(ship)s", unit=kind_name(one.cargo), ship=ship_words(one.unit))
    name = kind_name(kind_of(one.unit))
    return f"{name} ({ship_words(one.unit)})" if places(one.unit) else name


def _offer(rules: Nerath, state: State, one: a.Offer) -> str:
    due = state.stack[-1]
    assert isinstance(due, AwaitSplit)
    return _(
        "%(first)s takes %(part)d, %(second)s %(rest)d",
        first=realm_name(REALMS[due.first]),
        part=one.hits,
        second=realm_name(REALMS[due.second]),
        rest=due.hits - one.hits,
    )


def _strike(rules: Nerath, state: State, one: a.Strike) -> str:
    assert state.battle is not None
    tile = state.tiles[state.battle.space][one.tile] >> 1
    left = state.battle.tiles[one.tile]
    guardian = rules.content.guardians[tile]
    return _(
        "%(guardian)s, %(dice)s left",
        guardian=guardian_name(rules.content, tile),
        dice=dice_name(left, guardian.faces),
    )


def _retreat_to(rules: Nerath, state: State, one: a.RetreatTo) -> str:
    target = _at(rules, one.target)
    if one.unit < 0:
        return _("All together to %(target)s", target=target)
    return _("%(unit)s to %(target)s", unit=kind_name(kind_of(one.unit)), target=target)


def _amok(rules: Nerath, state: State, one: a.Amok) -> str:
    if one.target < 0:
        return _("Nobody runs amok any more")
    return _("A monster runs amok into %(target)s", target=_at(rules, one.target))


def _carry(rules: Nerath, state: State, one: a.Carry) -> str:
    if one.origin < 0:
        return _("Carry no more")
    return _(
        "%(unit)s: %(origin)s → %(target)s",
        unit=kind_name(one.kind),
        origin=_at(rules, one.origin),
        target=_at(rules, one.target),
    )


def _buy(rules: Nerath, state: State, one: a.Buy) -> str:
    where = _at(rules, one.space)
    if one.ship >= 0:
        where = _("the %(ship)s at %(sea)s", ship=ship_words(one.ship), sea=where)
    if one.castle >= 0 and one.castle != one.space:
        return _(
            "%(unit)s at %(where)s, from the castle of %(castle)s",
            unit=kind_name(one.kind),
            where=where,
            castle=_at(rules, one.castle),
        )
    return _("%(unit)s at %(where)s", unit=kind_name(one.kind), where=where)


def _end(rules: Nerath, state: State, one: a.EndStep) -> str:
    names = {1: _("End movement"), 3: _("End regrouping"), 4: _("End reinforcements")}
    return names.get(state.step, _("End the step"))


def _ready(rules: Nerath, state: State, one: a.Ready) -> str:
    if one.whole:
        return _("No cards in this whole battle")
    return _("Roll the dice") if state.turn == REALM_OF[one.seat] else _("No card now")


_SAYERS: dict[type[Action], Callable[[Nerath, State, Any], str]] = {
    a.Move: _move,
    a.Sail: _sail,
    a.Board: _board,
    a.Land: _land,
    a.EndStep: _end,
    a.Play: _play,
    a.Fight: lambda rules, state, one: _("Battle for %(space)s", space=_at(rules, one.space)),
    a.Ready: _ready,
    a.Lose: _lose,
    a.Offer: _offer,
    a.SplitEvenly: lambda rules, state, one: _("Split evenly"),
    a.Strike: _strike,
    a.Press: lambda rules, state, one: _("Press the attack"),
    a.Retreat: lambda rules, state, one: _("Retreat"),
    a.RetreatTo: _retreat_to,
    a.Amok: _amok,
    a.Place: lambda rules, state, one: _("Place it at %(space)s", space=_at(rules, one.space)),
    a.Carry: _carry,
    a.Buy: _buy,
}


def hits_words(hits: int) -> str:
    """So many hits: "2 hits"."""
    return str(ngettext("%(num)d hit", "%(num)d hits", hits))
