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
