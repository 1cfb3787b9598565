"""V1.10: inviting and being invited, joining by link, leaving; deputy and GM (V11.3)."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field

from flask_babel import lazy_gettext as _l
from flask_babel import ngettext
from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.guests import keep_to_one_table, require_free_at_table
from app.accounts.operations.people import account
from app.actor import Actor
from app.campaign.company.names import clean_reason
from app.campaign.founding.arms import free_emblems, free_styles
from app.campaign.founding.links import LASTS, link_is_good, read_token
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.operations.seating import check_circle_open, take_seat
from app.campaign.pacts import operations as pacts
from app.campaign.states import SeatState, State
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC, seat_audience
from app.journal.operations import record, record_gm, record_private, record_public, tell
from app.refusal import Refusal

MOST_INVITED_AT_ONCE = 12


@dataclass
class Invited:
    """What became of each nickname of one invitation."""

    asked: list[str] = field(default_factory=list)
    already_playing: list[str] = field(default_factory=list)
    already_asked: list[str] = field(default_factory=list)


def invite(campaign: Campaign, nicknames: Iterable[str], *, text: str, actor: Actor) -> Invited:
    """Invite the accounts with these nicknames (V1.10); who declined or left is asked again.

    Who plays or is asked already is passed over and named in the answer. Raises Refusal if the circle
    is closed or a nickname belongs to nobody; then nobody is invited.
    """
    check_circle_open(campaign)
    wanted = list(dict.fromkeys(name.strip() for name in nicknames if name.strip()))
    if not wanted:
        raise Refusal(_l("Write at least one nickname."), "V1.10")
    if len(wanted) > MOST_INVITED_AT_ONCE:
        raise Refusal(_l("Invite at most %(count)d people at once.", count=MOST_INVITED_AT_ONCE), "V1.10")
    found = {name: account(name) for name in wanted}
    unknown = [name for name, person in found.items() if person is None]
    if unknown:
        raise Refusal(
            ngettext(
                "There is no account called %(names)s.",
                "There are no accounts called %(names)s.",
                len(unknown),
                names=", ".join(unknown),
            ),
            "V1.10",
        )
    answer = Invited()
    for person in {person.id: person for person in found.values() if person}.values():
        _ask(campaign, person, text, actor, answer)
    return answer


def _ask(campaign: Campaign, person: Person, text: str, actor: Actor, answer: Invited) -> None:
    seat = next((one for one in campaign.seats if one.person_id == person.id), None)
    if seat is None:
        require_free_at_table(campaign, person.nickname)
        seat = Seat(
            campaign_id=campaign.id, person_id=person.id, name=person.nickname, state=SeatState.DECLINED
        )
        db.session.add(seat)
        db.session.flush()
    elif seat.state == SeatState.INVITED:
        answer.already_asked.append(seat.name)
        return
    elif seat.state == SeatState.JOINED:
        answer.already_playing.append(seat.name)
        return
    seat.invitation = text
    answer.asked.append(seat.name)
    invite_again(seat, campaign=campaign, actor=actor)


def invite_again(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Ask somebody again who declined, left or was taken out (V1.10), with the words of the first time."""
    check_circle_open(campaign)
    if seat.person_id is None:
        raise Refusal(_l("Nobody holds this seat."), "V1.10")
    if seat.state in (SeatState.INVITED, SeatState.JOINED):
        return
    seat.state = SeatState.INVITED
    record_private(
        "founding.invited", campaign=campaign, actor=actor, seat=seat, params={"player": seat.name}
    )


def withdraw_invitation(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Take an invitation back that nobody has answered."""
    if seat.state != SeatState.INVITED:
        raise Refusal(_l("%(player)s has answered already.", player=seat.name), "V1.10")
    seat.state = SeatState.REMOVED
    record_private(
        "founding.invitation_withdrawn",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"player": seat.name},
    )


def accept(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Take the seat one is invited to (V1.10). A second acceptance, on another device, changes nothing.

    Raises Refusal if the invitation was withdrawn, the circle is closed or every seat is taken.
    """
    if seat.state == SeatState.JOINED:
        return
    check_circle_open(campaign)
    if seat.state != SeatState.INVITED:
        raise Refusal(_l("You are not invited to this campaign at present."), "V1.10")
    take_seat(seat, campaign=campaign, actor=actor)


def decline(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Say no to an invitation (V1.10). Raises Refusal for whoever plays already."""
    if seat.state == SeatState.JOINED:
        raise Refusal(_l("You have accepted this invitation. You can leave the campaign instead."), "V1.10")
    if seat.state != SeatState.INVITED:
        return
    seat.state = SeatState.DECLINED
    record_private(
        "founding.declined", campaign=campaign, actor=actor, seat=seat, params={"player": seat.name}
    )


def leave(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Leave before the circle closes (V1.10); the company is kept in case the player comes back."""
    check_circle_open(campaign)
    _check_plays(seat)
    if seat.is_gm:
        raise Refusal(_l("The game master cannot leave. Hand the campaign over first."), "V11.3")
    _out(seat, SeatState.DECLINED, "founding.left", campaign, actor)


def remove(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """The GM takes a player out of the circle before hideouts are chosen."""
    check_circle_open(campaign)
    _check_plays(seat)
    if seat.is_gm:
        raise Refusal(_l("The game master cannot be taken out of the campaign."), "V11.3")
    _out(seat, SeatState.REMOVED, "founding.removed", campaign, actor)


def _check_plays(seat: Seat) -> None:
    if not seat.plays:
        raise Refusal(_l("%(player)s does not play in this campaign.", player=seat.name), "V1.10")


def _out(seat: Seat, state: SeatState, kind: str, campaign: Campaign, actor: Actor) -> None:
    seat.state = state
    seat.is_deputy = False
    record_public(kind, campaign=campaign, actor=actor, seat=seat, params={"player": seat.name})
    tell(campaign, seat_audience(seat.id))


def open_link(campaign: Campaign, *, actor: Actor) -> None:
    """Make an invitation link that is good for 14 days; the one before is void (V1.10)."""
    check_circle_open(campaign)
    campaign.invite_nonce = secrets.token_urlsafe(9)
    campaign.invite_until = now() + LASTS
    record_gm("founding.link_opened", campaign=campaign, actor=actor)


def revoke_link(campaign: Campaign, *, actor: Actor) -> None:
    """Make the invitation link void (V1.10)."""
    if campaign.invite_nonce is not None:
        campaign.invite_nonce = campaign.invite_until = None
        record_gm("founding.link_revoked", campaign=campaign, actor=actor)


def lock_by_link(token: str) -> Campaign:
    """The campaign that a link leads to, locked. Raises Refusal for a link that is not good any more."""
    key = read_token(token)
    campaign = None
    if key is not None:
        campaign = db.session.execute(
            select(Campaign)
            .where(Campaign.id == key.campaign_id)
            .with_for_update()
            .execution_options(populate_existing=True)
        ).scalar_one_or_none()
    if key is None or campaign is None or not link_is_good(campaign, key.nonce):
        raise Refusal(
            _l("This invitation link is not good any more. Ask the game master for a new one."), "V1.10"
        )
    return campaign


def join_by_link(person: Person, *, campaign: Campaign) -> Seat:
    """Take a seat by a good link; ``campaign`` comes from ``lock_by_link``.

    Whoever has a seat keeps it: one person never has two. Raises Refusal if the GM has taken the person
    out, for a guest of another table, and if the circle is closed or every seat is taken.
    """
    seat = next((one for one in campaign.seats if one.person_id == person.id), None)
    if seat is None:
        check_circle_open(campaign)
        keep_to_one_table(person, campaign.id)
        require_free_at_table(campaign, person.nickname)
        seat = Seat(campaign_id=campaign.id, person_id=person.id, name=person.nickname)
        db.session.add(seat)
        db.session.flush()
        db.session.refresh(campaign, ["seats"])
    elif seat.state == SeatState.REMOVED:
        raise Refusal(_l("The game master has taken you out of this campaign."), "V1.10")
    take_seat(seat, campaign=campaign, actor=Actor(person.id, seat))
    return seat


def name_deputy(seat: Seat, deputy: bool, *, campaign: Campaign, actor: Actor) -> None:
    """Give a player the rights of the GM, or take them back (V11.3). Only the GM may."""
    if actor.seat is None or not actor.seat.is_gm:
        raise Refusal(_l("Only the game master names a deputy."), "V11.3")
    if seat.is_gm or seat.state != SeatState.JOINED:
        raise Refusal(_l("%(player)s cannot be deputy.", player=seat.name), "V11.3")
    if seat.is_deputy == deputy:
        return
    seat.is_deputy = deputy
    kind = "founding.deputy_named" if deputy else "founding.deputy_ended"
    record_public(kind, campaign=campaign, actor=actor, seat=seat, params={"player": seat.name})
    tell(campaign, seat_audience(seat.id))


def hand_over(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """Make another player the GM (V11.3); the former one keeps their own seat as it is."""
    former = actor.seat
    if former is None or not former.is_gm or campaign.state == State.FINISHED:
        raise Refusal(_l("Only the game master hands the campaign over."), "V11.3")
    if seat.is_gm or seat.state != SeatState.JOINED or seat.person is None or seat.person.guest:
        raise Refusal(
            _l(
                "The campaign can be handed to a player with an account, and %(player)s has none.",
                player=seat.name,
            ),
            "V11.3",
        )
    former.is_gm = False
    seat.is_gm, seat.is_deputy = True, False
    record_public(
        "founding.handed_over",
        campaign=campaign,
        actor=actor,
        seat=seat,
        params={"player": seat.name, "former": former.name},
    )
    tell(campaign, seat_audience(seat.id), seat_audience(former.id))


def give_seat(seat: Seat, nickname: str, reason: str, *, campaign: Campaign, actor: Actor) -> None:
    """Give a player's seat, with all that hangs on it, to another account (V11.1).

    It lies in the GM's hands, or its player is replaced: the old login loses the seat, and leaves secret
    alliances of the round, so that nobody learns of them with a seat (V8.17). An invitation of the new person
    which was never taken up is gone. Raises Refusal for the GM's own seat and for somebody who has or had a
    seat of their own.
    """
    reason = clean_reason(reason)
    if not seat.plays:
        raise Refusal(_l("%(player)s does not play in this campaign.", player=seat.name), "V11.1")
    if seat.is_gm:
        raise Refusal(
            _l("The game master hands the campaign over first; then the seat can be given."), "V11.3"
        )
    person = account(nickname)
    if person is None:
        raise Refusal(_l("There is no account called %(name)s.", name=nickname), "V11.1")
    own = next((other for other in campaign.seats if other.person_id == person.id), None)
    if own is not None and own.joined_at is not None:
        raise Refusal(
            _l("%(player)s has or had a seat of their own in this campaign.", player=person.nickname), "V11.1"
        )
    if own is not None:
        db.session.delete(own)
        db.session.flush()
        db.session.refresh(campaign, ["seats"])
    require_free_at_table(campaign, person.nickname, but=seat)
    former = seat.name
    if seat.person_id is not None:
        pacts.seat_gone(seat, campaign=campaign, actor=actor)
    seat.person_id, seat.name, seat.former = person.id, person.nickname, None
    seat.is_deputy, seat.link_hash = False, None
    record_public(
        "founding.seat_given",
        campaign=campaign,
        actor=actor,
        seat=seat,
        reason=reason,
        params={"player": seat.name, "former": former},
    )
    tell(campaign, seat_audience(seat.id))


def choose_arms(seat: Seat, *, style: int, emblem: str, campaign: Campaign, actor: Actor) -> None:
    """Bear another free tincture and emblem. Raises Refusal if another player bears one of them."""
    if style not in free_styles(seat, campaign.seats) or emblem not in free_emblems(seat, campaign.seats):
        raise Refusal(
            _l("Another player bears this colour or this emblem. Choose ones that are free."), "V1.10"
        )
    if (seat.style, seat.emblem) == (style, emblem):
        return
    seat.style, seat.emblem = style, emblem
    record(
        "founding.arms_changed",
        campaign=campaign,
        actor=actor,
        audience=PUBLIC,
        seat=seat,
        params={"player": seat.name},
    )
