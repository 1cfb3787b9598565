"""Settlement of a battle, side by side of it, and captives (V7.1-V7.4, C5-C9)."""
