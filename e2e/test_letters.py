"""Letters and gold between two of five: sealed, live, printed, and nobody else's (V8.22, V8.23)."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from pypdf import PdfReader

from e2e.crawl import crawl
from e2e.seeded import evening

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.device import Device
    from e2e.seeded import Evening
    from e2e.server import Server

CANARY = "Kanariefuglen synger ved Gråkloster"
GOLD = 73
"""So much is sent; the figure is nowhere else at this table."""
UNREAD = 'nav.tabs .more a[href$="/letters"] .count'
"""What counts the unread letters on a phone, where the tab lies folded behind «More»."""


def everything(table: Evening, at: Device) -> dict[str, str]:
    """Every page of the campaign that links lead somebody to, with tokens blanked."""
    own = f"/campaigns/{table.campaign}"
    return crawl(
        at.context,
        at.url,
        [own],
        of_a_shape=1,
        enters=lambda path: path.startswith(own) and ".pdf" not in path,
    )


def test_a_letter_and_some_gold_are_theirs_alone(server: Server, browser: Browser) -> None:
    with evening(server, browser, "Brevvekslingen", modules=True) as table:
        ellen, mads = table.seats["Ellen"], table.seats["Mads"]
        others = [table.seats[name].at for name in ("Karin", "Friederike")]
        before = [everything(table, at) for at in others]

        # Mads looks at his letters while Ellen writes: the courier arrives without his doing anything.
        mads.at.go(mads.table("/letters"))
        mads.at.stays()
        mads.at.page.wait_for_timeout(500)
        ellen.write_letter(mads, f"{CANARY}.\n\nEllen")
        mads.at.sees('form[action$="/open"]')
        mads.at.page.locator(UNREAD).filter(has_text="1").wait_for(state="attached")
        assert mads.at.has_stayed()
        assert CANARY not in mads.at.page.content(), "what is sealed is not in the page"

        # He breaks the seal, reads and prints; the count is gone.
        mads.at.press(mads.sealed_letters().first)
        assert CANARY in mads.at.page.locator("article.letter").inner_text()
        assert mads.at.page.locator(UNREAD).count() == 0
        printed = mads.at.page.locator('a[href$="/letter.pdf"]').get_attribute("href") or ""
        letter = printed.removesuffix("/letter.pdf")
        paper = mads.at.context.request.get(mads.at.url + printed)
        assert paper.headers["content-type"] == "application/pdf"
        text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(paper.body())).pages)
        assert CANARY in " ".join(text.split())

        # The gold comes to the open ledger of the other, live too.
        mads.go("/ledger")
        mads.at.stays()
        mads.at.page.wait_for_timeout(500)
        ellen.send_gold(mads, GOLD)
        mads.at.sees("[data-live=purse]", str(253 + GOLD))
        assert mads.at.has_stayed()
        assert (ellen.gold(), mads.gold()) == (214 - GOLD, 253 + GOLD)

        # For everybody else nothing has changed anywhere; the letter's address is none.
        for at, earlier in zip(others, before, strict=True):
            now = everything(table, at)
            assert now.keys() == earlier.keys()
            for path, page in now.items():
                assert CANARY not in page, path
                assert page == earlier[path], f"{at.name}: {path} has changed"
            for address in (letter, printed):
                assert at.context.request.get(at.url + address).status == 404
