"""The module Movement: where warbands stand, defend and withdraw to (V9.4-V9.7)."""
