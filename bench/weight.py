"""What a phone has to load: the first page, and the next one."""

from __future__ import annotations

import gzip
import re
import zlib

from flask import Flask

from bench.pages import main_pages
from bench.world import World, browser

_FILES = re.compile(r'(?:href|src)="(/static/[^"#]+)')
_ALREADY = (".woff2", ".png", ".webp", ".jpg")


def run(app: Flask, world: World) -> list[list[str]]:
    """Rows: what, target, measured (compressed; fonts and pictures as they are)."""
    client = browser(app, world.people[1])
    rows = []
    for name, (who, url) in main_pages(world).items():
        if who == 0:
            continue
        html = client.get(url).data
        files = {path: _weight(client.get(path).data, path) for path in _linked(client, html.decode())}
        script = sum(size for path, size in files.items() if path.endswith(".js"))
        page = len(gzip.compress(html, 6))
        rows.append(
            [
                f"page weight: {name}",
                "first visit 220 kB, next 40 kB, script 50 kB",
                f"{(page + sum(files.values())) / 1000:.0f} kB, {page / 1000:.0f} kB, {script / 1000:.0f} kB",
            ]
        )
    return rows


def _linked(client, html: str) -> set[str]:  # type: ignore[no-untyped-def]
    """The page's files, what its scripts import, and the fonts its styles name for plain text."""
    found = {path for path in _FILES.findall(html) if not path.endswith("-dark.svg")}
    waiting = [path for path in found if path.endswith(".js")]
    while waiting:
        path = waiting.pop()
        source = client.get(path).data.decode()
        for name in re.findall(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""", source):
            folder = path.rsplit("/", 1)[0]
            parts: list[str] = folder.split("/")
            for step in name.split("/"):
                if step == "..":
                    parts.pop()
                elif step != ".":
                    parts.append(step)
            other = "/".join(parts)
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _weight(data: bytes, path: str) -> int:
    if path.endswith(_ALREADY):
        return len(data)
    return len(zlib.compress(data, 6))
