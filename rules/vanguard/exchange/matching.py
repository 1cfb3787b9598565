"""C1.3: which cards, options, spells and items of a catalogue the lines of a roster mean."""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping
from typing import TypeVar

import msgspec

from rules.vanguard.catalogue import Card, Catalogue, Entry
from rules.vanguard.exchange.rosters import Line, Roster

_E = TypeVar("_E", bound=Entry)
_MOST_NEAR = 4
_NEAR = 0.6
# «08 pts - Rare Mount (Rare)»: how the public data file names what a model carries.
_PRICED = re.compile(r"^\d+\s*pts?\s*-\s*|\s*\((?:common|rare|unique)\)\s*$", re.I)


class Matched(msgspec.Struct, frozen=True):
    """A line and what it means.

    ``card`` is its model, or None with those of like names in ``near``, best first. ``elsewhere`` is the
    key of the faction that has a model of this name when the company's own has none. ``options`` and
    ``spells`` are keys of the card, ``items`` of the catalogue; ``unknown`` is gear that is none of them.
    """

    line: Line
    card: Card | None
    near: tuple[Card, ...] = ()
    elsewhere: str | None = None
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def match_roster(roster: Roster, catalogue: Catalogue, faction: str) -> tuple[Matched, ...]:
    """Every line of ``roster`` with what it means for a company of ``faction``; nothing is bought."""
    cards = [card for card in catalogue.models.values() if not card.hidden]
    own = _by_name(card for card in cards if card.faction == faction)
    foreign = _by_name(card for card in cards if card.faction != faction)
    return tuple(match_line(line, own, foreign, catalogue) for line in roster.lines)


def match_line(
    line: Line, own: Mapping[str, Card], foreign: Mapping[str, Card], catalogue: Catalogue
) -> Matched:
    """One line; ``own`` and ``foreign`` are cards by ``plain_name``."""
    wanted = plain_name(line.name)
    card = own.get(wanted)
    if card is None:
        elsewhere = foreign.get(wanted)
        close = difflib.get_close_matches(wanted, own, n=_MOST_NEAR, cutoff=_NEAR)
        near = tuple(own[name] for name in close)
        return Matched(line, None, near, elsewhere.faction if elsewhere else None, unknown=line.gear)
    return with_card(line, card, catalogue)


def with_card(line: Line, card: Card, catalogue: Catalogue) -> Matched:
    """The line taken to mean ``card``: its gear sorted into options, spells and items."""
    choices = {plain_name(one.name): one.key for group in card.options for one in group.options}
    offered = (*card.spells.faction, *card.spells.book)
    spells = {plain_name(catalogue.spells[one.spell].name): one.spell for one in offered}
    owned = {plain_name(catalogue.spells[key].name) for key in card.spells.basic}
    owned |= {plain_name(one.name) for one in card.equipment}
    items = _by_name(item for item in catalogue.items.values() if not item.hidden)
    chosen: dict[str, None] = {}
    cast: dict[str, None] = {}
    carried: dict[str, None] = {}
    unknown: list[str] = []
    for gear in line.gear:
        name = plain_name(_PRICED.sub("", gear))
        if name in choices:
            chosen[choices[name]] = None
        elif name in spells:
            cast[spells[name]] = None
        elif name in items:
            carried[items[name].key] = None
        elif name not in owned:
            unknown.append(gear)
    return Matched(
        line,
        card,
        options=tuple(chosen),
        spells=tuple(cast),
        items=tuple(carried),
        unknown=tuple(unknown),
    )


def plain_name(name: str) -> str:
    """A name without case, accents, punctuation and blanks, for comparing: «Jarrun's  Bow» = «jarruns bow».

    >>> plain_name("Kill the Bard!")
    'killthebard'
    """
    letters = unicodedata.normalize("NFKD", name.casefold().replace("&", "and"))
    return re.sub(r"[\W_]+", "", "".join(one for one in letters if not unicodedata.combining(one)))


def _by_name(entries: Iterable[_E]) -> dict[str, _E]:
    """By ``plain_name``, and also by the plural; the first of a name counts."""
    found: dict[str, _E] = {}
    for entry in entries:
        found.setdefault(plain_name(entry.name), entry)
    for name, entry in list(found.items()):
        found.setdefault(f"{name}s", entry)
    return found
