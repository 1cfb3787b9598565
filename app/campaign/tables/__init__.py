"""The campaign's own rule tables, which the game master may replace (C2, C3, C6-C9)."""
