"""Conquest of Nerath in the house of the board games."""
