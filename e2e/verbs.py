"""What players and game masters do on their pages, told without words of any language.

Everything is found by addresses, names of fields and names that people typed.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from playwright.sync_api import Error

from e2e.device import WAIT, Device, fill

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Route


@dataclass
class Seat:
    """A seat of the campaign and the device it plays from."""

    at: Device
    campaign: str
    id: str = ""

    def table(self, page: str = "") -> str:
        return f"/campaigns/{self.campaign}{page}"

    def own(self, page: str) -> str:
        return f"/campaigns/{self.campaign}/seats/{self.id}{page}"

    def go(self, page: str) -> None:
        self.at.go(self.own(page))

    def find(self) -> None:
        """Learn the seat's id from the link to one's own company."""
        self.at.go(self.table())
        link = self.at.page.locator('a[href$="/company"]').first.get_attribute("href") or ""
        self.id = link.split("/seats/")[1].split("/")[0]

    # Company

    def found_company(self, faction: str, name: str) -> None:
        self.go("/company")
        self.at.send("/company", faction=faction, name=name)

    def buy_models(self, cards: Mapping[str, int]) -> None:
        self.go("/shop")
        self.at.send(self.shop_action("models"), **{f"count-{card}": n for card, n in cards.items()})

    def buy_items(self, items: Mapping[str, int]) -> None:
        self.at.go(self.own("/shop?show=items"))
        self.at.send(self.shop_action("items"), **{f"count-{item}": n for item, n in items.items()})

    def shop_action(self, what: str) -> str:
        form = self.at.page.locator(f'form[action*="/shop/{what}"]').first
        return form.get_attribute("action") or ""

    def buy_card(self, card: str, count: int) -> None:
        """A card with options, taken as it is."""
        self.go(f"/shop/models/{card}")
        self.at.send(f"/shop/models/{card}", count=count)

    def confirm_company(self, leader: str) -> None:
        self.go("/company/confirm")
        form = self.at.form("/company/confirm")
        form.locator('select[name="leader"]').select_option(label=leader)
        self.at.press(form)

    def gold(self) -> int:
        """The gold in the bar of the ledger."""
        self.go("/ledger")
        shown = self.at.page.locator("[data-live=purse]").inner_text()
        return int(re.sub(r"\D", "", shown))

    def give_role(self, model: str, role: str) -> None:
        self.go("/company")
        self.at.page.locator("article.model a.hit").get_by_text(model, exact=True).click()
        self.at.page.wait_for_load_state("load")
        form = self.at.page.locator('form[action$="/role"]').filter(
            has=self.at.page.locator(f'[name="role"][value="{role}"]')
        )
        self.at.press(form.first)

    # Warbands and orders

    def form_warband(self, name: str, models: Iterable[str]) -> None:
        self.go("/warbands")
        self.at.send("/warbands", name=name)
        self.put_in(models)

    def open_warband(self, name: str) -> None:
        self.go("/warbands")
        self.at.page.locator("article.bandcard a.hit").get_by_text(name, exact=True).click()
        self.at.page.wait_for_url(re.compile(r"/warbands/\w+$"))

    def put_in(self, models: Iterable[str]) -> None:
        """Tick models of the open builder and put them in."""
        form = self.at.form("/models", 'input[type="checkbox"]')
        for model in models:
            named = self.at.page.get_by_text(model, exact=True)
            form.locator("label.pick").filter(has=named).first.click()
        self.at.press(form)

    def choose_target(self, warband: str, to: str) -> Locator:
        """As far as the question: choose a warband, then where it goes. Returns the form that sends it."""
        self.go("/orders")
        page = self.at.page
        band = page.locator(".bands li").filter(has=page.get_by_text(warband, exact=True))
        band.locator('a[href*="warband="]').first.click()
        target = page.locator('[data-live="orders-sheet"] a[href*="place="]').filter(
            has=page.get_by_text(to, exact=True)
        )
        target.first.wait_for()
        target.first.click()
        form = self.at.form("/orders")
        form.wait_for()
        return form

    def order(self, warband: str, to: str) -> None:
        self.at.press(self.choose_target(warband, to))

    def done(self) -> None:
        self.go("/orders")
        self.at.send("/orders/done")

    # Guilds, alliances, letters, gold

    def found_guild(self, name: str) -> None:
        self.at.go(self.table("/guilds"))
        self.at.send("/guilds", name=name)

    def admit(self, other: Seat) -> None:
        """Invite a player to one's guild, who joins."""
        self.at.go(self.table("/guilds"))
        self.at.send("/invite", player=other.id)
        other.at.go(other.table("/guilds"))
        other.at.send("/join")

    def ally(self, *others: Seat) -> None:
        """Conclude an alliance for the only event there is with players who all join."""
        self.at.go(self.table("/pacts"))
        self.at.page.locator("section.card details summary").first.click()
        form = self.at.form("/pacts")
        for other in others:
            fill(form, {"player": other.id})
        self.at.press(form)
        for other in others:
            other.at.go(other.table("/pacts"))
            other.at.send("/accept")

    def write_letter(self, to: Seat, text: str) -> None:
        self.at.go(self.table("/letters/write"))
        self.at.send("/letters", to=to.id, text=text)

    def sealed_letters(self) -> Locator:
        """The forms that break the seals of the letters nobody has read yet."""
        return self.at.page.locator('form[action$="/open"]')

    def send_gold(self, to: Seat, gold: int) -> None:
        self.at.go(self.table("/transfer"))
        self.at.send("/transfer", to=to.id, gold=gold)

    # The field

    def standing(self, place: str) -> list[str]:
        """The warbands that stand at the place of that id, as its page tells anybody."""
        self.at.go(self.table(f"/places/{place}"))
        rows = self.at.page.locator("[data-live=place] ul.stands p.t")
        return sorted(row.inner_text() for row in rows.all())

    def lit(self, warband: str, inside: str = "") -> set[str]:
        """The ids of the places that are lit for a warband on one's orders, on the map within a place or on
        the campaign's own."""
        self.go("/orders")
        page = self.at.page
        band = page.locator(".bands li").filter(has=page.get_by_text(warband, exact=True))
        link = band.locator('a[href*="warband="]').first.get_attribute("href") or ""
        self.at.go(f"{link}&inside={inside}" if inside else link)
        return {one.get_attribute("data-id") or "" for one in page.locator(".pm.legal").all()}

    # Battles

    def open_battle(self, title: str) -> None:
        """The battle at the event or place of that name."""
        page = self.at.page
        self.at.go(self.table("/battles"))
        card = page.locator(".bcard").filter(has_text=title)
        card.locator("a.hit").first.click()
        page.wait_for_url(re.compile(r"/battles/\w+$"))

    def enter_result(self, title: str, **result: object) -> None:
        self.open_battle(title)
        self.at.page.locator('a[href$="/result"]').first.click()
        self.at.page.wait_for_url(re.compile(r"/result$"))
        write_result(self.at, **result)  # type: ignore[arg-type]  # handed on as it is
        self.at.press(self.at.page.locator("#result-form"))

    def confirm_result(self, title: str) -> None:
        self.open_battle(title)
        self.at.send("/confirm")

    def dispute_result(self, title: str, text: str) -> None:
        self.open_battle(title)
        form = self.at.form("/dispute")
        form.locator("xpath=ancestor::details/summary").click()
        fill(form, {"text": text})
        self.at.press(form)

    # Settlement

    def open_settlement(self, warband: str) -> None:
        """What waits for one on the overview leads to it; of several, the one of that warband."""
        self.at.go(self.table())
        links = self.at.page.locator(f'main a[href*="/seats/{self.id}/settlements/"]')
        links.first.wait_for()
        for address in {link.get_attribute("href") or "" for link in links.all()}:
            self.at.go(address)
            if warband in self.at.page.locator("header.bar").inner_text():
                return
        raise AssertionError(f"{self.at.name} finds no settlement of {warband}")

    def on(self) -> None:
        """Finish the open step of the settlement."""
        self.at.press(self.at.page.locator("form#step"))

    def type_injury(self, model: str, first: int, second: int, *, repeat: bool = False) -> None:
        form = self.card_form(model, "/injuries/roll", '[name="repeat"]' if repeat else "")
        fill(form, {"die1": first, "die2": second})
        self.at.press(form)

    def type_advance(self, model: str, die: int, choice: str = "") -> None:
        form = self.card_form(model, "/advances/roll")
        fill(form, {"die1": die})
        self.at.press(form)
        if choice:
            chosen = self.card(model).locator('form[action$="/advances/choose"]')
            fill(chosen, {"choice": choice})
            self.at.press(chosen)

    def card(self, model: str) -> Locator:
        return self.at.page.locator("article.inj").filter(has=title(self.at, model)).last

    def card_form(self, model: str, action: str, having: str = "") -> Locator:
        """The form for dice of the table on a model's card, unfolded."""
        form = self.card(model).locator(f'details form[action$="{action}"]')
        if having:
            form = form.filter(has=self.at.page.locator(having))
        form = form.first
        form.locator("xpath=ancestor::details/summary").click()
        return form

    def gift(self, model: str) -> None:
        """Step 4: the leader's gift; finishes the step."""
        form = self.at.page.locator("form#step")
        form.locator('select[name="gift"]').select_option(label=model)
        self.at.press(form)


def switch(gm: Seat) -> None:
    """The game master goes on to the next phase."""
    gm.at.go(gm.table("/round/switch"))
    gm.at.press(gm.at.page.locator('form[action*="/round/switch/"]').first)


def settle(seat: Seat, warband: str, gift: str, **advances: int) -> None:
    """Nobody was taken out: course, injuries, equipment, the leader's gift, advances, retinue."""
    seat.open_settlement(warband)
    seat.on()
    seat.on()
    seat.on()
    seat.gift(gift)
    for model, die in advances.items():
        seat.type_advance(model.replace("_", " "), die)
    seat.on()
    seat.on()


def write_result(
    at: Device,
    *,
    winner: str,
    fallen: Iterable[str],
    enemies: Mapping[str, int],
    objectives: Mapping[str, int] | None = None,
) -> None:
    """Fill the form of a result. ``winner`` is a warband's name, or empty for a draw."""
    page = at.page
    choices = page.locator("label").filter(has=page.locator('input[name="winner"]'))
    if winner:
        choices.filter(has=page.get_by_text(winner, exact=True)).first.click()
    else:
        choices.filter(has=page.locator('input[value="draw"]')).first.click()
    for model in fallen:
        box = row(at, model).locator('input[name="out"]')
        if not box.is_checked():
            row(at, model).locator("label.outbox").click()
    for model, count in enemies.items():
        row(at, model).locator('input[name^="enemies-"]').fill(str(count))
    for side, count in (objectives or {}).items():
        card = page.locator("section.rside").filter(has=page.get_by_text(side, exact=True))
        card.locator('input[name^="objectives-"]').fill(str(count))


def row(at: Device, model: str) -> Locator:
    """The line of a model; ``side/model`` where both sides have one of that name."""
    side, _, name = model.rpartition("/")
    lines = at.page.locator("section.rside")
    if side:
        lines = lines.filter(has=title(at, side))
    return lines.locator("li").filter(has=title(at, name)).first


def title(at: Device, name: str) -> Locator:
    """What is called exactly so; a model's card may have the name of another one below."""
    return at.page.locator(".t").filter(has_text=re.compile(f"^{re.escape(name)}$"))


def at_once(*sent: tuple[Device, Locator]) -> None:
    """Send forms of several devices in the same instant and wait for all the answers.

    Each is held back on its way until all have left their pages, so that no news of another comes between.
    """
    held: list[Route] = []
    for at, form in sent:
        at.page.evaluate("window.before = true")
        at.page.route(
            at.url + (form.get_attribute("action") or ""), lambda route: held.append(route), times=1
        )
        form.evaluate("form => setTimeout(() => form.requestSubmit(), 0)")
    until = time.monotonic() + 2 * WAIT / 1000
    while len(held) < len(sent):
        assert time.monotonic() < until, f"{len(held)} of {len(sent)} forms were sent"
        sent[0][0].page.wait_for_timeout(20)
    for route in held:
        route.continue_()
    for at, _form in sent:
        _await_next_page(at)


def _await_next_page(at: Device) -> None:
    until = time.monotonic() + 2 * WAIT / 1000
    while time.monotonic() < until:
        try:
            if not at.page.evaluate("window.before === true"):
                at.page.wait_for_load_state("load")
                return
        except Error:
            pass  # asked in the middle of the change
        at.page.wait_for_timeout(50)
    raise AssertionError(f"{at.name} gets no answer")
