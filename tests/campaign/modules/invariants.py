"""What holds in every phase of every campaign, and what there is nothing of where a module is off."""

from __future__ import annotations

from sqlalchemy import func, select

from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.company.models import Company, CompanyModel
from app.campaign.drift import drift
from app.campaign.gold.models import LedgerRow
from app.campaign.guilds.models import Guild, GuildMember, GuildOffer
from app.campaign.letters.models import Letter
from app.campaign.pacts.models import Pact
from app.campaign.settlement.models import Captive
from app.campaign.states import CAPTIVE, Ally, ModelStatus
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.modules.world import PLAYERS, World

TABLES = {
    "guilds": ("guild", "guild_member", "guild_offer", "round_guild"),
    "alliances": ("pact", "pact_member"),
    "messages": ("letter",),
    "paths": ("path",),
    "movement": ("retreat",),
}
"""The tables that hold rows of one module alone."""
KINDS = {
    "guilds": "guild.",
    "alliances": "pact.",
    "messages": "letter.",
    "transfers": "transfer.",
    "paths": "map.path_",
    "movement": "movement.",
}
"""How the kinds of a module's rows in journal and ledger begin."""


def check(world: World) -> None:
    """Everything that holds now, and the traces of what is off."""
    db.session.rollback()
    db.session.expire_all()
    _gold(world)
    _models(world)
    _captives(world)
    _bonds(world)
    traces(world)
    assert [str(one) for one in drift(world.campaign)] == []


def _gold(world: World) -> None:
    """V3.2, V3.9: each ledger sums to the purse that its player reckons with, and never fell below 0."""
    rows = db.session.scalars(
        select(LedgerRow)
        .where(LedgerRow.campaign_id == world.campaign_id)
        .order_by(LedgerRow.at, LedgerRow.id)
    )
    names, sums = world.names(), dict.fromkeys(PLAYERS, 0)
    for row in rows:
        sums[names[row.seat_id]] += row.amount
    assert sums == world.purses
    assert min(sums.values()) >= 0


def _models(world: World) -> None:
    """V4.1, V4.11: nobody stands in two warbands, or in two line-ups of one round."""
    twice = db.session.execute(
        select(LineUpModel.model_id, Battle.round, func.count())
        .join(BattleSide, BattleSide.id == LineUpModel.side_id)
        .join(Battle, Battle.id == BattleSide.battle_id)
        .where(LineUpModel.model_id.is_not(None))
        .group_by(LineUpModel.model_id, Battle.round)
        .having(func.count() > 1)
    ).all()
    assert not twice
    standing = db.session.execute(
        select(CompanyModel.status, Warband.dissolved_at, Warband.seat_id, Company.seat_id)
        .join(WarbandModel, WarbandModel.model_id == CompanyModel.id)
        .join(Warband, Warband.id == WarbandModel.warband_id)
        .join(Company, Company.id == CompanyModel.company_id)
    ).all()
    for status, dissolved, of_band, of_company in standing:
        assert status == ModelStatus.LIVING
        assert dissolved is None
        assert of_band == of_company


def _captives(world: World) -> None:
    """V7.4: who is captured has one captor, not its owner, and stands in no warband."""
    held = db.session.scalars(select(Captive).where(Captive.state.in_(CAPTIVE))).all()
    assert len({one.model_id for one in held}) == len(held)
    for one in held:
        assert one.captor_id != one.owner_id
        assert one.model.status == ModelStatus.CAPTURED
        assert db.session.get(WarbandModel, one.model_id) is None
    captured = db.session.scalar(
        select(func.count()).select_from(CompanyModel).where(CompanyModel.status == ModelStatus.CAPTURED)
    )
    assert captured == len(held)


def _bonds(world: World) -> None:
    """V8.4, V8.5, V8.16: guilds and alliances are what their members know of them."""
    names = world.names()
    stored = {
        guild.id: (
            names[guild.founder_id or ""],
            {names[member.seat_id] for member in guild.members},
            guild.level,
        )
        for guild in db.session.scalars(select(Guild).where(Guild.dissolved_at.is_(None)))
    }
    assert stored == {one.id: (one.founder, one.members, one.level) for one in world.guilds.values()}
    for _founder, members, level in stored.values():
        assert len(members) <= level + 1
    offers = {(one.guild_id, names[one.seat_id]): one.kind for one in db.session.scalars(select(GuildOffer))}
    known = {(one.id, name): kind for one in world.guilds.values() for name, kind in one.offers.items()}
    assert offers == known
    assert len(set(db.session.scalars(select(GuildMember.seat_id)))) == sum(
        len(one.members) for one in world.guilds.values()
    )
    pacts = {
        pact.id: {names[one.seat_id] for one in pact.members if one.state == Ally.JOINED}
        for pact in db.session.scalars(
            select(Pact).where(Pact.round == world.campaign.round, Pact.ended_at.is_(None))
        )
    }
    assert pacts == {one.id: one.joined for one in world.alliances}
    told = db.session.scalar(
        select(func.count()).select_from(AuditRow).where(AuditRow.kind == "pact.revealed")
    )
    assert told == world.revealed, "each alliance stands in the chronicle from its battles on (V8.17)"
    assert db.session.scalar(select(func.count()).select_from(Letter)) == world.letters


def traces(world: World) -> None:
    """V9.2: a module that is off leaves nothing in any table."""
    for module, tables in TABLES.items():
        if module not in world.on:
            for name in tables:
                assert _count(db.metadata.tables[name]) == 0, name
    for module, begins in KINDS.items():
        if module not in world.on:
            for model in (AuditRow, LedgerRow):
                found = db.session.scalars(select(model.kind).where(model.kind.startswith(begins))).first()
                assert found is None
    if "movement" not in world.on:
        assert _filled("warband", "standing_place_id") == _filled("warband_order", "stance") == 0
        assert _filled("warband_order", "from_place_id") == 0
    if "paths" not in world.on:
        assert not db.session.scalars(db.text("select 1 from place where access")).all()
    if not world.on & {"guilds", "alliances"}:
        assert _filled("battle_side", "alliance") == 0
    if "multi" not in world.on:
        sides = select(func.count()).select_from(BattleSide).group_by(BattleSide.battle_id)
        assert set(db.session.scalars(sides)) <= {2}
    private = db.session.scalar(
        select(func.count()).select_from(LedgerRow).where(LedgerRow.private | LedgerRow.secret_until_battles)
    )
    assert not private or world.on & {"transfers", "alliances"}


def _count(table: object) -> int:
    return db.session.scalar(select(func.count()).select_from(table)) or 0  # type: ignore[arg-type]


def _filled(table: str, column: str) -> int:
    found = db.metadata.tables[table]
    return _count(select(found).where(found.c[column].is_not(None)).subquery())
