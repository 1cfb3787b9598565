"""C1.2: models and items out of BattleScribe's catalogue files (.cat, .gst, zipped or not)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from rules.vanguard.catalogue import (
    Card,
    Catalogue,
    Entry,
    Faction,
    Flag,
    Item,
    Keyword,
    ModelType,
    Option,
    OptionGroup,
    Rarity,
    Slot,
    Stats,
)
from rules.vanguard.exchange.keys import free_key
from rules.vanguard.exchange.markup import Node, parse_markup
from rules.vanguard.exchange.matching import plain_name
from rules.vanguard.exchange.unreadable import Unreadable

# The categories of the public Vanguard data file: a .cat names them by these alone.
CATEGORIES: Mapping[str, ModelType] = {
    "acf5-674c-f31b-80a2": "Grunt",
    "29ef-0bb1-9ab6-8e5c": "Warrior",
    "8fce-4123-76c7-3f6f": "Command",
    "c194-28e4-665e-319c": "Support",
    "e745-e5aa-ccb6-cecb": "Spellcaster",
    "5386-cda4-ccc0-f38d": "Large",
}
MERCENARY = "5999-b2cc-3385-f57d"
_SLOTS: Mapping[str, Slot] = {
    f"items - {slot.casefold()}": slot for slot in ("Melee", "Ranged", "Armour", "Magic", "Sundries", "Mount")
}
_ITEM = re.compile(r"^\d+\s*pts?\s*-\s*(?P<name>.+?)\s*\((?P<rarity>Common|Rare|Unique)\)\s*$", re.I)
_RARITIES: Mapping[str, Rarity] = {"common": "Common", "rare": "Rare", "unique": "Unique"}


def read_catalogues(files: Iterable[bytes], catalogue: Catalogue) -> list[tuple[str, Entry]]:
    """The entries (kind, entry) that the files, unpacked, hold, laid over what ``catalogue`` knows of them.

    A model or item that it has keeps what such files do not say (options, limits); its figures, points
    and types come from the file. Raises Unreadable for a broken file, a roster, or another game.
    """
    roots = [parse_markup(content) for content in files]
    if any(root.tag == "roster" for root in roots):
        raise Unreadable("import.is_roster")
    if not roots or any(root.tag not in ("catalogue", "gameSystem") for root in roots):
        raise Unreadable("import.no_catalogue")
    reader = _Reader(roots, catalogue)
    found = list(reader.entries())
    if not any(kind in ("model", "mercenary", "item") for kind, _entry in found):
        name = next((root.get("name") for root in roots if root.tag == "gameSystem"), roots[0].get("name"))
        raise Unreadable("import.other_game", name=name)
    return found


class _Reader:
    def __init__(self, roots: list[Node], catalogue: Catalogue) -> None:
        self._roots = roots
        self._catalogue = catalogue
        # Entries link to others by id, also across files.
        self._by_id = {node.get("id"): node for root in roots for node in root.walk() if node.get("id")}
        self._factions = {plain_name(one.name): one for one in catalogue.factions.values()}
        self._keywords = {plain_name(one.name): one for one in catalogue.keywords.values()}
        self._items = {plain_name(one.name): one for one in catalogue.items.values()}
        self._new: dict[str, list[Entry]] = {"faction": [], "keyword": []}
        self._given: set[str] = set()

    def entries(self) -> Iterator[tuple[str, Entry]]:
        listed: list[tuple[str, Entry]] = []
        for root in self._roots:
            for node in _models(root):
                card = self._card(node, root)
                listed.append(("mercenary" if card.faction is None else "model", card))
            listed.extend(("item", item) for item in self._items_of(root))
        # What others refer to comes first.
        for kind, new in self._new.items():
            yield from ((kind, entry) for entry in new)
        yield from listed

    # --- Models ---------------------------------------------------------------------------

    def _card(self, node: Node, root: Node) -> Card:
        links = list(node.under("categoryLinks", "categoryLink"))
        categories = {link.get("targetId") for link in links}
        named = {link.get("name").casefold() for link in links}
        named |= {self._by_id[one].get("name").casefold() for one in categories if one in self._by_id}
        mercenary = MERCENARY in categories or "mercenary" in named
        faction = None if mercenary else self._faction(root)
        known = self._known(node.get("name"), faction)
        types = tuple(
            kind for key, kind in CATEGORIES.items() if key in categories or kind.casefold() in named
        )
        sheet = _characteristics(_profile(node))
        card = known or Card(
            key=free_key(node.get("name"), self._taken(), faction or "mercenary"),
            name=node.get("name"),
            points=0,
            types=types,
            faction=faction,
            options=tuple(self._options(node)),
            keywords=tuple(dict.fromkeys(self._keyword(name) for name in _rules(node))),
            counts_as_base=bool({"Grunt", "Warrior"} & set(types)),
        )
        self._given.add(card.key)
        flags = [] if types or card.types else [Flag("types", "the file names no type")]
        return msgspec.structs.replace(
            card,
            points=_points(node),
            types=types or card.types or ("Warrior",),
            stats=_stats(sheet),
            race=sheet.get("Race") or card.race,
            base=sheet.get("Base") or card.base,
            flagged=(*(flag for flag in card.flagged if flag.field != "types"), *flags),
        )

    def _known(self, name: str, faction: str | None) -> Card | None:
        cards = self._catalogue.mercenaries if faction is None else self._catalogue.models
        wanted = plain_name(name)
        return next(
            (one for one in cards.values() if one.faction == faction and plain_name(one.name) == wanted), None
        )

    def _taken(self) -> set[str]:
        return {*self._catalogue.models, *self._catalogue.mercenaries, *self._given}

    def _faction(self, root: Node) -> str:
        name = plain_name(root.get("name"))
        if name not in self._factions:
            # «Trident Realm» is the faction «Trident Realm of Neritica», if no other is so named.
            like = [one for plain, one in self._factions.items() if name and (name in plain or plain in name)]
            if len(like) == 1:
                self._factions[name] = like[0]
        if name not in self._factions:
            taken = {one.key for one in self._factions.values()}
            made = Faction(key=free_key(root.get("name"), taken), name=root.get("name"), alignment="Neutral")
            self._factions[name] = made
            self._new["faction"].append(made)
        return self._factions[name].key

    def _keyword(self, name: str) -> str:
        plain = plain_name(name)
        if plain not in self._keywords:
            taken = {one.key for one in self._keywords.values()}
            made = Keyword(key=free_key(name, taken), name=name)
            self._keywords[plain] = made
            self._new["keyword"].append(made)
        return self._keywords[plain].key

    def _options(self, node: Node) -> Iterator[OptionGroup]:
        """What the card may be bought with, one group each; items and checks of the data are none."""
        taken: set[str] = set()
        linked = [
            (link, self._by_id.get(link.get("targetId")))
            for link in node.under("entryLinks", "entryLink")
            if link.get("type") == "selectionEntry"
        ]
        own = [(entry, entry) for entry in node.under("selectionEntries", "selectionEntry")]
        for link, entry in (*linked, *own):
            name = link.get("name") or (entry.get("name") if entry else "")
            if entry is None or not name or _ITEM.match(name) or name.casefold().startswith("rule check"):
                continue
            key = free_key(name, taken)
            taken.add(key)
            points = max(_points(link) or _set_points(link) or _points(entry), 0)
            yield OptionGroup(key=key, options=(Option(key=key, name=name, points=points),))

    # --- Items ----------------------------------------------------------------------------

    def _items_of(self, root: Node) -> Iterator[Item]:
        for node in root.walk():
            if node.tag != "selectionEntry" or (said := _ITEM.match(node.get("name"))) is None:
                continue
            plain = plain_name(said["name"])
            slots = tuple(
                dict.fromkeys(
                    slot
                    for profile in node.under("profiles", "profile")
                    if (slot := _SLOTS.get(profile.get("typeName").strip().casefold())) is not None
                )
            )
            known = self._items.get(plain)
            if known is None and not slots:
                continue
            taken = {one.key for one in self._items.values()}
            item = known or Item(
                key=free_key(said["name"], taken), name=said["name"], rarity="Common", slots=slots, points=0
            )
            item = msgspec.structs.replace(
                item, points=_points(node), rarity=_RARITIES[said["rarity"].casefold()]
            )
            self._items[plain] = item
            yield item


def _models(root: Node) -> Iterator[Node]:
    """The entries that are models: they have a profile with a model's figures."""
    for group in ("selectionEntries", "sharedSelectionEntries"):
        for node in root.under(group, "selectionEntry"):
            if node.get("type") in ("model", "unit") and node.get("name") and _profile(node) is not None:
                yield node


def _profile(node: Node) -> Node | None:
    for profile in node.under("profiles", "profile"):
        if {"Sp", "Me", "Ra", "Ar", "Ne"} <= _characteristics(profile).keys():
            return profile
    return None


def _characteristics(profile: Node | None) -> dict[str, str]:
    if profile is None:
        return {}
    return {
        one.get("name"): one.text.strip() or one.get("value")
        for one in profile.under("characteristics", "characteristic")
    }


def _stats(sheet: Mapping[str, str]) -> Stats:
    figure = {name: _figure(sheet.get(name, "")) for name in ("Sp", "Me", "Ra", "Ar", "Ne", "Wn", "H")}
    return Stats(
        sp=figure["Sp"],
        me=figure["Me"],
        ra=figure["Ra"],
        ar=figure["Ar"],
        ne=figure["Ne"],
        wn=figure["Wn"],
        h=figure["H"],
        ranged=_dice(sheet.get("Ranged", "")),
        melee=_dice(sheet.get("Melee", "")),
    )


def _dice(text: str) -> str | None:
    """«2 D8» as «2D8»; None for a dash or nothing."""
    dice = text.replace(" ", "")
    return dice if any(one.isdigit() for one in dice) else None


def _figure(text: str) -> int | None:
    """The first number of «4+» or «6"»; None where there is none."""
    found = re.search(r"\d{1,2}", text)
    return int(found[0]) if found else None


def _points(node: Node) -> int:
    for cost in node.under("costs", "cost"):
        if cost.get("name").casefold() in ("points", "pts"):
            return _whole(cost.get("value"))
    return 0


def _set_points(link: Node) -> int:
    """What a link says that the thing costs here: BattleScribe sets a field whose id is that of the cost."""
    for modifier in link.under("modifiers", "modifier"):
        if modifier.get("type") == "set" and _whole(modifier.get("value")):
            return _whole(modifier.get("value"))
    return 0


def _whole(text: str) -> int:
    try:
        return int(float(text))
    except (ValueError, OverflowError):
        return 0


def _rules(node: Node) -> Iterator[str]:
    for link in node.under("infoLinks", "infoLink"):
        if link.get("type") == "rule" and link.get("name"):
            yield link.get("name")
