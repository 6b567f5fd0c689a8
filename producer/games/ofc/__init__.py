"""Open-face Chinese poker (RULES O)."""
