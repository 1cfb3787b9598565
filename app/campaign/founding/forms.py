"""Forms of the wizard and of the players' page."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from flask_wtf.file import FileField
from wtforms import BooleanField, SelectField, StringField, TextAreaField
from wtforms.validators import AnyOf, InputRequired, Length, ValidationError

from app.campaign.founding.amounts import FactorField
from app.campaign.founding.arms import EMBLEMS, STYLES
from app.campaign.founding.modules import AMOUNTS
from app.campaign.guild_words import WORDS
from app.campaign.reasons import ReasonForm
from app.fields import OptionalWholeField, WholeField, options
from app.forms import Form

LONGEST_NAME = 80
LONGEST_TEXT = 20000
MOST_PLAYERS = 12
MOST_GOLD = 1000000


def one_line(typed: Any) -> Any:
    """Without spaces at the ends or double ones inside."""
    return " ".join(typed.split()) if isinstance(typed, str) else typed


def whole_text(typed: Any) -> Any:
    """With the line ends of every system made alike."""
    return typed.replace("\r\n", "\n").strip() if isinstance(typed, str) else typed


def _text(label: Any, **more: Any) -> TextAreaField:
    too_long = _l("That is too long: at most %(most)d characters.", most=LONGEST_TEXT)
    return TextAreaField(
        label, validators=[Length(max=LONGEST_TEXT, message=too_long)], filters=[whole_text], **more
    )


class StoryForm(Form):
    name = StringField(
        _l("Name of the campaign"),
        validators=[
            InputRequired(_l("The campaign needs a name.")),
            Length(
                max=LONGEST_NAME,
                message=_l("That is too long: at most %(most)d characters.", most=LONGEST_NAME),
            ),
        ],
        filters=[one_line],
        render_kw={"maxlength": str(LONGEST_NAME), "autocomplete": "off"},
    )
    story = _text(_l("Story"), description=_l("What the players read first. Lines and paragraphs are kept."))
    picture = FileField(_l("Picture"), description=_l("Not needed. It stands above the campaign's overview."))

    def validate_name(self, field: StringField) -> None:
        if not field.data or not field.data.isprintable():
            raise ValidationError(_l("The campaign needs a name that can be read."))


class PlayersForm(Form):
    max_players = WholeField(
        _l("Number of players"),
        least=2,
        most=MOST_PLAYERS,
        description=_l("The highest number of players who can accept. You can begin with fewer."),
    )
    gm_plays = BooleanField(
        _l("I play too"),
        description=_l(
            "A game master who plays still sees what a game master sees, and the campaign says so to all."
        ),
    )


class MapForm(Form):
    shipped = StringField(_l("Map"))
    picture = FileField(_l("Picture of your own"))


class GoldForm(Form):
    starting_gold = WholeField(
        _l("Starting gold"), least=0, most=1000000, description=_l("What each player builds a company with.")
    )
    fixed_income = WholeField(
        _l("Fixed income"),
        least=0,
        most=1000000,
        description=_l(
            "What each player gets at the end of every round, besides the income of their places."
        ),
    )
    gold_factor = FactorField(
        _l("Gold per point"),
        description=_l("A price is points times this number, rounded up to whole gold."),
    )
    resale_loss = WholeField(
        _l("Resale loss in per cent"),
        least=0,
        most=100,
        description=_l("What a sale brings less than the price, once the company is confirmed."),
    )


class WarbandsForm(Form):
    warband_size = WholeField(
        _l("Warband size"),
        least=1,
        most=100000,
        description=_l("The most points that one warband may have."),
    )


class ModulesForm(Form):
    """A switch for each module, by the end of its column's name, and its amounts (V9.1, V9.2)."""

    guilds = BooleanField(
        _l("Guilds"),
        description=_l(
            "Players found lasting alliances with levels and an income. Members do not fight each other."
        ),
    )
    guild_word = SelectField(
        _l("What guilds are called"),
        choices=options(WORDS.items()),
        description=_l("The whole campaign uses this word."),
    )
    guild_level_cost = WholeField(
        _l("Cost of a level"),
        least=0,
        most=MOST_GOLD,
        description=_l("Level 2 costs twice as much, level 3 three times, and so on."),
    )
    guild_level_income = WholeField(
        _l("Income of a level"),
        least=0,
        most=MOST_GOLD,
        description=_l("Per round and level, shared among all members, each share rounded up."),
    )
    guild_most_levels = WholeField(
        _l("Highest level"), least=1, most=20, description=_l("A level allows one ally of the founder.")
    )
    guild_request_fee = WholeField(
        _l("Request fee"), least=0, most=MOST_GOLD, description=_l("Paid for asking; it is not returned.")
    )
    guild_entry_fee = WholeField(
        _l("Entry fee"), least=0, most=MOST_GOLD, description=_l("Paid by whoever is admitted.")
    )
    alliances = BooleanField(
        _l("Mission alliances"),
        description=_l(
            "Players ally for one event of a round. Until the battles nobody else knows, not even you."
        ),
    )
    alliance_fee = WholeField(
        _l("Fee for each ally"),
        least=0,
        most=MOST_GOLD,
        description=_l("Not returned, also not to whoever withdraws."),
    )
    messages = BooleanField(
        _l("Messages"),
        description=_l("Couriers carry sealed letters. Nobody but sender and receiver reads them."),
    )
    transfers = BooleanField(
        _l("Gold transfers"),
        description=_l(
            "Players send each other gold. Nobody but sender and receiver learns of it, not even you."
        ),
    )
    multi = BooleanField(
        _l("Multi-warband battles"),
        description=_l(
            "More than two warbands can meet in one battle. Without it, lots divide them into pairs."
        ),
    )
    warband_limit = OptionalWholeField(
        _l("Warbands in one battle, at most"),
        least=3,
        most=99,
        description=_l("Left empty, there is no limit. With more warbands than fit, lots divide them."),
    )
    paths = BooleanField(
        _l("Paths between places"),
        description=_l(
            "You draw on the map from where one gets where. A warband goes to a place of its player or one "
            "path further: each conquest opens the way to the next."
        ),
    )
    movement = BooleanField(
        _l("Warband movement"),
        description=_l(
            "A warband stands at a place, seen by all, and moves from there. "
            "Without an order it defends where it stands."
        ),
    )

    def amounts(self) -> dict[str, Any]:
        """What was typed or chosen, by column."""
        return {name: _amount(self[name]) for names in AMOUNTS.values() for name in names}


def _amount(field: Any) -> Any:
    if isinstance(field, OptionalWholeField):
        return field.chosen
    return field.number if isinstance(field, WholeField) else field.data


class InviteForm(Form):
    nicknames = TextAreaField(
        _l("Nicknames"),
        validators=[
            InputRequired(_l("Write at least one nickname.")),
            Length(max=1000, message=_l("That is too long: at most %(most)d characters.", most=1000)),
        ],
        description=_l("One on each line, or separated by commas."),
        render_kw={"rows": "3", "autocapitalize": "none", "spellcheck": "false"},
    )
    text = TextAreaField(
        _l("A word to them"),
        validators=[
            Length(max=1000, message=_l("That is too long: at most %(most)d characters.", most=1000))
        ],
        filters=[whole_text],
        description=_l("Not needed. It stands in the invitation."),
        render_kw={"rows": "2"},
    )

    def names(self) -> list[str]:
        """The nicknames, one by one."""
        typed = str(self.nicknames.data or "").replace(",", "\n").replace(";", "\n")
        return [name for line in typed.splitlines() if (name := one_line(line))]


class GuestForm(Form):
    nickname = StringField(
        _l("Your name at this table"),
        validators=[
            InputRequired(_l("Please type a name.")),
            Length(max=200, message=_l("That is too long: at most %(most)d characters.", most=40)),
        ],
        filters=[one_line],
        render_kw={"maxlength": "40", "autocomplete": "nickname"},
    )


class GiveSeatForm(ReasonForm):
    nickname = StringField(
        _l("Nickname of the new player"),
        validators=[InputRequired(_l("Please type a nickname."))],
        filters=[one_line],
        render_kw={"maxlength": "40", "autocapitalize": "none", "spellcheck": "false"},
    )


class ArmsForm(Form):
    style = WholeField(_l("Colour"), least=STYLES[0], most=STYLES[-1])
    emblem = StringField(_l("Emblem"), validators=[AnyOf(EMBLEMS, message=_l("There is no such emblem."))])


class HouseRulesForm(Form):
    house_rules = _text(
        _l("House rules"),
        description=_l(
            "What your table has agreed on. Everyone reads it here; a change stands in the chronicle."
        ),
        render_kw={"rows": "8"},
    )
