"""What changes companies, their models and items; the only writer of them beside the settlement."""

from app.campaign.company.operations.awarding import (
    award_item,
    award_model,
    grant_gold,
    remove_item,
    remove_model,
)
from app.campaign.company.operations.buying import (
    add_item,
    add_model,
    buy_items,
    buy_models,
)
from app.campaign.company.operations.choosing import (
    choose_faction,
    confirm,
    give_up_company,
    rename_company,
)
from app.campaign.company.operations.describing import (
    describe_model,
    move_card,
    remove_picture,
    set_picture,
)
from app.campaign.company.operations.equipping import assign_item, move_item
from app.campaign.company.operations.retinue import give_role, leave_role, vacate
from app.campaign.company.operations.selling import release_model, sell_item, sell_model

__all__ = [
    "add_item",
    "add_model",
    "assign_item",
    "award_item",
    "award_model",
    "buy_items",
    "buy_models",
    "choose_faction",
    "confirm",
    "describe_model",
    "give_role",
    "give_up_company",
    "grant_gold",
    "leave_role",
    "move_card",
    "move_item",
    "release_model",
    "remove_item",
    "remove_model",
    "remove_picture",
    "rename_company",
    "sell_item",
    "sell_model",
    "set_picture",
    "vacate",
]
