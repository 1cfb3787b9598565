"""A round on a phone without script, and one by keyboard alone: order, result, answer, settlement, dawn.

The table is the demo's, in the orders of its first round. At Hedetofte Ellen's Ravnevagten meets and beats
Mads's Kæbeknuserne, and Snag is captured; what Mads settles is done behind the scenes. At dawn Ellen sets
Snag free and takes Hedetofte. Her income is 30 and what Ulvedal and Hedetofte bring.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pytest

from app.campaign.events.operations import EventWords
from app.campaign.gold.queries import balance
from app.campaign.states import Phase
from app.demo import vanguard
from app.demo.table import Table
from app.journal.writes import writing
from e2e.device import PHONE, device, log_in
from e2e.keys import Keys
from e2e.stages import house, seated
from e2e.verbs import Seat, title

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.server import Server

FALLEN = ("Dwarf Levy", "Ironclad 2", "Greatax", "Snag", "Orclings", "Orclings 2")
ENEMIES = {"Thora Stenhånd": 1, "Gorbak Knoglebryder": 2}


class Hands(Protocol):
    """How somebody does what the round asks; pages are found by the verbs."""

    def order(self, seat: Seat) -> None:
        """Ravnevagten goes to the caravan, and all is said."""

    def enter(self, seat: Seat) -> None:
        """Ravnevagten won."""

    def confirm(self, seat: Seat) -> None:
        """So it was."""

    def settle(self, seat: Seat) -> None:
        """The six steps: Ironclad 2 has a deep wound, Thora gets the gift and rolls a 6."""

    def ask_ransom(self, seat: Seat) -> None:
        """Twenty gold for Snag."""

    def set_free(self, seat: Seat) -> None:
        """Snag goes."""

    def switch(self, gm: Seat) -> None:
        """On to what comes next."""


class Plain:
    """A finger on pages without script."""

    def order(self, seat: Seat) -> None:
        seat.order("Ravnevagten", "Saltkaravanen")
        seat.done()

    def enter(self, seat: Seat) -> None:
        seat.enter_result("Hedetofte", winner="Ravnevagten", fallen=FALLEN, enemies=ENEMIES)

    def confirm(self, seat: Seat) -> None:
        seat.confirm_result("Hedetofte")

    def settle(self, seat: Seat) -> None:
        seat.open_settlement("Ravnevagten")
        seat.on()
        seat.type_injury("Ironclad 2", 4, 3)
        seat.on()
        seat.on()
        seat.gift("Thora Stenhånd")
        seat.type_advance("Thora Stenhånd", 6)
        seat.on()
        seat.on()

    def ask_ransom(self, seat: Seat) -> None:
        seat.at.go(seat.table("/captives"))
        seat.at.send("/captives/ransom", amount=20)

    def set_free(self, seat: Seat) -> None:
        seat.at.go(seat.table("/dawn"))
        seat.at.send("/captives/end")

    def switch(self, gm: Seat) -> None:
        gm.at.go(gm.table("/round/switch"))
        gm.at.press(gm.at.page.locator('form[action*="/round/switch/"]').first)


class ByKeys:
    """Keys alone, from the top of each page."""

    def order(self, seat: Seat) -> None:
        keys, page = Keys(seat.at), seat.at.page
        seat.go("/orders")
        band = page.locator(".bands li").filter(has=page.get_by_text("Ravnevagten", exact=True))
        keys.follow(band.locator('a[href*="warband="]'))
        target = page.locator('[data-live="orders-sheet"] a[href*="place="]')
        keys.follow(target.filter(has=page.get_by_text("Saltkaravanen", exact=True)))
        keys.follow(seat.at.button(seat.at.form("/orders")))
        keys.follow(seat.at.button(seat.at.form("/orders/done")), "Space")

    def enter(self, seat: Seat) -> None:
        keys, page = Keys(seat.at), seat.at.page
        seat.at.go(seat.table("/battles"))
        keys.follow(page.locator(".bcard").filter(has_text="Hedetofte").locator("a.hit"))
        keys.follow(page.locator('a[href$="/result"]').first)
        won = page.locator("label").filter(has=page.get_by_text("Ravnevagten", exact=True))
        keys.pick(won.locator('input[name="winner"]').first)
        lines = page.locator("section.rside li")
        for line in lines.all():
            name = line.locator(".t").inner_text()
            if name in FALLEN:
                keys.tick(line.locator('input[name="out"]'))
            if name in ENEMIES:
                keys.write(line.locator('input[name^="enemies-"]'), ENEMIES[name])
        keys.follow(seat.at.button(page.locator("#result-form")))

    def confirm(self, seat: Seat) -> None:
        seat.open_battle("Hedetofte")
        Keys(seat.at).follow(seat.at.button(seat.at.form("/confirm")))

    def settle(self, seat: Seat) -> None:
        keys, page = Keys(seat.at), seat.at.page
        seat.at.go(seat.table())
        keys.follow(page.locator(f'main a[href*="/seats/{seat.id}/settlements/"]').first)
        self._on(keys)
        self._type(keys, "Ironclad 2", "/injuries/roll", die1=4, die2=3)
        self._on(keys)
        self._on(keys)
        keys.select(page.locator('form#step select[name="gift"]'), "Thora Stenhånd")
        self._on(keys)
        self._type(keys, "Thora Stenhånd", "/advances/roll", die1=6)
        self._on(keys)
        self._on(keys)

    def ask_ransom(self, seat: Seat) -> None:
        keys = Keys(seat.at)
        seat.at.go(seat.table("/captives"))
        form = seat.at.form("/captives/ransom")
        keys.write(form.locator('[name="amount"]'), 20)
        keys.follow(seat.at.button(form))

    def set_free(self, seat: Seat) -> None:
        seat.at.go(seat.table("/dawn"))
        Keys(seat.at).follow(seat.at.button(seat.at.form("/captives/end")))

    def switch(self, gm: Seat) -> None:
        gm.at.go(gm.table("/round/switch"))
        form = gm.at.page.locator('form[action*="/round/switch/"]').first
        Keys(gm.at).follow(gm.at.button(form))

    def _on(self, keys: Keys) -> None:
        keys.follow(keys.at.button(keys.at.page.locator("form#step")))

    def _type(self, keys: Keys, model: str, action: str, **dice: int) -> None:
        card = keys.at.page.locator("article.inj").filter(has=title(keys.at, model)).last
        form = card.locator(f'details form[action$="{action}"]').first
        keys.open(form.locator("xpath=ancestor::details/summary"))
        for name, value in dice.items():
            keys.write(form.locator(f'[name="{name}"]'), value)
        keys.follow(keys.at.button(form))


@dataclass
class Night:
    """The campaign and the three at their phones."""

    server: Server
    campaign: str
    gm: Seat
    ellen: Seat
    mads: Seat

    @property
    def everybody(self) -> tuple[Seat, ...]:
        return self.gm, self.ellen, self.mads

    @contextmanager
    def behind(self) -> Iterator[Table]:
        """What is done behind the scenes."""
        with house(self.server), writing():
            yield Table(self.campaign)


def begin(server: Server, browser: Browser, name: str, **more: object) -> Night:
    """The orders of the first round are open, and Mads has sent his warband to the caravan."""
    with house(server), writing():
        table = seated(name)
        vanguard.settle_in(table)
        table.add_event("Hedetofte", EventWords("Saltkaravanen"), scenario="supply-grab")
        table.switch(Phase.ORDERS)
        table.send("Mads", "Kæbeknuserne", "Saltkaravanen")
        campaign = table.campaign_id
    seats = []
    for person, locale in (("Karin", "de-DE"), ("Ellen", "da-DK"), ("Mads", "da-DK")):
        at = device(browser, server.url, person, locale, PHONE, **more)
        log_in(at, person, server.passwords[person])
        seats.append(Seat(at, campaign))
    for seat in seats[1:]:
        seat.find()
    return Night(server, campaign, *seats)


@pytest.mark.rule("V2.1", "V4.6", "V6.7", "V7.1", "V7.4", "V7.5", "V7.9")
@pytest.mark.parametrize(
    ("name", "hands", "more"),
    [
        ("Uden script", Plain(), {"java_script_enabled": False}),
        ("Ved tastaturet", ByKeys(), {}),
    ],
    ids=["without script", "by keyboard"],
)
def test_a_round(server: Server, browser: Browser, name: str, hands: Hands, more: dict[str, object]) -> None:
    night = begin(server, browser, name, **more)
    ellen, mads, gm = night.ellen, night.mads, night.gm
    hands.order(ellen)
    hands.switch(gm)
    hands.enter(ellen)
    hands.confirm(mads)
    hands.switch(gm)
    hands.settle(ellen)
    with night.behind() as table:
        injuries = {"Greatax": (1, 1), "Snag": (2, 1)}
        advances = {"Gorbak Knoglebryder": [(8, "battle_fury")]}
        table.settle("Mads", "Hedetofte", gift="Gorbak Knoglebryder", injuries=injuries, advances=advances)
    hands.ask_ransom(ellen)
    with night.behind() as table:
        table.leave_captive("Mads", "Snag")
    hands.switch(gm)
    hands.set_free(ellen)
    with night.behind() as table:
        before = balance(table.seat("Ellen"))
    hands.switch(gm)
    with night.behind() as table:
        assert (table.campaign.round, table.campaign.phase) == (2, Phase.PREPARATION)
        taken = table.place("Hedetofte")
        assert taken.owner_id == ellen.id
        income = 30 + table.place("Ulvedal").income + taken.income
        assert balance(table.seat("Ellen")) == before + income
        assert table.model("Mads", "Snag").status == "living"
        assert table.model("Ellen", "Ironclad 2").misses_battle
    assert [fault for seat in night.everybody for fault in seat.at.faults] == []
    for seat in night.everybody:
        seat.at.context.close()
