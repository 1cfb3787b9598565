"""Who has won, asked after every full round (N1.4, N1.6, N10.4)."""

from __future__ import annotations

from rules.nerath.draft import Draft
from rules.nerath.events import GameEnded
from rules.nerath.standing import side
from rules.nerath.state import Options
from rules.nerath.terms import REALMS

POINTS_NEEDED = {
    ("free_for_all", "short"): 13,
    ("free_for_all", "medium"): 20,
    ("alliance", "short"): 20,
    ("alliance", "medium"): 30,
}
TREASURES_NEEDED = {"free_for_all": 8, "alliance": 12}


def turn_order(options: Options) -> tuple[int, ...]:
    """The realms in the order of a round; reversed by house rule (N1.1, N11.5)."""
    return (3, 2, 1, 0) if options.reverse_order else (0, 1, 2, 3)


def sides(draft: Draft) -> list[tuple[int, ...]]:
    """The sides that play for victory: single realms, or the two alliances (N1.3)."""
    return list(dict.fromkeys(side(draft, realm) for realm in range(4)))


def is_out(draft: Draft, realm: int) -> bool:
    """A realm without units and land takes no turns (N10.4)."""
    return not draft.here[realm] and not draft.land[realm]


def has_won(draft: Draft, realms: tuple[int, ...]) -> bool:
    """Whether a side fulfils the condition of the length that is played (N1.4)."""
    options = draft.options
    if options.length != "long":
        return sum(draft.points[realm] for realm in realms) >= POINTS_NEEDED[options.mode, options.length]
    capitals = all(draft.owner[capital] in realms for capital in draft.board.capitals)
    treasures = sum(len(draft.treasures[realm]) + len(draft.used[realm]) for realm in realms)
    return capitals or treasures >= TREASURES_NEEDED[options.mode]


def check_victory(draft: Draft) -> None:
    """After a full round: most points of those who have won; equal, and the game goes on (N1.6)."""
    every = sides(draft)
    alive = [realms for realms in every if not all(is_out(draft, realm) for realm in realms)]
    if len(alive) == 1:
        _end(draft, alive[0], "last")
        return
    points = {
        realms: sum(draft.points[realm] for realm in realms) for realms in every if has_won(draft, realms)
    }
    best = [realms for realms, scored in points.items() if scored == max(points.values())]
    if len(best) == 1:
        _end(draft, best[0], "points" if draft.options.length != "long" else "long")


def _end(draft: Draft, winners: tuple[int, ...], reason: str) -> None:
    draft.winners, draft.reason = winners, reason
    draft.stack.clear()
    draft.say(GameEnded(winners=tuple(REALMS[realm] for realm in winners), reason=reason))
