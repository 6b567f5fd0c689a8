"""Makes a timeline's pictures and sound."""
