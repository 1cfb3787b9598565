"""The Siege of Minas Tirith at the tables of the house."""
