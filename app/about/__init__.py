"""About Feldtog: version, licences, credits."""
