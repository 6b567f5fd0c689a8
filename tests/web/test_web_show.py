"""Show mode: what is said now and next, the next three rows; and the order of the beats."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from service import NEVER, TABLES, asking, fill, guide, open_gate_on

from producer.release import Gate
from producer.stages.moment import read_moment
from producer.web.air_bar.next_beat import advanced, beats_on_air, running
from producer.web.channels.playhead import on_stage
from producer.web.channels.requests import playhead
from producer.web.ops.errors import Refusal

DEAL, EXIT = "guide/A/1", "route:/show"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    db = tmp_path / "show.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture
def ask(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path) as client:
        yield client


def test_each_next_beat_knows_more_until_the_end(gate: Gate) -> None:
    """Table 6 has answered first (look/README.md): then table 5, then each ending."""
    wanted = playhead({"deal": DEAL, "moment": "before"})
    moments, said = [], []
    for _ in range(5):
        shown, _ = on_stage(gate, wanted, EXIT)
        assert shown is not None
        made = beats_on_air(gate, wanted, shown, EXIT)
        beat = running(made, read_moment(shown.moment))
        moments.append(shown.moment)
        said.append(beat.name if beat else "")
        if shown.moment != "end":
            wanted = advanced(wanted, made)
    with pytest.raises(Refusal, match="this is the end of the pick"):
        advanced(wanted, made)
    assert moments == ["before", "before,6=decision", "decision", "decision,6=end", "end"]
    assert said == ["question", "decision-left", "decision-right", "ending-left", "ending-right"]


def test_the_next_three_rows_that_have_not_aired_can_be_cued(ask: httpx.Client, gate: Gate) -> None:
    picks = [each.id for each in gate.comparison(DEAL, EXIT).picks[:5]]
    ids = []
    for pick in picks:
        answer = ask.post("/api/rundown/add", json={"deal": DEAL, "pick": pick})
        ids.append(answer.json()["segment"])
    ask.post("/api/rundown/aired", json={"segment": ids[0]}).raise_for_status()
    page = ask.get("/show").text
    assert re.findall(r'<li data-key="(\d+)">', page) == ids[1:4]
    cued = [json.loads(html.unescape(body)) for body in re.findall(r'cue-body="([^"]+)"', page)]
    assert [each["pick"] for each in cued] == picks[1:4]
    assert "No pick is on air." in page
    assert NEVER not in page


def test_without_obs_there_is_no_picture_and_the_reason(ask: httpx.Client) -> None:
    answer = ask.get("/api/obs/pictures/program.jpg")
    assert answer.status_code == 503
    assert answer.json()["error"].startswith("No picture: nothing answers at 127.0.0.1")
