"""The rules of the Vanguard campaign, chapter by chapter (rule ids V… and C…)."""
