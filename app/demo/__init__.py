"""The demo of development and evenings at home: people with passwords, and tables in the middle of a game."""
