"""The verbs of guilds, each one change by its player, with ids in and out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.campaign.founding.models import Seat
from app.campaign.guilds import operations as guilds
from app.campaign.guilds.models import Guild
from app.extensions import db
from tests.story.campaign import change

if TYPE_CHECKING:
    from flask import Flask


def found_guild(app: Flask, campaign_id: str, seat_id: str, name: str) -> str:
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        return guilds.found_guild(name, campaign=campaign, seat=seat, actor=actor).id


def admit(app: Flask, campaign_id: str, guild_id: str, seat_id: str) -> None:
    """The founder invites the player, who joins."""
    with change(app, campaign_id) as (campaign, _gm, _actor):
        founder = db.session.get_one(Guild, guild_id).founder_id
    with change(app, campaign_id, founder) as (campaign, seat, actor):
        guild, player = db.session.get_one(Guild, guild_id), db.session.get_one(Seat, seat_id)
        guilds.invite(guild, player, campaign=campaign, seat=seat, actor=actor)
    with change(app, campaign_id, seat_id) as (campaign, seat, actor):
        guilds.join(db.session.get_one(Guild, guild_id), campaign=campaign, seat=seat, actor=actor)
