"""Finished hands written in formats that other programs read."""
