"""Bots: they move in a worker process and act like anybody else."""
