"""A player drops out of a running campaign, for good (V11.1)."""
