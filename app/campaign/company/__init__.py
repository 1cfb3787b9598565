"""Companies, their models and items, and the shop (V3)."""
