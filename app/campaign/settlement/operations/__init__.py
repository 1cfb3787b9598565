"""Settling a battle: each side's six steps, once, and their correction (V7.1, V11.1).

There is no gold for a battle, no exploration and no recruitment (V7.2): gold moves by ransoms alone.
"""

from app.campaign.settlement.operations.advances import (
    choose_advance,
    finish_advances,
    roll_advance,
    roll_advances,
    take_power_upgrade,
)
from app.campaign.settlement.operations.closing import close_of, open_again
from app.campaign.settlement.operations.course import settle_course
from app.campaign.settlement.operations.equipment import settle_equipment
from app.campaign.settlement.operations.experience import settle_experience
from app.campaign.settlement.operations.injuries import (
    choose_robbed,
    finish_injuries,
    repeat_injury,
    roll_injuries,
    roll_injury,
)
from app.campaign.settlement.operations.opening import open_confirmed, open_settlements
from app.campaign.settlement.operations.reopening import reopen, reopen_for_correction
from app.campaign.settlement.operations.retinue import finish_retinue, name_leader

__all__ = [
    "choose_advance",
    "choose_robbed",
    "close_of",
    "finish_advances",
    "finish_injuries",
    "finish_retinue",
    "name_leader",
    "open_again",
    "open_confirmed",
    "open_settlements",
    "reopen",
    "reopen_for_correction",
    "repeat_injury",
    "roll_advance",
    "roll_advances",
    "roll_injuries",
    "roll_injury",
    "settle_course",
    "settle_equipment",
    "settle_experience",
    "take_power_upgrade",
]
