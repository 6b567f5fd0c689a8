"""The sentences of each game."""
