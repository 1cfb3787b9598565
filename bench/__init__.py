"""Figures of speed and load: ``./dev bench``. Ratios are taken in one run; nothing here is a timed test."""
