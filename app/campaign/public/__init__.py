"""The public link: chronicle, standings and map for whoever has it, to be read without an account (V11.8)."""
