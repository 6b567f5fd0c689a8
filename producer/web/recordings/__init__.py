"""The recordings of the tables: what there is of each, and whether their times are right."""
