"""The demo's Vanguard campaign: two rounds played, the third in the phase of orders."""

from __future__ import annotations

from app.accounts.models import Person
from app.actor import Actor
from app.campaign.founding import operations as founding
from app.campaign.map.operations import set_campaign_map, take_suggested
from app.demo.companies import build_companies
from app.demo.people import GM, PLAYERS
from app.demo.rounds import first_round, second_round, third_round
from app.demo.table import Table
from app.extensions import db
from app.i18n import force_locale

NAME = "Arven efter Saltvad"
STORY = (
    "Den gamle saltfoged er død uden arvinger, og ingen ved, hvem der nu skal holde vejene åbne. "
    "Fire kompagnier er gået i land på Saltkysten for at hente, hvad de mener er deres.\n\n"
    "Wer die Straßen hält, hält das Salz; und wer das Salz hält, wird gehört."
)
_HIDEOUTS = {"Ellen": "Ulvedal", "Mads": "Ravnefjeld", "Friederike": "Egelunden", "Jonas": "Perlehavn"}


def play(people: dict[str, Person]) -> Table:
    """Found the campaign and play it to where the demo begins. Returns its table."""
    table = found(people[GM.nickname])
    gather(table, people)
    build_companies(table)
    settle_in(table)
    first_round(table)
    second_round(table)
    third_round(table)
    return table


def found(gm: Person, name: str = NAME) -> Table:
    """Go through the wizard, as far as the gathering."""
    campaign = founding.start_draft(gm, name=name, story=STORY)
    actor = Actor(gm.id, campaign.seats[0])
    founding.save_players(campaign, max_players=4, gm_plays=False, actor=actor)
    chosen = set_campaign_map(campaign, shipped="coast", actor=actor)
    with force_locale("da"):
        take_suggested(chosen, campaign=campaign, actor=actor)
    founding.map_done(campaign, actor=actor)
    founding.save_gold(
        campaign, starting_gold=300, fixed_income=30, gold_factor=100, resale_loss=50, actor=actor
    )
    founding.save_warband_size(campaign, warband_size=120, actor=actor)
    db.session.flush()
    founding.found(campaign, actor=actor)
    founding.set_house_rules(
        campaign,
        "Slag spilles inden torsdag aften. Unterlegene bekommen beim nächsten Treffen den ersten Kaffee.",
        actor=actor,
    )
    return Table(campaign.id)


def gather(table: Table, people: dict[str, Person]) -> None:
    """Invite the players, who all come."""
    table.invite([people[one.nickname] for one in PLAYERS], "Fire kompagnier, ét salt. Kommst du mit?")
    for one in PLAYERS:
        table.accept(one.nickname)


def settle_in(table: Table) -> None:
    """Everybody chooses a hideout, and the first round begins."""
    actor = table.gm()
    founding.open_hideouts(table.campaign, actor=actor)
    for name, place in _HIDEOUTS.items():
        table.choose_hideout(name, place)
    actor = table.gm()
    founding.start_rounds(table.campaign, actor=actor)
