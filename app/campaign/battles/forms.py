"""Forms of battles: texts, dice, and the whole result with a line per model."""

from __future__ import annotations

from collections.abc import Iterable

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict
from wtforms import BooleanField, IntegerField, StringField, TextAreaField
from wtforms.validators import InputRequired, Length, NumberRange, Optional

from app.campaign.battles.models import Battle
from app.campaign.battles.report import LONGEST_STORY, MOST, MOST_POINTS, Report
from app.forms import Form
from app.refusal import Refusal

DRAW = "draw"


class NoteForm(Form):
    """The note of a battle (V6.6)."""

    note = TextAreaField(_l("How the scenario works here"), [Length(max=2000)])


class DisputeForm(Form):
    """What a side finds wrong with the result (V6.7)."""

    text = TextAreaField(_l("What is wrong?"), [Length(max=2000)])


class CorrectionForm(Form):
    """Why the GM takes a result back (V11.1)."""

    reason = StringField(_l("Reason, for everybody to read"), [Length(max=300)])
    forgive = BooleanField(_l("If a ransom has been spent meanwhile, take back what is still there"))


def _die_range() -> NumberRange:
    return NumberRange(1, 8, _l("A D8 shows 1 to 8."))


class RollForm(Form):
    """The D8 of the table, one for each side (V6.5)."""

    first = IntegerField(_l("First D8"), [InputRequired(_l("Type the roll.")), _die_range()])
    second = IntegerField(_l("Second D8"), [InputRequired(_l("Type the roll.")), _die_range()])


class AgainForm(Form):
    """The D8 of a second roll, both or none: without them the app rolls (C9.1)."""

    first = IntegerField(_l("First D8"), [Optional(), _die_range()])
    second = IntegerField(_l("Second D8"), [Optional(), _die_range()])

    def dice(self) -> tuple[int, int] | None:
        """The two dice, or None. Raises Refusal for one alone."""
        if self.first.data is None and self.second.data is None:
            return None
        if self.first.data is None or self.second.data is None:
            raise Refusal(_("Type both dice, or none and the app rolls."), "V6.5")
        return self.first.data, self.second.data


def report_from(form: MultiDict[str, str], battle: Battle) -> Report:
    """The posted result; ids that are not of this battle do not count.

    Raises Refusal where nobody is named of two warbands, and for figures that are none.
    """
    sides = [side.id for side in battle.sides]
    models = [model.id for side in battle.sides for model in side.line_up]
    chosen = form.getlist("winner")
    winners = frozenset(chosen) & frozenset(sides)
    if len(sides) == 2 and not winners and DRAW not in chosen:
        raise Refusal(_("Say who won, or that it was a draw."), "V6.7")
    story = form.get("story", "")
    if len(story) > LONGEST_STORY:
        raise Refusal(_("The story is longer than %(most)d characters.", most=LONGEST_STORY))
    return Report(
        winners=winners,
        taken_out=frozenset(form.getlist("out")) & frozenset(models),
        enemies=_figures(form, "enemies", models, MOST),
        objectives=_figures(form, "objectives", sides, MOST),
        points=_figures(form, "points", sides, MOST_POINTS),
        story=story,
    )


def _figures(form: MultiDict[str, str], name: str, ids: Iterable[str], most: int) -> dict[str, int]:
    """Whole numbers from 0 to ``most`` by id; an empty field is 0."""
    found = {}
    for key in ids:
        typed = form.get(f"{name}-{key}", "").strip() or "0"
        if not typed.isascii() or not typed.isdigit() or int(typed) > most:
            raise Refusal(
                _("«%(typed)s» is not a whole number from 0 to %(most)d.", typed=typed, most=most), "C5.1"
            )
        found[key] = int(typed)
    return found
