"""Hands on a keyboard: Tab, arrows, Enter, Space and letters, and nothing else.

Wherever the focus rests, it has to be seen: drawn, inside the window and not behind a bar.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from e2e.device import WAIT, Device

if TYPE_CHECKING:
    from playwright.sync_api import Locator

MOST_TABS = 300

# Whether the element has the focus, and what is wrong with how that is seen. A drawn choice is seen by its
# label, for its box is hidden.
_FOCUS = """wanted => {
  const focused = document.activeElement;
  if (focused !== wanted) return null;
  const drawn = focused.classList.contains("vh") ? focused.closest("label") || focused : focused;
  const near = [focused, drawn, focused.nextElementSibling, focused.parentElement].filter(Boolean);
  const outlined = near.some(one => [null, "::after", "::before"].some(part => {
    const style = getComputedStyle(one, part);
    return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0;
  }));
  if (!outlined) return "no outline";
  const box = drawn.getBoundingClientRect();
  const top = Math.max(box.top, 0), bottom = Math.min(box.bottom, innerHeight);
  if (bottom <= top) return "outside of the window";
  const spots = [.25, .5, .75].map(part => document.elementFromPoint(
    Math.min(Math.max(box.left + box.width / 2, 0), innerWidth - 1), top + (bottom - top) * part));
  const free = spots.some(spot => spot && (drawn.contains(spot) || spot.contains(drawn)));
  return free ? "" : "behind something else";
}"""


@dataclass
class Keys:
    """Somebody at a page without pointer or finger."""

    at: Device

    def to(self, target: Locator) -> None:
        """Go on with Tab until the target has the focus."""
        target.wait_for(state="attached", timeout=WAIT)
        element = target.element_handle()
        for _tab in range(MOST_TABS):
            fault = self.at.page.evaluate(_FOCUS, element)
            if fault is not None:
                assert not fault, f"{self.at.name} at {self.at.path()}: the focus on {target} is {fault}"
                return
            self.at.page.keyboard.press("Tab")
        raise AssertionError(f"{self.at.name} at {self.at.path()}: Tab never comes to {target}")

    def follow(self, target: Locator, key: str = "Enter") -> None:
        """Press a link or a button that leads to another page."""
        self.to(target)
        with self.at.page.expect_navigation(wait_until="load", timeout=2 * WAIT):
            self.at.page.keyboard.press(key)

    def open(self, summary: Locator) -> None:
        """Unfold what is folded."""
        self.to(summary)
        self.at.page.keyboard.press("Enter")

    def tick(self, box: Locator) -> None:
        self.to(box)
        self.at.page.keyboard.press("Space")
        assert box.is_checked()

    def write(self, field: Locator, text: object) -> None:
        self.to(field)
        self.at.page.keyboard.press("Control+A")
        self.at.page.keyboard.type(str(text))

    def pick(self, radio: Locator) -> None:
        """Tab comes to one of the choices, the arrows to the others."""
        name = radio.get_attribute("name")
        group = self.at.page.locator(f'input[type="radio"][name="{name}"]')
        first = group.and_(self.at.page.locator(":checked"))
        self.to(first.first if first.count() else group.first)
        for _choice in range(group.count()):
            if radio.evaluate("one => one === document.activeElement && one.checked"):
                return
            self.at.page.keyboard.press("Space" if not group.and_(radio).count() else "ArrowDown")
        assert radio.is_checked(), f"{self.at.name}: the arrows never come to {radio}"

    def select(self, field: Locator, label: str) -> None:
        """Choose from a list by typing how the choice begins."""
        self.to(field)
        self.at.page.keyboard.type(label)
        chosen = field.evaluate("one => one.selectedOptions[0].text")
        assert chosen == label, f"{self.at.name}: {chosen} is chosen, not {label}"
