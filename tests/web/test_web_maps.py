"""The page of maps: files are added, a map is proposed, edited and saved, its files ingested."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
from mapped_hands import file_of, phh
from patience import eventually
from service import SIGNED, open_gate_on, serving

from producer.events import HoldemGame
from producer.feeds.mapping.map_file import read_map
from producer.games.line import DealKey
from producer.record import open_store
from producer.release import Gate
from producer.release.audit import audit
from producer.web.maps.folder import FOLDER

OWN_LBR = Path(__file__).parent.parent / "fixtures" / "lbr" / "own_ds_r7.out"
NAMES = "'A. Keller', 'Zoe'"
FIRST = (phh(11, 11, "fold"), phh(12, 12, "fold"), phh(13, 13, "flop check"))
SECOND = tuple(
    phh(hand, deal, how, NAMES)
    for hand, (deal, how) in enumerate(
        [(13, "flop bet"), (11, "flop bet"), (12, "fold"), (14, "fold")], 1
    )
)
"""Table 2 has played deals 13, 11, 12, and 14, which table 1 has not."""


@pytest.fixture(scope="module")
def gate(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gate]:
    with open_gate_on(tmp_path_factory.mktemp("maps") / "desk.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def ask(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    """A service with the files of two tables that name them alike, and the map proposed."""
    folder = tmp_path_factory.mktemp("service")
    with (
        serving(gate, folder, db=gate.folder / "desk.db") as address,
        httpx.Client(base_url=address, headers=SIGNED, trust_env=False, timeout=120) as client,
    ):
        for name, sections in (("one", FIRST), ("two", SECOND)):
            answer = add(client, "hands.phhs", hands(folder, *sections), folder=name)
            assert answer.json() == {"message": f"Added: {name}/hands.phhs."}
        files = ["one/hands.phhs", "two/hands.phhs"]
        answer = client.post("/api/maps/suggest", json={"session": "Final 1", "files": files})
        assert answer.json() == {"message": "Proposed a map of Final 1.", "map": "final-1"}
        yield client


def hands(folder: Path, *sections: str) -> bytes:
    return file_of(folder / "made" / "own.phhs", *sections).read_bytes()


def add(ask: httpx.Client, name: str, content: bytes, **more: Any) -> httpx.Response:
    return ask.post("/api/maps/file", params={"name": name, **more}, content=content)


def page(ask: httpx.Client, name: str) -> str:
    return ask.get("/maps", params={"map": name}).text


def seen(gate: Gate, name: str) -> dict[str, str]:
    """What the page says of the map when it is sent back."""
    content = (gate.folder / FOLDER / f"{name}.toml").read_bytes()
    return {"map": name, "seen": sha256(content).hexdigest()[:16]}


def put_map(gate: Gate, name: str, order: str) -> None:
    """A map of the two files, beside them, for a session of its name."""
    (gate.folder / FOLDER / f"{name}.toml").write_text(
        f'session = "{name}"\n[tables.1]\nfiles = ["one/*.phhs"]\n'
        f'[tables.2]\nfiles = ["two/*.phhs"]\norder = {order}\n'
    )


def row(page: str, table: str) -> str:
    """The text of a table's row."""
    found = re.search(rf'<tr data-table="{re.escape(table)}">.*?</tr>', page, re.DOTALL)
    assert found is not None, page
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", found[0]))


FIELDS: dict[str, Any] = {
    "session": "final",
    "group": "A",
    "tables": {
        "1": {"files": ["one/*.phhs"]},
        "2": {"files": ["two/*.phhs"], "order": [13, 11, 12], "deals": {"4": 0}},
    },
    "players": {"Ann Keller": {"team": "CHN", "also": ["A. Keller"]}},
    "teams": {"CHN": {"name": "China"}},
}


def test_a_proposed_map_shows_what_fits_and_who_may_be_whom(ask: httpx.Client) -> None:
    shown = page(ask, "final-1")
    assert re.search(r'data-seen="[0-9a-f]{16}"', shown)
    assert "3 of 3 hands fit a deal" in row(shown, "1")
    other = row(shown, "2")
    assert "3 of 4 hands fit a deal Deals 13, 11, 12" in other
    assert "3 have the known cards of their deals" in other
    assert "Hand 4: its cards are those of none of 3 deals with known cards" in other
    assert 'data-accept="Ann Keller"' in shown
    assert "SEALED" in other


def test_an_edited_map_is_the_one_truth_of_the_desk_and_the_command(
    ask: httpx.Client, gate: Gate
) -> None:
    body = {**seen(gate, "final-1"), "fields": FIELDS}
    assert ask.post("/api/maps/save", json=body).json() == {"message": "Saved the map of final."}
    saved = read_map(gate.folder / FOLDER / "final-1.toml")
    two = saved.tables["2"]
    assert (saved.session, two.order, two.deals) == ("final", (13, 11, 12), {"4": 0})
    assert saved.players["Ann Keller"].also == ("A. Keller",)
    shown = page(ask, "final-1")
    assert "the map leaves it out" in row(shown, "2")
    assert 'data-stranger="A. Keller"' not in shown
    assert 'data-stranger="Zoe"' in shown


def test_a_wrong_order_is_seen_before_anything_is_recorded(ask: httpx.Client, gate: Gate) -> None:
    put_map(gate, "wrong", "[11, 13, 12]")
    assert "Other cards than known: deals 13" in row(page(ask, "wrong"), "2")
    assert "wrong" not in {each.session for each in gate.sessions()}


def test_ingesting_is_the_commands_and_keeps_what_fits_no_deal(
    ask: httpx.Client, gate: Gate
) -> None:
    put_map(gate, "over", "[13, 11, 12]")
    assert ask.post("/api/maps/ingest", json=seen(gate, "over")).status_code == 200
    again = ask.post("/api/maps/ingest", json=seen(gate, "over"))
    assert (again.status_code, again.json()["error"]) == (
        409,
        "Not ingested: it is being ingested already.",
    )
    eventually(lambda: "data-running" not in page(ask, "over"), "the end of the job")
    assert "Not all of it was ingested: 8 new events, 0 already known, 1 in quarantine" in (
        re.sub(r"\s+", " ", page(ask, "over"))
    )
    with open_store(gate.folder / "desk.db") as store:
        found = {deal.key: sorted(play.table for play in deal.plays) for deal in store.deals()}
        (entry,) = store.quarantine()
    assert found == {DealKey("over", "A", n): ["1", "2"] for n in (11, 12, 13)}
    assert entry.reason == "hand 4 of table 2 fits no deal: the order sheet has 3 hands"
    assert [key.session for key in gate.released("command:deals")] == ["over"] * 3
    entries = [(each.what, each.more) for each in audit(gate, "route:/audit")]
    size = (gate.folder / FOLDER / "two" / "hands.phhs").stat().st_size
    assert ("added a file of hands", f"file two/hands.phhs; size {size}") in entries
    assert ("saved a map", "map final-1; of session Final 1; tables 1, 2") in entries
    files = "one/hands.phhs, two/hands.phhs"
    assert entries[-1] == (
        "ingested files by a map",
        f"map over; of session over; files {files}",
    )


def test_a_session_that_is_still_played_stays_sealed(ask: httpx.Client, gate: Gate) -> None:
    """Two of three tables have played; the third is still to come."""
    put_map(gate, "live", "[13, 11, 12]")
    body = {**seen(gate, "live"), "live_tables": 3}
    assert ask.post("/api/maps/ingest", json=body).status_code == 200
    eventually(lambda: "data-running" not in page(ask, "live"), "the end of the job")
    with open_store(gate.folder / "desk.db") as store:
        assert len(list(store.deals([("live", "A")]))) == 3
    assert "live" not in {key.session for key in gate.released("command:deals")}


def test_what_another_desk_has_changed_is_not_overwritten(ask: httpx.Client, gate: Gate) -> None:
    put_map(gate, "both", "[13, 11, 12]")
    before = seen(gate, "both")
    put_map(gate, "both", "[13, 12, 11]")
    for what, more in (("save", {"fields": FIELDS}), ("ingest", {})):
        answer = ask.post(f"/api/maps/{what}", json={**before, **more})
        assert (answer.status_code, answer.json()["error"]) == (
            409,
            "The map has been changed meanwhile.",
        )


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"tables": {}}, "Not saved: tables: Dictionary should have at least 1 item"),
        ({"scale": 1}, "Not saved: scale: there is no such field here"),
        ({"teams": {}}, "Not saved: players.Ann Keller: there is no team CHN."),
        (
            {"tables": {"1": {"order": [1, "x"]}}},
            "Not saved: tables.1.order.1: Input should be a valid integer",
        ),
    ],
)
def test_a_map_with_a_fault_is_not_saved_and_says_where(
    ask: httpx.Client, gate: Gate, change: dict[str, Any], error: str
) -> None:
    before = seen(gate, "final-1")
    answer = ask.post("/api/maps/save", json={**before, "fields": FIELDS | change})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(error)
    assert seen(gate, "final-1") == before


def test_a_map_of_a_session_is_proposed_once(ask: httpx.Client) -> None:
    body = {"session": "Final 1", "files": ["one/hands.phhs"]}
    answer = ask.post("/api/maps/suggest", json=body)
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "There is a map of Final 1 already.",
    )


def test_another_file_of_the_same_name_is_kept_until_it_is_to_be_replaced(
    ask: httpx.Client, gate: Gate
) -> None:
    """A PokerGFX export, for one, is exported again while it grows."""
    file = gate.folder / FOLDER / "grows.json"
    assert add(ask, "grows.json", b'{"Hands": [').status_code == 200
    assert add(ask, "grows.json", b'{"Hands": [').status_code == 200
    answer = add(ask, "grows.json", b'{"Hands": []}')
    assert (answer.status_code, answer.json()["error"]) == (
        409,
        "There is another grows.json already.",
    )
    assert file.read_bytes() == b'{"Hands": ['
    assert add(ask, "grows.json", b'{"Hands": []}', replace=True).status_code == 200
    assert file.read_bytes() == b'{"Hands": []}'
    file.unlink()


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("../own.db", ""),
        ("..", ""),
        (".hidden", ""),
        ("a\\b.phh", ""),
        ("a\nb.phh", ""),
        ("a" * 101, ""),
        ("hands.phhs", ".."),
        ("hands.phhs", "a/b"),
        ("final.toml", ""),
    ],
)
def test_names_that_lead_elsewhere_are_refused(
    ask: httpx.Client, gate: Gate, name: str, folder: str
) -> None:
    before = sorted(gate.folder.rglob("*"))
    assert add(ask, name, b"x", folder=folder).status_code == 422
    assert sorted(gate.folder.rglob("*")) == before


def test_a_file_has_its_limit_and_must_not_be_empty(ask: httpx.Client) -> None:
    """As docs/security.md says."""
    large = add(ask, "large.json", b" " * 32_000_001)
    assert (large.status_code, large.json()["error"]) == (413, "The request is too long.")
    assert add(ask, "none.json", b"").status_code == 422


def test_files_of_no_use_are_listed_with_the_reason(ask: httpx.Client, gate: Gate) -> None:
    text = b"PokerStars Hand #1: Hold'em No Limit\n*** HOLE CARDS ***\n"
    assert add(ask, "old.txt", text).status_code == 200
    assert "this is a hand history in text" in ask.get("/maps").text
    answer = ask.post("/api/maps/suggest", json={"session": "s", "files": ["old.txt"]})
    assert answer.status_code == 422
    assert "this is a hand history in text" in answer.json()["hint"]
    (gate.folder / FOLDER / "old.txt").unlink()
    odd = gate.folder / FOLDER / os.fsdecode(b"odd\xff.phh")
    odd.write_text(FIRST[0])
    shown = ask.get("/maps").text
    odd.unlink()
    assert r"odd\xff.phh" in shown
    assert "Its name is not UTF-8. Rename it." in shown
    gone = ask.post("/api/maps/suggest", json={"session": "s", "files": ["gone.txt"]})
    assert (gone.status_code, gone.json()["error"]) == (404, "There is no file gone.txt.")


def test_a_map_copied_into_the_folder_is_listed_and_its_fault_named(
    ask: httpx.Client, gate: Gate
) -> None:
    folder = gate.folder / FOLDER
    (folder / "Δεύτερη.toml").write_text("session = ", encoding="utf-8")
    assert "Δεύτερη" in ask.get("/maps").text
    assert "not TOML" in ask.get("/maps", params={"map": "Δεύτερη"}).text
    assert ask.get("/maps", params={"map": "../desk"}).status_code == 404


def test_maps_are_for_those_who_are_signed_in(ask: httpx.Client) -> None:
    """Others at this machine are producers of released deals only."""
    body = {"session": "s", "files": ["one/hands.phhs"]}
    with httpx.Client(base_url=ask.base_url, trust_env=False, timeout=60) as anybody:
        assert anybody.get("/maps").status_code == 403
        assert anybody.post("/api/maps/suggest", json=body).status_code == 403


def test_what_a_file_does_not_say_is_given_with_it(ask: httpx.Client, gate: Gate) -> None:
    """A log of LBR states neither its blinds nor its stack nor its table; unless they are given it
    is one of 50/100 with 20,000 each."""
    assert add(ask, "own.out", OWN_LBR.read_bytes()).status_code == 200
    text = 'session = "log"\n[tables.9]\nfiles = ["own.out"]\ntable = "Feature"\n'
    (gate.folder / FOLDER / "log.toml").write_text(text)
    assert "The files have no hand of this table." in row(page(ask, "log"), "9")
    said = {"stakes": "50/100/30000", "as": "Feature"}
    shown = ask.get("/maps", params={"map": "log", **said}).text
    assert "6 of 6 hands fit a deal" in row(shown, "9")
    assert 'value="50/100/30000"' in shown
    wrong = ask.get("/maps", params={"map": "log", "stakes": "100/50"}).text
    assert "100/50 are no stakes." in wrong
    body = {**seen(gate, "log"), "stakes": "50/100/30000", "table": "Feature"}
    assert ask.post("/api/maps/ingest", json=body).status_code == 200
    eventually(lambda: "data-running" not in page(ask, "log"), "the end of the job")
    (session,) = [each for each in gate.sessions() if each.session == "log"]
    game = session.tables["9"].game
    assert isinstance(game, HoldemGame)
    assert (game.small_blind, game.big_blind, game.stack) == (50, 100, 30_000)
    assert audit(gate, "route:/audit")[-1].more == (
        "map log; of session log; files own.out; stakes 50/100/30000; table of file Feature"
    )


def test_hands_that_are_counted_from_0_are_one_more(ask: httpx.Client, gate: Gate) -> None:
    content = hands(gate.folder, phh(0, 11, "fold"), phh(1, 12, "fold"))
    assert add(ask, "zero.phhs", content).status_code == 200
    (gate.folder / FOLDER / "zero.toml").write_text(
        'session = "zero"\n[tables.1]\nfiles = ["zero.phhs"]\n'
    )
    put_map(gate, "one-more", "[13, 11, 12]")
    for said, deals in (({}, "Deals 11, 12, 13"), ({"hands-from": 0}, "Deals 12, 13, 14")):
        shown = ask.get("/maps", params={"map": "one-more", **said}).text
        assert deals in row(shown, "1")
    body = {**seen(gate, "zero"), "hands_from": 0}
    assert ask.post("/api/maps/ingest", json=body).status_code == 200
    eventually(lambda: "data-running" not in page(ask, "zero"), "the end of the job")
    with open_store(gate.folder / "desk.db") as store:
        assert sorted(deal.key.number for deal in store.deals([("zero", "A")])) == [1, 2]


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"stakes": "100/50"}, "Not ingested: 100/50 are no stakes."),
        ({"stakes": "--db=x"}, "Not ingested: --db=x are no stakes."),
        ({"table": "1"}, "Not ingested: one table is named, and the map takes 2 files."),
    ],
)
def test_stakes_and_tables_that_cannot_be_are_refused(
    ask: httpx.Client, gate: Gate, more: dict[str, str], error: str
) -> None:
    put_map(gate, "refused", "[13, 11, 12]")
    answer = ask.post("/api/maps/ingest", json={**seen(gate, "refused"), **more})
    assert (answer.status_code, answer.json()["error"]) == (422, error)
