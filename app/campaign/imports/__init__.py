"""C1.3: a player's roster from another program becomes models of the company."""
