"""Warbands and mercenaries (V4.1-V4.5)."""
