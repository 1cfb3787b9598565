"""Dawn: who holds the places that were fought for (V7.5-V7.11)."""
