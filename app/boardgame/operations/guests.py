"""A guest's way back to a table from another phone: a personal link, as campaigns have it."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select
from sqlalchemy.orm import joinedload

from app.accounts.logins import end_logins, token_hash
from app.accounts.operations.guests import keep_to_one_table, link_opens_more, personal_token
from app.boardgame.access import AtTable
from app.boardgame.models import Member
from app.boardgame.operations.rows import note
from app.extensions import db
from app.refusal import Refusal, Stale


def issue_link(table: AtTable, member_id: str, *, request_id: str | None, repeated: bool) -> tuple[str, str]:
    """A new personal link for a guest at the table: the guest's name, and the token, kept only as its hash.

    The link before and all logins of the guest end. The same request gets the same link once more
    (``repeated``). Raises Refusal for somebody with an account, for oneself, and for nobody at this table;
    Stale if a repeated request's link has been replaced since.
    """
    member = next((one for one in table.game.members if one.id == member_id and not one.left_at), None)
    if member is None or member.person is None:
        raise Refusal(_l("That person does not sit at this table."))
    if not member.person.guest:
        raise Refusal(
            _l(
                "%(name)s has an account and logs in with a password; only guests have a personal link.",
                name=member.name,
            )
        )
    if member is table.me:
        raise Refusal(_l("A new link would log you out here. Make an account instead, then you can log in."))
    keep_to_one_table(member.person, table.game.id, link_opens_more(member.name))
    token = personal_token(member.id, table.me.person_id, request_id)
    if repeated:
        if member.link_hash != token_hash(token):
            raise Stale(_l("Another personal link has been issued since."))
        return member.name, token
    member.link_hash = token_hash(token)
    end_logins(member.person)
    note(table.game, "link_issued", actor_id=table.me.person_id, name=member.name)
    return member.name, token


def member_of_link(token: str) -> Member | None:
    """The guest's place that a personal link opens, or None for a wrong or ended one."""
    member = db.session.execute(
        select(Member)
        .where(Member.link_hash == token_hash(token), Member.left_at.is_(None))
        .options(joinedload(Member.person), joinedload(Member.game))
    ).scalar_one_or_none()
    if member is None or member.person is None or not member.person.guest or member.person.deleted_at:
        return None
    return member
