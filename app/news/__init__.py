"""News of a person's tables: what waits, what happened, what was read (V11.7)."""
