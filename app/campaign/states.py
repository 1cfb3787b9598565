"""Where a campaign stands."""

from __future__ import annotations

from enum import StrEnum


class State(StrEnum):
    """The life of a campaign, in order (V0.1)."""

    DRAFT = "draft"
    GATHERING = "gathering"
    HIDEOUTS = "hideouts"
    RUNNING = "running"
    FINISHED = "finished"


class Phase(StrEnum):
    """The five phases of a running round, in order (V2.1), each with the rule that says what it is for."""

    PREPARATION = "preparation"  # V2.2
    ORDERS = "orders"  # V2.3
    BATTLES = "battles"  # V2.4
    SETTLEMENT = "settlement"  # V2.5
    DAWN = "dawn"  # V2.6


class SeatState(StrEnum):
    """Whether a seat counts as a player's (V1.10, V11.1)."""

    INVITED = "invited"
    JOINED = "joined"
    DECLINED = "declined"
    LAPSED = "lapsed"
    REMOVED = "removed"
    DROPPED = "dropped"


class ModelStatus(StrEnum):
    """What became of a company's model."""

    LIVING = "living"
    CAPTURED = "captured"
    DEAD = "dead"
    SOLD = "sold"
    REMOVED = "removed"


class ItemStatus(StrEnum):
    """What became of a company's item."""

    HELD = "held"
    USED = "used"
    LOST = "lost"
    SOLD = "sold"
    REMOVED = "removed"


class Fate(StrEnum):
    """What a sent warband met when battles were announced (V6, V7.7)."""

    BATTLE = "battle"
    UNOPPOSED = "unopposed"
    LEFT_OVER = "left_over"


class BattleState(StrEnum):
    """A battle from its announcement to its agreed result (V6.7)."""

    ANNOUNCED = "announced"
    REPORTED = "reported"
    DISPUTED = "disputed"
    CONFIRMED = "confirmed"


class SideOutcome(StrEnum):
    """How a battle ended for one side."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


class Answer(StrEnum):
    """What a side said of the entered result (V6.7)."""

    ENTERED = "entered"
    CONFIRMED = "confirmed"
    DISPUTED = "disputed"


class Outcome(StrEnum):
    """What dawn does with a place that was fought for or reached (V7.5-V7.7, V7.10)."""

    TAKEN = "taken"
    KEPT = "kept"
    OWNERLESS = "ownerless"
    CHOICE = "choice"


class CaptiveState(StrEnum):
    """A captured model, from capture to its end (V7.4, C6.4).

    Held without a price, offered for one, left by its owner: still captive. Undone: a
    correction took the capture itself back (V11.1).
    """

    HELD = "held"
    OFFERED = "offered"
    RANSOMED = "ransomed"
    LEFT = "left"
    EXCHANGED = "exchanged"
    RELEASED = "released"
    EXECUTED = "executed"
    UNDONE = "undone"


CAPTIVE = frozenset({CaptiveState.HELD, CaptiveState.OFFERED, CaptiveState.LEFT})
"""The states in which the captor still holds the model."""


SHOP_STATES = frozenset({State.GATHERING, State.HIDEOUTS})
SHOP_PHASES = frozenset({Phase.PREPARATION, Phase.ORDERS})


class Offer(StrEnum):
    """What is open between a guild and a player outside it (V8.3).

    Granted: the founder said yes to a request; the player joins by paying the entry fee.
    """

    REQUESTED = "requested"
    INVITED = "invited"
    GRANTED = "granted"


class Ally(StrEnum):
    """A player's part in a mission alliance (V8.16, V8.20)."""

    INVITED = "invited"
    JOINED = "joined"
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
