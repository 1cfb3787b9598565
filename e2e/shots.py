"""Pictures of the main pages for the README: `python -m e2e.shots` writes them to docs/screenshots/.

They show the demo: on phones in Danish by day and in German by night, on a laptop in German by both. The
boards of the two games: on a phone by night, on a laptop by day.
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from playwright.sync_api import sync_playwright

from e2e import server as serving
from e2e.device import LAPTOP, Device, device, log_in
from e2e.stages import ALL, set_up
from tests.browsers import CHROMIUM, FLAGS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from e2e.server import Server

FOLDER = serving.ROOT / "docs" / "screenshots"
MOST_BYTES = 1_500_000
WIDEST = 1000
_PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "device_scale_factor": 1}

# name → stage, page of the campaign ("seat:" for one's own)
PHONE_PAGES = {
    "overview": ("orders", ""),
    "map": ("orders", "/map"),
    "orders": ("orders", "seat:/orders"),
    "company": ("orders", "seat:/company"),
    "settlement": ("settlement", "seat:settlement"),
}
LAPTOP_PAGES = {
    "dashboard": ("orders", "/dashboard"),
    "map": ("orders", "/map"),
    "battle": ("battles", "battle"),
}
GAME_PAGES = {"nerath": ("nerath", ""), "siege": ("siege, losses", "")}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = serving.start(Path(folder))
        try:
            stages = {stage.name: stage.path for stage in set_up(server, ALL)}
            browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            _take(browser, server, stages, PHONE_PAGES, "Ellen", "da-DK", "light")
            _take(browser, server, stages, PHONE_PAGES, "Friederike", "de-DE", "dark")
            for theme in ("light", "dark"):
                _take(browser, server, stages, LAPTOP_PAGES, "Karin", "de-DE", theme)
            _take(browser, server, stages, GAME_PAGES, "Ellen", "da-DK", "dark")
            _take(browser, server, stages, GAME_PAGES, "Ellen", "da-DK", "light", phone=False)
            browser.close()
        finally:
            server.stop()
    size = sum(path.stat().st_size for path in FOLDER.glob("*.png"))
    assert size <= MOST_BYTES, f"{size} bytes are too many for a README"


def _take(
    browser: Browser,
    server: Server,
    stages: dict[str, str],
    pages: dict[str, tuple[str, str]],
    name: str,
    locale: str,
    theme: str,
    *,
    phone: bool | None = None,
) -> None:
    """Pictures of these pages as somebody sees them: the game master on a laptop, others on a phone."""
    if phone is None:
        phone = name != "Karin"
    at = device(browser, server.url, name, locale, _PHONE if phone else LAPTOP, color_scheme=theme)
    log_in(at, name, server.passwords[name])
    for page, (stage, path) in pages.items():
        _open(at, stages[stage], path)
        at.page.wait_for_timeout(400)  # drawings come in
        kind = "phone" if phone else "laptop"
        _keep(at.page.screenshot(), FOLDER / f"{page}-{kind}-{theme}-{locale[:2]}.png")
    at.context.close()


def _open(at: Device, base: str, path: str) -> None:
    at.go(base)
    if path == "battle":
        at.go(f"{base}/battles")
        at.page.locator(".bcard a.hit").first.click()
        at.page.wait_for_load_state("load")
    elif path == "seat:settlement":
        at.go(at.page.locator('main a[href*="/settlements/"]').first.get_attribute("href") or "")
    elif path.startswith("seat:"):
        link = at.page.locator('a[href$="/company"]').first.get_attribute("href") or ""
        at.go(link.removesuffix("/company") + path.removeprefix("seat:"))
    else:
        at.go(base + path)


def _keep(picture: bytes, path: Path) -> None:
    """A PNG with a palette: the pages have few colours, and the files stay small."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with Image.open(io.BytesIO(picture)) as opened:
        small = opened.convert("RGB")
        small.thumbnail((WIDEST, WIDEST), Image.Resampling.LANCZOS)
        small.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
            path, optimize=True
        )


if __name__ == "__main__":
    main()
