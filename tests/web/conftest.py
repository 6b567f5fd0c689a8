"""One service for read-only tests; tests that change what is on air start their own."""

from collections.abc import Iterator

import httpx
import pytest
from service import NEVER, ODD, TABLES, fill, guide, open_gate_on, serving

from producer.release import Gate


@pytest.fixture(scope="session")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    """The guide's deal three times: archived, with an odd name, and live with one table missing."""
    db = tmp_path_factory.mktemp("web") / "web.db"
    fill(
        db,
        guide(),
        guide("odd", names={"João Magalhães": ODD}),
        guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER, "João Magalhães": NEVER}),
    )
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="session")
def address(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(gate, tmp_path_factory.mktemp("service")) as at:
        yield at


@pytest.fixture
def ask(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, trust_env=False, timeout=60) as client:
        yield client
