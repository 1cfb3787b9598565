"""Battles: announcing, results, disputes (V6)."""
