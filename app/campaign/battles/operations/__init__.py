"""What changes battles; the only writer of battles, their sides and line-ups."""

from app.campaign.battles.operations.announcing import announce
from app.campaign.battles.operations.notes import write_note
from app.campaign.battles.operations.results import (
    confirm,
    correct,
    decide,
    dispute,
    enter_result,
    leave_to_gm,
)
from app.campaign.battles.operations.roles import roll_again, type_roll

__all__ = [
    "announce",
    "confirm",
    "correct",
    "decide",
    "dispute",
    "enter_result",
    "leave_to_gm",
    "roll_again",
    "type_roll",
    "write_note",
]
