"""Finished segments played in OBS."""
