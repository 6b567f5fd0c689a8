"""Plays finished segments (clips) in OBS."""
