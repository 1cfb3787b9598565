"""V8.2: six words for guild, in three languages, each with its own gender, number and article."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from app.campaign.guild_words import ALLIANCE, PACT, WORDS, about_guild, about_mission, guild_text
from app.i18n import force_locale
from tests.campaign.guilds.hall import found_guild, hall
from tools.messages import catalogue_path

if TYPE_CHECKING:
    from flask import Flask

STEMS = {
    "en": ("guild", "consorti", "group", "brotherhood", "cartel", "alliance"),
    "da": ("gilde", "konsorti", "gruppe", "broderskab", "kartel", "forbund"),
    "de": ("Gilde", "Konsorti", "Gruppe", "Bruderschaft", "Kartell", "Bündnis"),
}
FOUNDED = {
    "en": "Ellen founds the {} «Havkatten».",
    "da": "Ellen grundlægger {} »Havkatten«.",
    "de": "Ellen gründet {} „Havkatten“.",
}
DEFINITE = {
    "en": ("guild", "consortium", "group", "brotherhood", "cartel", "alliance"),
    "da": ("gildet", "konsortiet", "gruppen", "broderskabet", "kartellet", "forbundet"),
    "de": ("die Gilde", "das Konsortium", "die Gruppe", "die Bruderschaft", "das Kartell", "das Bündnis"),
}
INDEFINITE = {
    "en": ("a guild", "a consortium", "a group", "a brotherhood", "a cartel", "an alliance"),
    "da": ("et gilde", "et konsortium", "en gruppe", "et broderskab", "et kartel", "et forbund"),
    "de": (
        "einer Gilde",
        "einem Konsortium",
        "einer Gruppe",
        "einer Bruderschaft",
        "einem Kartell",
        "einem Bündnis",
    ),
}


def worded(language: str) -> dict[tuple[str, str], str]:
    """Every text that has a word for guild as its context: context and id → all its forms."""
    from babel.messages.pofile import read_po

    with catalogue_path(language).open("rb") as file:
        catalogue = read_po(file, locale=language)
    found = {}
    for message in catalogue:
        if message.context in WORDS:
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            ids = message.id if isinstance(message.id, tuple) else (message.id,)
            found[message.context, ids[0]] = " ".join(forms)
    return found


@pytest.mark.rule("V8.2")
@pytest.mark.parametrize("language", STEMS)
def test_each_text_has_its_own_word_and_none_of_the_others(language: str) -> None:
    texts = worded(language)
    assert len(texts) >= 6 * 40
    for (word, _text), said in texts.items():
        mine = STEMS[language][list(WORDS).index(word)]
        assert mine.lower() in said.lower(), (word, said)
        for other in STEMS[language]:
            assert other == mine or other.lower() not in said.lower(), (word, said)


@pytest.mark.rule("V8.2")
@pytest.mark.parametrize("language", STEMS)
def test_gender_and_article_are_right(app: Flask, language: str) -> None:
    with app.test_request_context(), force_locale(language):
        for word, definite, indefinite in zip(WORDS, DEFINITE[language], INDEFINITE[language], strict=True):
            said = guild_text(
                word, "%(player)s founds the guild «%(name)s».", player="Ellen", name="Havkatten"
            )
            assert said == FOUNDED[language].format(definite)
            held = guild_text(word, "You are in a guild already: %(name)s. Leave it first.", name="X")
            assert f" {indefinite}" in held


@pytest.mark.rule("V8.2")
def test_english_takes_the_other_word_with_its_article_and_plural() -> None:
    text = "A guild, the guild's founder, a guild and Guilds"
    assert about_guild("alliance", text) == ("An alliance, the alliance's founder, an alliance and Alliances")
    assert about_guild("consortium", text) == (
        "A consortium, the consortium's founder, a consortium and Consortia"
    )
    assert about_mission(ALLIANCE, "A mission alliance; an alliance") == "A mission alliance; an alliance"
    assert about_mission(PACT, "A mission alliance; an alliance; Mission alliances") == (
        "A mission pact; a pact; Mission pacts"
    )


@pytest.mark.rule("V8.2", "V9.1")
@pytest.mark.parametrize(("word", "title"), [("cartel", "Cartels"), ("alliance", "Alliances")])
def test_the_whole_campaign_uses_the_chosen_word(app: Flask, word: str, title: str) -> None:
    world = hall(app, guild_word=word)
    found_guild(world, "ellen")
    mads = world.browser("mads")
    for path in ("/guilds", "/players", "/rules", "/chronicle"):
        page = re.sub(r"<[^>]+>", " ", mads.get(world.url(path)).text)
        assert title in page or f"the {word} «Havkatten»" in page
        assert "guild" not in page.lower()
