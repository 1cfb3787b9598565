"""V6.5, C9.1: the roll for attacker and defender, from the table or once more."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.battles.models import Battle
from app.campaign.battles.rights import check_open, side_of
from app.campaign.battles.scouts import rolled_again, scout_of, scouted_this_round
from app.campaign.founding.models import Campaign, Seat
from app.campaign.lots import lots
from app.campaign.states import BattleState
from app.journal.operations import record_public
from app.refusal import Refusal
from rules.engine.rng import DeclaredRng, DiceWanted, Draw, Rng
from rules.vanguard.roles import Roles, RoleSide, battle_roles


def type_roll(battle: Battle, dice: tuple[int, int], *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Take the roll made at the table in place of the app's (V6.5): once, by any side, before a result.

    ``dice`` are the D8 in the order of the sides. Raises Refusal for equal dice, which are rolled again,
    and after a Scout's second roll, which stands (C9.1).
    """
    side_of(battle, seat)
    _check_rollable(battle, campaign)
    if battle.roles_by_table:
        raise Refusal(_l("The roll of the table is written down already."), "V6.5")
    if rolled_again(battle):
        raise Refusal(_l("A Scout has had this rolled again; the second roll stands."), "C9.1")
    _settle(battle, _declared(battle, dice, campaign), campaign, seat, actor, "battle.roles_typed")
    battle.roles_by_table = True


def roll_again(
    battle: Battle, dice: tuple[int, int] | None, *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """A living Scout has the roll of an own battle made again, once a round; the second stands (C9.1).

    ``dice`` None lets the app roll, else they are the table's.
    """
    side = side_of(battle, seat)
    _check_rollable(battle, campaign)
    if scout_of(seat, campaign) is None:
        raise Refusal(_l("Only a company with a living Scout may have this rolled again."), "C9.1")
    if scouted_this_round(seat, campaign):
        raise Refusal(_l("Your Scout has had a roll repeated this round already."), "C9.1")
    if dice is None:
        with lots(campaign) as rng:
            roles, draws = _roll(battle, rng), rng.draws
        found = (roles, list(draws))
    else:
        found = _declared(battle, dice, campaign)
    _settle(battle, found, campaign, seat, actor, "battle.roles_again")
    side.rolled_again = True
    battle.roles_by_table = dice is not None


def _check_rollable(battle: Battle, campaign: Campaign) -> None:
    check_open(battle, campaign)
    if not any(side.role_rolls for side in battle.sides):
        raise Refusal(_l("Nothing was rolled for attacker and defender in this battle."), "V6.5")
    if battle.state != BattleState.ANNOUNCED:
        raise Refusal(_l("A result has been entered; attacker and defender stay as they are."), "V6.5")


def _declared(battle: Battle, dice: tuple[int, int], campaign: Campaign) -> tuple[Roles, list[Draw]]:
    with lots(campaign) as rng:
        declared = DeclaredRng([dice], rng)
        try:
            return _roll(battle, declared), declared.draws
        except DiceWanted as wanted:
            raise Refusal(
                _l("Both dice show the same: roll again and type the second roll."), "V6.5"
            ) from wanted
        except ValueError as error:
            raise Refusal(_l("A D8 shows 1 to 8."), "V6.5") from error


def _roll(battle: Battle, rng: Rng) -> Roles:
    roles = battle_roles([RoleSide(side.warband_id, side.seat_id) for side in battle.sides], None, rng)
    if roles is None:
        raise Refusal(_l("Nothing was rolled for attacker and defender in this battle."), "V6.5")
    return roles


def _settle(
    battle: Battle,
    found: tuple[Roles, list[Draw]],
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
    kind: str,
) -> None:
    roles, draws = found
    for position, side in enumerate(battle.sides):
        side.role = "attacker" if side.warband_id == roles.attacker else "defender"
        side.role_rolls = [pair[position] for pair in roles.rolls]
    names = {side.role: side.warband_name for side in battle.sides}
    rolls = {side.role: side.role_rolls[-1] for side in battle.sides}
    record_public(
        kind,
        campaign=campaign,
        actor=actor,
        seat=seat,
        place_id=battle.place_id,
        battle_id=battle.id,
        draws=draws,
        params={
            "player": seat.name,
            "place": battle.place.name,
            "attacker": names["attacker"],
            "defender": names["defender"],
            "rolls": [rolls["attacker"], rolls["defender"]],
        },
    )
