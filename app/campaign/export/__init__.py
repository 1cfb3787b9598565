"""V11.4: a campaign as one file, to be kept or taken to another server."""
