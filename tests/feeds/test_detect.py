"""The format of a file is detected from its beginning, or refused in words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from producer.feeds import Received, UnknownFormat, detect, read

OWN = Path(__file__).parent.parent / "fixtures"
EVENT = (
    b'{"v":1,"id":"a","session":"s","group":"A","source":"x","type":"deal.cards","data":{"deal":1'
)
EVENT += b',"button":1,"cards":{}}}\n'


def test_an_lbr_log_is_detected_by_its_header_or_its_hands(tmp_path: Path) -> None:
    whole = OWN / "lbr" / "own_ds_r7.out"
    assert detect(whole).name == "lbr"
    hands = tmp_path / "no_header_r7.out"
    hands.write_bytes(b"".join(whole.read_bytes().splitlines(keepends=True)[3:9]))
    assert detect(hands).name == "lbr"


@pytest.mark.parametrize("before", [b"", b"\xef\xbb\xbf", b"\r\n\r\n", b"damaged line\n"])
def test_events_are_detected_by_their_json(tmp_path: Path, before: bytes) -> None:
    path = tmp_path / "feed"
    path.write_bytes(before + EVENT)
    assert detect(path).name == "native"
    assert sum(isinstance(item, Received) for item in read(path)) == 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "the file is empty"),
        (b"\n \r\n", "the file is empty"),
        (b"This directory contains logs of a match: 1:2\n", "unknown format"),
        (b"STATES:0:cc/cc:AsKs|2c2d:0|0:a|b\n", "unknown format"),
        (
            b"TO 1 at 13.5 MATCHSTATE:0:0::AsKs|\n",
            "no line SCORE names its players. Give the complete transcript",
        ),
        (bytes(range(256)), "unknown format"),
        (EVENT.decode().encode("utf-16"), "the file is in UTF-16. Save it as UTF-8"),
    ],
)
def test_other_files_are_refused_with_reason_and_fix(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    path = tmp_path / "unknown"
    path.write_bytes(content)
    with pytest.raises(UnknownFormat) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path}: {reason}")
    assert caught.value.hint


def test_a_file_that_cannot_be_opened_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UnknownFormat, match="cannot be read: No such file or directory"):
        read(tmp_path / "missing")
    with pytest.raises(UnknownFormat, match="cannot be read: Is a directory"):
        read(tmp_path, "native")


def test_a_sheet_with_headings_alone_has_no_hand(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("deal,table,seat,player,result\n")
    with pytest.raises(UnknownFormat, match="there is no hand in it"):
        read(path)


def test_an_empty_file_is_refused_even_if_the_format_is_given(tmp_path: Path) -> None:
    path = tmp_path / "empty.ndjson"
    path.write_bytes(b"\n\n")
    with pytest.raises(UnknownFormat, match="the file is empty"):
        read(path, "native")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes with names are Unix's")
@pytest.mark.parametrize("format", ["auto", "native", "lbr", "acpc"])
def test_a_pipe_is_refused_in_words(tmp_path: Path, format: str) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(UnknownFormat, match="Write it to a file"):
        read(pipe, format)
