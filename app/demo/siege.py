"""The demo's Siege of Minas Tirith: in its third round, with Friederike's Good to act."""

from __future__ import annotations

from app.demo.boardgames import Evening
from rules.minas_tirith.bots.players import NODES, choose
from rules.minas_tirith.terms import ACT, GOOD

EVENING = Evening(
    name="Ein Abend vor Minas Tirith",
    ruleset="minas_tirith",
    options={},
    seats={"good": "Friederike", "evil": "Ellen"},
    choose=choose,
    level="strong",
    nodes=NODES,
    begins=lambda state: (
        state.round >= 3
        and state.side == GOOD
        and state.step == ACT
        and state.points > 1
        and not state.stack
        and state.march is None
    ),
)
