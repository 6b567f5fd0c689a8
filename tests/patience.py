"""Waiting for what comes, on a machine that may be busy with other tests."""

import time
from collections.abc import Callable

PATIENCE = 180.0
"""Seconds after which what should come is taken not to come."""


def eventually(holds: Callable[[], bool], what: str, within: float = PATIENCE) -> None:
    until = time.monotonic() + within
    while not holds():
        assert time.monotonic() < until, f"never: {what}"
        time.sleep(0.02)
