"""Queries of the record, as values."""
