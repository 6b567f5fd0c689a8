"""Keeps OBS as wanted and takes scenes to program."""
