"""What the rules tab shows: modules and every amount (V9.1), the state of the catalogue (C1.1)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.founding.amounts import decimal_text
from app.campaign.founding.models import Campaign
from app.campaign.founding.modules import MODULES, Amount, is_on, module_amounts, name_of
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.founding.queries.wizard import Example, examples
from app.extensions import db
from app.journal.models import AuditRow
from app.texts import month


@dataclass(frozen=True)
class Module:
    """A campaign module and whether it is on (V9.2)."""

    name: str
    on: bool


@dataclass(frozen=True)
class RulesPage:
    """The rules of this campaign. ``house_rules_at``: when they were changed, newest first."""

    amounts: tuple[Amount, ...]
    modules: tuple[Module, ...]
    examples: tuple[Example, ...]
    catalogue_name: str
    catalogue_state: str
    house_rules: str
    house_rules_at: tuple[datetime, ...]


def rules_page(campaign: Campaign) -> RulesPage:
    meta = catalogue_of(campaign).meta
    changes = db.session.execute(
        select(AuditRow.at)
        .where(AuditRow.campaign_id == campaign.id, AuditRow.kind == "founding.house_rules_changed")
        .order_by(AuditRow.seq.desc())
        .limit(10)
    ).scalars()
    return RulesPage(
        amounts=_amounts(campaign),
        modules=tuple(Module(name_of(key, campaign), is_on(campaign, key)) for key in MODULES),
        examples=examples(campaign),
        catalogue_name=meta.name,
        catalogue_state=month(meta.state),
        house_rules=campaign.house_rules,
        house_rules_at=tuple(changes),
    )


def _amounts(campaign: Campaign) -> tuple[Amount, ...]:
    return (
        Amount(_("Number of players"), _("at most %(count)d", count=campaign.max_players), "V1.1"),
        Amount(_("Starting gold"), _("%(gold)d gold", gold=campaign.starting_gold), "V1.2"),
        Amount(_("Fixed income per round"), _("%(gold)d gold", gold=campaign.fixed_income), "V1.2"),
        Amount(_("Gold per point"), decimal_text(campaign.gold_factor), "V1.2"),
        Amount(_("Resale loss"), _("%(percent)d%%", percent=campaign.resale_loss), "V1.2"),
        Amount(_("Warband size"), _("%(points)d points", points=campaign.warband_size), "V1.3"),
        *module_amounts(campaign),
    )
