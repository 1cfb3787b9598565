"""People: sign-up, login, settings, recovery, guests."""
