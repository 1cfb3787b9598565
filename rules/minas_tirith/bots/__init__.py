"""Players of wood, by which the set-up is weighed (M10.3): see `players.choose`."""
