"""C1, C4.1: the shipped catalogue and tables, and what a bad copy is told."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rules.content import ContentError, content_bytes
from rules.vanguard.catalogue_store import (
    catalogue_entries,
    catalogue_from_entries,
    decode_catalogue,
    entry_from,
    shipped_catalogue,
)
from rules.vanguard.tables_store import decode_tables, shipped_tables, table_entries, tables_from_entries


def raw_catalogue() -> dict[str, Any]:
    return json.loads(content_bytes("vanguard", "catalogue.json"))


@pytest.mark.rule("C1.1")
def test_shipped_catalogue_has_what_the_specification_counts() -> None:
    catalogue = shipped_catalogue()
    assert catalogue.meta.state == "January 2021"
    assert len(catalogue.factions) == 22
    assert len(catalogue.models) == 270
    assert len(catalogue.mercenaries) == 3
    assert len(catalogue.items) == 57
    assert len(catalogue.scenarios) == 15


@pytest.mark.rule("C1.1")
def test_anomalies_use_the_likely_value_or_stay_empty_and_are_flagged() -> None:
    models = shipped_catalogue().models
    revenant = models["empire-of-dust.revenant"]
    assert revenant.stats.ar == 4
    assert [flag.field for flag in revenant.flagged] == ["ar"]
    naiad = models["northern-alliance.ice-naiad"]
    assert naiad.stats.ar is None
    assert [flag.field for flag in naiad.flagged] == ["ar"]
    assert models["trident-realm.placoderm-defender"].stats.melee == "2D8"


@pytest.mark.rule("C1.1")
def test_a_campaigns_rows_give_the_same_catalogue() -> None:
    catalogue = shipped_catalogue()
    rows = json.loads(json.dumps(list(catalogue_entries(catalogue))))
    assert catalogue_from_entries(rows) == catalogue
    assert {kind for kind, _, _ in rows} == {
        "meta",
        "faction",
        "model",
        "mercenary",
        "item",
        "spell",
        "scenario",
        "keyword",
    }


@pytest.mark.rule("C1.2")
def test_every_fault_of_a_catalogue_is_named() -> None:
    raw = raw_catalogue()
    raw["models"][0]["points"] = "many"
    raw["models"][0]["tpyes"] = []
    raw["items"][3].pop("rarity")
    raw["extra"] = []
    with pytest.raises(ContentError) as refused:
        decode_catalogue(raw)
    text = "\n".join(refused.value.faults)
    assert "unknown section extra" in text
    assert "unknown field tpyes" in text
    assert "points: Expected `int`" in text
    assert "item sheaf-of-arrows: rarity is missing" in text


@pytest.mark.rule("C1.2")
def test_references_that_lead_nowhere_and_double_keys_are_named() -> None:
    raw = raw_catalogue()
    raw["models"][0]["faction"] = "nowhere"
    raw["models"][1]["keywords"] = ["no-such-rule"]
    raw["items"].append(raw["items"][0])
    with pytest.raises(ContentError) as refused:
        decode_catalogue(msgspec.json.encode(raw))
    assert set(refused.value.faults) == {
        "model abyssal-dwarfs.decimator: no faction nowhere",
        f"model {raw['models'][1]['key']}: no keyword no-such-rule",
        "item brew-of-courage: key used twice",
    }


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"null"])
def test_what_is_no_catalogue_is_refused(data: bytes) -> None:
    with pytest.raises(ContentError):
        decode_catalogue(data)


@pytest.mark.rule("C1.2")
def test_one_entry_of_a_form_is_checked() -> None:
    entry = entry_from("scenario", {"key": "siege", "name": "Siege", "roles": True})
    assert entry.name == "Siege"
    with pytest.raises(ContentError) as refused:
        entry_from("item", {"key": "x", "name": "X", "rarity": "Odd", "slots": [], "points": -1})
    assert any("rarity" in fault for fault in refused.value.faults)
    with pytest.raises(ContentError) as refused:
        entry_from("item", {"key": "x", "name": " ", "rarity": "Common", "slots": [], "points": -1})
    assert len(refused.value.faults) == 3


@pytest.mark.rule("C3.1", "C6.2", "C7.2", "C8.1", "C8.2", "C8.3", "C9.1", "C9.2")
def test_shipped_tables_are_those_of_the_specification() -> None:
    tables = shipped_tables()
    assert [(row.start, row.dice) for row in tables.underdog.rows] == [
        (0, 0),
        (10, 1),
        (20, 2),
        (40, 2),
        (60, 3),
    ]
    assert [row.experience for row in tables.ranks.rows] == [3, 7, 12, 18, 25]
    assert [row.key for row in tables.injuries.rows if row.low <= 8 <= row.high] == ["full_recovery"]
    assert [row.stat for row in tables.advances.rows] == ["sp", "me", "ra", "ne", "ar", "wn", None]
    assert len(tables.special_rules.rows) == 10
    assert [role.key for role in tables.retinue.roles] == [
        "leader",
        "healer",
        "quartermaster",
        "scout",
        "standard_bearer",
        "chronicler",
    ]


def test_every_text_of_the_tables_is_there_in_three_languages() -> None:
    tables = shipped_tables()
    named = [
        *tables.injuries.rows,
        *tables.ranks.rows,
        *tables.special_rules.rows,
        *tables.retinue.roles,
    ]
    assert all(set(one.names) == {"da", "de", "en"} for one in named)
    assert all(set(one.effects) == {"da", "de", "en"} for one in tables.special_rules.rows)


def test_rows_of_tables_give_the_same_tables() -> None:
    tables = shipped_tables()
    rows = [*catalogue_entries(shipped_catalogue()), *table_entries(tables)]
    assert tables_from_entries(json.loads(json.dumps(rows))) == tables


def test_every_fault_of_the_tables_is_named() -> None:
    raw = json.loads(content_bytes("vanguard", "tables.json"))
    raw["injuries"]["rows"][0]["high"] = 3
    raw["ranks"]["rows"][0]["experience"] = 7
    raw["underdog"]["rows"][0]["start"] = 5
    with pytest.raises(ContentError) as refused:
        decode_tables(raw)
    assert set(refused.value.faults) == {
        "table injuries: rows 3 2",
        "table ranks: rising",
        "table underdog: starts",
    }
    del raw["caps"]
    raw["ranks"]["rows"] = "none"
    with pytest.raises(ContentError) as refused:
        decode_tables(raw)
    assert len(refused.value.faults) == 2
