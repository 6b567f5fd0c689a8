"""The service's own log, for those who run it: what happened, never what was dealt.

A line for people, or one JSON object a line for programs; ``extra={"told": {...}}`` of a call adds
fields to the latter.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """``time``, ``level``, ``logger``, ``message``, and what the call told besides."""

    def format(self, record: logging.LogRecord) -> str:
        told = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "told", {}),
        }
        return json.dumps(told, ensure_ascii=False)


@contextmanager
def log_written(*, as_json: bool) -> Iterator[None]:
    """Meanwhile the log goes to standard error, warnings and worse; then where it went before.

    Whoever called may close its standard error afterwards, as test runners do, so nothing of ours
    may go on writing there.
    """
    handler = logging.StreamHandler()
    people = logging.Formatter("%(asctime)s %(message)s", datefmt="%H:%M:%S")
    handler.setFormatter(JsonLines() if as_json else people)
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
