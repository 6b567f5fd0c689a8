"""Rows of the rundown that are no segments: order, clock, open slot, CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
from service import NEVER, SIGNED, TABLES, asking, fill, guide, open_gate_on

from producer.release import Gate, by_hand
from producer.release.audit import audit
from producer.release.forecasts.forecast import phrases
from producer.release.forecasts.live_forecast import live_forecasts
from producer.release.programme.rundown import PlannedSegment, programme
from producer.web.programme.csv_rows import WrongCsv, read_csv

DEAL, EXIT = "guide/A/1", "route:/rundown"


@pytest.fixture
def gate(tmp_path: Path) -> Iterator[Gate]:
    db = tmp_path / "programme.db"
    fill(db, guide(), guide("sealed", "live", TABLES[:5], names={"Brazil": NEVER}))
    with open_gate_on(db) as opened:
        yield opened


@pytest.fixture
def ask(gate: Gate, tmp_path: Path) -> Iterator[httpx.Client]:
    with asking(gate, tmp_path) as client:
        yield client


def post(ask: httpx.Client, what: str, **body: Any) -> httpx.Response:
    return ask.post(f"/api/rundown/{what}", json=body)


def row(ask: httpx.Client, kind: str, **more: Any) -> str:
    answer = post(ask, "row", kind=kind, **more)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["row"])


def segment(ask: httpx.Client, gate: Gate, n: int = 0) -> str:
    pick = gate.comparison(DEAL, EXIT).picks[n].id
    return str(post(ask, "add", deal=DEAL, pick=pick).json()["segment"])


def order(gate: Gate) -> list[str]:
    return [each.id for each in programme(gate, EXIT)]


def test_rows_of_all_kinds_stand_in_one_order(ask: httpx.Client, gate: Gate) -> None:
    link, deal, pause = row(ask, "link", title="Hello"), segment(ask, gate), row(ask, "break")
    assert order(gate) == [link, deal, pause]
    assert post(ask, "row", kind="vt", seconds=90, before=deal).json()["row"] == "4"
    assert post(ask, "change", segment=deal, before="").status_code == 200
    assert order(gate) == [link, "4", pause, deal]
    assert post(ask, "move", rows=[deal, link], before="4").status_code == 200
    assert order(gate) == [link, deal, "4", pause]  # in the order that they had
    assert post(ask, "row", row=link, kind="link", title="Good evening").status_code == 200
    assert order(gate) == [link, deal, "4", pause]
    assert post(ask, "row-removed", row=pause).status_code == 200
    assert order(gate) == [link, deal, "4"]
    page = ask.get("/rundown").text
    assert "<b>3:30</b> planned" in page
    assert "Good evening" in page
    assert {entry.what for entry in audit(gate, "route:/audit")} >= {"moved rows of the rundown"}


def test_what_is_no_row_is_refused(ask: httpx.Client, gate: Gate) -> None:
    deal, link = segment(ask, gate), row(ask, "link")
    assert post(ask, "row-removed", row=deal).status_code == 404
    assert post(ask, "move", rows=[link], before=link).status_code == 422
    assert post(ask, "move", rows=[link, "99"]).status_code == 404
    assert post(ask, "row", kind="advert").status_code == 422
    assert post(ask, "accept", row=link, deal=DEAL, pick="zzzzzz").status_code == 409
    assert order(gate) == [deal, link]


def test_the_clock_follows_what_is_on_air(ask: httpx.Client, gate: Gate) -> None:
    now = gate.clock()
    link, deal = row(ask, "link", seconds=600), segment(ask, gate)
    pause = row(ask, "break", at=(now + timedelta(minutes=30)).isoformat())
    out = now + timedelta(minutes=31, seconds=30)
    assert post(ask, "clock", hard_out=out.isoformat()).status_code == 200
    assert post(ask, "row-aired", row=link).json() == {"message": "On air."}
    times = ask.get("/api/rundown/times").json()
    assert times["on_air"] == link
    assert 540 < times["left"] <= 600
    assert times["over"] == -30
    assert times["next_break"]["words"] == "Break"
    assert set(times["rows"]) == {link, deal, pause}
    assert -19 * 60 < times["rows"][pause]["late"] < -18 * 60  # 10 min and 1 min of 30
    assert post(ask, "row-aired", row=link, aired=False).status_code == 200
    assert ask.get("/api/rundown/times").json()["on_air"] == ""
    late = post(ask, "clock", starts=out.isoformat(), hard_out=now.isoformat())
    assert (late.status_code, "The hard out has to be after" in late.text) == (422, True)


def test_an_open_slot_proposes_what_is_free_and_the_producer_accepts(
    ask: httpx.Client, gate: Gate
) -> None:
    best = gate.comparison(DEAL, EXIT).picks[0].id
    link, slot = row(ask, "link"), row(ask, "open", seconds=75)
    page = ask.get("/prepare").text
    assert f'data-accept="{slot}" data-deal="{DEAL}" data-pick="{best}"' in page
    assert order(gate) == [link, slot]
    id_ = post(ask, "accept", row=slot, deal=DEAL, pick=best).json()["segment"]
    (_, made) = programme(gate, EXIT)
    assert isinstance(made, PlannedSegment)
    assert (made.id, made.pick, made.seconds) == (id_, best, 75)
    row(ask, "open")
    assert "No pick is free." in ask.get("/prepare").text  # the only deal is planned


def test_the_rundown_goes_out_as_csv_and_comes_back(ask: httpx.Client, gate: Gate) -> None:
    link, deal = row(ask, "link", title="=1+1", text="Hello, all"), segment(ask, gate)
    at = datetime.fromisoformat("2026-12-01T21:30:00+00:00")
    pause = row(ask, "break", seconds=120, at=at.isoformat())
    before = programme(gate, EXIT)
    lines = list(csv.DictReader(io.StringIO(ask.get("/rundown.csv").text)))
    assert [(each["id"], each["kind"], each["starts"]) for each in lines] == [
        (link, "link", "0"), (deal, "segment", "60"), (pause, "break", "120"),
    ]  # fmt: skip
    assert post(ask, "csv", csv=ask.get("/rundown.csv").text).json() == {"message": "3 rows read."}
    assert programme(gate, EXIT) == before
    changed = f"id,kind,seconds,title\n,vt,40,Trailer\n{pause},break,90,\n"
    assert post(ask, "csv", csv=changed).status_code == 200
    assert order(gate) == ["4", pause, link, deal]
    assert [each.seconds for each in programme(gate, EXIT)] == [40, 90, 60, 60]
    spanish = f"id;kind;seconds;text\r\n{pause};break;80;\r\n{link};link;30;Hola, a todos\r\n"
    assert post(ask, "csv", csv=spanish).status_code == 200
    assert [each.seconds for each in programme(gate, EXIT)] == [80, 30, 40, 60]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("id,title\n1,Hello\n", "line 1: it has no column kind and seconds"),
        ('kind,seconds\nlink,"60', "line 2: it is not CSV"),
    ],
)
def test_a_file_that_is_no_rundown_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(WrongCsv, match=words):
        read_csv(text)


def test_a_segment_sealed_again_stays_in_its_place_for_those_who_may_know(
    ask: httpx.Client, gate: Gate
) -> None:
    """It says SEALED and what it waits for, names nothing of the play, takes no time, and has no
    button; a booth and an unsigned desk see no row."""
    link, deal, pause = row(ask, "link", title="Hello"), segment(ask, gate), row(ask, "break")
    title = gate.comparison(DEAL, EXIT).picks[0].id
    by_hand.seal(gate, [DEAL], "a protest", "Ana")
    for path in ("/rundown", "/prepare"):
        page = ask.get(path, headers=SIGNED).text
        before, sealed = page.split('sealed-row"', 1)
        sealed, after = sealed.split("</li>", 1)
        assert f'data-key="sealed {deal}"' in sealed
        assert re.search(r"SEALED</strong> Deal 1 .*guide/A.*it waits for: sealed by hand", sealed)
        assert "Nobody knows yet when it is free" in sealed
        assert not re.search(r"<button|<form|data-segment|\?pick=", sealed)
        assert f'data-key="row {link}"' in before
        assert f'data-key="row {pause}"' in after
        assert title not in sealed
        assert "<b>2:00</b> planned" in page
        assert "sealed-row" not in ask.get(path).text
    listed = re.findall(r'<li [^>]*data-key="([^"]+)"', ask.get("/show", headers=SIGNED).text)
    assert listed == [link, f"sealed {deal}", pause]
    assert "sealed-row" not in ask.get("/show").text
    booth = {"Authorization": f"Bearer {by_hand.add_token(gate, 'commentator', (), 'b', 'Ana')}"}
    assert "sealed-row" not in ask.get("/rundown", headers=booth).text
    assert "guide/A" not in ask.get("/rundown.csv", headers=booth).text


def test_a_sealed_segment_says_when_it_is_free(ask: httpx.Client, gate: Gate) -> None:
    """As the forecast does: five tables have played the deal, and table 6 is to play it."""
    by_hand.release(gate, ["sealed/A/1"], "for the test", "Ana")
    pick = gate.comparison("sealed/A/1", EXIT).picks[0].id
    assert post(ask, "add", deal="sealed/A/1", pick=pick).status_code == 200
    by_hand.seal(gate, ["sealed/A/1"], "a protest", "Ana")
    (one,) = live_forecasts(gate, "route:/forecast")
    assert phrases(one)
    page = unescape(ask.get("/rundown", headers=SIGNED).text)
    assert f"it waits for: {'; '.join(phrases(one))}" in page


def test_a_sealed_segment_keeps_its_place_through_a_spreadsheet(
    ask: httpx.Client, gate: Gate
) -> None:
    link, deal, pause = row(ask, "link", title="Hello"), segment(ask, gate), row(ask, "break")
    last = segment(ask, gate, 1)
    by_hand.seal(gate, [DEAL], "a protest", "Ana")
    text = ask.get("/rundown.csv", headers=SIGNED).text
    lines = list(csv.DictReader(io.StringIO(text)))
    states = [(each["id"], each["state"], each["starts"]) for each in lines]
    assert states == [
        (link, "planned", "0"),
        (deal, "sealed", ""),
        (pause, "planned", "60"),
        (last, "sealed", ""),
    ]
    assert {each["pick"] for each in lines} == {""}
    assert lines[1]["text"].startswith("Nobody knows yet when it is free")
    changed = [lines[2], lines[1], {**lines[0], "title": "Good evening"}]
    out = io.StringIO()
    writer = csv.DictWriter(out, lines[0].keys())
    writer.writeheader()
    writer.writerows(changed)
    assert post(ask, "csv", csv=out.getvalue()).json() == {"message": "3 rows read."}
    by_hand.release(gate, [DEAL], "settled", "Ana")
    found = programme(gate, EXIT)
    assert [each.id for each in found] == [last, pause, deal, link]
    assert isinstance(found[2], PlannedSegment)
    assert post(ask, "csv", csv=text).status_code == 200  # an old file: their states are as now
    assert [each.state for each in programme(gate, EXIT)] == ["planned"] * 4
    assert order(gate) == [link, deal, pause, last]


def test_a_wrong_line_changes_nothing(ask: httpx.Client, gate: Gate) -> None:
    head = "id,kind,seconds,deal,pick\n,link,30,,\n"
    for line, words in (
        (",advert,30,,", "line 3: kind: there is no advert"),
        (",link,soon,,", "line 3: seconds: "),
        (",segment,60,guide/A/1,zzzzzz", "line 3: pick: "),
        (",segment,60,sealed/A/1,zzzzzz", "line 3: pick: "),
    ):
        answer = post(ask, "csv", csv=f"{head}{line}\n")
        assert (answer.status_code, words in answer.json()["error"]) == (422, True), answer.text
    assert order(gate) == []


def test_a_segment_of_a_sealed_deal_is_in_no_answer(ask: httpx.Client, gate: Gate) -> None:
    link, deal = row(ask, "link"), segment(ask, gate)
    by_hand.seal(gate, [DEAL], "not tonight", "Ana")
    assert order(gate) == [link]
    assert set(ask.get("/api/rundown/times").json()["rows"]) == {link}
    assert "guide" not in ask.get("/rundown.csv").text
    assert post(ask, "move", rows=[deal]).status_code == 404
