"""V8.12: who is whose ally in a round, from guilds and mission alliances alike."""

from __future__ import annotations

from app.campaign.founding.models import Campaign
from app.campaign.guild_words import mission_text, word_of
from app.campaign.guilds import queries as guilds
from app.campaign.pacts import queries as pacts
from rules.vanguard.bonds import Bonds


def bonds_of(campaign: Campaign, round_: int) -> Bonds:
    """The alliances as they stood when the battles of that round were announced."""
    return Bonds(
        guilds=guilds.as_bonds(guilds.round_guilds(campaign, round_)),
        missions=pacts.as_bonds(pacts.pacts_of(campaign, round_)),
    )


def bond_names(campaign: Campaign, round_: int) -> dict[str, str]:
    """What the sides of that round's battles belong to, by the key that stands at the side."""
    seats = {seat.id: str(seat.name) for seat in campaign.seats}
    word = word_of(campaign)
    missions = {
        pact.id: mission_text(word, "mission alliance of %(player)s", player=seats[pact.concluder_id])
        for pact in pacts.pacts_of(campaign, round_)
        if pact.concluder_id in seats
    }
    return missions | {guild.guild_id: guild.name for guild in guilds.round_guilds(campaign, round_)}
