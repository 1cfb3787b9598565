"""Maps, places and paths (V1.4-V1.8, V9.3)."""
