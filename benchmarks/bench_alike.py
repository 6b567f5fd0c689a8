"""Checks that response times do not distinguish a sealed deal from one that does not exist."""

from __future__ import annotations

import sys
import tempfile
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from random import Random
from statistics import median

from producer.events import event_json
from producer.feeds import Received
from producer.record import open_store
from producer.release import Gate
from producer.settings import ObsSettings, Settings
from producer.simulate import session_events
from producer.web import create_app
from producer.web.access.roles import Keys

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather have another httpx than the one we have
    from starlette.testclient import TestClient

TIMES = 200
"""Questions of each kind, in random order among one another."""

SHUFFLES = 500
EXIT = "command:audit"
PRODUCER = {"Authorization": "Bearer run-desk.bench"}


def main() -> None:
    """CPU time of the whole process, in microseconds: medians, their difference, and how often
    chance alone makes one as large."""
    events = list(session_events(30, 1))
    with tempfile.TemporaryDirectory() as folder, open_store(Path(folder) / "a.db") as store:
        store.append(Received(event_json(each).encode(), each, "bench") for each in events[:-200])
        gate = Gate(store)
        verdicts = gate.view(EXIT).verdicts
        sealed = [str(key) for key, verdict in verdicts.items() if verdict.state == "sealed"]
        session = sealed[0].split("/")[0]
        unknown = [f"{session}/B/{n}" for n in range(1, 31)] + [
            f"{session}/A/{n}" for n in (77, 88)
        ]
        elsewhere = [f"{session[::-1]}/A/{n}" for n in range(1, 31)]
        own = Settings(db=Path(folder) / "a.db", out=Path(folder), obs=ObsSettings(port=9))
        app = create_app(gate, own, Keys("run-desk.bench", "run-graphics.bench"))
        with TestClient(app, "http://127.0.0.1:8000", headers=PRODUCER) as client:
            say(f"{len(sealed)} deals sealed; {TIMES} questions of each kind, CPU")
            for name, ask in ways(client).items():
                compare(f"{name}, unknown number or group", ask, sealed, unknown)
                compare(f"{name}, unknown session", ask, sealed, elsewhere)


def ways(client: TestClient) -> dict[str, Callable[[str], int]]:
    return {
        "GET /deals/DEAL": lambda deal: client.get(f"/deals/{deal}").status_code,
        "GET /api/deals/DEAL": lambda deal: client.get(f"/api/deals/{deal}").status_code,
        "GET /stills/DEAL.png": lambda deal: client.get(f"/stills/{deal}.png").status_code,
        "POST /api/take": lambda deal: (
            client.post("/api/take", json={"deal": deal, "tables": ["1", "2"]}).status_code
        ),
        "GET /api/notes": lambda deal: client.get("/api/notes", params={"deal": deal}).status_code,
    }


def compare(name: str, ask: Callable[[str], int], sealed: list[str], unknown: list[str]) -> None:
    lots = Random(1)
    took: dict[bool, list[float]] = {True: [], False: []}
    for kind in [True, False] * TIMES:
        deal = lots.choice(sealed if kind else unknown)
        began = time.process_time()
        status = ask(deal)
        took[kind].append(1e6 * (time.process_time() - began))
        assert status == 404, (deal, status)
    one, other = median(took[True]), median(took[False])
    chance = _chance(took[True], took[False], lots)
    say(f"  {name:50} {one:7.0f} {other:7.0f}  {one - other:+6.0f}  chance {chance:.2f}")


def _chance(one: list[float], other: list[float], lots: Random) -> float:
    """How many of random divisions of all times differ as much (a permutation test)."""
    found, together = abs(median(one) - median(other)), [*one, *other]
    more = 0
    for _ in range(SHUFFLES):
        lots.shuffle(together)
        more += abs(median(together[: len(one)]) - median(together[len(one) :])) >= found
    return more / SHUFFLES


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
