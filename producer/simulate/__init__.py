"""Deterministic duplicate sessions played by simple bots, for the demo and the tests."""

from producer.simulate.session import session_events, session_name
from producer.simulate.styles import STYLES
from producer.simulate.table_hands import MOST_TABLES

__all__ = ["MOST_TABLES", "STYLES", "session_events", "session_name"]
