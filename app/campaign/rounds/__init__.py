"""The round: its phases, what each switch causes, income at its end (V2, V7.9)."""
