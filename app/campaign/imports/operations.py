"""Reading a roster into a draft, and buying what it says (C1.3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.holdings import company_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.operations import assign_item, buy_items, buy_models
from app.campaign.company.wishes import ItemOrder, ModelOrder
from app.campaign.files.opening import only_one
from app.campaign.files.wording import as_refusals
from app.campaign.founding.models import Campaign, Seat
from app.campaign.imports.matching import draft_of, matches_of
from app.campaign.imports.models import RosterDraft
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.operations import tell
from app.refusal import Refusal, Stale
from rules.vanguard.exchange.matching import Matched
from rules.vanguard.exchange.rosters import Roster, read_lines, read_roster

LONGEST_TEXT = 30_000
ROSTERS = (".ros", ".xml", ".json", ".txt")


def read(data: bytes, typed: str, *, campaign: Campaign, seat: Seat) -> RosterDraft:
    """Keep a sent file, or without one the typed lines, as the seat's draft; nothing is bought.

    Raises Refusal for what cannot be read, and for a roster that says it is for another game.
    """
    with as_refusals("C1.3"):
        roster = read_roster(only_one(data, ROSTERS)) if data else read_lines(typed)
    if roster.of_another_game:
        raise Refusal(
            _l("This roster is for another game: “%(game)s”. Nothing was read.", game=roster.system), "C1.3"
        )
    draft = draft_of(seat)
    if draft is None:
        draft = RosterDraft(seat_id=seat.id, text="")
        db.session.add(draft)
    else:
        draft.version += 1
    draft.name, draft.text = roster.name, _text(roster, typed if not data else "")
    db.session.flush()
    tell(campaign, seat_audience(seat.id))
    return draft


def buy(
    taken: Sequence[int],
    chosen: Mapping[int, str],
    *,
    version: str,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
) -> tuple[list[CompanyModel], int]:
    """Buy the lines ``taken`` of the draft with their items, all or none, and forget the draft.

    ``chosen`` are card keys for lines that no card was found for. Gives the models bought and the number
    of items that lie in the store because their model may not carry them (C2.6). Raises Stale if the draft
    was changed since, Refusal as the shop does (V3.2, V3.3).
    """
    draft, company = draft_of(seat), company_of(seat)
    if draft is None or str(draft.version) != version:
        raise Stale(_l("The roster was changed meanwhile. This is how it stands now."))
    if company is None:
        raise Refusal(_l("Choose a faction first."), "V3.1")
    wanted = [one for one in matches_of(draft, campaign, company, chosen) if one.number in taken]
    if any(one.matched.card is None for one in wanted):
        raise Refusal(_l("Say for each line that you take which model it means."), "C1.3")
    if not wanted:
        raise Refusal(_l("Nothing is chosen yet. Tick what you want to buy."), "V3.2")
    lines = [one.matched for one in wanted]
    models = buy_models(
        company, [_model_order(line) for line in lines], campaign=campaign, seat=seat, actor=actor
    )
    stored = _equip(company, lines, models, campaign=campaign, seat=seat, actor=actor)
    db.session.delete(draft)
    db.session.flush()
    return models, stored


def forget(*, campaign: Campaign, seat: Seat) -> None:
    """Throw the draft away; without one nothing happens."""
    draft = draft_of(seat)
    if draft is not None:
        db.session.delete(draft)
        tell(campaign, seat_audience(seat.id))


def _model_order(line: Matched) -> ModelOrder:
    assert line.card is not None  # checked by the caller
    return ModelOrder(line.card.key, line.line.count, line.options, line.spells)


def _equip(
    company: Company,
    lines: Sequence[Matched],
    models: Sequence[CompanyModel],
    *,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
) -> int:
    """Buy the items of the lines and give them to their models, which come in the lines' order."""
    pairs: list[tuple[str, CompanyModel]] = []
    waiting = iter(models)
    for line in lines:
        for model in [next(waiting) for _ in range(line.line.count)]:
            pairs.extend((item, model) for item in line.items)
    if not pairs:
        return 0
    counts: dict[str, int] = {}
    for key, _model in pairs:
        counts[key] = counts.get(key, 0) + 1
    bought: dict[str, list[CompanyItem]] = {}
    for item in buy_items(
        company,
        [ItemOrder(key, count) for key, count in counts.items()],
        campaign=campaign,
        seat=seat,
        actor=actor,
    ):
        bought.setdefault(item.item, []).append(item)
    stored = 0
    for key, model in pairs:
        try:
            assign_item(bought[key].pop(), model, campaign=campaign, seat=seat, actor=actor)
        except Refusal:
            # The limits of C2.6 are the campaign's, not the other program's: the item stays in the store.
            stored += 1
    return stored


def _text(roster: Roster, typed: str) -> str:
    """The lines to keep: as they were typed, else as they were read."""
    text = typed.replace("\r\n", "\n").strip() or roster.as_text()
    if len(text) > LONGEST_TEXT:
        raise Refusal(_l("That is too long: at most %(most)d characters.", most=LONGEST_TEXT), "C1.3")
    return text
