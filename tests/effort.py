"""How much a test does: little in `make test`, everything in `make prove`."""

import os

PROVE = os.environ.get("DUPLICAST_PROVE") == "1"


def counts(short: int, full: int) -> int:
    """`short` in `make test`, `full` in `make prove`."""
    return full if PROVE else short
