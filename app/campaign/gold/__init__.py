"""The gold ledger (V3.9)."""
