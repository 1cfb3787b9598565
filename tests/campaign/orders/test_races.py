"""V2.9, V4.6, V4.8: many devices at once have one effect."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import func, select

from app.campaign.founding.models import Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.orders.models import Order
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow
from tests.campaign.orders.conftest import Night
from tests.story import orders
from tests.story.people import browser

AT_ONCE = 20


def at_once(night: Night, forms: list[dict[str, str]]) -> list[int]:
    """Post the forms at the same moment from as many browsers of Ellen's; the answers' status codes."""
    with night.app.app_context():
        person = db.session.get_one(Seat, night.ellen).person_id
    assert person is not None
    clients = [browser(night.app, person) for _ in forms]
    start = Barrier(len(forms))

    def post(number: int) -> int:
        start.wait()
        url = orders.orders_url(night.campaign, night.ellen)
        return clients[number].post(url, data=forms[number]).status_code

    with ThreadPoolExecutor(len(forms)) as pool:
        return list(pool.map(post, range(len(forms))))


def effects(night: Night) -> tuple[int, int, int]:
    """How many orders, fees and rows of the journal there are."""
    with night.app.app_context():
        return (
            db.session.execute(select(func.count()).select_from(Order)).scalar_one(),
            db.session.execute(
                select(func.count()).select_from(LedgerRow).where(LedgerRow.kind == "order.fee")
            ).scalar_one(),
            db.session.execute(
                select(func.count()).select_from(AuditRow).where(AuditRow.kind == "order.given")
            ).scalar_one(),
        )


@pytest.mark.rule("V2.9", "V4.8")
@pytest.mark.parametrize("same_request", [True, False])
def test_one_warband_sent_twenty_times_at_once_is_sent_once(night: Night, same_request: bool) -> None:
    hired = orders.warband(night.app, night.campaign, night.ellen, "Lejet", mercenaries=(orders.KUZLO,))
    form = orders.send_fields(night.at_ellen, night.campaign, night.ellen, hired, night.place("Salzfurt"))
    forms = [form if same_request else {**form, "request_id": new_id()} for _ in range(AT_ONCE)]
    codes = at_once(night, forms)
    if same_request:
        assert codes == [303] * AT_ONCE
    else:
        assert sorted(codes) == [303] + [422] * (AT_ONCE - 1)
    assert effects(night) == (1, 1, 1)
    assert orders.gold(night.app, night.ellen) == 254


@pytest.mark.rule("V2.9", "V4.6")
def test_two_warbands_sent_to_one_event_at_once_are_one(night: Night) -> None:
    ravens = orders.warband(night.app, night.campaign, night.ellen, "Ravneøje")
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    place = night.place("Salzfurt")
    forms = [
        orders.send_fields(night.at_ellen, night.campaign, night.ellen, band, place, fog)
        for band in (night.wolves, ravens)
    ]
    assert sorted(at_once(night, forms)) == [303, 422]
    assert effects(night) == (1, 0, 1)
