"""``duplicast standings`` of a tournament, as typed: they say what may still change them."""

import json
from pathlib import Path

from command_here import duplicast


def test_an_elimination_in_quarantine_leaves_the_standings_provisional(tmp_path: Path) -> None:
    """The simulated floor sends one elimination; here with a name that nobody has."""
    words = ["--game", "tournament", "--deals", "30", "--seed", "2", "-o", "t.ndjson"]
    duplicast("simulate", *words, folder=tmp_path)
    file = tmp_path / "t.ndjson"
    events = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    (out,) = (each for each in events if each["type"] == "tournament.eliminated")
    for players, pending in ((["Nobody"], ["1 entry in quarantine"]), (out["data"]["players"], [])):
        changed = {**out, "data": {"players": players}}
        sent = [changed if each is out else each for each in events]
        file.write_text("\n".join(map(json.dumps, sent)), "utf-8")
        db = f"{len(pending)}.db"
        duplicast("ingest", "t.ndjson", "--db", db, folder=tmp_path)
        group = f"{out['session']}/{out['group']}"
        answer = json.loads(
            duplicast("standings", group, "--json", "--db", db, folder=tmp_path).stdout
        )
        assert answer["pending"] == pending
        shown = duplicast("standings", group, "--db", db, folder=tmp_path).stdout
        assert ("provisional: 1 entry in quarantine" in shown) == bool(pending)
