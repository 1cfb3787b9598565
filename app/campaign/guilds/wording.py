"""Words for what the journal and the ledger say of guilds, in the campaign's own word for them (V8.2)."""

from __future__ import annotations

from flask_babel import gettext as _

from app.campaign.guild_words import guild_text
from app.wording import Params, Wording


def _founded(params: Params) -> str:
    return guild_text(params["word"], "%(player)s founds the guild «%(name)s».", **params)


def _joined(params: Params) -> str:
    return guild_text(params["word"], "%(player)s is admitted to the guild «%(name)s».", **params)


def _built(params: Params) -> str:
    return guild_text(
        params["word"], "%(player)s builds up the guild «%(name)s» to level %(level)d.", **params
    )


def _left(params: Params) -> str:
    return guild_text(params["word"], "%(player)s leaves the guild «%(name)s».", **params)


def _dissolved(params: Params) -> str:
    return guild_text(params["word"], "The guild «%(name)s» is dissolved.", **params)


def _requested(params: Params) -> str:
    return guild_text(params["word"], "%(player)s asks to join the guild «%(name)s».", **params)


def _request_withdrawn(params: Params) -> str:
    return _("%(player)s takes back the request to «%(name)s».", **params)


def _granted(params: Params) -> str:
    return _("«%(name)s» grants the request of %(player)s.", **params)


def _turned_down(params: Params) -> str:
    return _("«%(name)s» turns down the request of %(player)s.", **params)


def _invited(params: Params) -> str:
    return guild_text(params["word"], "The guild «%(name)s» invites %(player)s.", **params)


def _invitation_withdrawn(params: Params) -> str:
    return _("«%(name)s» takes back its invitation to %(player)s.", **params)


def _declined(params: Params) -> str:
    return _("%(player)s declines the invitation of «%(name)s».", **params)


def _taken_out(params: Params) -> str:
    return guild_text(
        params["word"], "The game master takes %(player)s out of the guild «%(name)s».", **params
    )


KINDS: dict[str, Wording] = {
    "guild.founded": _founded,
    "guild.joined": _joined,
    "guild.built": _built,
    "guild.left": _left,
    "guild.taken_out": _taken_out,
    "guild.dissolved": _dissolved,
    "guild.requested": _requested,
    "guild.request_withdrawn": _request_withdrawn,
    "guild.granted": _granted,
    "guild.turned_down": _turned_down,
    "guild.invited": _invited,
    "guild.invitation_withdrawn": _invitation_withdrawn,
    "guild.declined": _declined,
}


def _paid_founding(params: Params) -> str:
    return guild_text(params["word"], "Founding of the guild «%(name)s»", **params)


def _paid_level(params: Params) -> str:
    return guild_text(params["word"], "Level %(level)d of the guild «%(name)s»", **params)


def _paid_request(params: Params) -> str:
    return guild_text(params["word"], "Request to the guild «%(name)s»", **params)


def _paid_entry(params: Params) -> str:
    return guild_text(params["word"], "Entry to the guild «%(name)s»", **params)


LEDGER: dict[str, Wording] = {
    "guild.founded": _paid_founding,
    "guild.built": _paid_level,
    "guild.requested": _paid_request,
    "guild.joined": _paid_entry,
}
