"""Deterministic duplicate sessions played by simple bots, for the demo and the tests."""

from producer.simulate.session import MOST_TABLES, session_events, session_name
from producer.simulate.styles import STYLES

__all__ = ["MOST_TABLES", "STYLES", "session_events", "session_name"]
