"""The rounds of the demo's campaign: two played to their end, the third in the phase of orders."""

from __future__ import annotations

from app.campaign.events.operations import EventWords
from app.campaign.states import Phase
from app.demo.people import PLAYERS
from app.demo.table import Table, Told


def first_round(table: Table) -> None:
    """Ellen takes the salt from Mads; a draw in the mine; two places fall to whoever came alone."""
    first_orders(table)
    table.switch(Phase.BATTLES)
    first_results(table)
    table.switch(Phase.SETTLEMENT)
    settle_first_battles(table)
    table.name_ransom("Ellen", "Snag", 20)
    table.pay_ransom("Mads", "Snag")
    table.switch(Phase.DAWN)
    table.end_round()


def first_orders(table: Table) -> None:
    """Two events, and everybody's orders."""
    table.add_event(
        "Hedetofte",
        EventWords(
            "Saltkaravanen",
            "Tolv vogne salt holder ved kroen. Vagterne er løbet.",
            reward="Vinderen får 20 guld af købmændene.",
        ),
        duration=2,
        scenario="supply-grab",
    )
    table.add_event(
        "Jernskakten",
        EventWords("Verschollene Pläne", "Im alten Stollen liegen die Pläne des Salzvogts."),
        scenario="recover-the-plans",
    )
    table.switch(Phase.ORDERS)
    table.send("Ellen", "Ravnevagten", "Saltkaravanen")
    table.send("Ellen", "Skansen", "Kongebroen")
    table.send("Mads", "Kæbeknuserne", "Saltkaravanen")
    table.send("Mads", "Skumringsfolket", "Gråkloster")
    table.send("Friederike", "Morgenwacht", "Verschollene Pläne")
    table.send("Jonas", "Nachtgeleit", "Verschollene Pläne")
    for one in PLAYERS:
        table.done(one.nickname)


def first_results(table: Table, salt: str = "Hedetofte", mine: str = "Jernskakten") -> None:
    """Both results are entered and confirmed."""
    table.enter_result(
        "Ellen",
        salt,
        Told(
            winner="Ellen",
            fallen=frozenset({"Dwarf Levy", "Ironclad 2", "Greatax", "Snag", "Orclings", "Orclings 2"}),
            enemies={"Thora Stenhånd": 2, "Sigrid Ravneøje": 1, "Ketil": 1, "Gorbak Knoglebryder": 2},
            objectives={"Ellen": 2},
            points={"Ellen": 7, "Mads": 3},
            story="Orclingerne åd saltet. Så blev de tørstige, og så var det forbi.",
        ),
    )
    table.confirm_result("Mads", salt)
    table.enter_result(
        "Jonas",
        mine,
        Told(
            winner=None,
            fallen=frozenset({"Citizen Levy", "Kindred Archer 2", "Skeleton", "Revenant 2"}),
            enemies={"Magister Ødenwald": 1, "Lirael": 1, "Graufell": 1},
            points={"Jonas": 4, "Friederike": 4},
        ),
    )
    table.confirm_result("Friederike", mine)


def settle_first_battles(table: Table, salt: str = "Hedetofte", mine: str = "Jernskakten") -> None:
    """All four sides, with the dice of the table."""
    table.settle(
        "Ellen",
        salt,
        gift="Sigrid Ravneøje",
        injuries={"Ironclad 2": (4, 3)},
        advances={
            "Thora Stenhånd": [(6, ""), (7, "trail_sense")],
            "Sigrid Ravneøje": [(7, "sure_shot")],
            "Ketil": [(5, "")],
        },
    )
    table.settle(
        "Mads",
        salt,
        gift="Gorbak Knoglebryder",
        injuries={"Greatax": (1, 1), "Snag": (2, 1)},
        advances={"Gorbak Knoglebryder": [(8, "battle_fury")]},
    )
    table.settle(
        "Friederike",
        mine,
        gift="Lirael",
        injuries={"Kindred Archer 2": (3, 2)},
        advances={"Lirael": [(3, "")]},
    )
    table.settle(
        "Jonas",
        mine,
        gift="Magister Ødenwald",
        injuries={"Revenant 2": (5, 5)},
        advances={"Magister Ødenwald": [(6, "")]},
    )


def second_round(table: Table) -> None:
    """Friederike takes the caravan's road from Ellen; Mads and Jonas quarrel over a gate in the fog."""
    second_orders(table)
    table.switch(Phase.BATTLES)
    second_results(table)
    table.switch(Phase.SETTLEMENT)
    settle_second_battles(table)
    table.name_ransom("Friederike", "Ironclad 3", 13)
    table.leave_captive("Ellen", "Ironclad 3")
    table.switch(Phase.DAWN)
    table.release_captive("Friederike", "Ironclad 3")
    table.end_round()


def second_orders(table: Table) -> None:
    """What the game master gives for the first round, a third event, and everybody's orders."""
    table.add_event(
        "Tågemosen",
        EventWords("Das Tor im Nebel", "Zwischen den Weiden steht ein Bogen, der gestern nicht da war."),
        scenario="secure-the-portal",
    )
    table.grant_gold("Ellen", 20, "Saltkaravanen: købmændenes belønning")
    table.award_item("Ellen", "explorers-map", "Købmændenes tak for saltkaravanen")
    table.give_item("Ellen", "explorers-map", "Sigrid Ravneøje")
    table.buy("Mads", {"orcs.greatax": 1})
    table.put_in("Mads", "Kæbeknuserne", ["Snag"])
    table.give_role("Mads", "Uzgha", "healer")
    table.switch(Phase.ORDERS)
    table.send("Friederike", "Morgenwacht", "Saltkaravanen")
    table.send("Ellen", "Skansen", "Hedetofte")
    table.send("Mads", "Kæbeknuserne", "Das Tor im Nebel")
    table.send("Jonas", "Die Stillen", "Das Tor im Nebel")
    table.send("Jonas", "Nachtgeleit", "Jernskakten")
    for one in PLAYERS:
        table.done(one.nickname)


def second_results(table: Table) -> None:
    """One result is confirmed, the other disputed and decided by the game master."""
    table.enter_result(
        "Friederike",
        "Hedetofte",
        Told(
            winner="Friederike",
            fallen=frozenset({"Ironclad 3", "Ironguard", "Dwarf Levy 2", "Citizen Levy"}),
            enemies={"Aelyndur Morgenglanz": 2, "Lirael": 1, "Brynja Hammerslag": 1},
            objectives={"Friederike": 1},
            points={"Friederike": 6, "Ellen": 2},
            story="Der Nebel kam vor den Elfen. Danach kam nur noch Stille.",
        ),
    )
    table.confirm_result("Ellen", "Hedetofte")
    lost = frozenset({"Greatax 2", "Orclings", "Ghoul", "Wraith"})
    table.enter_result(
        "Mads",
        "Tågemosen",
        Told("Mads", lost, {"Gorbak Knoglebryder": 2}, points={"Mads": 5, "Jonas": 4}),
    )
    table.dispute_result(
        "Jonas", "Tågemosen", "Hulda stand am Ende allein im Tor. Das zählt drei Punkte mehr."
    )
    table.decide_result(
        "Tågemosen",
        Told(
            "Jonas",
            lost,
            {"Gorbak Knoglebryder": 2, "Die alte Hulda": 2},
            points={"Mads": 5, "Jonas": 7},
            story="Spillederen har talt efter: porten var Huldas.",
        ),
    )


def settle_second_battles(table: Table) -> None:
    """All four sides, with the dice of the table."""
    table.settle(
        "Ellen",
        "Hedetofte",
        gift="Brynja Hammerslag",
        injuries={"Ironclad 3": (2, 1), "Ironguard": (7, 6)},
        advances={"Brynja Hammerslag": [(2, "")]},
    )
    table.settle(
        "Friederike",
        "Hedetofte",
        gift="Lirael",
        advances={
            "Lirael": [(7, "night_eyes")],
            "Aelyndur Morgenglanz": [(2, ""), (7, "keen_tactician")],
            "Kindred Tallspear": [(4, "")],
            "Kindred Tallspear 2": [(1, "")],
        },
    )
    table.settle(
        "Mads",
        "Tågemosen",
        gift="Snag",
        injuries={"Greatax 2": (8, 8)},
        advances={"Gorbak Knoglebryder": [(6, "")], "Greatax 2": [(5, "")]},
    )
    table.settle(
        "Jonas",
        "Tågemosen",
        gift="Die alte Hulda",
        injuries={"Wraith": (7, 7)},
        advances={"Die alte Hulda": [(7, "unbowed")]},
    )


def third_round(table: Table) -> None:
    """The phase of orders: one player is done, one has sent, two have not."""
    table.add_event(
        "Stormfyret",
        EventWords("Fyret tændes", "Den, der holder fyret, ser hver flåde først.", reward="Kort over kysten"),
        scenario="light-the-beacon",
    )
    table.add_event(
        "Dragetanden",
        EventWords("Das Ei im Fels", "Es ist warm. Und es klopft."),
        duration=2,
        scenario="the-dragons-egg",
        points_limit=100,
    )
    table.add_event(
        "Højvagten",
        EventWords("Vagten sover ikke", "Tårnet er lukket, til broen er bygget."),
        duration=3,
        locked=True,
    )
    table.buy("Jonas", {"undead.revenant": 1, "undead.skeleton": 1})
    table.take_out("Ellen", "Ravnevagten", "Ironclad 2")
    table.switch(Phase.ORDERS)
    table.hire("Ellen", "Skansen", "mercenary.kuzlo-madfall")
    table.send("Ellen", "Ravnevagten", "Fyret tændes")
    table.send("Ellen", "Skansen", "Das Ei im Fels")
    table.done("Ellen")
    table.send("Mads", "Kæbeknuserne", "Fyret tændes")
