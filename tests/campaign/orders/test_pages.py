"""B2, B13, A11, V4.9: the orders page, step by step and without script."""

from __future__ import annotations

import re

import pytest

from app.campaign.states import Phase
from tests.campaign.orders.conftest import Night
from tests.counting import counted
from tests.story import orders
from tests.story.people import send


def links(page: str) -> list[str]:
    return [url.replace("&amp;", "&") for url in re.findall(r'href="([^"]+)"', page)]


def headings(page: str) -> list[str]:
    return [re.sub("<[^>]+>", "", text).strip() for text in re.findall(r"<h[12][^>]*>(.*?)</h[12]>", page)]


def test_a_warband_is_sent_by_links_and_one_button_alone(night: Night) -> None:
    beacon = orders.event(night.app, night.campaign, "Salzfurt", "Das Leuchtfeuer")
    url = orders.orders_url(night.campaign, night.ellen)
    page = night.at_ellen.get(url).text
    (choose,) = [link for link in links(page) if link.endswith(f"orders?warband={night.wolves}")]
    page = night.at_ellen.get(choose).text
    assert "Where does Ulveflokken go?" in headings(page)
    (target,) = [link for link in links(page) if f"event={beacon}" in link]
    page = night.at_ellen.get(target).text
    assert "Send this warband?" in headings(page)
    assert "Ulveflokken goes to «Das Leuchtfeuer» at Salzfurt." in page
    assert "cannot be called back" in page
    assert len(re.findall(r"<h1", page)) == 1


def test_a_tap_on_a_place_with_one_target_asks_at_once(night: Night) -> None:
    url = f"{orders.orders_url(night.campaign, night.ellen)}?place={night.place('Salzfurt')}"
    assert "Ulveflokken goes to Salzfurt." in night.at_ellen.get(url).text


def test_a_tap_with_several_warbands_at_home_asks_who_goes(night: Night) -> None:
    orders.warband(night.app, night.campaign, night.ellen, "Ravneøje")
    url = f"{orders.orders_url(night.campaign, night.ellen)}?place={night.place('Salzfurt')}"
    page = night.at_ellen.get(url).text
    assert "Who goes to Salzfurt?" in headings(page)
    assert "Ravneøje" in page


def test_a_tap_on_a_closed_place_says_why_with_the_rule(night: Night) -> None:
    orders.event(night.app, night.campaign, "Salzfurt", "Nebel", locked=True)
    url = f"{orders.orders_url(night.campaign, night.ellen)}?place={night.place('Salzfurt')}"
    page = night.at_ellen.get(url).text
    assert "Ulveflokken cannot go to Salzfurt now." in page
    assert "locked: nobody can be sent to it" in page
    assert any(link.endswith("V5.4") for link in links(page))


@pytest.mark.rule("V4.6")
def test_the_map_lights_exactly_the_places_that_can_be_chosen(night: Night) -> None:
    orders.event(night.app, night.campaign, "Salzfurt", "Nebel", locked=True)
    page = night.at_ellen.get(orders.orders_url(night.campaign, night.ellen)).text
    lit = set(re.findall(r'<g class="pm legal"[^>]*>\s*<a [^>]*aria-label="([^."]+)\.', page))
    assert lit == {"Ulvedal", "Rabenfels", "Mühlgrund", "Ærøskov", "Gråkloster"}


def test_both_devices_show_the_same_with_its_time(night: Night) -> None:
    """B2: the stored order, in a plain sentence with its time, wherever it is looked at."""
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    url = orders.orders_url(night.campaign, night.ellen)
    phone, laptop = night.at_ellen.get(url).text, night.at_ellen.get(url).text
    parts = [re.findall(r'<ul class="list bands">.*?</ul>', page, re.S) for page in (phone, laptop)]
    assert parts[0] == parts[1] != []
    assert re.search(r'<time class="stamp" datetime="[^"]+">Sent [^<]+</time>', phone)


@pytest.mark.parametrize("phase", [Phase.PREPARATION, Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN])
def test_outside_orders_the_page_shows_what_was_sent_and_offers_nothing(night: Night, phase: Phase) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    orders.at_phase(night.app, night.campaign, phase)
    page = night.at_ellen.get(
        f"{orders.orders_url(night.campaign, night.ellen)}?place={night.place('Salzfurt')}"
    ).text
    assert "Ulveflokken goes to Salzfurt." in page
    assert "Waiting for Karin" in page or "Waiting for the other" in page
    assert 'name="stamp"' not in page
    assert "waxbtn" not in page


@pytest.mark.rule("V4.9")
def test_whoever_is_done_sees_whom_they_wait_for(night: Night) -> None:
    url = orders.orders_url(night.campaign, night.ellen)
    send(night.at_ellen, f"{url}/done", done="1")
    page = night.at_ellen.get(url).text
    assert "Waiting for Karin to announce the battles." in page
    assert "Not done after all" in page


def test_the_page_asks_the_database_as_often_with_many_warbands(night: Night) -> None:
    def queries(url: str) -> int:
        with counted(night.app) as asked:
            assert night.at_ellen.get(url).status_code == 200
        return len(asked)

    url = orders.orders_url(night.campaign, night.ellen)
    fog = orders.event(night.app, night.campaign, "Salzfurt", "Nebel")
    queries(url)
    few = queries(f"{url}?warband={night.wolves}")
    for number in range(4):
        band = orders.warband(night.app, night.campaign, night.ellen, f"Bande {number}")
        orders.event(night.app, night.campaign, "Gråkloster", f"Sag {number}", points_limit=90 - number)
        if number % 2:
            place = night.place(["Mühlgrund", "Ærøskov"][number // 2])
            orders.order(night.at_ellen, night.campaign, night.ellen, band, place)
    assert queries(f"{url}?warband={night.wolves}") == few
    asks = f"{url}?warband={night.wolves}&place={night.place('Salzfurt')}&event={fog}"
    assert queries(asks) == few + 1  # what gold there is
    assert few < 12
