"""The graphics of one table."""
