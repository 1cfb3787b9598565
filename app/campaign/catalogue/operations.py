"""Changing the campaign's copy of the catalogue; the only writer of it after founding (C1.1, C1.2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import msgspec
from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.catalogue.models import CatalogueDraft
from app.campaign.catalogue.proposed import changes_of, draft_of
from app.campaign.catalogue.usage import lost_by, usage_of
from app.campaign.catalogue.wording import NAMED, faults_in_words
from app.campaign.files.opening import contents
from app.campaign.files.wording import as_refusals
from app.campaign.founding.models import Campaign, CatalogueEntry
from app.campaign.founding.queries.catalogue import catalogue_of
from app.extensions import db
from app.journal.models import GM
from app.journal.operations import record_public, tell
from app.refusal import Refusal, Stale
from rules.content import ContentError
from rules.vanguard.catalogue import Catalogue, Entry
from rules.vanguard.catalogue_store import catalogue_from_entries, shipped_catalogue
from rules.vanguard.exchange.catalogues import read_catalogues
from rules.vanguard.exchange.proposals import SILENT, Change, all_entries, compare, newer
from rules.vanguard.exchange.tabular import read_table

FILES = (".cat", ".gst", ".xml", ".csv")
_MARKUP = (b"<", b"\xff\xfe<", b"\xfe\xff\x00<")


def save_entry(kind: str, entry: Entry, *, campaign: Campaign, actor: Actor) -> None:
    """Add ``entry`` or put it in the place of the one of its key (C1.2); nothing if they are alike.

    Raises Refusal if companies use what it has no longer, or if it does not hold together with the rest.
    """
    _carry_out(compare(catalogue_of(campaign), [(kind, entry)]), campaign, actor)


def propose_files(files: Sequence[tuple[str, bytes]], *, campaign: Campaign) -> int:
    """Read sent files, all BattleScribe's or one table, and keep what they would change; gives how much.

    Nothing of the catalogue changes yet. Raises Refusal for what cannot be read, with every bad row.
    """
    if not files:
        raise Refusal(_l("Choose a file first."), "C1.2")
    catalogue = catalogue_of(campaign)
    with as_refusals("C1.2"):
        opened = [content for _name, data in files for _inner, content in contents(data, FILES)]
        if all(data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_MARKUP) for data in opened):
            entries: Iterable[tuple[str, Entry]] = read_catalogues(opened, catalogue)
        elif len(opened) > 1:
            raise Refusal(_l("Send tables one at a time."), "C1.2")
        else:
            table = read_table(opened[0], catalogue)
            if table.faults:
                raise Refusal(faults_in_words(table.faults), "C1.2")
            entries = table.entries
    name = ", ".join(name for name, _data in files)
    return _propose(compare(catalogue, entries), name, campaign)


def propose_shipped(*, campaign: Campaign) -> int:
    """Keep what the catalogue that comes with this Feldtog would change (C1.1); gives how much."""
    return _propose(newer(catalogue_of(campaign), shipped_catalogue()), "", campaign)


def apply_draft(marks: Collection[str], *, version: str, campaign: Campaign, actor: Actor) -> int:
    """Make the proposed changes that are ticked; gives how many.

    What only gives names (keywords) comes along. Raises Stale if the draft is another by now, Refusal as
    ``save_entry`` does.
    """
    draft = draft_of(campaign)
    if draft is None or str(draft.version) != version:
        raise Stale(_l("Another file was read meanwhile. This is how it stands now."), "C1.2")
    changes = [one for one in changes_of(draft, campaign) if one.mark in marks or one.kind in SILENT]
    told = [one for one in changes if one.kind not in SILENT]
    if not told:
        raise Refusal(_l("Nothing is chosen yet. Tick what you want to take over."), "C1.2")
    _carry_out(changes, campaign, actor)
    db.session.delete(draft)
    return len(told)


def forget_draft(*, campaign: Campaign) -> None:
    """Throw the proposal away; without one nothing happens."""
    draft = draft_of(campaign)
    if draft is not None:
        db.session.delete(draft)
        tell(campaign, GM)


def _propose(changes: Sequence[Change], source: str, campaign: Campaign) -> int:
    draft = draft_of(campaign)
    if not any(one.kind not in SILENT for one in changes):
        if draft is not None:
            db.session.delete(draft)
        return 0
    if draft is None:
        draft = CatalogueDraft(campaign_id=campaign.id, version=0)
        db.session.add(draft)
    draft.version += 1
    draft.source = source[:120]
    draft.entries = [[one.kind, msgspec.to_builtins(one.after)] for one in changes]
    db.session.flush()
    tell(campaign, GM)
    return sum(one.kind not in SILENT for one in changes)


def _carry_out(changes: Sequence[Change], campaign: Campaign, actor: Actor) -> None:
    if not changes:
        return
    catalogue, usage = catalogue_of(campaign), usage_of(campaign)
    for change in changes:
        lost = list(lost_by(change.kind, change.before, change.after, usage))
        if lost:
            raise Refusal(
                _l(
                    "Companies have “%(what)s” of %(name)s. It cannot vanish; hide the model instead.",
                    what=", ".join(lost),
                    name=change.after.name,
                ),
                "C1.2",
            )
    _check_whole(catalogue, changes)
    rows = {
        (row.kind, row.key): row
        for row in db.session.execute(
            select(CatalogueEntry).where(
                CatalogueEntry.campaign_id == campaign.id,
                CatalogueEntry.key.in_([change.key for change in changes]),
            )
        ).scalars()
    }
    for change in changes:
        data = msgspec.to_builtins(change.after)
        row = rows.get((change.kind, change.key))
        if row is None:
            row = CatalogueEntry(campaign_id=campaign.id, kind=change.kind, key=change.key, data=data)
            db.session.add(row)
        row.data, row.hidden = data, change.after.hidden
    campaign.catalogue_revision += 1
    names = [change.after.name for change in changes if change.kind not in SILENT]
    record_public(
        "catalogue.changed",
        campaign=campaign,
        actor=actor,
        params={"names": names[:NAMED], "count": len(names)},
    )
    db.session.flush()


def _check_whole(catalogue: Catalogue, changes: Sequence[Change]) -> None:
    """Whether the catalogue with the changes holds together. Raises Refusal with every fault."""
    entries = {(kind, entry.key): entry for kind, entry in all_entries(catalogue)}
    entries.update({(change.kind, change.key): change.after for change in changes})
    meta = ("meta", "catalogue", msgspec.to_builtins(catalogue.meta))
    try:
        catalogue_from_entries(
            [meta, *((kind, key, msgspec.to_builtins(entry)) for (kind, key), entry in entries.items())]
        )
    except ContentError as error:
        raise Refusal(
            _l(
                "The catalogue would not hold together: %(faults)s. Take over what it refers to as well.",
                faults="; ".join(error.faults[:NAMED]),
            ),
            "C1.2",
        ) from error
