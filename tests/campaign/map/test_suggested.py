"""The places suggested for the shipped maps (V1.4)."""

from __future__ import annotations

import pytest

from app.campaign.map.drawings import ICONS
from app.campaign.map.limits import LONGEST_NAME
from app.campaign.map.shipped import shipped_maps, suggestions


@pytest.mark.rule("V1.4", "V1.9")
@pytest.mark.parametrize("language", ["da", "de", "en"])
@pytest.mark.parametrize("key", ["coast", "valley"])
def test_every_suggested_place_has_a_name_of_its_own(key: str, language: str) -> None:
    found = suggestions(key, language)
    names = [one.name for one in found]
    assert len(found) == len(shipped_maps()[key].places) >= 12
    assert len({name.casefold() for name in names}) == len(names)
    assert all(0 < len(name) <= LONGEST_NAME for name in names)
    assert all(one.income > 0 and one.spot.icon in ICONS for one in found)
    assert sum(one.spot.banner for one in found) >= 6
