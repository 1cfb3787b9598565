"""Every page that somebody can reach by following links, as the server sends it."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urljoin, urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

_LINK = re.compile(r"<a\b[^>]*\bhref=\"([^\"#]+)")
_KEY = re.compile(r"^[0-9a-z]{13}$")
# What differs from one answer to the next without telling anything: tokens of the session and of each form.
_PER_ANSWER = re.compile(
    r'(name="(?:csrf_token|request_id)" value=|data-taken=)"[^"]*"|<meta name="csrf-token"[^>]*>'
)


def shape(url: str) -> str:
    """The address with its ids and values left out: pages of one shape are made by one view."""
    parts = urlsplit(url)
    path = "/".join("*" if _KEY.match(part) or len(part) > 30 else part for part in parts.path.split("/"))
    names = sorted({name for name, _ in parse_qsl(parts.query)})
    return f"{path}?{','.join(names)}" if names else path


def crawl(
    context: BrowserContext,
    url: str,
    starts: Iterable[str],
    *,
    of_a_shape: int | None = None,
    enters: Callable[[str], bool] = lambda _path: True,
) -> dict[str, str]:
    """Path → page for all pages that links lead to from ``starts``, with tokens blanked.

    ``of_a_shape`` bounds how many pages of one shape are read; ``enters`` says of a path whether it is.
    """
    waiting = deque(starts)
    asked = dict.fromkeys(waiting, "the start")
    shapes: dict[str, int] = {}
    found: dict[str, str] = {}
    while waiting:
        path = waiting.popleft()
        kind = shape(path)
        if of_a_shape is not None and shapes.get(kind, 0) >= of_a_shape:
            continue
        shapes[kind] = shapes.get(kind, 0) + 1
        answer = context.request.get(url + path, max_redirects=3)
        text = answer.text() if "text" in answer.headers.get("content-type", "") else ""
        assert answer.status < 400, f"{asked[path]} leads to {path}, which answers {answer.status}"
        found[path] = _PER_ANSWER.sub(r'\1""', text)
        for link in _LINK.findall(text):
            target = urlsplit(urljoin(answer.url, link.replace("&amp;", "&")))
            onward = target.path + (f"?{target.query}" if target.query else "")
            if f"{target.scheme}://{target.netloc}" == url and onward not in asked and enters(onward):
                asked[onward] = path
                waiting.append(onward)
    return found
