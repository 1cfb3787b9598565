"""What waits for somebody: each room says it for the seats it is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from app.campaign.founding.models import Seat


@dataclass(frozen=True)
class Task:
    """One thing to do next.

    ``text`` says in a sentence what waits, ``label`` is the button that leads to ``url``.
    ``rank`` sorts a seat's tasks, the smallest first. ``urgent``: others wait for it, or
    it can only be done now; else it may be done when it suits.
    """

    seat_id: str
    text: str
    label: str
    url: str
    icon: str = "l-flag"
    rank: int = 50
    urgent: bool = True


# A provider is asked once about all seats of a page, so that it needs one query, not one for each.
Provider = Callable[[Sequence[Seat]], Iterable[Task]]
_providers: list[Provider] = []


def provider(function: Provider) -> Provider:
    """Register what a room knows of waiting tasks.

    The seats it is given are joined ones of unfinished campaigns, loaded with all their seats.
    """
    if function not in _providers:
        _providers.append(function)
    return function


def waiting(seats: Sequence[Seat]) -> dict[str, list[Task]]:
    """The tasks of each seat by its id, the most pressing first."""
    found: dict[str, list[Task]] = {seat.id: [] for seat in seats}
    for task in chain.from_iterable(ask(seats) for ask in _providers):
        found[task.seat_id].append(task)
    for tasks in found.values():
        tasks.sort(key=lambda task: (not task.urgent, task.rank))
    return found


def waiting_for(seat: Seat) -> list[Task]:
    """The tasks of one seat, the most pressing first."""
    return waiting([seat])[seat.id]
