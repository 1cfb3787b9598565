"""Times for a phase, and pauses (V11.6). Nothing switches by itself."""
