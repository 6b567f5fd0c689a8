"""The connection to OBS."""
