"""Names of countries, teams and players, with articles and cases."""
