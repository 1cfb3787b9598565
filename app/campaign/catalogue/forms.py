"""Forms of catalogue entries (C1.2)."""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

import msgspec
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, SelectField, SelectMultipleField, StringField, TextAreaField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, ValidationError

from app.campaign.catalogue.options import options_text, read_options
from app.fields import OptionalWholeField, WholeField, options
from app.forms import Form
from rules.vanguard.catalogue import (
    Alignment,
    Card,
    Catalogue,
    Entry,
    Faction,
    Item,
    ModelType,
    Rarity,
    Scenario,
    Slot,
)
from rules.vanguard.exchange.keys import free_key

LONGEST_NAME = 80
_STATS = ("sp", "me", "ra", "ar", "ne", "wn", "h")


def _one_line(typed: Any) -> Any:
    return " ".join(typed.split()) if isinstance(typed, str) else typed


def _too_long(most: int) -> Length:
    return Length(max=most, message=_l("That is too long: at most %(most)d characters.", most=most))


def _text(label: Any, most: int, *, needed: bool = False, description: Any = "") -> StringField:
    required = [InputRequired(_l("A name is needed."))] if needed else []
    return StringField(
        label,
        validators=[*required, _too_long(most)],
        filters=[_one_line],
        description=description,
        render_kw={"maxlength": str(most), "autocomplete": "off"},
    )


def _same(names: tuple[str, ...]) -> list[SelectChoice]:
    """The catalogue's own words, which are English in every language."""
    return options((name, name) for name in names)


class EntryForm(Form):
    """What every kind of entry has.

    The form of a kind adds ``filled``: the entry that it says; what it does not show stays as it was.
    """

    name = _text(_l("Name"), LONGEST_NAME, needed=True)
    hidden = BooleanField(_l("Hidden: no longer offered, and kept by who has it"))

    def validate_name(self, field: StringField) -> None:
        if not field.data or not field.data.isprintable():
            raise ValidationError(_("A name that can be read is needed."))


class FactionForm(EntryForm):
    alignment = SelectField(_l("Alignment"), choices=_same(get_args(Alignment)))

    def filled(self, before: Entry | None, catalogue: Catalogue) -> Faction:
        name = self.name.data or ""
        old = before if isinstance(before, Faction) else None
        old = old or Faction(key=free_key(name, catalogue.factions), name=name, alignment="Neutral")
        return msgspec.structs.replace(
            old, name=name, hidden=bool(self.hidden.data), alignment=self.alignment.data
        )


class ModelForm(EntryForm):
    """A model or a mercenary; a mercenary has no faction."""

    faction = SelectField(_l("Faction"), choices=[])
    points = WholeField(_l("Points"), least=0, most=1000)
    types = SelectMultipleField(
        _l("Types"),
        choices=_same(get_args(ModelType)),
        validators=[InputRequired(_l("Choose at least one type."))],
    )
    sp = OptionalWholeField("Sp", least=0, most=30)
    me = OptionalWholeField("Me", least=1, most=9)
    ra = OptionalWholeField("Ra", least=1, most=9)
    ar = OptionalWholeField("Ar", least=1, most=9)
    ne = OptionalWholeField("Ne", least=1, most=9)
    wn = OptionalWholeField("Wn", least=0, most=30)
    h = OptionalWholeField("H", least=0, most=20)
    ranged = _text(_l("Ranged dice"), 12, description=_l("For example 1D8."))
    melee = _text(_l("Melee dice"), 12, description=_l("For example 2D8."))
    race = _text(_l("Race"), 60)
    base = _text(_l("Base"), 30)
    items_allowed = SelectField(
        _l("Items it may carry"),
        choices=options([("two", _l("two")), ("one_common", _l("one, Common only")), ("none", _l("none"))]),
    )
    options = TextAreaField(
        _l("Options"),
        description=_l("One a line, as “Spear; 2”. An empty line begins a group of which one is chosen."),
        render_kw={"rows": "5", "maxlength": "4000"},
        validators=[
            Length(max=4000, message=_l("That is too long: at most %(most)d characters.", most=4000))
        ],
    )

    @staticmethod
    def values(card: Card) -> dict[str, Any]:
        """What the form shows of a card."""
        return {
            "name": card.name,
            "hidden": card.hidden,
            "faction": card.faction or "",
            "points": str(card.points),
            "types": list(card.types),
            **{name: _typed(getattr(card.stats, name)) for name in _STATS},
            "ranged": card.stats.ranged or "",
            "melee": card.stats.melee or "",
            "race": card.race,
            "base": card.base or "",
            "items_allowed": card.items_allowed,
            "options": options_text(card.options),
        }

    def filled(self, before: Entry | None, catalogue: Catalogue) -> Card:
        """Raises ValidationError for options that cannot be read."""
        name, faction = self.name.data or "", self.faction.data or None
        types = tuple(self.types.data or ())
        old = before if isinstance(before, Card) else None
        if old is None:
            taken = {*catalogue.models, *catalogue.mercenaries}
            key = free_key(name, taken, faction or "mercenary")
            base = bool({"Grunt", "Warrior"} & set(types))
            old = Card(key=key, name=name, points=0, types=types, counts_as_base=base)
        figures = {one: getattr(self, one).chosen for one in _STATS}
        stats = msgspec.structs.replace(
            old.stats, ranged=self.ranged.data or None, melee=self.melee.data or None, **figures
        )
        return msgspec.structs.replace(
            old,
            name=name,
            hidden=bool(self.hidden.data),
            faction=faction,
            points=self.points.number,
            types=types,
            stats=stats,
            race=self.race.data or "",
            base=self.base.data or None,
            items_allowed=self.items_allowed.data,
            options=read_options(self.options.data or "", old.options),
            # Whoever looked at the figures and saved them has settled the doubts about them.
            flagged=(),
        )


class ItemForm(EntryForm):
    rarity = SelectField(_l("Rarity"), choices=_same(get_args(Rarity)))
    slots = SelectMultipleField(
        _l("Slots"),
        choices=_same(get_args(Slot)),
        validators=[InputRequired(_l("Choose at least one slot."))],
    )
    points = WholeField(_l("Points"), least=0, most=1000)
    uses = SelectField(
        _l("Uses"),
        choices=options(
            [("", _l("always")), ("single_use", _l("single use")), ("once_per_game", _l("once a game"))]
        ),
    )
    grunts = BooleanField(_l("A Grunt may carry it"))
    effect = _text(_l("Effect in a few words"), 200)

    @staticmethod
    def values(item: Item) -> dict[str, Any]:
        """What the form shows of an item."""
        return {
            "name": item.name,
            "hidden": item.hidden,
            "rarity": item.rarity,
            "slots": list(item.slots),
            "points": str(item.points),
            "uses": item.uses or "",
            "grunts": item.grunts,
            "effect": item.effect or "",
        }

    def filled(self, before: Entry | None, catalogue: Catalogue) -> Item:
        name = self.name.data or ""
        old = before if isinstance(before, Item) else None
        old = old or Item(
            key=free_key(name, catalogue.items), name=name, rarity="Common", slots=("Magic",), points=0
        )
        return msgspec.structs.replace(
            old,
            name=name,
            hidden=bool(self.hidden.data),
            rarity=self.rarity.data,
            slots=tuple(self.slots.data or ()),
            points=self.points.number,
            uses=self.uses.data or None,
            grunts=bool(self.grunts.data),
            effect=self.effect.data or None,
        )


class ScenarioForm(EntryForm):
    """C4.1, V5.2."""

    sides = SelectField(_l("Sides"), choices=options([("two", _l("two")), ("many", _l("three and more"))]))
    roles = BooleanField(_l("It has an attacker and a defender"))
    defender_adds_models = BooleanField(_l("The defender may add Grunt and Warrior models at the table"))
    book = _text(_l("Book"), 80)
    page = OptionalWholeField(_l("Page"), least=1, most=2000)
    summary = TextAreaField(
        _l("How your group plays it"),
        description=_l("In your own words. The players read it at the battle and on its sheet."),
        render_kw={"rows": "6", "maxlength": "2000"},
        validators=[_too_long(2000)],
    )

    @staticmethod
    def values(scenario: Scenario) -> dict[str, Any]:
        """What the form shows of a scenario."""
        return {
            "name": scenario.name,
            "hidden": scenario.hidden,
            "sides": scenario.sides,
            "roles": scenario.roles,
            "defender_adds_models": scenario.defender_adds_models,
            "book": scenario.book or "",
            "page": _typed(scenario.page),
            "summary": scenario.summary,
        }

    def filled(self, before: Entry | None, catalogue: Catalogue) -> Scenario:
        name = self.name.data or ""
        old = before if isinstance(before, Scenario) else None
        old = old or Scenario(key=free_key(name, {*catalogue.scenarios, "other"}), name=name)
        return msgspec.structs.replace(
            old,
            name=name,
            hidden=bool(self.hidden.data),
            sides=self.sides.data,
            roles=bool(self.roles.data),
            defender_adds_models=bool(self.defender_adds_models.data),
            book=self.book.data or None,
            page=self.page.chosen,
            summary=(self.summary.data or "").replace("\r\n", "\n").strip(),
        )


def values_of(entry: Entry) -> dict[str, Any]:
    """What the form of an entry shows."""
    if isinstance(entry, Card):
        return ModelForm.values(entry)
    if isinstance(entry, Item):
        return ItemForm.values(entry)
    if isinstance(entry, Scenario):
        return ScenarioForm.values(entry)
    assert isinstance(entry, Faction)  # no other kind has a form
    return {"name": entry.name, "hidden": entry.hidden, "alignment": entry.alignment}


AnyForm: TypeAlias = FactionForm | ModelForm | ItemForm | ScenarioForm
FORMS: dict[str, type[AnyForm]] = {
    "faction": FactionForm,
    "model": ModelForm,
    "mercenary": ModelForm,
    "item": ItemForm,
    "scenario": ScenarioForm,
}


def _typed(value: int | None) -> str:
    return "" if value is None else str(value)
