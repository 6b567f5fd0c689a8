"""Table cameras for a rehearsal: the simulated hands as pictures and sound."""
