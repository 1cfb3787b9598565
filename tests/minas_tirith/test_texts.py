"""Every space and every figure has its name in three languages."""

from __future__ import annotations

import pytest

from rules.minas_tirith.content import shipped
from rules.minas_tirith.terms import KINDS
from rules.minas_tirith.texts import LANGUAGES, texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_whole(language: str) -> None:
    found = texts(language)
    assert set(found.spaces) == {space.code for space in shipped().board.spaces}
    assert len(set(found.spaces.values())) == len(found.spaces)
    assert set(found.kinds) == {kind for side in KINDS for kind in side}


COUNTED = {"archers", "crossbows", "trolls", "oliphants", "black_riders", "black_captain"}
"""Kinds that have another form for one of them in each of the languages; masses (cavalry) have none."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_a_kind_is_not_called_as_many_are(language: str) -> None:
    found = texts(language)
    assert {kind for kind in COUNTED if found.kinds[kind].one == found.kinds[kind].many} == set()
