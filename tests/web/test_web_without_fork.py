"""Deals without a fork on the desk, on their page, on channels and in packages."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import SIGNED, TABLES, asking, fill, guide, open_gate_on
from typer.testing import CliRunner

from producer.cli import command_line
from producer.events import parse_event
from producer.feeds import Received
from producer.release import Gate

ALIKE, DEAL, CHANNEL = "alike/A/1", "guide/A/1", "/api/channels/program"


def alike() -> list[Received]:
    """The guide's deal as if every table had played it as table 5 did, where kings raised to the
    cap and jacks called."""
    bodies = [json.loads(each.raw) for each in guide("alike")]
    hands = {each["table"]: each["data"] for each in bodies if "line" in each["data"]}
    shown = hands["5"]
    found = []
    for n, body in enumerate(bodies, 1):
        if "line" in body["data"]:
            body["data"] |= {"line": shown["line"], "result": shown["result"]}
        raw = json.dumps(body).encode()
        event = parse_event(raw.decode())
        assert not isinstance(event, Exception), n
        found.append(Received(raw, event, "guide"))
    return found


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("alike") / "alike.db"
    fill(path, guide(), alike(), guide("sealed", "live", TABLES[:5]))
    return path


@pytest.fixture(scope="module")
def gate(db: Path) -> Iterator[Gate]:
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture(scope="module")
def ask(gate: Gate, tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path_factory.mktemp("web")) as client:
        yield client


def test_the_page_of_a_deal_played_alike_shows_what_all_chose(ask: httpx.Client) -> None:
    page = ask.get(f"/deals/{ALIKE}").text
    assert "<b>Same line at 6 tables</b>" in page
    assert page.count("<b>call 26, cap</b>") == 1, "one branch, of all six tables"
    assert page.count('type="radio" name="left"') == 6
    assert "All six tables go the same way" in page


def test_its_json_has_the_number_of_the_decision_at_every_table(ask: httpx.Client) -> None:
    (pick,) = ask.get(f"/api/deals/{ALIKE}").json()["picks"]
    assert (pick["kind"], pick["street"], pick["branches"]) == ("same line", "turn", [])
    assert pick["decisions"] == dict.fromkeys("123456", 14)
    for table in "123456":
        line = ask.get(f"/api/deals/{ALIKE}").json()["plays"][table]["line"]
        assert (line[13]["seat"], line[13]["action"]) == (3, "call")


def test_the_desk_lists_it_with_its_cards_and_the_decision(ask: httpx.Client) -> None:
    rows = ask.get("/").text.split("<article")
    row = next(each for each in rows if f'href="/deals/{ALIKE}?pick=' in each)
    assert "Jack of hearts" in row
    assert "On the turn, seat 5 raises to 38, cap, seat 3 chooses" in row
    assert "call 26, cap" in row


@pytest.mark.parametrize(
    "body",
    [{"kind": "two-up"}, {"kind": "upright"}, {"kind": "split", "count": 6}, {"kind": "field"},
     {"kind": "table", "table": "1"}],
)  # fmt: skip
@pytest.mark.parametrize("moment", ["before", "decision", "move:1", "end", "end,2=decision"])
def test_it_goes_on_a_channel_at_any_moment(
    ask: httpx.Client, gate: Gate, body: dict[str, object], moment: str
) -> None:
    best = gate.comparison(ALIKE, "command:compare").best
    assert best is not None
    if body["kind"] == "table" and "," in moment:
        return
    answer = ask.post(CHANNEL, json={**body, "pick": best.id, "moment": moment})
    assert answer.status_code == 200, answer.text
    shown = ask.get("/api/air").json()["channels"]["program"]["shown"]
    assert (shown["deal"], shown["moment"]) == (ALIKE, moment)


def test_loading_it_to_preview_is_refused_for_want_of_obs_only(ask: httpx.Client) -> None:
    answer = ask.post("/api/preview", json={"deal": ALIKE})
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("Not on preview: nothing answers")
    assert ask.get(f"/stills/{ALIKE}.png", params={"scale": 0.25}).status_code == 200


def test_it_is_exported_as_packages(db: Path, tmp_path: Path) -> None:
    words = ["export-ograf", ALIKE, "-o", str(tmp_path), "--db", str(db)]
    done = CliRunner().invoke(command_line("export-ograf"), words)
    assert done.exit_code == 0, done.output
    for kind in ("two-up", "upright", "split", "field"):
        (package,) = tmp_path.glob(f"alike-a-1-{kind}*")
        (manifest,) = package.glob("*.ograf.json")
        assert "Step 3: how it ended." in manifest.read_text(encoding="utf-8")


def test_a_fork_stands_once_on_its_deals_page(ask: httpx.Client, gate: Gate) -> None:
    """Every fork of the guide's deal has its pick in the list of picks."""
    found = gate.comparison(DEAL, "command:compare")
    page = ask.get(f"/deals/{DEAL}").text
    assert len(re.findall(r'<li class="pick[^>]*data-pick="', page)) == len(found.picks)
    assert all(fork in [pick.fork for pick in found.picks] for fork in found.forks)
    assert "Other forks" not in page


def test_a_sealed_page_lists_its_picks_without_addresses_of_them(ask: httpx.Client) -> None:
    """The id of a sealed deal's pick is content of it, and addresses are logged."""
    page = ask.get("/sealed/sealed/A/1", headers=SIGNED).text
    assert 'class="pick' in page
    assert "?pick=" not in page
