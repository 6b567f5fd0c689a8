"""The service's log for operators. It never contains cards or other deal content.

Plain lines, or one JSON object per line; ``extra={"fields": {...}}`` of a call adds fields to the
latter.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """``time``, ``level``, ``logger``, ``message``, and the fields of ``extra``."""

    def format(self, record: logging.LogRecord) -> str:
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        return json.dumps(fields, ensure_ascii=False)


@contextmanager
def log_written(*, as_json: bool) -> Iterator[None]:
    """Logs warnings and errors to standard error until the end of the block.

    Restores the earlier handlers at the end: a caller may then close its standard error, as test
    runners do.
    """
    handler = logging.StreamHandler()
    plain = logging.Formatter("%(asctime)s %(message)s", datefmt="%H:%M:%S")
    handler.setFormatter(JsonLines() if as_json else plain)
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    try:
        yield
    finally:
        root.handlers = handlers
        root.setLevel(level)
