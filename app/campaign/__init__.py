"""The Vanguard campaign."""
