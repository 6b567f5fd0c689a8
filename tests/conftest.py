"""Fixtures for every test: none of your own settings apply, hypothesis has no deadlines."""

import gc
import os
import signal
import ssl
from functools import cache

import pytest
from effort import PROVE
from hypothesis import HealthCheck, settings

# The tests run side by side on few cores, so how long an example took says nothing.
settings.register_profile(
    "short", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "prove", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("prove" if PROVE else "short")

# A shell that starts the tests in the background ignores Ctrl-C for them, and so for the commands
# that they start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# An httpx client reads the certificates of all authorities anew, 40 ms for each plain question.
ssl.create_default_context = cache(ssl.create_default_context)


def pytest_collection() -> None:
    """What is collected stays: looking for garbage in it again and again takes long."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _without_own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """DUPLICAST_ variables of the shell must not change a test."""
    for name in list(os.environ):
        if name.startswith("DUPLICAST_") and name != "DUPLICAST_PROVE":
            monkeypatch.delenv(name)
