"""Edit lists and captions of a timeline, for other people's software."""
