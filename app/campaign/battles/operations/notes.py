"""V6.6, C4.1: the note of a battle: how the scenario works here, in the group's own words."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.battles.models import Battle
from app.campaign.battles.rights import fights_in
from app.campaign.founding.models import Campaign
from app.journal.models import PUBLIC
from app.journal.operations import record
from app.refusal import Refusal, Stale


def write_note(battle: Battle, text: str, *, version: int, campaign: Campaign, actor: Actor) -> None:
    """Write the note; any side or the GM may. ``version`` is the note's as the page showed it.

    Raises Stale if somebody else has written meanwhile, Refusal for whoever does not fight in it.
    """
    runs = actor.seat is not None and actor.seat.runs
    if not campaign.running or battle.round != campaign.round:
        raise Refusal(_l("The note is written while the round is on."), "V6.6")
    if not runs and not fights_in(battle, actor):
        raise Refusal(_l("The note is for the players of the battle and the game master to write."), "V6.6")
    if version != battle.note_version:
        raise Stale(
            _l("Somebody else has changed the note meanwhile. It stands above what you wrote."), "V6.6"
        )
    battle.note = text.strip()
    battle.note_version += 1
    record(
        "battle.noted",
        campaign=campaign,
        actor=actor,
        audience=PUBLIC,
        place_id=battle.place_id,
        battle_id=battle.id,
        params={"place": battle.place.name},
    )
