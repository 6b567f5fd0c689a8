"""Watches what OBS really shows."""
