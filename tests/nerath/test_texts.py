"""Names and sentences of the cards in three languages (N11.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.nerath.cards import WINDOWS, Boost, Card, Gold, Recruit, Shield
from rules.nerath.content import shipped
from rules.nerath.terms import KINDS
from rules.nerath.texts import LANGUAGES, texts


@pytest.mark.rule("N11.3")
@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_name_and_no_two_cards_the_same(language: str) -> None:
    said, content = texts(language), shipped()
    assert tuple(said.cards) == content.card_ids
    assert tuple(said.guardians) == content.guardian_ids
    assert set(said.kinds) == set(KINDS)
    assert set(said.windows) == set(WINDOWS)
    assert [name for name, times in Counter(said.cards.values()).items() if times > 1] == []
    for card in content.cards:
        sentence = said.card_text(card)
        assert sentence.endswith(".")
        assert "{" not in sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_languages_have_the_same_sentences(language: str) -> None:
    assert texts(language).effects.keys() == texts("en").effects.keys()


def test_sentences_in_each_language() -> None:
    card = Card("battle", (Boost("footsoldier", bonus=1, lasting=True), Shield(1)))
    assert texts("en").card_text(card) == (
        "Footsoldiers: +1 on each die. For the whole battle. "
        "The first hit on your side in this round has no effect."
    )
    recruits = Card("at_once", (Recruit("footsoldier", 2), Gold(3)))
    assert texts("da").card_text(recruits) == "Stil 2 fodsoldater ved dine borge. Tag 3 guld."
    assert texts("de").card_text(Card("at_once", (Recruit("dragon", 1),))) == (
        "Setze bei einer deiner Burgen ein: 1 Drache."
    )
