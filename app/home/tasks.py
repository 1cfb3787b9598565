"""What waits in the rooms of a campaign night, read from their tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from flask import url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import literal, or_, select, union_all

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.company.models import Company, CompanyModel
from app.campaign.dawn.models import DawnFate
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guild_words import guild_text, mission_text, word_of
from app.campaign.guilds.models import Guild, GuildOffer
from app.campaign.letters.unread import unread
from app.campaign.map.models import Place
from app.campaign.pacts.models import Pact, PactMember
from app.campaign.pacts.queries import is_open
from app.campaign.settlement.models import Captive, Settlement
from app.campaign.states import CAPTIVE, Ally, BattleState, CaptiveState, Offer, Outcome, Phase, State
from app.extensions import db
from app.home.waiting import Task, provider


def door(endpoint: str, campaign: Campaign, **more: Any) -> str:
    """The page of one of the campaign's rooms."""
    return url_for(endpoint, campaign_id=campaign.id, **more)


@provider
def founding(seats: Sequence[Seat]) -> Iterator[Task]:
    """Hideouts to choose (V1.11), companies to confirm (V3.5), and the GM's next step (V1.9, V1.10)."""
    before = [seat for seat in seats if seat.campaign.state in (State.DRAFT, State.GATHERING, State.HIDEOUTS)]
    ids = {seat.campaign_id for seat in before}
    confirmed: dict[str, bool] = {}
    housed: set[str] = set()
    if any(seat.campaign.state != State.DRAFT for seat in before):
        rows = db.session.execute(
            select(Company.seat_id, Company.confirmed_at).where(Company.campaign_id.in_(ids))
        )
        confirmed = {row.seat_id: row.confirmed_at is not None for row in rows}
    if any(seat.campaign.state == State.HIDEOUTS for seat in before):
        owners = db.session.scalars(
            select(Place.owner_id).where(Place.campaign_id.in_(ids), Place.owner_id.is_not(None)).distinct()
        )
        housed = {owner for owner in owners if owner}
    for seat in before:
        if seat.plays and seat.campaign.state != State.DRAFT:
            yield from _players_part(seat, seat.id in housed, confirmed.get(seat.id))
        if seat.runs:
            yield _founders_part(seat, confirmed, housed)


def _players_part(seat: Seat, housed: bool, confirmed: bool | None) -> Iterator[Task]:
    campaign = seat.campaign
    if campaign.state == State.HIDEOUTS and not housed:
        yield Task(
            seat.id,
            _("Choose a free banner place as your hideout."),
            _("Choose hideout"),
            door("founding.hideouts", campaign),
            "banner",
            10,
        )
    if confirmed is None:
        yield Task(
            seat.id,
            _("Choose a faction and build your company."),
            _("Build company"),
            door("company.company", campaign, seat_id=seat.id),
            "l-users",
            20,
        )
    elif not confirmed:
        yield Task(
            seat.id,
            _("Your company is not confirmed yet."),
            _("Go to company"),
            door("company.company", campaign, seat_id=seat.id),
            "l-users",
            30,
        )


def _founders_part(seat: Seat, confirmed: dict[str, bool], housed: set[str]) -> Task:
    campaign = seat.campaign
    if campaign.state == State.DRAFT:
        return Task(
            seat.id,
            _("This campaign is still a draft."),
            _("Go on founding"),
            door("founding.wizard", campaign),
            "l-map",
            40,
        )
    missing = sum(
        not confirmed.get(player.id, False) or (campaign.state == State.HIDEOUTS and player.id not in housed)
        for player in campaign.players
    )
    if missing:
        text = ngettext("%(num)d player is not ready yet.", "%(num)d players are not ready yet.", missing)
    elif campaign.state == State.GATHERING:
        text = _("When everybody has joined, open the choice of hideouts.")
    else:
        text = _("Everybody is ready: the first round can start.")
    return Task(
        seat.id, text, _("To the campaign"), door("dashboard.dashboard", campaign), "l-flag", 60, not missing
    )


@provider
def orders(seats: Sequence[Seat]) -> Iterator[Task]:
    """Orders that the player has not called done (V4.9). Of others' orders nothing is said here (V4.7)."""
    for seat in seats:
        if seat.campaign.orders_open and seat.plays and seat.done_round != seat.campaign.round:
            yield Task(
                seat.id,
                _("Send your warbands, or say that you are done."),
                _("Give orders"),
                door("orders.orders", seat.campaign, seat_id=seat.id),
                "order",
                10,
            )


@provider
def battles(seats: Sequence[Seat]) -> Iterator[Task]:
    """Results to enter or to confirm (V6.7, V6.8), and disputes for the GM to decide."""
    fighting = {
        s.campaign_id: s.campaign for s in seats if s.campaign.phase in (Phase.BATTLES, Phase.SETTLEMENT)
    }
    if not fighting:
        return
    rows = db.session.execute(
        select(
            Battle.id, Battle.campaign_id, Battle.round, Battle.state, BattleSide.seat_id, BattleSide.answer
        )
        .join(BattleSide, BattleSide.battle_id == Battle.id)
        .where(Battle.campaign_id.in_(fighting), Battle.state != BattleState.CONFIRMED)
        .order_by(Battle.number)
    ).all()
    open_now = [row for row in rows if row.round == fighting[row.campaign_id].round]
    for seat in seats:
        for row in open_now:
            if row.seat_id == seat.id and seat.plays:
                yield from _battle_part(seat, row.id, row.state, row.answer)
        disputed = {
            r.id for r in open_now if r.campaign_id == seat.campaign_id and r.state == BattleState.DISPUTED
        }
        if disputed and seat.runs:
            yield Task(
                seat.id,
                ngettext(
                    "%(num)d result is disputed: you decide.",
                    "%(num)d results are disputed: you decide.",
                    len(disputed),
                ),
                _("Decide"),
                door("battles.battles", seat.campaign),
                "l-hand",
                5,
            )


def _battle_part(seat: Seat, battle_id: str, state: str, answer: str | None) -> Iterable[Task]:
    url = door("battles.battle", seat.campaign, battle_id=battle_id)
    if state == BattleState.ANNOUNCED:
        yield Task(
            seat.id,
            _("Your battle is announced. Fight it, then enter the result."),
            _("To the battle"),
            url,
            "l-swords",
            10,
        )
    elif state == BattleState.REPORTED and answer is None:
        yield Task(seat.id, _("A result was entered. Is it right?"), _("Confirm result"), url, "l-swords", 8)


@provider
def settlements(seats: Sequence[Seat]) -> Iterator[Task]:
    """Settlements that are not finished (V7.1)."""
    settling = {seat.id for seat in seats if seat.campaign.phase == Phase.SETTLEMENT and seat.plays}
    if not settling:
        return
    rows = db.session.execute(
        select(Settlement.id, BattleSide.seat_id, Settlement.step)
        .join(BattleSide, BattleSide.id == Settlement.side_id)
        .where(BattleSide.seat_id.in_(settling), Settlement.finished_at.is_(None))
    )
    by_id = {seat.id: seat for seat in seats}
    for row in rows:
        seat = by_id[row.seat_id]
        yield Task(
            seat.id,
            _("Your settlement is at step %(step)d of 6.", step=row.step),
            _("Go on settling"),
            door("settlement.settlement", seat.campaign, seat_id=seat.id, settlement_id=row.id),
            "l-list",
            10,
        )


@provider
def captives(seats: Sequence[Seat]) -> Iterator[Task]:
    """Ransoms to answer and to name, until dawn; then the captor's choice (V7.4)."""
    asked = [seat for seat in seats if seat.campaign.phase in (Phase.SETTLEMENT, Phase.DAWN) and seat.plays]
    if not asked:
        return
    ids = [seat.id for seat in asked]
    rows = db.session.execute(
        select(Captive.owner_id, Captive.captor_id, Captive.state, CompanyModel.name)
        .join(CompanyModel, CompanyModel.id == Captive.model_id)
        .where(Captive.state.in_(CAPTIVE), or_(Captive.owner_id.in_(ids), Captive.captor_id.in_(ids)))
        .order_by(Captive.created_at, Captive.id)
    ).all()
    for seat in asked:
        url = door("settlement.captives", seat.campaign)
        for row in rows:
            text = _captive_part(seat, row.owner_id, row.captor_id, row.state, row.name)
            if text is not None:
                yield Task(seat.id, text, _("To the captives"), url, "captive", 9)


def _captive_part(seat: Seat, owner_id: str, captor_id: str, state: str, name: str) -> str | None:
    if seat.campaign.phase == Phase.DAWN:
        return (
            _("Release or execution of %(model)s: you choose.", model=name) if captor_id == seat.id else None
        )
    if owner_id == seat.id and state == CaptiveState.OFFERED:
        return _("A ransom is asked for %(model)s. Do you pay?", model=name)
    if captor_id == seat.id and state == CaptiveState.HELD:
        return _("You hold %(model)s captive. Name a price before dawn.", model=name)
    return None


@provider
def dawn_choices(seats: Sequence[Seat]) -> Iterator[Task]:
    """Places that several have a claim to, for the GM to give (V7.6)."""
    running = [seat for seat in seats if seat.runs and seat.campaign.phase == Phase.DAWN]
    if not running:
        return
    rows = db.session.execute(
        select(DawnFate.campaign_id, DawnFate.round).where(
            DawnFate.campaign_id.in_([seat.campaign_id for seat in running]),
            DawnFate.outcome == Outcome.CHOICE,
            DawnFate.chosen.is_(False),
        )
    )
    waiting = Counter((row.campaign_id, row.round) for row in rows)
    for seat in running:
        count = waiting[(seat.campaign_id, seat.campaign.round)]
        if count:
            yield Task(
                seat.id,
                ngettext(
                    "%(num)d place waits for your choice.", "%(num)d places wait for your choice.", count
                ),
                _("Choose"),
                door("dawn.dawn", seat.campaign),
                "l-flag",
                5,
            )


@provider
def letters(seats: Sequence[Seat]) -> Iterator[Task]:
    """Sealed letters (V8.23); nobody waits for them to be read."""
    waiting = unread(seats)
    for seat in seats:
        count = waiting.get(seat.id)
        if count:
            yield Task(
                seat.id,
                ngettext(
                    "%(num)d sealed letter waits for you.", "%(num)d sealed letters wait for you.", count
                ),
                _("To the letters"),
                door("letters.letters", seat.campaign),
                "l-mail",
                65,
                urgent=False,
            )


@provider
def phases(seats: Sequence[Seat]) -> Iterator[Task]:
    """What the GM switches to next (V2.7); nothing switches by itself."""
    words = {
        Phase.PREPARATION: _("Preparation is on. Next come the orders."),
        Phase.ORDERS: _("Orders are being given. Next come the battles."),
        Phase.BATTLES: _("The battles are being fought. Next comes the settlement."),
        Phase.SETTLEMENT: _("The battles are being settled. Next comes dawn."),
        Phase.DAWN: _("It is dawn. End the round when all is done."),
    }
    for seat in seats:
        if seat.runs and seat.campaign.running and seat.campaign.phase:
            yield Task(
                seat.id,
                words[Phase(seat.campaign.phase)],
                _("To the campaign"),
                door("dashboard.dashboard", seat.campaign),
                "l-flag",
                70,
                urgent=False,
            )


@provider
def bonds(seats: Sequence[Seat]) -> Iterator[Task]:
    """Invitations to guilds and mission alliances, and requests to the founder (V8.3, V8.6, V8.16).

    They are told to the seat's own player alone, who is the only one that is asked about here (V8.17).
    """
    playing = {
        seat.id: seat
        for seat in seats
        if seat.plays
        and seat.campaign.running
        and (seat.campaign.module_guilds or seat.campaign.module_alliances)
    }
    if not playing:
        return
    offered = select(literal("offered"), GuildOffer.seat_id).where(
        GuildOffer.seat_id.in_(playing), GuildOffer.kind != Offer.REQUESTED
    )
    asked = (
        select(literal("asked"), Guild.founder_id)
        .join(GuildOffer, GuildOffer.guild_id == Guild.id)
        .where(Guild.founder_id.in_(playing), GuildOffer.kind == Offer.REQUESTED)
    )
    called = (
        select(literal("called"), PactMember.seat_id)
        .join(Pact, Pact.id == PactMember.pact_id)
        .join(Campaign, Campaign.id == Pact.campaign_id)
        .where(
            PactMember.seat_id.in_(playing),
            PactMember.state == Ally.INVITED,
            Pact.ended_at.is_(None),
            Pact.round == Campaign.round,
        )
    )
    rows: Sequence[Any] = db.session.execute(union_all(offered, asked, called)).all()
    for what, seat_id in dict.fromkeys((str(row[0]), str(row[1])) for row in rows):
        seat = playing[seat_id]
        if what != "called":
            yield _guild_part(seat, what == "asked")
        elif is_open(seat.campaign):
            word = word_of(seat.campaign)
            yield Task(
                seat.id,
                mission_text(word, "You are invited to a mission alliance."),
                _("Look at it"),
                door("pacts.pacts", seat.campaign),
                "l-users",
                60,
                urgent=False,
            )


def _guild_part(seat: Seat, asked: bool) -> Task:
    word = word_of(seat.campaign)
    text = (
        guild_text(word, "Somebody asks to join your guild.")
        if asked
        else guild_text(word, "You can join a guild.")
    )
    return Task(
        seat.id, text, _("Look at it"), door("guilds.guilds", seat.campaign), "guild", 61, urgent=False
    )
