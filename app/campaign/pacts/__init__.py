"""Mission alliances: for one event of one round, secret until its battles (V8.16-V8.20)."""
