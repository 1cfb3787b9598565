"""The Siege of Minas Tirith: two phones in two languages to the end of the game, a person against a bot, and
one phone that goes round.

Real turns are played through the sheets: dice, cards, moves, attacks, answers. Then bots take over. What is
pressed is on the pages; nothing is sent that a person could not send.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from typing import TYPE_CHECKING

from e2e.device import PHONE, Device, device
from e2e.test_nerath import host

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator

    from e2e.server import Server

PATIENCE = 90.0
TURNS = 4
"""Turns that the two play by hand: more than a round."""
MOST_STEPS = 7
"""Answers after which a turn is ended."""


def open_table(at: Device, name: str) -> str:
    """A siege; returns its address."""
    at.go("/games/new?game=minas_tirith")
    at.page.locator("input[name=name]").fill(name)
    at.press(at.form("/games/new?game=minas_tirith"))
    return at.path().removesuffix("/table")


def sit(at: Device, game: str, seat: str) -> None:
    at.go(f"{game}/table")
    at.press(at.form(f"/seats/{seat}/take"))


def begin(at: Device, game: str) -> None:
    at.go(f"{game}/table")
    at.press(at.form("/start"))


def give(at: Device, game: str, seat: str, who: str) -> None:
    at.go(f"{game}/table")
    form = at.form(f"/seats/{seat}/give")
    form.locator("xpath=ancestor::details").locator("summary").click()
    form.locator("select").select_option(who)
    at.press(form)


def until_over(at: Device, game: str) -> None:
    end = time.monotonic() + PATIENCE
    at.go(game)
    while "slut" not in at.page.locator(".bar small").inner_text() and time.monotonic() < end:
        time.sleep(1)
        at.go(game)
    assert "Spillet er slut" in at.page.locator(".bar small").inner_text()


def kind_of(button: Locator) -> str:
    """The kind of action on a button."""
    return str(json.loads(button.get_attribute("value") or "{}").get("type", ""))


class Player:
    """Plays one seat through its sheets. ``done`` counts kinds of actions, ``pages`` keeps what was seen."""

    def __init__(self, at: Device, game: str, seat: str, luck: random.Random) -> None:
        self.at, self.game, self.seat, self.luck = at, game, seat, luck
        self.done: Counter[str] = Counter()
        self.pages: list[str] = []
        self.steps = 0

    def asked(self) -> bool:
        self.go(f"{self.game}?as={self.seat}")
        return self.at.page.locator('.gsheet input[name="stamp"], .gsheet .sheetend').count() > 0

    def go(self, address: str) -> None:
        self.at.go(address)
        self.pages.append(self.at.page.content())

    def deeds(self) -> Locator:
        return self.at.page.locator('.gsheet button[name="action"]:visible')

    def links(self) -> list[str]:
        """Where the lines of the sheet's list lead."""
        return [one.get_attribute("href") or "" for one in self.at.page.locator(".gsheet .list a.hit").all()]

    def press(self, button: Locator, what: str) -> None:
        self.done[what] += 1
        with self.at.page.expect_navigation(wait_until="load"):
            button.click()

    def choose(self) -> None:
        """Any of the buttons that stand open."""
        buttons = self.deeds()
        chosen = buttons.nth(self.luck.randrange(buttons.count()))
        self.press(chosen, kind_of(chosen))

    def step(self) -> bool:
        """Answer what the sheet asks; whether that ended the turn."""
        self.steps += 1
        if self.at.page.locator('input[name="card"]').count():
            self.exchange()
        elif self.at.page.locator(".gsheet .sheetend").count():
            return self.act()
        else:
            self.choose()
        return False

    def exchange(self) -> None:
        """Exchange the proposed set, or put a battalion onto a card, or go on."""
        for how in ("special", "plain"):
            button = self.at.page.locator(f'button[name="exchange"][value="{how}"]')
            if button.count():
                assert self.at.page.locator('input[name="card"]:checked').count() == 3
                self.press(button, "Exchange")
                return
        self.choose()

    def act(self) -> bool:
        """Play a card; else shoot or attack with whoever can, or else move; at last end the turn."""
        armies = self.links()
        if self.steps > MOST_STEPS or not armies:
            self.end_turn()
            return True
        cards = self.at.page.locator(".gsheet details", has=self.at.page.locator('button[name="action"]'))
        if cards.count() and not self.done["Play"]:
            cards.first.locator("summary").click()
            button = cards.first.locator('button[name="action"]').first
            self.press(button, kind_of(button))
            return False
        for army in armies:
            self.go(army)
            foes = self.at.page.locator(".gsheet .list li", has=self.at.page.locator(".chip.seal"))
            if foes.count():
                self.go(foes.first.locator("a.hit").get_attribute("href") or "")
                self.strike()
                return False
        self.go(self.luck.choice(armies))
        self.go(max(self.links(), key=self.advance))
        self.press(self.at.page.locator(".gsheet form button.primary").first, "March")
        return False

    def advance(self, link: str) -> int:
        """How far a way leads towards the enemy: Good goes east, Evil west."""
        place = self.at.page.locator(f'.pm[data-id="{link[-2:]}"]')
        return int(place.get_attribute("data-x") or 0) * (1 if self.seat == "good" else -1)

    def strike(self) -> None:
        """A ground attack shows its chances before it is rolled, a volley that of a hit."""
        buttons = {kind_of(one): one for one in reversed(self.deeds().all())}
        kind = min(buttons)
        if kind == "Attack":
            assert "%" in self.at.page.locator(".oddl").inner_text()
        self.press(buttons[kind], kind)

    def end_turn(self) -> None:
        """Who would lose a leader is asked first."""
        asks = self.at.page.locator(".sheetend a[data-ask]")
        if not asks.count():
            self.press(self.at.page.locator(".sheetend button").last, "EndTurn")
            return
        asks.first.click()
        self.press(self.at.page.locator('dialog button[type="submit"]').last, "EndTurn")


def turn_of(at: Device) -> tuple[str, str]:
    """The round, and which die of it is being played: what changes with every turn."""
    used = at.page.locator(".adl .used").count()
    return at.page.locator(".bar small").inner_text().split("·")[0], str(used)


def figures(at: Device) -> list[int]:
    """The dice of the duel on the sheet."""
    return [
        int((one.get_attribute("aria-label") or "").split(":")[1].split(",")[0])
        for one in at.page.locator(".duelbox .die").all()
    ]


def test_two_phones_play_a_siege_to_its_end(server: Server, browser: Browser) -> None:
    ellen = host(browser, server, "Ellen foran byen")
    game = open_table(ellen, "Foran byen")
    invitation = ellen.page.locator("[data-copy]").first.get_attribute("data-copy") or ""
    jonas = device(browser, server.url, "Jonas", "de-DE", PHONE)
    jonas.go("/sit/" + invitation.rpartition("/sit/")[2])
    jonas.send("/guest", nickname="Jonas")
    sit(ellen, game, "good")
    sit(jonas, game, "evil")
    begin(ellen, game)
    luck = random.Random(7)
    players = [Player(ellen, game, "good", luck), Player(jonas, game, "evil", luck)]
    turns, fought = set(), 0
    end = time.monotonic() + PATIENCE
    while (len(turns) <= TURNS or not fought) and time.monotonic() < end:
        if not players[0].asked():
            players.reverse()
            assert players[0].asked(), "one of the two is always asked"
        player, other = players
        if (turn := turn_of(player.at)) not in turns:
            turns.add(turn)
            player.steps = 0
        attacks = player.done["Attack"]
        other.at.stays()
        shown = figures(other.at)
        player.step()
        if player.done["Attack"] > attacks and figures(player.at) and figures(player.at) != shown:
            # the other phone hears of it without loading its page, and the log tells the same dice
            fought += 1
            other.at.page.wait_for_function(
                "n => document.querySelectorAll('.duelbox .die').length >= n", arg=len(figures(player.at))
            )
            assert other.at.has_stayed()
            assert figures(other.at) == figures(player.at)
            rolled = figures(player.at)
            player.go(f"{game}/log")
            told = player.at.page.locator(".gamelog li", has=player.at.page.locator('use[href$="l-swords"]'))
            words = re.sub(r"\(\+\d\)", "", told.first.inner_text())
            assert [int(one) for one in re.findall(r"\b[1-6]\b", words)][: len(rolled)] == rolled
            player.go(game)  # the next attack may be the other's, and is looked for on the board
    done = sum((one.done for one in players), Counter[str]())
    assert len(turns) > TURNS, (turns, done)
    assert {"TakeDie", "EndExchange", "March", "Attack"} <= set(done), done
    assert fought

    give(ellen, game, "good", "bot:easy")
    give(ellen, game, "evil", "bot:easy")
    until_over(ellen, game)
    jonas.go(game)
    assert "Das Spiel ist zu Ende" in jonas.page.locator(".bar small").inner_text()
    ellen.go(f"{game}/dice")
    assert ellen.page.locator(".note.moss").count() == 1
    # what is secret is the order of the piles, and the number from which it follows
    seed = ellen.page.locator(".hash").last.inner_text()
    assert re.fullmatch("[0-9a-f]{64}", seed)
    assert not [page for one in players for page in one.pages if seed in page]
    assert [*ellen.faults, *jonas.faults] == []


def test_a_person_plays_against_a_bot(server: Server, browser: Browser) -> None:
    ida = host(browser, server, "Ida mod maskinen")
    game = open_table(ida, "Mod maskinen")
    sit(ida, game, "evil")
    give(ida, game, "good", "bot:easy")
    begin(ida, game)
    # the bot begins, and the page tells when it is Ida's turn without being loaded anew
    ida.go(game)
    ida.stays()
    ida.page.locator('.gsheet button[name="action"]').first.wait_for(timeout=30_000)
    assert ida.has_stayed()
    me = Player(ida, game, "evil", random.Random(3))
    end = time.monotonic() + PATIENCE
    while me.done["EndTurn"] + me.done["Attack"] < 2 and time.monotonic() < end:
        if me.asked():
            me.step()
        else:
            me.steps = 0
            time.sleep(0.3)
    assert me.done["TakeDie"] >= 1
    give(ida, game, "evil", "bot:easy")
    until_over(ida, game)
    assert ida.faults == []


def test_one_phone_goes_round(server: Server, browser: Browser) -> None:
    bo = host(browser, server, "Bo med telefonen")
    game = open_table(bo, "To ved én telefon")
    for seat in ("good", "evil"):
        sit(bo, game, seat)
    bo.go(f"{game}/table")
    form = bo.form("/share")
    form.locator('input[name="shares"]').check()
    for seat, name in (("good", "Bo"), ("evil", "Åse")):
        form.locator(f'input[name="called-{seat}"]').fill(name)
    bo.press(form)
    begin(bo, game)
    bo.go(game)
    cover = bo.page.locator(".cover h1")
    assert cover.inner_text() == "Bo"
    assert not bo.page.locator(".gsheet").count()
    bo.page.locator(".cover a.primary").click()
    bo.page.locator(".gsheet").wait_for()
    me = Player(bo, game, "good", random.Random(5))
    me.steps = MOST_STEPS - 2
    while True:
        bo.go(game)
        if cover.inner_text() != "Bo":
            break
        assert me.asked()
        me.step()
    assert cover.inner_text() == "Åse"
    assert bo.faults == []
