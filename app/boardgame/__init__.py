"""The house of the board games: tables, seats, play, replay; the games themselves are adapters in it."""
