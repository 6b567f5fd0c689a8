"""Ports for the tests."""

import random
import socket

_lots = random.SystemRandom()  # hypothesis seeds the other one, in every process alike


def free_port() -> int:
    """A port at which nobody listens, and that stays so while nothing of ours does: of those that
    systems do not give to clients, who might have it just when OBS is started again."""
    while True:
        port = _lots.randrange(10_000, 32_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
