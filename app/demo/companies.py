"""The demo's four companies, each with two warbands."""

from __future__ import annotations

from app.demo.table import Table


def build_companies(table: Table) -> None:
    """Everyone chooses a faction, spends gold, confirms, and forms two warbands."""
    _ellen(table)
    _mads(table)
    _friederike(table)
    _jonas(table)


def _ellen(table: Table) -> None:
    table.found_company("Ellen", "dwarfs", "Jernskjoldene")
    table.buy(
        "Ellen",
        {
            "dwarfs.ranger-captain": 1,
            "dwarfs.dwarf-sergeant": 1,
            "dwarfs.stone-priest": 1,
            "dwarfs.ironclad": 3,
            "dwarfs.dwarf-ranger": 2,
            "dwarfs.dwarf-levy": 3,
            "dwarfs.ironguard": 1,
        },
        {"large-shield": 1, "bandages": 1},
    )
    table.name_models(
        "Ellen",
        {
            "Ranger Captain": ("Thora Stenhånd", "Kender hver sti mellem Ulvedal og havet."),
            "Dwarf Sergeant": ("Brynja Hammerslag", ""),
            "Stone Priest": ("Odd Gråskæg", "Taler med klipperne. De svarer sjældent."),
            "Ironclad": ("Ketil", ""),
            "Dwarf Ranger": ("Sigrid Ravneøje", ""),
        },
    )
    table.give_item("Ellen", "large-shield", "Ketil")
    table.give_item("Ellen", "bandages", "Brynja Hammerslag")
    table.confirm_company("Ellen", "Thora Stenhånd")
    table.form_warband(
        "Ellen",
        "Ravnevagten",
        "winged",
        ["Thora Stenhånd", "Ketil", "Ironclad 2", "Sigrid Ravneøje", "Dwarf Ranger 2", "Dwarf Levy"],
    )
    table.form_warband(
        "Ellen",
        "Skansen",
        "bear",
        ["Brynja Hammerslag", "Ironclad 3", "Dwarf Levy 2", "Dwarf Levy 3", "Ironguard"],
    )


def _mads(table: Table) -> None:
    table.found_company("Mads", "orcs", "Blodtænderne")
    table.buy(
        "Mads",
        {
            "orcs.krudger": 1,
            "orcs.krusher": 1,
            "orcs.greatax": 3,
            "orcs.orclings": 3,
            "orcs.morax": 1,
            "orcs.gore-rider": 1,
            "orcs.skulk": 2,
        },
    )
    table.name_models(
        "Mads",
        {
            "Krudger": ("Gorbak Knoglebryder", "Tæller kun til tre. Det er rigeligt."),
            "Krusher": ("Uzgha", ""),
            "Morax": ("Snag", "Har ingen fjender. Længere."),
        },
    )
    table.confirm_company("Mads", "Gorbak Knoglebryder")
    table.form_warband(
        "Mads",
        "Kæbeknuserne",
        "boar",
        ["Gorbak Knoglebryder", "Greatax", "Greatax 2", "Snag", "Orclings", "Orclings 2"],
    )
    table.form_warband(
        "Mads",
        "Skumringsfolket",
        "serpent",
        ["Uzgha", "Greatax 3", "Skulk", "Skulk 2", "Orclings 3", "Gore Rider"],
    )


def _friederike(table: Table) -> None:
    table.found_company("Friederike", "elves", "Die Silberfährte")
    table.buy(
        "Friederike",
        {
            "elves.prince": 2,
            "elves.kindred-tallspear": 4,
            "elves.kindred-archer": 2,
            "elves.citizen-levy": 3,
            "elves.battle-cat": 1,
        },
        {"lucky-charm": 1},
    )
    table.name_models(
        "Friederike",
        {
            "Prince": ("Aelyndur Morgenglanz", "Schreibt Briefe, die niemand beantwortet."),
            "Prince 2": ("Größa von Ährenfels", ""),
            "Kindred Archer": ("Lirael", ""),
            "Battle-Cat": ("Mitternacht", ""),
        },
    )
    table.give_item("Friederike", "lucky-charm", "Aelyndur Morgenglanz")
    table.confirm_company("Friederike", "Aelyndur Morgenglanz")
    table.form_warband(
        "Friederike",
        "Morgenwacht",
        "stag",
        [
            "Aelyndur Morgenglanz",
            "Kindred Tallspear",
            "Kindred Tallspear 2",
            "Lirael",
            "Kindred Archer 2",
            "Citizen Levy",
        ],
    )
    table.form_warband(
        "Friederike",
        "Grenzläufer",
        "fox",
        [
            "Größa von Ährenfels",
            "Kindred Tallspear 3",
            "Kindred Tallspear 4",
            "Citizen Levy 2",
            "Citizen Levy 3",
            "Mitternacht",
        ],
    )


def _jonas(table: Table) -> None:
    table.found_company("Jonas", "undead", "Der Knochenmarsch")
    table.buy(
        "Jonas",
        {
            "undead.necromancer": 1,
            "undead.crypt-gouger": 1,
            "undead.revenant": 4,
            "undead.skeleton": 3,
            "undead.ghoul": 2,
            "undead.wraith": 1,
            "undead.werewolf": 1,
        },
    )
    table.name_models(
        "Jonas",
        {
            "Necromancer": ("Magister Ødenwald", "Dozent a. D. für angewandte Anatomie."),
            "Crypt Gouger": ("Die alte Hulda", ""),
            "Werewolf": ("Graufell", ""),
            "Revenant": ("Ritter Kuno", "War schon zu Lebzeiten still."),
        },
    )
    table.confirm_company("Jonas", "Magister Ødenwald")
    table.form_warband(
        "Jonas",
        "Nachtgeleit",
        "wolf",
        [
            "Magister Ødenwald",
            "Ritter Kuno",
            "Revenant 2",
            "Revenant 3",
            "Skeleton",
            "Skeleton 2",
            "Graufell",
        ],
    )
    table.form_warband(
        "Jonas",
        "Die Stillen",
        "crown",
        ["Die alte Hulda", "Revenant 4", "Ghoul", "Ghoul 2", "Skeleton 3", "Wraith"],
    )
