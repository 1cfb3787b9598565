"""The first page of a campaign."""
