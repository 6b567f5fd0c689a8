"""A device at a table may learn nothing of what other tables have told (RULES P11).

It sends the same to the whole record and to one that no events yet of any other table: what it is
answered must be the same, byte by byte.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from halves import Answer, Half, Plant, half, logs, token
from worlds import TABLES, Told, World, received

from producer.record import open_store

Find = Callable[[str, str], None]
NDJSON = "application/x-ndjson"


def listen(find: Find, world: World, folder: Path, plant: Plant | None) -> int:
    """Tries every word of a random table's device; how many there were."""
    table = str(world.lots.randint(1, TABLES))
    own = [told for told in world.told if told.get("table") in (None, table)]
    for name, events in (("all", world.told), ("own", own)):
        (folder / name).mkdir(parents=True)
        with open_store(folder / name / "duplicast.db") as store:
            store.append(received(events))
    words = _words(world, own, table)
    with (
        half(folder / "all", True, plant) as everything,
        half(folder / "own", False, plant) as alone,
    ):
        for each in (everything, alone):
            each.tokens["device"] = token(each.gate, "feed", (table,))
        for way, body in words:
            with logs() as logs_a:
                one = _send(everything, body)
            with logs() as logs_b:
                other = _send(alone, body)
            if (one, logs_a) != (other, logs_b):
                find(f"device of table {table}: {way}", f"differs:\n  {one}\n  {other}")
    return len(words)


def _send(half: Half, body: bytes) -> Answer:
    headers = {"Authorization": f"Bearer {half.tokens['device']}", "Content-Type": NDJSON}
    answer = half.client.post("/feed/events", content=body, headers=headers)
    told = {name: value for name, value in answer.headers.items() if name != "date"}
    return answer.status_code, tuple(sorted(told.items())), answer.text


def _words(world: World, own: list[Told], table: str) -> list[tuple[str, bytes]]:
    """What a device may say, rightly and wrongly, of deals that others have played and it may not
    have. Wrong ones first: they change nothing."""
    played = [told for told in own if told["type"] == "hand.finished"]
    acted = [told for told in own if told["type"] == "hand.action"]
    coming = [
        told
        for session in world.sessions
        for told in world.to_come[session]
        if told.get("table") == table
    ]
    found: list[tuple[str, object]] = [("rubbish", "no event")]
    for told in world.lots.sample(played, min(2, len(played))):
        found.append(("known already", told))
        found.append(("another body", {**told, "source": "another"}))
        result = dict.fromkeys(told["data"].get("result") or {"1": 0}, 7)
        other = {**told["data"], "result": result}
        found.append(("a wrong result", {**told, "id": f"{told['id']}/x", "data": other}))
    for told in world.lots.sample(acted, min(2, len(acted))):
        other = {**told["data"], "seat": 3 - told["data"]["seat"] % 3}
        found.append(("out of turn", {**told, "id": f"{told['id']}/y", "data": other}))
    for told in coming[:1]:
        new = {**told, "id": f"{told['id']}/z"}
        found.append(("a deal that is none", {**new, "data": {**told["data"], "deal": 99}}))
        found.append(("another table", {**new, "table": "1" if table != "1" else "2"}))
    found += [("what comes next", told) for told in coming[: world.lots.randint(5, 40)]]
    return [(way, json.dumps(told).encode()) for way, told in found]
