"""Reading what the company's forms send: counts, baskets, choices."""

from __future__ import annotations

import re
from collections.abc import Iterator

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict

from app.campaign.company.wishes import MOST_AT_ONCE, ItemOrder, ModelOrder
from app.refusal import Refusal

BASKET = "count-"
_WHOLE = re.compile(r"[0-9]{1,6}")


def count_in(typed: str) -> int:
    """A count from 0 to 50, of the digits 0-9 alone. Raises Refusal for anything else."""
    text = typed.strip()
    if not text:
        return 0
    if not _WHOLE.fullmatch(text) or int(text) > MOST_AT_ONCE:
        raise Refusal(_l("Enter a whole number from 0 to %(most)d for each kind.", most=MOST_AT_ONCE), "V3.2")
    return int(text)


def basket(form: MultiDict[str, str]) -> Iterator[tuple[str, int]]:
    """Keys and counts of everything chosen in a list of wares. Raises Refusal for a count that is none."""
    for name, typed in form.items():
        if name.startswith(BASKET):
            count = count_in(typed)
            if count:
                yield name.removeprefix(BASKET), count


def models_wanted(form: MultiDict[str, str]) -> list[ModelOrder]:
    """What a list of cards was sent with."""
    return [ModelOrder(card, count) for card, count in basket(form)]


def items_wanted(form: MultiDict[str, str]) -> list[ItemOrder]:
    """What a list of items was sent with."""
    return [ItemOrder(item, count) for item, count in basket(form)]


def model_chosen(card: str, form: MultiDict[str, str]) -> ModelOrder:
    """What the page of one card was sent with: a count, options and spells."""
    options = [key for name, key in form.items(multi=True) if name.startswith("option-") and key]
    return ModelOrder(card, count_in(form.get("count", "1")), tuple(options), tuple(form.getlist("spell")))


def whole_or_none(typed: str | None) -> int | None:
    """The whole number a hidden field carries, or None without one. Raises Refusal if it is none."""
    if typed is None or typed == "":
        return None
    if not re.fullmatch(r"[0-9]{1,9}", typed):
        raise Refusal(_l("The page sent a price that is no number."), "V3.4")
    return int(typed)
