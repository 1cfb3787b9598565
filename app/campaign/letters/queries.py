"""What sender and receiver see of their letters, and nobody else (V8.23)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from textwrap import shorten

from flask import url_for
from flask_babel import gettext as _
from sqlalchemy import and_, func, or_, select

from app.campaign.access import Here
from app.campaign.founding.models import Seat
from app.campaign.letters.models import Letter
from app.campaign.letters.rights import correspondents, may_write, sits
from app.campaign.words import PHASES
from app.extensions import db

PER_PAGE = 30
_SNIPPET = 90


@dataclass(frozen=True)
class Shown:
    """A letter as its reader sees it. ``other`` is who wrote to them or to whom they wrote.

    ``snippet`` is empty while the seal is whole; ``style`` and ``emblem`` are the other's arms.
    """

    id: str
    url: str
    mine: bool
    sealed: bool
    sender: str
    receiver: str
    style: str
    emblem: str | None
    when: str
    at: datetime
    snippet: str

    @property
    def other(self) -> str:
        return self.receiver if self.mine else self.sender


@dataclass(frozen=True)
class LettersPage:
    """Sealed letters first, then those already read and those sent, the newest first."""

    sealed: tuple[Shown, ...]
    earlier: tuple[Shown, ...]
    page: int
    pages: int
    may_write: bool


@dataclass(frozen=True)
class LetterPage:
    """One letter: its text, whose seal it bears, what it answers, whether it can be answered."""

    shown: Shown
    text: str
    seal_style: str
    seal_emblem: str | None
    answered: Shown | None
    reply_url: str | None


def letters_page(here: Here, page: int) -> LettersPage:
    """One's letters. Sealed ones all stand on the page, the others by thirties."""
    me = here.actor.person_id
    waiting = and_(Letter.receiver_person_id == me, Letter.opened_at.is_(None))
    sealed = _letters(select(Letter).where(Letter.campaign_id == here.campaign.id, waiting))
    rest = (
        Letter.campaign_id == here.campaign.id,
        or_(
            Letter.sender_person_id == me,
            and_(Letter.receiver_person_id == me, Letter.opened_at.is_not(None)),
        ),
    )
    count = db.session.execute(select(func.count(Letter.id)).where(*rest)).scalar_one()
    pages = max(1, -(-count // PER_PAGE))
    page = min(max(1, page), pages)
    earlier = _letters(select(Letter).where(*rest).limit(PER_PAGE).offset((page - 1) * PER_PAGE))
    return LettersPage(
        sealed=tuple(_shown(here, letter) for letter in sealed),
        earlier=tuple(_shown(here, letter) for letter in earlier),
        page=page,
        pages=pages,
        may_write=may_write(here.campaign, here.me) and bool(correspondents(here.campaign, here.me)),
    )


def letter_of(here: Here, letter_id: str) -> Letter | None:
    """The letter, for the two who may read it; None for everybody else, the game master too."""
    letter = db.session.get(Letter, letter_id)
    if letter is None or letter.campaign_id != here.campaign.id:
        return None
    me = here.actor.person_id
    return letter if me in (letter.sender_person_id, letter.receiver_person_id) else None


def letter_page(here: Here, letter: Letter) -> LetterPage:
    """A letter to be read; its text is left out while the seal is whole."""
    shown = _shown(here, letter)
    answered = letter_of(here, letter.answers_id) if letter.answers_id else None
    sender = _seat(here, letter.sender_id)
    other = _seat(here, letter.receiver_id if shown.mine else letter.sender_id)
    reply = None
    if not shown.sealed and may_write(here.campaign, here.me) and other is not None and sits(other):
        reply = url_for("letters.write", campaign_id=here.campaign.id, to=other.id, answers=letter.id)
    return LetterPage(
        shown=shown,
        text="" if shown.sealed else letter.text,
        seal_style=f"p{sender.style}" if sender is not None and sender.is_player else "",
        seal_emblem=sender.emblem if sender is not None and sender.is_player else None,
        answered=_shown(here, answered) if answered is not None else None,
        reply_url=reply,
    )


def _letters(query: object) -> Sequence[Letter]:
    ordered = query.order_by(Letter.sent_at.desc(), Letter.id)  # type: ignore[attr-defined]
    letters: Sequence[Letter] = db.session.scalars(ordered).all()
    return letters


def _shown(here: Here, letter: Letter) -> Shown:
    mine = letter.sender_person_id == here.actor.person_id
    other = _seat(here, letter.receiver_id if mine else letter.sender_id)
    sealed = not mine and letter.opened_at is None
    plays = other is not None and other.is_player
    return Shown(
        id=letter.id,
        url=url_for("letters.letter", campaign_id=here.campaign.id, letter_id=letter.id),
        mine=mine,
        sealed=sealed,
        sender=str(letter.params["sender"]),
        receiver=str(letter.params["receiver"]),
        style=f"p{other.style}" if other is not None and plays else "",
        emblem=other.emblem if other is not None and plays else None,
        when=_when(letter),
        at=letter.sent_at,
        snippet="" if sealed else shorten(letter.text, _SNIPPET, placeholder=" …"),
    )


def _when(letter: Letter) -> str:
    """«Round 4, Orders», or «before the first round»."""
    if letter.phase is None:
        return _("before the first round") if letter.round == 0 else ""
    return _("round %(round)d, %(phase)s", round=letter.round, phase=PHASES[letter.phase])


def _seat(here: Here, seat_id: str) -> Seat | None:
    return next((seat for seat in here.campaign.seats if seat.id == seat_id), None)
