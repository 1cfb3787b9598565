"""The Siege of Minas Tirith: rules for two players, one module per chapter of the rulebook."""
