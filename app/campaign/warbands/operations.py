"""What changes warbands; the only writer of them beside the settlement's losses, which pass through here."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, func, select

from app.actor import Actor
from app.campaign.company.models import Company, CompanyModel
from app.campaign.company.names import clean_name
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.map.models import Place
from app.campaign.states import ModelStatus
from app.campaign.warbands.emblems import EMBLEMS
from app.campaign.warbands.locks import check_changeable, phase_lock, standing_in
from app.campaign.warbands.models import Warband, WarbandMercenary, WarbandModel
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC
from app.journal.operations import record_private, tell
from app.refusal import Refusal


def form_warband(
    name: str, *, at: str | None = None, campaign: Campaign, seat: Seat, actor: Actor
) -> Warband:
    """A new, empty warband (V4.1); with Movement it gathers in the hideout ``at``, else in the oldest (V9.4).

    Raises Refusal from the battles to the end of the round, without a company, and for a place that is no
    hideout of the player.
    """
    locked = phase_lock(campaign)
    if locked is not None:
        raise Refusal(locked, "V4.1")
    if db.session.execute(select(Company.id).where(Company.seat_id == seat.id)).first() is None:
        raise Refusal(_l("Found a company first. A warband is formed of its models."), "V4.1")
    name = clean_name(name)
    _check_name_free(name, None, seat)
    warband = Warband(campaign_id=campaign.id, seat_id=seat.id, name=name)
    warband.standing_place_id = _gathering_place(at, campaign, seat)
    db.session.add(warband)
    db.session.flush()
    if warband.standing_place_id is not None:
        tell(campaign, PUBLIC)
    record_private("warband.formed", campaign=campaign, actor=actor, seat=seat, params={"warband": name})
    return warband


def rename_warband(
    warband: Warband, name: str, emblem: str, *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """Another name and emblem. Raises Refusal as for every change of a warband but its line-up."""
    check_changeable(warband, campaign=campaign, seat=seat, line_up=False)
    name = clean_name(name)
    if emblem not in EMBLEMS:
        raise Refusal(_l("Choose one of the emblems."), "V4.1")
    if (warband.name, warband.emblem) == (name, emblem):
        return
    _check_name_free(name, warband, seat)
    warband.name, warband.emblem = name, emblem
    _record("warband.renamed", warband, campaign, seat, actor)
    _seen_by_all(warband, campaign)


def dissolve(warband: Warband, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Let a warband go; its models stay in the company. Raises Refusal when it is sent (V4.8)."""
    check_changeable(warband, campaign=campaign, seat=seat)
    _seen_by_all(warband, campaign)
    _dissolve(warband)
    _record("warband.dissolved", warband, campaign, seat, actor)


def put_in(
    warband: Warband, models: Sequence[CompanyModel], *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """Put living models of the company in; the first Command becomes leader if there is none (V4.1).

    Raises Refusal for one that stands in another warband or is not there, and as for every change.
    """
    check_changeable(warband, campaign=campaign, seat=seat)
    if not models:
        raise Refusal(_l("Choose at least one model to put in."), "V4.1")
    catalogue = catalogue_of(campaign)
    last = db.session.execute(
        select(func.coalesce(func.max(WarbandModel.position), -1)).where(
            WarbandModel.warband_id == warband.id
        )
    ).scalar_one()
    put = []
    for model in models:
        if model.status != ModelStatus.LIVING:
            raise Refusal(_l("%(model)s is not with the company now.", model=model.name), "V4.1")
        other = standing_in(model.id)
        if other is not None and other.id != warband.id:
            raise Refusal(
                _l(
                    "%(model)s stands in %(warband)s already. A model stands in one warband at most.",
                    model=model.name,
                    warband=other.name,
                ),
                "V4.1",
            )
        if other is None:
            last += 1
            db.session.add(WarbandModel(model_id=model.id, warband_id=warband.id, position=last))
            db.session.flush()
            put.append(model)
        if warband.leader_id is None and catalogue.card(model.card).command:
            warband.leader_id = model.id
    if put:
        db.session.expire(warband, ["places"])
        names = ", ".join(model.name for model in put)
        _record("warband.models_in", warband, campaign, seat, actor, models=names)


def take_out(warband: Warband, model: CompanyModel, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Take a model out again; it stays in the company. One that is out already stays out."""
    check_changeable(warband, campaign=campaign, seat=seat)
    other = standing_in(model.id)
    if other is None or other.id != warband.id:
        return
    _leave(model)
    if warband.leader_id == model.id:
        warband.leader_id = None
    db.session.expire(warband, ["places"])
    _record("warband.model_out", warband, campaign, seat, actor, model=model.name)


def name_leader(
    warband: Warband, model: CompanyModel, *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """Name a Command of the warband as its leader (V4.1)."""
    check_changeable(warband, campaign=campaign, seat=seat)
    other = standing_in(model.id)
    if other is None or other.id != warband.id:
        raise Refusal(_l("%(model)s does not stand in this warband.", model=model.name), "V4.1")
    if not catalogue_of(campaign).card(model.card).command:
        raise Refusal(_l("Only a Command leads a warband."), "V4.1")
    if warband.leader_id == model.id:
        return
    warband.leader_id = model.id
    _record("warband.leader_named", warband, campaign, seat, actor, model=model.name)


def hire(warband: Warband, mercenary: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Hire a mercenary for the round; the fee is taken when the warband is sent (V4.5).

    Raises Refusal for one that is not for hire or stands here already (C2.8).
    """
    check_changeable(warband, campaign=campaign, seat=seat)
    card = catalogue_of(campaign).mercenaries.get(mercenary)
    if card is None or card.hidden:
        raise Refusal(_l("This mercenary is not for hire."), "V4.5")
    if any(hired.mercenary == mercenary for hired in warband.mercenaries):
        raise Refusal(_l("%(mercenary)s is hired for this warband already.", mercenary=card.name), "C2.8")
    warband.mercenaries.append(WarbandMercenary(mercenary=mercenary))
    db.session.flush()
    _record("warband.hired", warband, campaign, seat, actor, mercenary=card.name)


def dismiss(warband: Warband, mercenary: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Do without a mercenary again, before the warband is sent."""
    check_changeable(warband, campaign=campaign, seat=seat)
    hired = [one for one in warband.mercenaries if one.mercenary == mercenary]
    if not hired:
        return
    for one in hired:
        warband.mercenaries.remove(one)
    db.session.flush()
    name = catalogue_of(campaign).mercenaries[mercenary].name
    _record("warband.dismissed", warband, campaign, seat, actor, mercenary=name)


def after_losses(
    gone: Iterable[CompanyModel],
    *,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
    replaced: Mapping[str, CompanyModel] | None = None,
) -> None:
    """Dead and captured models leave their warbands at once (V4.11), whatever the phase.

    ``replaced`` maps a dead Grunt's id to the model that takes its place (C6.1). A warband that has no
    model left is dissolved. What an order or battle keeps as its line-up stays.
    """
    touched: dict[str, Warband] = {}
    for model in gone:
        place = db.session.get(WarbandModel, model.id, populate_existing=True)
        if place is None:
            continue
        warband = db.session.get_one(Warband, place.warband_id)
        position = place.position
        _leave(model)
        if warband.leader_id == model.id:
            warband.leader_id = None
        heir = (replaced or {}).get(model.id)
        if heir is not None:
            db.session.add(WarbandModel(model_id=heir.id, warband_id=warband.id, position=position))
        touched[warband.id] = warband
    db.session.flush()
    for warband in touched.values():
        db.session.expire(warband, ["places"])
        left = db.session.execute(
            select(func.count()).where(WarbandModel.warband_id == warband.id)
        ).scalar_one()
        if not left:
            _seen_by_all(warband, campaign)
            _dissolve(warband)
            _record("warband.emptied", warband, campaign, seat, actor)


def _leave(model: CompanyModel) -> None:
    db.session.execute(delete(WarbandModel).where(WarbandModel.model_id == model.id))


def _dissolve(warband: Warband) -> None:
    db.session.execute(delete(WarbandModel).where(WarbandModel.warband_id == warband.id))
    db.session.execute(delete(WarbandMercenary).where(WarbandMercenary.warband_id == warband.id))
    db.session.expire(warband, ["places", "mercenaries"])
    warband.leader_id = None
    warband.standing_place_id = None
    warband.dissolved_at = now()


def _gathering_place(at: str | None, campaign: Campaign, seat: Seat) -> str | None:
    """V9.4: a new warband gathers in a hideout, once there are any; without the module it stands nowhere."""
    if not campaign.module_movement or not campaign.running:
        return None
    own = db.session.scalars(
        select(Place.id).where(Place.owner_id == seat.id).order_by(Place.created_at, Place.id)
    ).all()
    if at and at not in own:
        raise Refusal(_l("A warband gathers in a hideout of its player."), "V9.4")
    return at or (own[0] if own else None)


def _seen_by_all(warband: Warband, campaign: Campaign) -> None:
    """With Movement all see on the map where a warband stands (V9.5), so all are to look again."""
    if campaign.module_movement and warband.standing_place_id is not None:
        tell(campaign, PUBLIC)


def _check_name_free(name: str, warband: Warband | None, seat: Seat) -> None:
    """Two warbands of one player are not called alike, or their orders could be mixed up."""
    taken = db.session.execute(
        select(Warband.id).where(
            Warband.seat_id == seat.id, Warband.dissolved_at.is_(None), Warband.name == name
        )
    ).scalars()
    if any(other != (warband.id if warband else None) for other in taken):
        raise Refusal(_l("Another of your warbands is called %(name)s.", name=name), "V4.1")


def _record(kind: str, warband: Warband, campaign: Campaign, seat: Seat, actor: Actor, **params: str) -> None:
    record_private(
        kind, campaign=campaign, actor=actor, seat=seat, params={"warband": warband.name, **params}
    )
