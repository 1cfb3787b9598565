"""Gold that players send each other, of which nobody else learns (V8.21, V8.22)."""
