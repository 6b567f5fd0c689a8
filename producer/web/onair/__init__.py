"""What goes to air: previews, takes, clips, and what OBS shows."""
