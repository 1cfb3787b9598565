"""Secret orders and the phases of a round (V2, V4.6-V4.12)."""
