"""The rulebook: its books, readable by everyone, with an address for every rule."""
