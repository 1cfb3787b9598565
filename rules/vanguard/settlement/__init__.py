"""V7.1-V7.4, C5-C9: the six steps in which each side of a battle settles it."""
