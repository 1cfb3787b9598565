"""Documents: rosters, company sheets and battle sheets for the table, as PDF (V10.3)."""
