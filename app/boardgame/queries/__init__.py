"""What the pages of board games show."""
