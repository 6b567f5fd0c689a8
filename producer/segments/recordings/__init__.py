"""The recordings of the tables: what their files are, and which frame shows which time."""
