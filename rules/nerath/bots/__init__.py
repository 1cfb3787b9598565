"""Players of Conquest of Nerath that need no person: see ``players``."""
