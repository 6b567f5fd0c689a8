"""The graphics of the programme: standings, rankings, lower thirds, tournaments."""
