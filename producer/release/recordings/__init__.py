"""The recordings of the tables: times of hands, their sync, and what must not be seen."""
