"""V8.1-V8.6, V8.9-V8.12, V8.15: the page of guilds, beside the players, and what each player does there.

Everything is one's own matter: nobody acts here in another's stead, for who may join depends on secrets.
"""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change, only_with
from app.campaign.asking import ask_first
from app.campaign.founding.models import Seat
from app.campaign.guild_words import beside_players, guild_text, word_of
from app.campaign.guilds import operations, queries
from app.campaign.guilds.forms import FoundingForm
from app.campaign.guilds.models import Guild
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.writes import writes

bp = Blueprint("guilds", __name__, url_prefix="/campaigns/<campaign_id>/guilds")


@bp.get("")
@login_required
def guilds(campaign_id: str, guild_id: str | None = None) -> str:  # noqa: ARG001  # shown again for a guild's form
    here = enter(campaign_id)
    only_with(here.campaign.module_guilds)
    return render_template(
        "campaign/guilds/guilds.html",
        page=queries.guilds_page(here),
        form=form_for(FoundingForm, "found"),
        beside=beside_players(here.campaign, "guilds"),
        **frame(here, "players"),
    )


@bp.post("")
@login_required
@writes(page="guilds.guilds")
def found(campaign_id: str) -> Any:
    here = _to_change(campaign_id)
    form = checked(FoundingForm, "found")
    made = operations.found_guild(
        form.name.data or "", campaign=here.campaign, seat=here.me, actor=here.actor
    )
    flash(guild_text(word_of(here.campaign), "The guild «%(name)s» is founded.", name=made.name), "moss")
    return _back(here)


@bp.post("/<guild_id>/request")
@login_required
@writes(page="guilds.guilds")
def ask(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    guild = _guild(here, guild_id)
    operations.request(guild, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("«%(name)s» reads your request.", name=guild.name), "moss")
    return _back(here)


@bp.post("/<guild_id>/withdraw")
@login_required
@writes(page="guilds.guilds")
def withdraw(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    operations.withdraw_request(
        _guild(here, guild_id), campaign=here.campaign, seat=here.me, actor=here.actor
    )
    flash(_("The request is taken back."), "moss")
    return _back(here)


@bp.post("/<guild_id>/join")
@login_required
@writes(page="guilds.guilds")
def join(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    guild = _guild(here, guild_id)
    operations.join(guild, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("You belong to «%(name)s» now.", name=guild.name), "moss")
    return _back(here)


@bp.post("/<guild_id>/decline")
@login_required
@writes(page="guilds.guilds")
def decline(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    operations.decline(_guild(here, guild_id), campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("The invitation is declined."), "moss")
    return _back(here)


@bp.post("/<guild_id>/invite")
@login_required
@writes(page="guilds.guilds")
def invite(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    player = _player(here)
    operations.invite(_guild(here, guild_id), player, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("%(player)s is invited.", player=player.name), "moss")
    return _back(here)


@bp.post("/<guild_id>/answer")
@login_required
@writes(page="guilds.guilds")
def answer(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    player, yes = _player(here), request.form.get("answer") == "yes"
    operations.answer(
        _guild(here, guild_id), player, yes, campaign=here.campaign, seat=here.me, actor=here.actor
    )
    if yes:
        flash(_("%(player)s joins by paying the entry fee.", player=player.name), "moss")
    else:
        flash(_("The request of %(player)s is turned down.", player=player.name), "moss")
    return _back(here)


@bp.post("/<guild_id>/uninvite")
@login_required
@writes(page="guilds.guilds")
def uninvite(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    player = _player(here)
    operations.take_invitation_back(
        _guild(here, guild_id), player, campaign=here.campaign, seat=here.me, actor=here.actor
    )
    flash(_("The invitation of %(player)s is withdrawn.", player=player.name), "moss")
    return _back(here)


@bp.post("/<guild_id>/build")
@login_required
@writes(page="guilds.guilds")
def build(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    guild = _guild(here, guild_id)
    operations.build(guild, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("«%(name)s» has level %(level)d now.", name=guild.name, level=guild.level), "moss")
    return _back(here)


@bp.get("/<guild_id>/leave")
@login_required
def ask_leave(campaign_id: str, guild_id: str) -> str:
    here = enter(campaign_id)
    only_with(here.campaign.module_guilds)
    guild = _guild(here, guild_id)
    word = word_of(here.campaign)
    return _ask(
        here,
        title=guild_text(word, "Leave the guild «%(name)s»?", name=guild.name),
        text=_("What you paid to enter is gone. To come back you are admitted anew."),
        url=url_for("guilds.leave", campaign_id=campaign_id, guild_id=guild_id),
        yes=_("Leave"),
    )


@bp.post("/<guild_id>/leave")
@login_required
@writes(page="guilds.ask_leave")
def leave(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    guild = _guild(here, guild_id)
    operations.leave(guild, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("You have left «%(name)s».", name=guild.name), "moss")
    return _back(here)


@bp.get("/<guild_id>/dissolve")
@login_required
def ask_dissolve(campaign_id: str, guild_id: str) -> str:
    here = enter(campaign_id)
    only_with(here.campaign.module_guilds)
    guild = _guild(here, guild_id)
    word = word_of(here.campaign)
    return _ask(
        here,
        title=guild_text(word, "Dissolve the guild «%(name)s»?", name=guild.name),
        text=guild_text(
            word, "The guild ends for all its members at once, and every fee and level paid is gone."
        ),
        url=url_for("guilds.dissolve", campaign_id=campaign_id, guild_id=guild_id),
        yes=_("Dissolve"),
    )


@bp.post("/<guild_id>/dissolve")
@login_required
@writes(page="guilds.ask_dissolve")
def dissolve(campaign_id: str, guild_id: str) -> Any:
    here = _to_change(campaign_id)
    guild = _guild(here, guild_id)
    operations.dissolve(guild, campaign=here.campaign, seat=here.me, actor=here.actor)
    flash(_("«%(name)s» is dissolved.", name=guild.name), "moss")
    return _back(here)


def _to_change(campaign_id: str) -> Here:
    here = enter_to_change(campaign_id, Deed.PLAY)
    only_with(here.campaign.module_guilds)
    return here


def _guild(here: Here, guild_id: str) -> Guild:
    found = queries.guild_of(here.campaign, guild_id)
    if found is None:
        abort(404)
    return found


def _player(here: Here) -> Seat:
    found = next((seat for seat in here.campaign.seats if seat.id == request.form.get("player")), None)
    if found is None:
        abort(404)
    return found


def _ask(here: Here, *, title: str, text: str, url: str, yes: str) -> str:
    return ask_first(
        here, "players", title=title, text=text, url=url, yes=yes, back=_guilds(here), danger=True
    )


def _back(here: Here) -> Any:
    return redirect(_guilds(here), 303)


def _guilds(here: Here) -> str:
    return url_for("guilds.guilds", campaign_id=here.campaign.id)
