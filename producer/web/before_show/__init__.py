"""What comes before the show: people, the line-up, and the start."""
