"""The steps of the wizard, in order (V1.1)."""

from __future__ import annotations

STEPS = ("story", "players", "map", "gold", "warbands", "modules", "summary")
