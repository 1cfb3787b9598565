"""A model as all steps name it."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from app.campaign.company.befell import rank_name
from app.campaign.company.models import CompanyModel
from app.campaign.settlement.bench import Bench
from rules.vanguard.settlement.profile import profile


@dataclass(frozen=True)
class Who:
    """A model as all steps name it; ``text`` is its card and, where it has one, its rank."""

    id: str
    name: str
    text: str
    icon: str


def who(bench: Bench, model: CompanyModel) -> Who:
    card = bench.card_of(model)
    icons = {one.line.model_id: one.card.icon for one in bench.fighters}
    now = profile(card, bench.changes_of(model))
    rank = rank_name(now.ranks[-1], bench.tables) if now.ranks else None
    text = _("%(card)s, %(rank)s", card=card.name, rank=rank) if rank else card.name
    return Who(model.id, model.name, text, icons.get(model.id, "fighter"))
