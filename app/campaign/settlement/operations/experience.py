"""Step 4: experience for all in one go (C7.2, C9.1)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import carry_out
from app.campaign.settlement.learning import gains, learners
from app.campaign.settlement.operations.steps import check_open, go_on, tell
from app.campaign.settlement.wording import as_refusals
from app.refusal import Refusal


def settle_experience(
    bench: Bench, gift_to: str | None, chronicled: str | None, *, version: int, actor: Actor
) -> int:
    """Give every model what it has learnt, with the leader's gift and the Chronicler's point (C7.2, C9.1).

    The gift must go to somebody where anybody can learn; the Chronicler may stay silent. Finishes step 4.
    Returns the points given.
    """
    check_open(bench, 4, version)
    if gift_to is None and learners(bench):
        raise Refusal(_l("Choose who gets the leader's gift of one point."), "C7.2")
    if chronicled is not None and bench.holder("experience") is None:
        raise Refusal(_l("No living model of the company is its Chronicler."), "C9.1")
    with as_refusals():
        learnt = gains(bench, gift_to, chronicled)
    carry_out(
        bench.settlement,
        "experience",
        learnt,
        step=4,
        campaign=bench.campaign,
        actor=actor,
        params={"gift": gift_to, "chronicled": chronicled},
    )
    points = sum(one.amount for one in learnt)
    tell(bench, "settlement.experience", actor, points=points)
    go_on(bench, actor)
    return points
