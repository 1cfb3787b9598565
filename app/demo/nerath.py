"""The demo's Conquest of Nerath: in its third round, with Ellen's realm to move."""

from __future__ import annotations

from app.demo.boardgames import Evening
from rules.nerath.bots.players import choose

EVENING = Evening(
    name="Nerath ved køkkenbordet",
    ruleset="nerath",
    options={"mode": "alliance", "length": "medium"},
    seats={"karkoth": "Ellen", "vailin": "Jonas", "iron_circle": "Mads", "nerath": "Friederike"},
    choose=choose,
    level="easy",
    nodes=400,
    begins=lambda state: state.round >= 3 and not state.stack,
)
