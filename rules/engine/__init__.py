"""What every rule set shares: chance, refusals, records."""
