"""The board under real fingers, mouse and keys, in Chromium (V1.4, V1.5)."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from playwright.sync_api import Page

from tests.maps.board_page import BOARD, in_mode, render, served

PAGES = {
    "view.html": render(BOARD),
    "edit.html": render(in_mode("edit")),
    "pick.html": render(in_mode("pick")),
    "dark.html": render(BOARD, "dark"),
    "valley.html": render(replace(BOARD, key="valley", places=())),
}


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    with served(tmp_path_factory.mktemp("site"), PAGES) as site:
        yield site


@pytest.fixture
def visit(browser, site) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site; fails the test on any script error."""
    contexts, errors = [], []

    def visit(name: str, **options) -> Page:
        options = {"viewport": {"width": 1200, "height": 900}, "reduced_motion": "reduce", **options}
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{site[0]}/{name}.html")
        if options.get("java_script_enabled", True):
            page.wait_for_selector(".board.live")
        return page

    yield visit
    for context in contexts:
        context.close()
    assert errors == []


PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def scale(page: Page) -> float:
    """Units of the drawing per pixel."""
    return float(page.evaluate("document.querySelector('.map-stage').style.getPropertyValue('--k')"))


def point(page: Page, place: str = "moor") -> tuple[float, float]:
    """The middle of a place's ring on the screen."""
    box = page.locator(f".pm[data-id={place}] .pm-r").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def middle(page: Page) -> tuple[float, float]:
    box = page.locator(".map-view").bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def fraction(page: Page, x: float, y: float) -> tuple[float, float]:
    """What fraction of the picture lies under a point of the screen, by the picture itself."""
    box = page.locator(".map-pic:visible").bounding_box()
    return (x - box["x"]) / box["width"], (y - box["y"]) / box["height"]


def settle(page: Page) -> None:
    page.wait_for_timeout(260)


class Fingers:
    """Touches as the browser gets them from glass."""

    def __init__(self, page: Page) -> None:
        self._cdp = page.context.new_cdp_session(page)

    def put(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self._cdp.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": touches})

    def pinch(self, at: tuple[float, float], start: float, end: float, steps: int = 4) -> None:
        x, y = at
        self.put("Start", (x - start, y))
        self.put("Start", (x - start, y), (x + start, y))
        for i in range(1, steps + 1):
            gap = start + (end - start) * i / steps
            self.put("Move", (x - gap, y), (x + gap, y))
        self.put("End", (x - end, y))
        self.put("End")

    def drag(self, start: tuple[float, float], by: tuple[float, float], steps: int = 5) -> None:
        self.put("Start", start)
        for i in range(1, steps + 1):
            self.put("Move", (start[0] + by[0] * i / steps, start[1] + by[1] * i / steps))
        self.put("End")

    def tap(self, at: tuple[float, float]) -> None:
        self.put("Start", at)
        self.put("End")


def test_mouse_pans_and_the_end_of_a_pan_is_no_click(visit) -> None:
    page = visit("view")
    page.locator("[data-do=closer]").click()
    x, y = point(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x - 60, y - 40, steps=4)
    page.mouse.up()
    after = point(page)
    assert after == pytest.approx((x - 60, y - 40), abs=1.5)
    assert page.url.endswith("view.html")
    page.mouse.click(*after)
    page.wait_for_url("**#moor", timeout=5000)


def test_wheel_zooms_at_the_pointer(visit) -> None:
    page = visit("view")
    page.evaluate("document.querySelector('.map-view').scrollIntoView()")
    before, at = scale(page), point(page, "brueck")
    page.mouse.move(*at)
    page.mouse.wheel(0, -300)
    settle(page)
    assert scale(page) < before * 0.7
    assert point(page, "brueck") == pytest.approx(at, abs=1.5)


def test_page_scrolls_on_when_the_wheel_can_zoom_no_further(visit) -> None:
    page = visit("view", viewport={"width": 1200, "height": 500})
    page.mouse.move(*middle(page))
    page.mouse.wheel(0, 1000)
    settle(page)
    assert page.evaluate("scrollY") == 0
    page.wait_for_timeout(700)  # one turn of the wheel belongs to whoever took its first click
    page.mouse.wheel(0, 200)
    settle(page)
    assert page.evaluate("scrollY") > 0


def test_marks_and_names_keep_their_size(visit) -> None:
    page = visit("view")
    size = page.locator(".pm[data-id=moor] .pm-d").bounding_box()["width"]
    letters = page.locator(".pm[data-id=moor] .lb").bounding_box()["height"]
    for _ in range(3):
        page.locator("[data-do=closer]").click()
    settle(page)
    assert page.locator(".pm[data-id=moor] .pm-d").bounding_box()["width"] == pytest.approx(size, abs=0.6)
    assert page.locator(".pm[data-id=moor] .lb").bounding_box()["height"] == pytest.approx(letters, abs=0.6)
    assert size == pytest.approx(36, abs=1)


def test_hit_discs_are_48_pixels_even_in_the_overview(visit) -> None:
    page = visit("view", **PHONE)
    for _ in range(4):
        page.locator("[data-do=further]").click()
    settle(page)
    assert page.locator(".board").get_attribute("data-lod") == "overview"
    assert page.locator(".pm[data-id=moor] .hit").bounding_box()["width"] == pytest.approx(48, abs=0.6)


def test_pinch_zooms_around_the_fingers(visit) -> None:
    page = visit("view", **PHONE)
    fingers = Fingers(page)
    at = point(page, "graakloster")
    before = scale(page)
    fingers.pinch(at, 40, 80)
    settle(page)
    assert scale(page) == pytest.approx(before / 2, rel=0.03)
    assert point(page, "graakloster") == pytest.approx(at, abs=2)


def test_after_twenty_pinches_pan_double_tap_and_cards_still_work(visit) -> None:
    page = visit("view", **PHONE)
    fingers = Fingers(page)
    x, y = middle(page)
    for i in range(20):
        fingers.pinch((x - 40, y + 30), 30, 90 if i % 2 else 14, steps=2)
        if i % 5 == 4:  # a finger that the system takes away
            fingers.put("Start", (x, y))
            fingers.put("Start", (x, y), (x + 60, y))
            fingers.put("Cancel")
    settle(page)
    for _ in range(3):
        page.locator("[data-do=further]").click()
    page.locator(".pm[data-id=graakloster] a").focus()
    page.locator("[data-do=closer]").click()
    settle(page)
    at = point(page, "graakloster")
    fingers.drag((x + 70, y + 120), (-30, -25))
    settle(page)
    assert point(page, "graakloster") == pytest.approx((at[0] - 30, at[1] - 25), abs=2.5)
    before = scale(page)
    fingers.tap((x + 90, y + 150))
    fingers.tap((x + 90, y + 150))
    settle(page)
    assert scale(page) == pytest.approx(before / 2, rel=0.05)
    page.locator("[data-do=further]").click()
    page.locator(".pm[data-id=graakloster] a").focus()
    settle(page)
    fingers.tap(point(page, "graakloster"))
    page.wait_for_url("**#graakloster")
    page.locator("[data-do=further]").click()
    settle(page)
    assert scale(page) > before


@pytest.mark.rule("V1.4")
@pytest.mark.parametrize("zooms", [0, 3])
def test_a_place_added_at_any_zoom_lies_where_it_was_put(visit, zooms: int) -> None:
    page = visit("edit")
    page.mouse.move(*point(page, "salzfurt"))
    for _ in range(zooms):
        page.mouse.wheel(0, -300)
    settle(page)
    x, y = middle(page)
    spot = (x + 87, y - 61)
    wanted = fraction(page, *spot)
    page.mouse.click(*spot)
    got = tuple(float(page.locator(f"#add [name={n}]").input_value()) for n in "xy")
    assert got == pytest.approx(wanted, abs=0.0015)
    assert page.evaluate("document.activeElement.name") == "name"
    page.keyboard.press("Tab")
    page.evaluate("sessionStorage.clear()")
    page.locator(".map-view").focus()
    page.keyboard.press("0")
    settle(page)
    ring = page.locator(".pm-new .pm-r").bounding_box()
    shown = fraction(page, ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    assert shown == pytest.approx(wanted, abs=0.002)


@pytest.mark.rule("V1.4")
def test_a_dragged_place_is_sent_with_its_new_fraction(visit) -> None:
    page = visit("edit")
    page.locator("[data-do=closer]").click()
    page.evaluate("addEventListener('board:moved', (e) => { window.news = e.detail; e.preventDefault(); })")
    x, y = point(page)
    wanted = fraction(page, x + 50, y - 30)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 50, y - 30, steps=5)
    page.mouse.up()
    news = page.evaluate("window.news")
    assert news["id"] == "moor"
    assert (news["x"], news["y"]) == pytest.approx(wanted, abs=0.002)
    assert page.url.endswith("edit.html")
    assert re.fullmatch(
        r"\d+ percent from the left, \d+ percent from the top\.", page.locator("[data-say]").inner_text()
    )


@pytest.mark.rule("V1.4")
def test_a_moved_place_submits_the_form_it_was_given(visit) -> None:
    page = visit("edit")
    x, y = point(page)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 30, y + 20, steps=3)
    with page.expect_request("**/moved?*") as sent:
        page.mouse.up()
    assert re.search(r"place=moor&x=0\.\d+&y=0\.\d+$", sent.value.url)


@pytest.mark.rule("V1.4")
def test_keys_alone_add_and_move_places(visit) -> None:
    page = visit("edit")
    page.evaluate("addEventListener('board:moved', (e) => { window.news = e.detail; e.preventDefault(); })")
    page.locator("[data-do=addMiddle]").focus()
    page.keyboard.press("Enter")
    first = [float(page.locator(f"#add [name={n}]").input_value()) for n in "xy"]
    assert first == pytest.approx([0.5, 0.5], abs=0.01)
    for _ in range(5):
        page.keyboard.press("Shift+ArrowRight")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.name") == "name"
    second = [float(page.locator(f"#add [name={n}]").input_value()) for n in "xy"]
    assert second[0] == pytest.approx(first[0] + 5 * 8 * scale(page) / 1400, abs=0.001)
    assert second[1] == first[1]
    page.locator(".pm[data-id=moor] a").focus()
    page.keyboard.press("Shift+ArrowUp")
    page.keyboard.press("Tab")
    news = page.evaluate("window.news")
    assert news["id"] == "moor"
    assert news["y"] == pytest.approx(0.524 - 8 * scale(page) / 1040, abs=0.001)


def test_arrow_keys_pan_and_plus_minus_zero_zoom(visit) -> None:
    page = visit("view")
    page.locator(".map-view").focus()
    whole = scale(page)
    page.keyboard.press("+")
    page.keyboard.press("+")
    settle(page)
    assert scale(page) < whole * 0.5
    x, y = point(page)
    page.keyboard.press("ArrowRight")
    assert point(page) == pytest.approx((x - 60, y), abs=1.5)
    page.keyboard.press("0")
    settle(page)
    assert scale(page) == pytest.approx(whole, rel=0.01)


def test_what_gets_the_focus_comes_into_view(visit) -> None:
    page = visit("view", **PHONE)
    page.locator(".pm[data-id=warte] a").focus()
    settle(page)
    view = page.locator(".map-view").bounding_box()
    x, y = point(page, "warte")
    assert view["x"] + 20 < x < view["x"] + view["width"] - 20
    assert view["y"] + 20 < y < view["y"] + view["height"] - 20
    assert page.evaluate("document.querySelector('.map-view').scrollLeft") == 0


def test_picking_a_place_checks_its_radio(visit) -> None:
    page = visit("pick")
    page.mouse.click(*point(page, "graakloster"))
    assert page.locator("#pick [value=graakloster]").is_checked()
    assert page.locator(".pm.sel").get_attribute("data-id") == "graakloster"
    assert page.url.endswith("pick.html")
    page.locator("#pick [value=moor]").check()
    assert page.locator(".pm.sel").get_attribute("data-id") == "moor"


def test_view_outlives_a_reload_and_a_refreshed_board(visit) -> None:
    page = visit("view")
    for _ in range(2):
        page.locator("[data-do=closer]").click()
    settle(page)
    zoom, at = scale(page), point(page)
    page.evaluate(
        """async () => {
          const { attach } = await import("/static/js/board.js");
          const old = document.querySelector(".board");
          const fresh = new DOMParser().parseFromString(await (await fetch("view.html")).text(), "text/html");
          old.replaceWith(fresh.querySelector(".board"));
          attach(document);
          attach(document.querySelector(".board"));
        }"""
    )
    assert scale(page) == pytest.approx(zoom)
    assert point(page) == pytest.approx(at, abs=1)
    page.locator("[data-do=closer]").click()
    settle(page)
    assert scale(page) == pytest.approx(zoom / 1.6, rel=0.01)
    page.reload()
    page.wait_for_selector(".board.live")
    assert scale(page) == pytest.approx(zoom / 1.6, rel=0.01)


def test_marks_can_be_hidden_and_mine_be_found(visit) -> None:
    page = visit("view", **PHONE)
    page.locator("[data-do=bare]").click()
    assert page.locator(".map-marks").is_hidden()
    assert page.locator("[data-do=bare]").get_attribute("aria-pressed") == "true"
    page.locator("[data-do=bare]").click()
    assert page.locator(".map-marks").is_visible()
    page.locator(".pm[data-id=havn] a").focus()
    page.locator("[data-do=locate]").click()
    settle(page)
    assert point(page, "ulvedal") == pytest.approx(middle(page), abs=130)


def test_map_and_list_take_turns_on_a_phone(visit) -> None:
    page = visit("view", **PHONE)
    assert page.locator(".map-list").is_hidden()
    page.get_by_role("button", name="List").click()
    assert page.locator(".map-list").is_visible()
    assert page.locator(".map").is_hidden()
    page.get_by_role("button", name="Map", exact=True).click()
    assert page.locator(".map").is_visible()


def test_a_thumb_scrolls_the_page_beside_the_map(visit) -> None:
    page = visit("view", **{**PHONE, "viewport": {"width": 360, "height": 640}})
    box = page.locator(".map-view").bounding_box()
    assert box["x"] >= 12
    assert box["x"] + box["width"] <= 360 - 12
    assert box["height"] < 640 * 0.8
    Fingers(page).drag((354, 500), (0, -300))
    settle(page)
    assert page.evaluate("scrollY") > 0


@pytest.mark.parametrize(
    ("name", "scheme", "loaded"),
    [("view", "light", "light"), ("view", "dark", "dark"), ("dark", "light", "dark")],
)
def test_only_the_picture_of_the_theme_is_loaded(visit, site, name: str, scheme: str, loaded: str) -> None:
    before = len(site[1]())
    page = visit(name, color_scheme=scheme)
    page.wait_for_load_state("networkidle")
    asked = [path for path in site[1]()[before:] if "/maps/" in path]
    assert asked == [f"/static/maps/coast-{loaded}.svg"]


@pytest.mark.rule("V1.4")
def test_without_script_a_click_on_the_picture_posts_its_pixels(visit) -> None:
    page = visit("edit", java_script_enabled=False)
    box = page.locator(".map-tap input[type=image]").bounding_box()
    assert (box["width"], box["height"]) == (700, 520)
    with page.expect_request("**/tapped") as sent:
        page.mouse.click(box["x"] + 350, box["y"] + 390)
    assert "at.x=350&at.y=390" in sent.value.post_data
    assert "shown_width=700&shown_height=520" in sent.value.post_data


def test_without_script_places_are_links(visit) -> None:
    page = visit("view", java_script_enabled=False)
    page.mouse.click(*point(page, "moor"))
    page.wait_for_url("**#moor")
    assert page.locator(".mapctl").is_hidden()
    assert page.locator(".map-list").is_visible()


def test_an_empty_board_is_no_error(visit) -> None:
    page = visit("valley")
    assert page.locator(".pm").count() == 0
    page.locator("[data-do=closer]").click()
    assert page.get_by_text("There is no place on this map yet.").is_visible()
