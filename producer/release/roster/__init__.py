"""The people on the rosters: names, photos, who is featured or opted out."""
