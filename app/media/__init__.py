"""Pictures: checked, re-encoded, kept in the database."""
