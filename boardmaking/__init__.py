"""Draws the board of Conquest of Nerath as a hex text grid; run once, its result is kept as content."""
