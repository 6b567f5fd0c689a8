"""The beats of a bridge segment and its tables drawn from above, for the demo's match."""

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from overlay.contexts import CardTable, SuitText
from overlay.raster import stage_png
from overlay.stage import Box
from overlay.svg import stage_svg
from producer.cli import command_line
from producer.compare.model import Comparison
from producer.feeds import read
from producer.record import open_store
from producer.release.gate import Gate, open_gate
from producer.resources import resource
from producer.rundown.beats import Beat
from producer.rundown.pick_beats import beats
from producer.stages.bridge.card_table import card_table
from producer.stages.bridge.panel_sheet import parting_trick, turn_words
from producer.stages.comparisons.two_up import two_up
from producer.stages.drawings import in_its_game
from producer.stages.moment import END
from producer.stages.style import PLAIN

EXIT = "command:segment"
PLACE = Box(0, 0, 952, 1080)
FIRST = ["cards", "line", "question", "decision-left", "decision-right"]
LAST = ["ending-left", "ending-right"]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bridge beats") / "record.db"
    with open_store(path) as store:
        store.append(read(resource("demo") / "bridge.ndjson"))
    return path


@pytest.fixture(scope="module")
def gate(db: Path) -> Iterator[Gate]:
    opened = open_gate(db)
    yield opened
    opened.close()


def board(gate: Gate, number: int) -> Comparison:
    return gate.comparison(f"croatia-sweden/A/{number}", EXIT)


def made(gate: Gate, number: int, language: str = "en") -> dict[str, Beat]:
    comparison = board(gate, number)
    return {beat.name: beat for beat in beats(comparison, comparison.picks[0], language=language)}


def test_an_auction_is_followed_by_contract_and_lead(gate: Gate) -> None:
    """Board 14 in the file: 15 calls at table 13 and 11 at table 5; they part at the fifth."""
    found = made(gate, 14)
    assert list(found) == [*FIRST, "contract", "lead", *LAST]
    contract, lead = found["contract"].moment, found["lead"].moment
    assert [contract.of("13"), contract.of("5")] == [15 - 4, 11 - 4]
    assert [lead.of("13"), lead.of("5")] == [15 - 4 + 1, 11 - 4 + 1]
    assert found["contract"].sentence == (
        "Four spades doubled by West at table 13; four hearts by North at table 5."
    )
    assert found["lead"].sentence == (
        "North leads the ace of hearts at table 13; East leads the two of diamonds at table 5."
    )


def test_a_lead_has_no_contract_of_its_own(gate: Gate) -> None:
    found = made(gate, 18)
    assert list(found) == [*FIRST, *LAST]
    assert found["line"].sentence == "So far the same at all tables: three no-trumps by West."


@pytest.mark.parametrize("language", ["en", "es", "el"])
def test_no_beat_says_what_its_picture_may_not(gate: Gate, language: str) -> None:
    """Tricks, points and IMPs are said and drawn at the endings only."""
    for number in range(11, 21):
        comparison = board(gate, number)
        results = {f"{abs(int(p.result[1]))}" for p in comparison.deal.plays} - {"0"}
        for beat in made(gate, number, language).values():
            drawn = stage_svg(two_up(comparison, comparison.pairing, beat.moment))
            assert "{" not in beat.sentence
            if not beat.name.startswith("ending"):
                assert not any(f"{result}<" in drawn for result in results)
                assert "IMP" not in drawn + beat.sentence


def drawn(comparison: Comparison, table: str, moves: int) -> CardTable:
    (graphic,) = card_table(comparison, table, moves, PLACE, PLAIN).graphics
    assert isinstance(graphic.context, CardTable)
    return graphic.context


def test_a_table_is_drawn_call_by_call_and_trick_by_trick(gate: Gate) -> None:
    """Board 14 at table 13: ... 4S, double and three passes; hearts 4-3-2-Q, won by North's ace;
    five tricks to West in the end."""
    comparison = board(gate, 14)
    assert all(not seat.said.text for seat in drawn(comparison, "13", 0).seats)
    after = drawn(comparison, "13", 15)
    assert [(seat.letter, seat.said.text) for seat in after.seats] == [
        ("W", "Pass"), ("N", "X"), ("E", "Pass"), ("S", "Pass"),
    ]  # fmt: skip
    assert after.won == ()
    assert [seat.letter for seat in after.seats if seat.lit] == ["N"], "on lead against West"
    trick = drawn(comparison, "13", 19)
    assert [seat.said for seat in trick.seats] == [
        SuitText("Q", "h"), SuitText("A", "h"), SuitText("3", "h"), SuitText("2", "h"),
    ]  # fmt: skip
    assert trick.won == ("NS 1", "EW 0")
    line = comparison.replays["13"].line
    assert drawn(comparison, "13", len(line)).won == ("NS 8", "EW 5")


def test_nothing_lies_on_a_table_that_is_over_nor_under_the_score(gate: Gate) -> None:
    """The score of the two tables is drawn down to 482 of 1080, the names begin at 602."""
    comparison = board(gate, 12)
    line = comparison.replays["13"].line
    assert drawn(comparison, "13", len(line)).seats == ()
    score = next(
        graphic.box
        for graphic in two_up(comparison, comparison.pairing, END).graphics
        if graphic.key == "ahead"
    )
    stage = card_table(comparison, "13", len(line), PLACE, PLAIN)
    picture = cv2.imdecode(np.frombuffer(stage_png(stage), np.uint8), cv2.IMREAD_COLOR)
    felt = np.all(picture == (0x3B, 0x48, 0x17), axis=2).any(axis=1).nonzero()[0]
    assert score.y + score.height < felt.min() < felt.max() < 602


def test_only_cards_that_were_played_are_on_a_table(gate: Gate) -> None:
    comparison = board(gate, 12)
    for table in ("13", "5"):
        line = comparison.replays[table].line
        for moves in range(len(line) + 1):
            played = {str(move.detail) for move in line[:moves] if move.action == "play"}
            for seat in drawn(comparison, table, moves).seats:
                if seat.is_card:
                    rank = "T" if seat.said.text == "10" else seat.said.text
                    assert f"{rank}{seat.said.suit}" in played


def test_a_segment_without_cameras_is_made(db: Path, tmp_path: Path) -> None:
    words = ["segment", "14", "-o", str(tmp_path), "--length", "12", "--size", "128x72",
             "--fps", "24", "--name", "board", "--db", str(db)]  # fmt: skip
    ended = CliRunner().invoke(command_line("segment"), words, env={"COLUMNS": "200"})
    assert ended.exit_code == 0, ended.output
    assert "tables 13, 5 are drawn where there is no picture" in ended.output
    assert {path.name for path in tmp_path.iterdir()} == {"board.mp4", "board.json"}


def test_two_tables_part_at_the_fourth_trick(gate: Gate) -> None:
    """Board 12: after three tricks two each for North-South. Then dummy's queen of spades wins at
    table 13, West's jack of clubs at table 5; declarer took ten tricks there and nine here."""
    comparison = board(gate, 12)
    assert parting_trick(comparison, ("13", "5")) == 4
    assert parting_trick(comparison, ("5", "13")) == 4
    assert turn_words(comparison, ("13", "5"), in_its_game(PLAIN, comparison)) == (
        "The tables part at trick 4: North-South won it at table 13, East-West at table 5."
    )
