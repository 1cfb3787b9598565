"""V11.7: what somebody wants to hear of, and by which way. Quiet where nothing was chosen."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from app.accounts.models import Person
from app.i18n import ZONE_OF_LANGUAGE
from app.news.kinds import Kind


class Channel(StrEnum):
    """A way by which news come."""

    APP = "app"
    PUSH = "push"
    MAIL = "mail"


class Mails(StrEnum):
    """How mail comes: not at all, gathered once a day, or at once."""

    OFF = "off"
    DIGEST = "digest"
    ONCE = "once"


LEADS = (1, 3, 6, 12, 24, 48)
"""How many hours before the time of a phase a reminder may come."""

_USUAL: dict[Channel, frozenset[Kind]] = {
    Channel.APP: frozenset(Kind),
    Channel.PUSH: frozenset({Kind.TURN, Kind.REMINDER, Kind.ALONE, Kind.PHASES}),
    Channel.MAIL: frozenset({Kind.TURN, Kind.REMINDER, Kind.ALONE, Kind.PHASES, Kind.BATTLES}),
}


@dataclass(frozen=True)
class Wishes:
    """A person's choices: the kinds of each channel, how mail comes and at which hour of which zone, and how
    many hours before its time a phase is recalled."""

    kinds: dict[Channel, frozenset[Kind]]
    mails: Mails
    hour: int
    zone: str
    lead: int

    def wants(self, channel: Channel, kind: Kind) -> bool:
        return kind in self.kinds[channel]

    def off(self, channel: Channel) -> frozenset[Kind]:
        """The kinds that are not to come by that channel."""
        return frozenset(Kind) - self.kinds[channel]


def wishes_of(person: Person) -> Wishes:
    """What a person has chosen; the usual for what they have not."""
    chosen: dict[str, Any] = person.news or {}
    kinds = {
        channel: frozenset(Kind(one) for one in chosen[channel]) if channel in chosen else usual
        for channel, usual in _USUAL.items()
    }
    return Wishes(
        kinds,
        Mails(chosen.get("mails", Mails.OFF)),
        int(chosen.get("hour", 18)),
        str(chosen.get("zone") or ZONE_OF_LANGUAGE[person.language or "en"]),
        int(chosen.get("lead", 24)),
    )


def stored(wishes: Wishes) -> dict[str, Any]:
    """As the person's row keeps them."""
    kinds = {str(channel): sorted(str(kind) for kind in kinds) for channel, kinds in wishes.kinds.items()}
    return {
        **kinds,
        "mails": str(wishes.mails),
        "hour": wishes.hour,
        "zone": wishes.zone,
        "lead": wishes.lead,
    }


def address_of(person: Person) -> str | None:
    """Where mail may go: an address that its reader has confirmed, and that is still the person's."""
    confirmed = person.email if person.email and person.email == person.mail_confirmed else None
    return confirmed if person.deleted_at is None and not person.guest else None
