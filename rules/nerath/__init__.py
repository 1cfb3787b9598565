"""Conquest of Nerath: the rules by chapter (N1-N10), as functions over immutable positions."""
