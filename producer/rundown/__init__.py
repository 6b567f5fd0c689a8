"""What a programme shows, in which order and for how long: beats, segments, the rundown."""
