"""Home: my tables, and what waits for me there."""
