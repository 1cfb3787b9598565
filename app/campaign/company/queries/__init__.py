"""What the pages of company, shop and ledger show."""

from app.campaign.company.queries.company_page import CompanyPage, company_page
from app.campaign.company.queries.figures import (
    as_rules_model,
    company_value_of,
    has_leader,
    leads_in,
    profile_of,
)
from app.campaign.company.queries.ledger_page import LedgerPage, ledger_page
from app.campaign.company.queries.model_page import ModelPage, model_page
from app.campaign.company.queries.shop_page import (
    ChoicePage,
    FactionRow,
    ShopPage,
    choice_page,
    factions,
    price_sentence,
    shop_page,
)

__all__ = [
    "ChoicePage",
    "CompanyPage",
    "FactionRow",
    "LedgerPage",
    "ModelPage",
    "ShopPage",
    "as_rules_model",
    "choice_page",
    "company_page",
    "company_value_of",
    "factions",
    "has_leader",
    "leads_in",
    "ledger_page",
    "model_page",
    "price_sentence",
    "profile_of",
    "shop_page",
]
