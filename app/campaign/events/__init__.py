"""Events at places (V5)."""
