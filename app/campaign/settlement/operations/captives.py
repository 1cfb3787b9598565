"""Captives: ransom, exchange, release, execution (V7.4, C6.4), and what dawn and End round do with them.

Each end of a captivity is an entry of step 2 in the settlement of the model's owner, so that whatever
takes that settlement back takes the end back too (V11.1).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.gold.models import LedgerRow
from app.campaign.gold.operations import balance, enter
from app.campaign.settlement import entries
from app.campaign.settlement.captivity import carried, held, price_of
from app.campaign.settlement.models import Captive, SettlementEntry
from app.campaign.settlement.wording import as_refusals
from app.campaign.states import CAPTIVE, CaptiveState, Phase
from app.columns import now
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.operations import record, record_public
from app.refusal import Refusal, Stale
from rules.vanguard.settlement import ransom as rules
from rules.vanguard.settlement.effects import Effect

ENDS = frozenset({"ransomed", "exchanged", "released", "executed"})
"""Kinds of the entries that end a captivity."""


def name_ransom(
    captive: Captive,
    amount: int,
    item_id: str | None,
    *,
    version: int,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
) -> None:
    """The captor names a price, at most the model's own, and the one item it keeps when it is paid (C6.4).

    Until dawn begins the captor may name another. Raises Refusal and Stale as all of this module do.
    """
    _check(captive, version, campaign, captor=seat)
    items = carried(captive)
    with as_refusals():
        rules.check_ransom(amount, price_of(captive, campaign))
        rules.ransomed(captive.model_id, [item.id for item in items], seat.id, item_id)
    captive.ransom, captive.item_id = amount, item_id
    captive.state = CaptiveState.OFFERED
    captive.version += 1
    kept = next((item for item in items if item.id == item_id), None)
    item_name = catalogue_of(campaign).items[kept.item].name if kept else ""
    _tell_both("captive.ransom_named", captive, campaign, seat, actor, gold=amount, item=item_name)


def pay(captive: Captive, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The owner pays: gold goes from one ledger to the other, and the model returns without the item that
    the captor chose, which is the captor's now (C6.4, V7.4). Refused without enough gold (V3.2)."""
    _check(captive, version, campaign, owner=seat)
    amount = captive.ransom
    if captive.state != CaptiveState.OFFERED or amount is None:
        raise Stale(_l("No price is named for this captive now."), "V7.4")
    with as_refusals():
        effects = rules.ransomed(
            captive.model_id, [item.id for item in carried(captive)], captive.captor_id, captive.item_id
        )
    rows = []
    if amount:
        names = {"model": captive.model.name}
        paid = {**names, "player": captive.captor.name}
        got = {**names, "player": captive.owner.name}
        rows = [
            enter(seat, -amount, "captive.ransom_paid", campaign=campaign, actor=actor, params=paid),
            enter(captive.captor, amount, "captive.ransom_got", campaign=campaign, actor=actor, params=got),
        ]
    _end(captive, CaptiveState.RANSOMED, effects, campaign, actor, ledger=[row.id for row in rows])
    _tell_all("captive.ransomed", captive, campaign, actor, seat)


def leave(captive: Captive, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The owner does not pay and leaves the model with its captor; another price may still come (V7.4)."""
    _check(captive, version, campaign, owner=seat)
    if captive.state != CaptiveState.OFFERED:
        raise Stale(_l("No price is named for this captive now."), "V7.4")
    captive.state = CaptiveState.LEFT
    captive.version += 1
    _tell_both("captive.left", captive, campaign, seat, actor)


def offer_exchange(
    captive: Captive, other: Captive, *, version: int, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """The captor offers the captive for one of their own models that the owner holds (V7.4)."""
    _check(captive, version, campaign, captor=seat)
    crosswise = other.captor_id == captive.owner_id and other.owner_id == captive.captor_id
    if not crosswise or other.state not in CAPTIVE:
        raise Refusal(_l("Only captives that the two of you hold of each other can be exchanged."), "V7.4")
    captive.exchange_for_id = other.id
    captive.version += 1
    _tell_both("captive.exchange_offered", captive, campaign, seat, actor, other=other.model.name)


def accept_exchange(captive: Captive, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The owner takes the offer: both captives return with all they carry (V7.4)."""
    _check(captive, version, campaign, owner=seat)
    other = db.session.get(Captive, captive.exchange_for_id) if captive.exchange_for_id else None
    if other is None or other.state not in CAPTIVE:
        raise Stale(_l("This exchange is no longer on offer."), "V7.4")
    for one, its_other in ((captive, other), (other, captive)):
        effects = (rules.released(one.model_id, exchanged=True),)
        _end(one, CaptiveState.EXCHANGED, effects, campaign, actor, exchanged_with=its_other.id)
    _tell_all("captive.exchanged", captive, campaign, actor, seat, other=other.model.name)


def release(captive: Captive, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """In dawn the captor lets an unransomed captive go (V7.4)."""
    _check(captive, version, campaign, captor=seat, phase=Phase.DAWN)
    effects = (rules.released(captive.model_id),)
    _end(captive, CaptiveState.RELEASED, effects, campaign, actor, dawn=True)
    _tell_all("captive.released", captive, campaign, actor, seat)


def execute(captive: Captive, *, version: int, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """In dawn the captor has an unransomed captive executed; its items are lost with it (V7.4)."""
    _check(captive, version, campaign, captor=seat, phase=Phase.DAWN)
    effects = (rules.executed(captive.model_id),)
    _end(captive, CaptiveState.EXECUTED, effects, campaign, actor, dawn=True)
    _tell_all("captive.executed", captive, campaign, actor, seat)


def release_unnamed(campaign: Campaign, actor: Actor) -> None:
    """Dawn begins: captives for whom no price was named go free (V7.4)."""
    for captive in held(campaign):
        if rules.fate_when_dawn_begins(ransom_named=captive.ransom is not None) == "released":
            _release_by_rule(captive, campaign, actor)


def release_undecided(campaign: Campaign, actor: Actor) -> None:
    """End round: captives on whom the captor has not decided go free (V7.4)."""
    for captive in held(campaign):
        _release_by_rule(captive, campaign, actor)


def free_of(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """A player has dropped out: their captives go free, and their own models come back (V11.1).

    For good: taking dawn back does not bring them into captivity again.
    """
    for captive in held(campaign):
        if seat.id in (captive.captor_id, captive.owner_id):
            effects = (rules.released(captive.model_id),)
            _end(captive, CaptiveState.RELEASED, effects, campaign, actor)
            _tell_all("captive.released", captive, campaign, actor, None)


def recall(campaign: Campaign, actor: Actor) -> None:
    """Dawn is taken back (V2.7): whoever it freed or had executed is a captive again."""
    ended = db.session.scalars(
        select(Captive)
        .where(
            Captive.campaign_id == campaign.id,
            Captive.round == campaign.round,
            Captive.state.in_([CaptiveState.RELEASED, CaptiveState.EXECUTED]),
        )
        .order_by(Captive.ended_at.desc())
    ).all()
    for captive in ended:
        entry = _end_entry(captive)
        if entry is not None and entry.params.get("dawn"):
            take_back_end(entry, campaign=campaign, actor=actor)
            _tell_all("captive.recalled", captive, campaign, actor, None)


def take_back_end(
    entry: SettlementEntry,
    *,
    campaign: Campaign,
    actor: Actor,
    reason: str | None = None,
    forgive: bool = False,
) -> None:
    """Take the end of a captivity back (V11.1): the model is a captive again, ransom and item go back.

    Gold that the captor has spent since raises a Refusal that names it; with ``forgive`` only what is
    there is taken, and the payer gets all of it back. Of an exchange both ends go back.
    """
    captive = db.session.get_one(Captive, entry.params["captive"])
    _return_ransom(entry, captive, campaign, actor, forgive=forgive)
    entries.take_back(entry, campaign=campaign, actor=actor, reason=reason)
    captive.state, captive.ended_at = entry.params["state"], None
    captive.version += 1
    partner = entry.params.get("exchanged_with")
    if partner:
        other = _end_entry(db.session.get_one(Captive, partner))
        if other is not None:
            take_back_end(other, campaign=campaign, actor=actor, reason=reason)


def _check(
    captive: Captive,
    version: int,
    campaign: Campaign,
    *,
    captor: Seat | None = None,
    owner: Seat | None = None,
    phase: Phase = Phase.SETTLEMENT,
) -> None:
    """Whether this seat may act on the captive now, and has seen how it stands."""
    if captor is not None and captive.captor_id != captor.id:
        raise Refusal(_l("Somebody else holds this captive."), "V7.4")
    if owner is not None and captive.owner_id != owner.id:
        raise Refusal(_l("This captive is not of your company."), "V7.4")
    if captive.version != version or captive.state not in CAPTIVE:
        raise Stale(_l("Something has happened to this captive since. This is how it stands now."), "V7.4")
    if not campaign.running or campaign.phase != phase:
        if phase == Phase.DAWN:
            raise Refusal(_l("Release or execution is chosen in dawn."), "V7.4")
        raise Refusal(_l("Ransom and exchange end when dawn begins."), "V7.4")


def _release_by_rule(captive: Captive, campaign: Campaign, actor: Actor) -> None:
    _end(captive, CaptiveState.RELEASED, (rules.released(captive.model_id),), campaign, actor, dawn=True)
    _tell_all("captive.released", captive, campaign, actor, None)


def _end(
    captive: Captive,
    state: CaptiveState,
    effects: Iterable[Effect],
    campaign: Campaign,
    actor: Actor,
    **params: Any,
) -> None:
    capture = db.session.get_one(SettlementEntry, captive.entry_id)
    entries.carry_out(
        capture.settlement,
        str(state),
        tuple(effects),
        step=2,
        campaign=campaign,
        actor=actor,
        model_id=captive.model_id,
        params={**params, "captive": captive.id, "state": str(captive.state)},
    )
    captive.state, captive.ended_at = state, now()
    captive.version += 1
    db.session.flush()


def _end_entry(captive: Captive) -> SettlementEntry | None:
    capture = db.session.get_one(SettlementEntry, captive.entry_id)
    found = entries.standing(capture.settlement, *ENDS)
    return next((entry for entry in found if entry.params.get("captive") == captive.id), None)


def _return_ransom(
    entry: SettlementEntry, captive: Captive, campaign: Campaign, actor: Actor, *, forgive: bool
) -> None:
    """Counter-rows in both ledgers; never a negative balance (V11.1, V3.2)."""
    for row_id in entry.params.get("ledger", ()):
        row = db.session.get_one(LedgerRow, row_id)
        seat = captive.captor if row.amount > 0 else captive.owner
        amount = -row.amount
        have = balance(seat)
        if amount < 0 and have + amount < 0:
            if not forgive:
                raise Refusal(
                    _l(
                        "%(player)s has less left than the %(gold)d gold of the ransom for %(model)s. "
                        "Give the gold first, or take back only what is there.",
                        player=str(seat.name),
                        gold=row.amount,
                        model=captive.model.name,
                    ),
                    "V11.1",
                )
            amount = -have
        counter = enter(
            seat, amount, "captive.ransom_back", campaign=campaign, actor=actor, params=dict(row.params)
        )
        counter.reverses_id = row.id


def _names(captive: Captive, more: dict[str, Any]) -> dict[str, Any]:
    return {
        "model": captive.model.name,
        "owner": captive.owner.name,
        "captor": captive.captor.name,
        **more,
    }


def _tell_all(
    kind: str, captive: Captive, campaign: Campaign, actor: Actor, seat: Seat | None, **more: Any
) -> None:
    """Who is whose captive is public (D6); what it cost is not (V3.9, V3.11)."""
    record_public(kind, campaign=campaign, actor=actor, seat=seat, params=_names(captive, more))


def _tell_both(
    kind: str, captive: Captive, campaign: Campaign, seat: Seat, actor: Actor, **more: Any
) -> None:
    """A row for the captor and one for the owner; ``seat`` is whose deed it is."""
    for reader in (captive.captor_id, captive.owner_id):
        record(
            kind,
            campaign=campaign,
            actor=actor,
            audience=seat_audience(reader),
            seat=seat,
            params=_names(captive, more),
        )
