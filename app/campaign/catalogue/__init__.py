"""C1.2: the game master's editor of the campaign's own catalogue."""
