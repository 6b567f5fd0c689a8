"""When sealed deals will be released, from how fast the tables play."""
