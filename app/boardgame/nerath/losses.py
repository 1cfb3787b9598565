"""The choice of losses: every unit that can take a hit as a tile, the proposed ones chosen already
(N5.12).
"""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _

from app.boardgame.nerath.answers import spelled
from app.boardgame.nerath.board import outline
from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.wording import ship_words
from app.boardgame.nerath.words import KIND_ICONS, kind_name
from rules.nerath.actions import Lose
from rules.nerath.losses import Loss, default_order
from rules.nerath.standing import own_in
from rules.nerath.state import State
from rules.nerath.terms import CASTLE, DRAGON, FLYERS, HEROES, REALMS, SEA, WARSHIP
from rules.nerath.units import HIT, aboard_kind, kind_of, places


@dataclass(frozen=True)
class LossTile:
    """One hit that a unit can take; ``chosen`` as it is proposed."""

    icon: str
    shape: str
    name: str
    text: str
    chosen: bool
    spelled: str


def loss_tiles(rules: PlayedNerath, state: State, realm: int, hits: int) -> list[LossTile]:
    """A tile for each hit that can be taken, in the order in which losses are proposed."""
    assert state.battle is not None
    space = state.battle.space
    at_sea = rules.board.sort[space] == SEA
    losses: list[Loss] = []
    for code in own_in(state, space, realm):
        kind = kind_of(code)
        if kind == CASTLE or (at_sea and kind not in FLYERS and kind != WARSHIP):
            continue
        losses.append((code, -1))
        if kind == DRAGON and not code & HIT:
            losses.append((code | HIT, -1))
        if kind == WARSHIP:
            losses += [(code, aboard_kind(one)) for one in places(code) if aboard_kind(one) in HEROES]
    losses.sort(key=default_order)
    return [_tile(rules, loss, REALMS[realm], chosen=number < hits) for number, loss in enumerate(losses)]


def _tile(rules: PlayedNerath, loss: Loss, seat: str, *, chosen: bool) -> LossTile:
    code, cargo = loss
    kind = cargo if cargo >= 0 else kind_of(code)
    text = ""
    if cargo >= 0:
        text = _("aboard")
    elif kind == DRAGON:
        text = _("second hit: dies") if code & HIT else _("first hit: heals")
    elif places(code):
        text = ship_words(code)
    action = Lose(seat=seat, unit=code, cargo=cargo)
    return LossTile(KIND_ICONS[kind], outline(kind), kind_name(kind), text, chosen, spelled(rules, action))
