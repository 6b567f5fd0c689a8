"""Duplicate bridge (RULES B)."""
