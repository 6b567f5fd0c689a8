"""What holds for every test: no settings of the person who runs them, no clocks in hypothesis."""

import os

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


@pytest.fixture(autouse=True)
def _settings_of_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """A DUPLICAST_ variable of the person's own shell must not change a test."""
    for name in list(os.environ):
        if name.startswith("DUPLICAST_") and name != "DUPLICAST_PROVE":
            monkeypatch.delenv(name)
