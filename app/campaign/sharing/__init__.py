"""C1.4: a warband as text to send to others."""
