"""Two campaigns with every module on: one in the orders, one whose beaten warband withdraws at dawn."""

from __future__ import annotations

from datetime import time, timedelta
from typing import Any

from sqlalchemy import select

from app.campaign.catalogue import operations as catalogue
from app.campaign.clock import operations as clock
from app.campaign.events.models import Event
from app.campaign.events.operations import EventWords
from app.campaign.founding.modules import MODULES
from app.campaign.guilds import operations as guilds
from app.campaign.imports import operations as imports
from app.campaign.letters import operations as letters
from app.campaign.map.operations import draw_path, give_place
from app.campaign.pacts import operations as pacts
from app.campaign.states import Phase
from app.campaign.transfers import operations as transfers
from app.columns import now
from app.demo import vanguard
from app.demo.companies import build_companies
from app.demo.people import GM, present
from app.demo.table import Table, Told
from app.extensions import db

_LETTER = (
    "Kære nabo,\n\ni nat gik der lys på fyret, og ingen af mine folk stod deroppe. Var det dine, så sig det "
    "nu, mens vi endnu kan lade som ingenting.\n\nDein Turm brennt auch von innen, wenn man lange hinsieht."
)
_ITEMS = "name,rarity,slots,points\nSaltkrone,Rare,Magic,4\nFyrlygte,Common,Magic,2\n"
_ROSTER = "3 Dwarf Levy: Spear\n1 Ironclad: Lucky Charm, Saltkrone\n1 Dwarf Sargeant\n2 Zombie"


def modules() -> Table:
    """Orders: guilds with an invitation and a request, an alliance that waits for an answer, letters, sent
    gold, a time with a pause before it, and files that were read but not taken over."""
    table = _with_modules("Alle Register gezogen")
    for name in ("Ellen", "Mads", "Friederike", "Jonas"):
        table.grant_gold(name, 200, "Arvens første del")
    guild = guilds.found_guild("Havkatten", **_acts(table, "Ellen"))
    guilds.invite(guild, table.seat("Jonas"), **_acts(table, "Ellen"))
    guilds.request(guild, **_acts(table, "Mads"))
    table.add_event("Hedetofte", EventWords("Saltkaravanen", "Tolv vogne salt."), scenario="supply-grab")
    table.switch(Phase.ORDERS)
    event_id = db.session.scalars(select(Event.id).where(Event.campaign_id == table.campaign_id)).one()
    mads = _acts(table, "Mads")
    pacts.conclude(event_id, [table.seat("Friederike"), table.seat("Jonas")], **mads)
    transfers.transfer(table.seat("Mads"), 12, **_acts(table, "Ellen"))
    transfers.transfer(table.seat("Ellen"), 3, **_acts(table, "Jonas"))
    letters.send("Sig frem.", table.seat("Mads"), answers=None, **_acts(table, "Ellen"))
    letters.send(_LETTER, table.seat("Ellen"), answers=None, **_acts(table, "Mads"))
    letters.send(_LETTER, table.seat("Karin"), answers=None, **_acts(table, "Ellen"))
    catalogue.propose_files([("items.csv", _ITEMS.encode())], campaign=table.campaign)
    campaign, seat, _actor = table.player("Ellen")
    imports.read(b"", _ROSTER, campaign=campaign, seat=seat)
    actor = table.gm()
    day = now().date() + timedelta(days=3)
    clock.set_deadline(table.campaign, day, time(20), "Europe/Berlin", actor=actor)
    clock.pause(table.campaign, "Drei von uns sind verreist.", actor=actor)
    return table


def withdrawing() -> Table:
    """Dawn: Mads took Ellen's hideout, and two others are equally near for her warband."""
    table = _with_modules("Rückzug im Morgengrauen")
    for place in ("Kongebroen", "Møllegrund"):
        actor = table.gm()
        to = table.seat("Ellen")
        give_place(table.place(place), to=to, campaign=table.campaign, actor=actor, how="gm")
    table.switch(Phase.ORDERS)
    table.send("Mads", "Kæbeknuserne", "Ulvedal")
    table.switch(Phase.BATTLES)
    fallen = frozenset({"Dwarf Levy", "Orclings"})
    table.enter_result("Mads", "Ulvedal", Told("Mads", fallen))
    table.confirm_result("Ellen", "Ulvedal")
    table.switch(Phase.SETTLEMENT)
    table.settle("Ellen", "Ulvedal", gift="Ketil")
    table.settle(
        "Mads", "Ulvedal", gift="Snag", advances={"Gorbak Knoglebryder": [(6, "")], "Snag": [(5, "")]}
    )
    table.switch(Phase.DAWN)
    return table


def _with_modules(name: str) -> Table:
    """Four companies, all modules but battles of several warbands, and roads about Ellen's hideout."""
    people = present()
    table = vanguard.found(people[GM.nickname], name)
    for module in MODULES:
        setattr(table.campaign, f"module_{module}", module != "multi")
    vanguard.gather(table, people)
    build_companies(table)
    vanguard.settle_in(table)
    for end in ("Ravnefjeld", "Kongebroen", "Møllegrund"):
        actor = table.gm()
        one_way = end == "Møllegrund"
        draw_path(
            table.place("Ulvedal"), table.place(end), one_way=one_way, campaign=table.campaign, actor=actor
        )
    return table


def _acts(table: Table, name: str) -> dict[str, Any]:
    campaign, seat, actor = table.player(name)
    return {"campaign": campaign, "seat": seat, "actor": actor}
