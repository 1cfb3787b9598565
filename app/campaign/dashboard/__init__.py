"""The game master's page: where everything stands, and where to step in (V11.1, V11.2)."""
