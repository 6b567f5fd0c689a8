"""The scenes wanted in OBS, those it has, and the difference."""
