"""Guilds: lasting alliances with levels and an income (V8.1-V8.6, V8.9-V8.12, V8.15)."""
