"""What changes people: accounts, recovery, guests, leaving."""
