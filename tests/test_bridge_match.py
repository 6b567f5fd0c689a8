"""Bridge from a match's file to standings, comparison, words and picture."""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import httpx
import pytest
from real_files import real_files
from service import SIGNED, serving
from typer.testing import CliRunner, Result

from overlay.contexts import AuctionGrid, FourHands, HandColumn
from overlay.stage import Box, Graphic
from overlay.svg import graphic_svg, stage_svg
from producer.cli import command_line
from producer.compare.model import Comparison
from producer.record import open_store
from producer.release.gate import open_gate
from producer.segments.graphic_contexts import group_standings, standings_before
from producer.stages.bridge.call_words import bid_text
from producer.stages.comparisons.two_up import two_up
from producer.stages.moment import BEFORE, DECISION, END, Moment
from producer.stages.programme.show import standings_of
from producer.stages.style import PLAIN, Style
from producer.wording import talking_points, three_lines
from producer.wording.language import language

BOTS = "bridge/bridge-bots/bridgebots/tests/resources"
EXIT = "command:still"


def run(*words: str, status: int = 0) -> Result:
    ended = CliRunner().invoke(command_line(words[0]), list(words), env={"COLUMNS": "160"})
    assert ended.exit_code == status, ended.output
    return ended


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The match of test_lin.py: 15 boards, Nickell 30, Fleisher 41."""
    (path,) = real_files(BOTS, "usbf_sf_14502.lin")
    folder = tmp_path_factory.mktemp("bridge")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run("ingest", str(path))
        yield folder / "duplicast.db"


def compared(record: Path, deal: str) -> Comparison:
    gate = open_gate(record)
    found = gate.comparison(deal, EXIT)
    gate.close()
    return found


def test_the_standings_are_the_match_score_with_what_was_carried_over(record: Path) -> None:
    teams = json.loads(run("standings", "--db", str(record), "--json").stdout)["teams"]
    assert [(line["team"], line["points"]) for line in teams] == [
        ("Fleisher", 99 + 41), ("Nickell", 80 + 30),
    ]  # fmt: skip
    shown = run("standings", "--db", str(record)).stdout
    rows = [line.replace("│", " ").split() for line in shown.splitlines() if "│" in line]
    assert rows[:2] == [
        ["1", "Fleisher", "140", "+30", "+420"], ["2", "Nickell", "110", "-30", "-420"],
    ]  # fmt: skip
    by_butler = run("standings", "--scoring", "butler", "--db", str(record), "--json").stdout
    assert [line["points"] for line in json.loads(by_butler)["teams"]] == [140, 110]


def test_the_largest_swing_is_found_and_told_in_imps(record: Path) -> None:
    """Board 53: 4SX four down in the open room, 3NT three down in the closed one."""
    deals = json.loads(run("deals", "--db", str(record), "--json").stdout)
    found = {deal["deal"]: deal for deal in deals}
    assert {52, 53} <= set(list(found)[:3]), "by merit"
    assert found[53]["headline"] == (
        "Four spades doubled by West, 4 down, in the open room; three no-trumps by South, 3 down, "
        "in the closed room: 15 IMPs to team Nickell"
    )
    answer = json.loads(run("compare", "53", "--db", str(record), "--json").stdout)
    (pick, *_) = answer["picks"]
    assert (pick["seat"], pick["street"], len(answer["forks"])) == (3, "auction", 1)
    assert [branch["action"]["detail"] for branch in pick["branches"]] == ["1C", "1H"]


@pytest.mark.parametrize("code", ["en", "es", "el"])
def test_every_board_is_told_in_every_language(record: Path, code: str) -> None:
    gate = open_gate(record)
    for board in range(46, 61):
        comparison = gate.comparison(str(board), EXIT)
        assert len(talking_points(comparison, code)) >= 3
        for pick in comparison.picks:
            lines = three_lines(comparison, pick, code)
            for result in comparison.deal.plays[0].result.values():
                assert not result or str(abs(result)) not in f"{lines.tease} {lines.split}"
            assert "{" not in f"{lines.tease}{lines.split}{lines.headline}"
    gate.close()


def test_a_board_moves_no_standings_by_seats(record: Path) -> None:
    """The match is counted in IMPs (RULES B3)."""
    answer = json.loads(run("compare", "52", "--db", str(record), "--json").stdout)
    (pick, *_) = answer["picks"]
    assert pick["components"]["standings"]["value"] is None


def test_what_every_call_and_card_gave_up_adds_up_to_the_result(record: Path) -> None:
    """From par, less what North and South gave up, plus what East and West did. Nobody gains by a
    call or card; the lead of the ten of clubs let four hearts make: 620 instead of -100."""
    pytest.importorskip("endplay", reason="endplay has no wheels for this Python")
    for board in ("49", "52", "55"):
        answer = json.loads(run("compare", board, "--db", str(record), "--json").stdout)
        seen = answer["all_cards"]
        for table, play in answer["plays"].items():
            north = seen["best"]["1"]
            for move, cost in zip(play["line"], seen["costs"][table], strict=True):
                assert cost["lost"] >= 0 or move["action"] == "claim"
                north += cost["lost"] * (-1 if move["seat"] in (1, 3) else 1)
            assert north == play["result"]["1"]
    shown = run("compare", "52", "--db", str(record)).stdout
    assert "North ♣10: 1 trick, 720 points" in shown
    for word in ("seat 1", "button", "chips", "same information"):
        assert word not in shown
    assert "(all-knowing: With all cards visible to us, best play by both sides comes to three" in (
        shown
    )


def test_without_the_extra_boards_are_compared_and_say_what_is_missing(
    record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "endplay", None)
    shown = run("compare", "47", "--db", str(record)).stdout
    missing = (
        'double dummy needs the extra bridge: pip install "duplicast[bridge]", '
        "or in a checkout: make dev"
    )
    assert f"all cards: not counted, {missing}" in " ".join(shown.split())
    answer = json.loads(run("compare", "47", "--db", str(record), "--json").stdout)
    assert answer["all_cards"] == {"missing": missing}


def texts(comparison: Comparison, moment: Moment, code: str = "en") -> str:
    return stage_svg(two_up(comparison, (), moment, style=Style(language(code))))


def test_nothing_is_drawn_before_its_moment(record: Path) -> None:
    """Calls appear in the auction one by one; contract and points at the end."""
    comparison = compared(record, "53")
    before, decision, end = (texts(comparison, moment) for moment in (BEFORE, DECISION, END))
    stage = two_up(comparison, (), BEFORE)
    grids = [each.context for each in stage.graphics if isinstance(each.context, AuctionGrid)]
    calls = [[call.text for row in grid.rows for call in row] for grid in grids]
    assert calls == [["", "–", "–"]] * 2, "two passes before South's call, in both rooms"
    assert ">1<" not in before
    assert decision.count(">1<") == 2 + 2, "one club and one heart, in grid and bar"
    for later in ("DOWN", "3NT", "+800", "IMPs"):
        assert later.lower() not in decision.lower()
        assert later in end
    side = texts(comparison, Moment(None, (("Closed", 0),)))
    assert "4 down" in side
    assert not any(word in side for word in ("3 down", "3NT", "IMPs"))


@pytest.mark.parametrize("code", ["en", "es", "el"])
def test_a_board_is_drawn_in_every_language(record: Path, code: str) -> None:
    comparison = compared(record, "52")
    words = {
        "en": ("OPEN ROOM", "everybody vulnerable", "12"),
        "es": ("SALA ABIERTA", "todos vulnerables", "12"),
        "el": ("ΑΝΟΙΧΤΗ ΑΙΘΟΥΣΑ", "όλοι σε ζώνη", "12"),
    }[code]
    drawn = texts(comparison, DECISION, code) + texts(comparison, END, code)
    assert all(word in drawn for word in words)


def test_the_still_is_a_picture(record: Path) -> None:
    out = record.with_name("end.png")
    run("still", "52", "--moment", "end", "-o", str(out), "--db", str(record))
    picture = cv2.imread(str(out), cv2.IMREAD_UNCHANGED)
    assert picture.shape == (1080, 1920, 4)
    assert picture[100, 960, 3] == picture[985, 400, 3] == 255 > picture[500, 400, 3]


def test_a_contract_is_drawn_with_its_suit_and_its_double() -> None:
    said = [bid_text(text, language("en")) for text in ("4SX", "3NT", "1NTXX")]
    assert [(each.text, each.suit, each.after) for each in said] == [
        ("4", "s", "X"), ("3NT", "", ""), ("1NTXX", "", ""),
    ]  # fmt: skip


def test_no_trump_is_written_as_in_the_language() -> None:
    """Sin triunfo, χωρίς ατού: as the sentences say it."""
    assert bid_text("3NTX", language("es")).text == "3STX"
    assert bid_text("3NTX", language("el")).text == "3ΧΑX"


def opening(kind: str, session: str, tables: tuple[str, ...]) -> dict:
    players = {str(seat): {"name": f"P{seat}"} for seat in (1, 2, 3, 4)}
    game = {"name": "bridge"}
    return {
        "id": "o", "session": session, "group": "A", "source": "pit", "type": "session.opened",
        "data": {"kind": kind, "deals": 1,
                 "tables": {name: {"game": game, "players": players} for name in tables}},
    }  # fmt: skip


def hand(session: str, table: str, cards: dict[str, str]) -> dict:
    calls = [(1, "bid", "1C"), (2, "pass", None), (3, "pass", None), (4, "pass", None)]
    line = [{"street": "auction", "seat": s, "action": a} | ({"detail": d} if d else {})
            for s, a, d in calls]  # fmt: skip
    line.append({"street": "lead", "seat": 1, "action": "claim", "to": 7})
    return {
        "id": f"h{table}", "session": session, "group": "A", "table": table, "source": "pit",
        "type": "hand.recorded",
        "data": {"deal": 1, "hand": 1, "button": 1, "cards": cards, "line": line,
                 "result": {"1": 70, "2": -70, "3": 70, "4": -70}},
    }  # fmt: skip


def test_a_deal_stays_sealed_where_its_hands_are_written_in_another_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An archive with the cards of a live deal, each hand in another order, is sealed with it; with
    other hands it is open."""
    monkeypatch.chdir(tmp_path)
    dealt = {
        str(seat): "".join(rank + suit for rank in "AKQJT98765432")
        for seat, suit in zip((1, 2, 3, 4), "shdc", strict=True)
    }
    turned = {seat: "".join(reversed([c[n : n + 2] for n in range(0, 26, 2)]))
              for seat, c in dealt.items()}  # fmt: skip
    aces = {"1": "As", "2": "Ah", "3": "Ad", "4": "Ac"}
    other = {
        seat: cards.replace(aces[seat], aces[str(int(seat) % 4 + 1)])
        for seat, cards in turned.items()
    }
    live = [opening("live", "final", ("1", "2")), hand("final", "1", dealt)]
    for name, cards in (("same", turned), ("other", other)):
        archive = [opening("archive", name, ("1", "2")), hand(name, "1", cards),
                   hand(name, "2", cards)]  # fmt: skip
        Path("feed.ndjson").write_text("".join(f"{json.dumps(e)}\n" for e in (*live, *archive)))
        run("ingest", "feed.ndjson", "--db", f"{name}.db")
        shown = json.loads(run("deals", "--db", f"{name}.db", "--json", "--all").stdout)
        assert len(shown) == (0 if name == "same" else 1)


def test_a_bridge_hand_that_cannot_be_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    cards = {"1": "AsKs"}
    events = [opening("archive", "club", ("1", "2")), hand("club", "1", cards)]
    Path("feed.ndjson").write_text("".join(f"{json.dumps(event)}\n" for event in events))
    run("ingest", "feed.ndjson", status=3)
    with open_store(Path("duplicast.db")) as store:
        (entry,) = store.quarantine()
    assert "North has 2 cards, and a hand of bridge has 13" in entry.reason


def test_the_pages_of_the_desk_open_for_a_board(record: Path, tmp_path: Path) -> None:
    gate = open_gate(record)
    board = next(str(key) for key in gate.released(EXIT) if key.number == 53)
    pages = (f"/deals/{board}", f"/panel/{board}", f"/panel/{board}?moment=end",
             f"/panel-print/{board}", "/", "/prepare")  # fmt: skip
    with serving(gate, tmp_path) as address:
        answers = {at: httpx.get(address + at, trust_env=False, timeout=60) for at in pages}
    gate.close()
    assert {at: answer.status_code for at, answer in answers.items()} == dict.fromkeys(pages, 200)
    assert "15 IMPs to team Nickell" in answers[f"/deals/{board}"].text
    deal = answers[f"/deals/{board}"].text
    assert deal.count('class="by-suit"') == 4
    assert re.search(r"<b>(North|East|South|West) (in the auction|on lead|in the play)</b>", deal)
    assert not re.search("passs|against 3 others|<span class=.number.>Board", deal)
    assert "All cards, given up: Open room" in answers[f"/deals/{board}"].text
    # the panel opens before the decision, when nobody may know
    assert "All cards" not in answers[f"/panel/{board}"].text
    assert "All cards, given up: Open room" in answers[f"/panel/{board}?moment=end"].text


def test_a_sealed_board_is_not_counted_with_all_cards_in_view(record: Path, tmp_path: Path) -> None:
    """Not for a producer's eyes either: what was given up is said of released boards only."""
    db = tmp_path / "sealed.db"
    with open_store(record) as store:
        store.backup(db)
    gate = open_gate(db)
    boards = [str(key) for key in gate.released(EXIT) if key.number != 47]
    run("seal", *boards, "--reason", "a test", "--db", str(db))
    board = next(each for each in boards if each.endswith("/53"))
    with (
        serving(gate, tmp_path) as address,
        httpx.Client(base_url=address, trust_env=False, timeout=60, headers=SIGNED) as ask,
    ):
        page = ask.get(f"/sealed/{board}")
        assert ask.get(f"/deals/{board}").status_code == 404
    gate.close()
    assert page.status_code == 200
    assert "Four spades doubled" in page.text, "the board as it was played"
    for words in ("all cards", "gave up", "given up"):
        assert words not in page.text.lower()
    assert "is not available" in run("compare", board, "--db", str(db), status=1).output
    pytest.importorskip("endplay", reason="endplay has no wheels for this Python")
    analysed = json.loads(run("analyse", "--json", "--db", str(db)).stdout)
    assert [each["deal"] for each in analysed["boards"]] == [47]


def test_a_suit_of_thirteen_cards_is_drawn_whole() -> None:
    ranks = "A K Q J 10 9 8 7 6 5 4 3 2"
    hand = HandColumn("WEST", (ranks, "", "", ""), lit=False)
    hands = Graphic("hands", "four_hands", FourHands((hand,) * 4, ""), Box(0, 0, 1100, 300))
    drawn = graphic_svg(hands)
    assert drawn.count(ranks) == 4


def test_standings_are_drawn_in_imps_with_what_was_carried_over(record: Path) -> None:
    gate = open_gate(record)
    found = gate.comparison("53", EXIT)
    context = group_standings(gate, found.deal.key[:2], EXIT)
    before = standings_before(gate, found.deal.key, EXIT)
    gate.close()
    ranked = standings_of(context.standings, context.teams, context.deals, PLAIN)
    assert ranked.heads == ("NET", "IMPs")
    assert [(row.name, row.value, row.second) for row in ranked.rows] == [
        ("FLEISHER", "140", "+30"), ("NICKELL", "110", "−30"),
    ]  # fmt: skip
    # By the file's results, boards 46 to 52: 4D or 3NT made (7), 4S with one or two over (1), 4H
    # made or down, vulnerable (12).
    assert [line.points for line in before.standings.teams] == [99 + 7 + 12, 80 + 1]


@pytest.mark.parametrize("graphic", ["upright", "matrix", "seat-ranking"])
def test_a_graphic_that_poker_has_alone_is_refused(
    record: Path, tmp_path: Path, graphic: str
) -> None:
    """Drawn, thirteen cards would run over each other, and a ranking would count seats."""
    out = tmp_path / "refused.png"
    asked = ["still", "53", "--graphic", graphic, "-o", str(out), "--db", str(record)]
    refused = CliRunner().invoke(command_line("still"), asked, env={"COLUMNS": "200"})
    assert refused.exit_code != 0
    assert "choose the graphic two-up" in refused.output or "are not drawn" in refused.output
    assert not out.exists()


def test_exported_standings_are_in_imps_too(record: Path) -> None:
    out = record.with_name("packages")
    said = run("export-ograf", "53", "-o", str(out), "--db", str(record)).output
    assert "left out seat-ranking" in said
    (package,) = out.glob("*-standings")
    words = "".join(path.read_text("utf-8") for path in package.rglob("*.json"))
    assert "IMPs" in words
    assert all(f'"{points}"' in words for points in (118, 81))
