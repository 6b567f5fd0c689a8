"""Poker Hand History: one hand in TOML a file, or many in one."""
