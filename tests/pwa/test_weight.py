"""What a phone has to load (quality: script at most 50 kB compressed)."""

from __future__ import annotations

import gzip
from pathlib import Path

STATIC = Path(__file__).resolve().parents[2] / "static"


def test_all_script_together_stays_small() -> None:
    scripts = [*STATIC.glob("js/*.js"), *STATIC.glob("vendor/*.js")]
    assert len(scripts) > 5
    assert sum(len(gzip.compress(script.read_bytes())) for script in scripts) < 50_000
