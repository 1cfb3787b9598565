"""Every page fits its window and can be read and tapped on a phone."""

from __future__ import annotations

from e2e.walk import Findings


def test_nothing_sticks_out(findings: Findings) -> None:
    """At 320, 390 and 1440 pixels, with names of sixty letters, and with letters of twice the size."""
    assert findings.found["overflow"] == []


def test_no_text_is_smaller_than_13_pixels(findings: Findings) -> None:
    assert findings.found["small"] == []


def test_targets_are_large_enough_for_fingers(findings: Findings) -> None:
    assert findings.found["targets"] == []
