"""The record's tables in SQLite: the log, the quarantine, and what is derived from the log."""
