"""Which deals have the same cards, and tables that show another deck."""
