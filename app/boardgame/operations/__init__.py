"""The only writers of the tables of board games."""
