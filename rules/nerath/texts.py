"""The words of the cards in each language: names, windows, and sentences made from effects (N11.3).

What a card does is told from its effects, so the text cannot promise anything else. Names of realms and
spaces are not here: the realms' are the application's, and a space has one name in every language.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from rules.content import content_bytes
from rules.nerath.cards import (
    Boost,
    Card,
    Cards,
    Carry,
    Discount,
    Effect,
    Gold,
    Haste,
    Points,
    Recruit,
    Shield,
    Volley,
)

LANGUAGES = ("en", "da", "de")


class KindName(msgspec.Struct, frozen=True):
    """A kind of unit, in the middle of a sentence: one of it, and many."""

    one: str
    many: str


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is said in one language; keys are ids of the content."""

    windows: Mapping[str, str]
    kinds: Mapping[str, KindName]
    effects: Mapping[str, str]
    cards: Mapping[str, str]
    guardians: Mapping[str, str]

    def card_text(self, card: Card) -> str:
        """What a card does, as one or more sentences."""
        return " ".join(self.effect_text(effect) for effect in card.effects)

    def effect_text(self, effect: Effect) -> str:
        """One effect of a card, as one or more sentences."""
        return " ".join(self._sentences(effect))

    def _sentences(self, effect: Effect) -> Iterator[str]:
        match effect:
            case Gold(amount):
                yield self._say("gold", amount, amount=amount)
            case Points(amount):
                yield self._say("points", amount, amount=amount)
            case Cards(amount):
                yield self._say("cards", amount, amount=amount)
            case Recruit(kind, count):
                yield self._say("recruit", count, kind, count=count)
            case Carry(count):
                yield self._say("carry", count, count=count)
            case Haste(kind, steps):
                yield self._say("haste", steps, kind, steps=steps)
            case Discount(kind, amount):
                yield self._say("discount", amount, kind, amount=amount)
            case Volley(dice, faces):
                yield self._say("volley", dice, dice=dice, faces=faces)
            case Shield(hits):
                yield self._say("shield", hits, hits=hits)
            case Boost():
                yield from self._boost(effect)

    def _boost(self, boost: Boost) -> Iterator[str]:
        if boost.dice:
            yield self._say("boost_dice", boost.dice, boost.kind, dice=boost.dice)
        if boost.bonus:
            yield self._say("boost_bonus", boost.bonus, boost.kind, bonus=boost.bonus)
        if boost.first_strike:
            yield self._say("boost_first_strike", 0, boost.kind)
        if boost.reroll:
            yield self._say("boost_reroll", 0, boost.kind)
        yield self.effects["lasting_battle" if boost.lasting else "lasting_round"]

    def _say(self, sentence: str, number: int, kind: str = "", **holes: int) -> str:
        """A sentence with its holes filled; one for the number 1 where the language has one."""
        name = self.kinds.get(kind)
        many = name.many if name else self.effects["everyone"]
        alone = f"{sentence}_one"
        pattern = self.effects[alone if number == 1 and alone in self.effects else sentence]
        return pattern.format(
            one=name.one if name else "", many=many, Many=many[0].upper() + many[1:], **holes
        )


@cache
def texts(language: str) -> Texts:
    """The words in one of LANGUAGES; FileNotFoundError for another."""
    data = tomllib.loads(content_bytes("nerath", "texts", f"{language}.toml").decode())
    return msgspec.convert(data, Texts)
