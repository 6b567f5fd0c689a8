"""What a file is: recognised by its content, and named where it is not read."""

from __future__ import annotations

from pathlib import Path

import pytest
from real_files import real_files
from typer.testing import CliRunner

from producer.cli import command_line
from producer.feeds import UnknownFormat, detect, read
from producer.feeds.formats import FORMATS, format_of
from producer.record import open_store

POKERGFX = (
    '{"CreatedDateTimeUTC":"2024-03-01T18:00:00Z","EventTitle":"","Hands":[{"AnteAmt":0,'
    '"BetStructure":"NOLIMIT","Events":[],"GameVariant":"TEXAS","HandNum":1,"Players":[]}],'
    '"ID":638449038250000000,"Payouts":[0],"SoftwareVersion":"PokerGFX 3.2","Type":"FINAL_TABLE"}'
)
OHH = (
    '{"ohh":{"spec_version":"1.4.6","site_name":"tenfour","game_number":"1","dealer_seat":3,'
    '"players":[],"rounds":[],"pots":[]}}\n'
)
POKERSTARS = """PokerStars Hand #19181716:  Hold'em No Limit ($0.25/$0.50 USD) - 2024/03/01 18:00 ET
Table 'Halley II' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Bob ($50 in chips)
Ann: posts small blind $0.25
Bob: posts big blind $0.50
*** HOLE CARDS ***
Ann: folds
"""
PHH = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [2000, 2000]
actions = ["d dh p1 AsAc", "d dh p2 7h2c", "p2 f"]
"""
POKERNOW = 'entry,at,order\n"-- ending hand #2 --",2024-03-01T18:03:00.000Z,170931618000\n'
PBN = '% PBN 2.1\n[Event "Spring Teams"]\n[Board "1"]\n[Dealer "N"]\n'
LIN = "qx|o1|\nst||md|1S862HK76D5CAJT984,SAK5HQ95DKT73C653,SQT93HAT82DA4CKQ7,|sv|0|mb|p|\n"
NAMED = [
    ("pokergfx", POKERGFX, "a PokerGFX export"),
    (
        "pokergfx-text",
        "HAND,1,1709316000,1\nPLAYER,2,Ann,0,2000,1900,\n",
        "the text beside a PokerGFX export",
    ),
    ("ohh", OHH, "an Open Hand History"),
    ("ohh", OHH * 3, "an Open Hand History"),
    ("pokerstars", POKERSTARS, "a hand history in text, as PokerStars writes them"),
    ("phh", PHH, "a hand in Poker Hand History format (PHH)"),
    ("pokernow", POKERNOW, "a PokerNow log"),
    ("pbn", PBN, "a bridge file in PBN"),
    ("lin", LIN, "a bridge file of BBO (LIN)"),
]
READ = {each.name for each in FORMATS if each.read is not None}


@pytest.mark.parametrize(("name", "content", "words"), NAMED)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_is_named_by_its_content(
    tmp_path: Path, name: str, content: str, words: str, encoding: str
) -> None:
    found = format_of(content.encode(encoding))
    assert found is not None
    assert (found.name, found.words) == (name, words)
    if name in READ:
        return
    path = tmp_path / "renamed.log"
    path.write_bytes(content.encode(encoding))
    with pytest.raises(UnknownFormat) as refused:
        detect(path)
    assert refused.value.reason == f"this is {words}; not read yet"
    for chosen in ("native", "lbr", "acpc"):
        with pytest.raises(UnknownFormat):
            list(read(path, chosen))  # type: ignore[arg-type]


def test_nothing_of_a_file_that_is_not_read_goes_to_quarantine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number, (name, content, _) in enumerate(NAMED):
        if name not in READ:
            Path(f"{number}.json").write_text(content)
    for words in (["ingest", *map(str, tmp_path.glob("*.json"))], ["follow", "--once", "."]):
        done = CliRunner().invoke(command_line(words[0]), words)
        assert "this is a PokerNow log; not read yet" in done.output
        with open_store(Path("duplicast.db")) as store:
            assert (store.quarantine(), store.counts().events) == ([], 0)


@pytest.mark.parametrize(
    ("folder", "pattern", "name"),
    [
        ("poker/phh", "**/*.phh", "phh"),
        ("poker/lbr", "*.out", "lbr"),
        ("poker/acpc", "[23]p.*.r0.log", "acpc"),
        ("bridge/endplay", "**/*.pbn", "pbn"),
        ("bridge/bridge-pbn", "**/*.pbn", "pbn"),
        ("bridge/bridge-bots", "**/*.pbn", "pbn"),
        ("bridge/bridge-bots", "**/*.lin", "lin"),
        ("bridge/endplay", "**/*.lin", "lin"),
    ],
)
def test_real_files_are_what_their_endings_say(folder: str, pattern: str, name: str) -> None:
    for path in real_files(folder, pattern):
        if path.name.endswith(".actions.log"):
            continue
        with path.open("rb") as file:
            found = format_of(file.read(1 << 16))
        assert found is not None, path.name
        assert found.name == name, path.name
