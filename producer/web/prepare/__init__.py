"""Prepare mode: the picks to choose from, the chosen one, and the rundown, side by side."""
