"""Chronicle and standings (V0.3, V10)."""
