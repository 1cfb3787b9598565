"""Sending letters and breaking their seals. Nobody but the two learns that there is a letter (V8.23).

Nothing here may raise the public version or the game master's, nor write a row that
either of them reads.
"""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.campaign.letters.models import Letter
from app.campaign.letters.rights import sits
from app.columns import now
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.operations import record_sealed, tell
from app.refusal import Refusal


def send(
    text: str, receiver: Seat, *, answers: Letter | None, campaign: Campaign, seat: Seat, actor: Actor
) -> Letter:
    """Send a courier from ``seat`` to ``receiver`` with a letter.

    Raises Refusal if the text is empty, if it goes to oneself, or if nobody sits at the
    receiver's place: then no courier leaves, and the writer keeps the text.
    """
    if not text.strip():
        raise Refusal(_l("A courier does not leave with an empty letter."), "V8.23")
    if receiver.id == seat.id:
        raise Refusal(_l("Choose somebody else at the table to write to."), "V8.23")
    if not sits(receiver):
        raise Refusal(
            _l("Nobody sits in the place of %(player)s: a courier would find no one.", player=receiver.name),
            "V8.23",
        )
    letter = Letter(
        campaign_id=campaign.id,
        sender_id=seat.id,
        receiver_id=receiver.id,
        sender_person_id=seat.person_id,
        receiver_person_id=receiver.person_id,
        params={"sender": seat.name, "receiver": receiver.name},
        text=text,
        round=campaign.round,
        phase=campaign.phase,
        answers_id=answers.id if answers is not None else None,
    )
    db.session.add(letter)
    db.session.flush()
    record_sealed("letter.sent", campaign=campaign, actor=actor, seat=seat, params={"player": receiver.name})
    record_sealed("letter.came", campaign=campaign, actor=actor, seat=receiver, params={"player": seat.name})
    return letter


def open_letter(letter: Letter, *, campaign: Campaign, seat: Seat) -> None:
    """The receiver breaks the seal; a second time changes nothing. The sender is not told."""
    if letter.opened_at is None:
        letter.opened_at = now()
        tell(campaign, seat_audience(seat.id))
