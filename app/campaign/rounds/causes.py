"""What switches of phases cause in the other rooms, in the order in which it happens (V2.9)."""

from __future__ import annotations

from collections.abc import Callable

from app.actor import Actor
from app.campaign.battles.operations import announce
from app.campaign.chronicle.operations import publish_corrections
from app.campaign.chronicle.standings import snapshot
from app.campaign.dawn import operations as dawn
from app.campaign.founding.models import Campaign
from app.campaign.movement import operations as movement
from app.campaign.settlement import operations as settlement
from app.campaign.settlement.operations import captives
from app.campaign.states import Phase

Cause = Callable[[Campaign, Actor], object]

ON_SWITCH: dict[tuple[Phase, Phase], tuple[Cause, ...]] = {
    (Phase.ORDERS, Phase.BATTLES): (announce, publish_corrections),
    (Phase.BATTLES, Phase.SETTLEMENT): (settlement.open_confirmed,),
    (Phase.SETTLEMENT, Phase.DAWN): (dawn.begin,),
    (Phase.DAWN, Phase.SETTLEMENT): (dawn.undo,),
}
ROUND_ENDS: tuple[Cause, ...] = (captives.release_undecided, movement.end_round, snapshot)
