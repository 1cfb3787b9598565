"""Live pages: who is told that there is something new, and nothing more."""
