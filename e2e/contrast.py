"""The contrast of texts by their pixels, where axe-core cannot tell what is behind them.

The page is drawn twice, with these texts and with their letters invisible. Where both pictures differ there
is a letter, and the second shows what is behind it: paper, a picture, the edge of a name on a map, a box.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageChops

if TYPE_CHECKING:
    from playwright.sync_api import Page

Colour = tuple[int, ...]
_UNSEEN = "[data-unsure] { color: transparent !important; fill: transparent !important; }"
_LEAST_CHANGE = 24
"""Of 255: less is the noise of drawing, not a letter."""


@dataclass(frozen=True)
class Text:
    """What was measured: the worst contrast under its letters (None: none is seen), and what it needs."""

    words: str
    worst: float | None
    needed: float

    @property
    def readable(self) -> bool:
        return self.worst is None or self.worst >= self.needed


def measure(page: Page) -> list[Text]:
    """All texts that `looks.unsure` marked, in the theme and width that the page has now."""
    texts: list[dict[str, Any]] = page.evaluate("looks.texts()")
    boxes = [box for text in texts for box in text["boxes"]]
    if not boxes:
        return []
    left, top = (min(box[side] for box in boxes) for side in ("x", "y"))
    right, bottom = (
        max(box["x"] + box["width"] for box in boxes),
        max(box["y"] + box["height"] for box in boxes),
    )
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    shown = _drawn(page, clip)
    style = page.add_style_tag(content=_UNSEEN)
    behind = _drawn(page, clip)
    style.evaluate("style => style.remove()")
    return [_measured(text, shown, behind, (left, top)) for text in texts]


def _drawn(page: Page, clip: Mapping[str, float]) -> Image.Image:
    picture = page.screenshot(clip=dict(clip), full_page=True, scale="css", animations="disabled")  # type: ignore[arg-type]
    return Image.open(io.BytesIO(picture)).convert("RGB")


def _measured(text: dict[str, Any], shown: Image.Image, behind: Image.Image, at: tuple[float, float]) -> Text:
    worst: float | None = None
    for box in text["boxes"]:
        x, y = box["x"] - at[0], box["y"] - at[1]
        area = (round(x), round(y), round(x + box["width"]), round(y + box["height"]))
        with_letters, without = shown.crop(area), behind.crop(area)
        change = ImageChops.difference(with_letters, without).convert("L")
        most = change.getextrema()[1]
        if most < _LEAST_CHANGE:
            continue
        pixels = zip(
            change.get_flattened_data(),
            with_letters.get_flattened_data(),
            without.get_flattened_data(),
            strict=True,
        )
        for changed, over, under in pixels:
            letter = _mixed(text["colour"], under)
            # more letter than ground, and not the letter of another text that lies over this one
            if changed * 2 >= most and _apart(over, letter) * 2 <= _apart(under, letter):
                found = contrast(letter, under)
                worst = found if worst is None else min(worst, found)
    return Text(text["words"], worst, text["needed"])


def _mixed(colour: list[float], under: Colour) -> Colour:
    """The colour over what is behind it, by its opacity (the fourth part, 0 to 1)."""
    *parts, opacity = colour
    return tuple(
        round(part * opacity + back * (1 - opacity)) for part, back in zip(parts, under, strict=True)
    )


def _apart(one: Colour, other: Colour) -> int:
    return sum(abs(part - other_part) for part, other_part in zip(one, other, strict=True))


def contrast(one: Colour, other: Colour) -> float:
    """As WCAG 2 reckons it, from 1 to 21."""
    darker, lighter = sorted(map(_luminance, (one, other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
