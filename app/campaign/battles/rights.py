"""Who may say what of a battle's result, and until when (V6.7, V6.9, V11.5)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import Answer, BattleState, Phase, SeatState
from app.refusal import Refusal


def side_of(battle: Battle, seat: Seat) -> BattleSide:
    """The seat's side of the battle. Raises Refusal for a seat that did not fight in it (V6.7)."""
    for side in battle.sides:
        if side.seat_id == seat.id:
            return side
    raise Refusal(_l("%(player)s did not fight in this battle.", player=seat.name), "V6.7")


def may_enter(battle: Battle, side: BattleSide) -> bool:
    """Whether this side writes the result now: nobody has yet, or it has and nobody disputes it (V6.9)."""
    if battle.state == BattleState.ANNOUNCED:
        return True
    return battle.state == BattleState.REPORTED and side.answer == Answer.ENTERED


def is_open(battle: Battle, campaign: Campaign) -> bool:
    """Results are written from the battles of the round until dawn begins (V2.8, V11.1)."""
    in_time = campaign.running and campaign.phase in (Phase.BATTLES, Phase.SETTLEMENT)
    return in_time and battle.round == campaign.round


def check_open(battle: Battle, campaign: Campaign) -> None:
    """Raises Refusal outside of that time."""
    if not is_open(battle, campaign):
        raise Refusal(_l("Results are entered and changed from the battles until dawn begins."), "V2.8")


def gone_sides(battle: Battle) -> list[BattleSide]:
    """The sides whose players have dropped out: such a battle is the GM's to decide (V11.1)."""
    return [side for side in battle.sides if side.seat.state == SeatState.DROPPED]


def fights_in(battle: Battle, actor: Actor) -> bool:
    """Whether the actor has a side of the battle."""
    return actor.seat is not None and any(side.seat_id == actor.seat.id for side in battle.sides)


def neutral_runners(battle: Battle, campaign: Campaign) -> list[Seat]:
    """GM and deputy, as far as they did not fight in this battle."""
    fought = {side.seat_id for side in battle.sides}
    return [seat for seat in campaign.seats if seat.runs and seat.person_id and seat.id not in fought]


def check_neutral(battle: Battle, side: BattleSide, actor: Actor, campaign: Campaign) -> None:
    """V11.5 in the spirit of V6.7: who fought in it does not answer for an opponent while another can."""
    if actor.acts_for(side.seat) and fights_in(battle, actor) and neutral_runners(battle, campaign):
        raise Refusal(
            _l("You fought in this battle yourself: the deputy acts for the other players."), "V6.7"
        )
