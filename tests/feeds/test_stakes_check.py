"""A log read with stakes that are not its own is refused as a whole, and its own are named."""

from __future__ import annotations

from pathlib import Path

import pytest
from real_files import real_files
from typer.testing import CliRunner

from producer.cli import command_line
from producer.feeds import Asked, Received, Stakes, UnknownFormat, read
from producer.record import open_store


@pytest.mark.parametrize(
    ("folder", "pattern", "wrong", "named"),
    [
        ("poker/lbr", "lbr_56bets_ds_r1.out", Stakes(1, 2, 400), "--stakes 50/100/20000"),
        ("poker/lbr", "lbr_fcpa_Hyp14_s1*.out", Stakes(100, 200, 20_000), "--stakes 50/100/20000"),
        ("poker/acpc", "2p.nolimit.h1000.r0.log", Stakes(5, 10, 2_000), "--stakes 50/100/20000"),
        ("poker/acpc", "3p.nolimit.h1000.r0.log", Stakes(25, 50, 20_000), "--stakes 50/100/20000"),
        ("poker/acpc", "2p.limit.h1000.r0.log", Stakes(10, 20), "--stakes 5/10"),
        ("poker/acpc", "3p.limit.h1000.r0.log", Stakes(50, 100), "--stakes 5/10"),
    ],
)
def test_a_log_read_with_wrong_stakes_says_the_right_ones(
    folder: str, pattern: str, wrong: Stakes, named: str
) -> None:
    """The stakes are those of the authors' README and game files."""
    (path, *_) = real_files(folder, pattern)
    with pytest.raises(UnknownFormat) as refused:
        list(read(path, asked=Asked(wrong)))
    assert refused.value.hint == f"Its results look like {named}"
    assert "of its first 200 hands break the rules" in refused.value.reason
    assert "nothing of it was taken" in refused.value.reason
    parts = [int(part) for part in named.removeprefix("--stakes ").split("/")]
    assert all(isinstance(item, Received) for item in read(path, asked=Asked(Stakes(*parts))))


LOG = (
    b"Using seed 7.\n"
    + b"".join(
        b"%d:%s:0f:%s|:-50,50(0.000000)\n" % (number, names, cards)
        for number, names, cards in (
            (1, b"BR,Player", b"AsAd,7c2h"),
            (2, b"Player,BR", b"KsKd,8c2h"),
        )
    ).replace(b"-50,50", b"50,-50")
    + b"3:BR,Player:0r100f:QsQd,9c2h|:-100,100(0.000000)\n"
)


def test_nothing_is_taken_in_by_chance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("t_ds_r7.out").write_bytes(LOG)
    words = ["ingest", "t_ds_r7.out", "--stakes", "1/2/400"]
    done = CliRunner().invoke(command_line("ingest"), words)
    assert done.exit_code == 1
    assert "3 of its first 3 hands break the rules at the stakes 1/2/400" in done.output
    assert "Its results look like --stakes 50/100/100" in done.output
    with open_store(Path("duplicast.db")) as store:
        assert (store.counts().events, store.quarantine()) == (0, [])
    assert CliRunner().invoke(command_line("ingest"), words[:2]).exit_code == 0


def test_the_same_bytes_are_taken_once_and_the_message_says_how_to_take_them_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("one_ds_r7.out").write_bytes(LOG)
    Path("two_ds_r7.out").write_bytes(LOG)
    done = CliRunner().invoke(command_line("ingest"), ["ingest", "one_ds_r7.out", "two_ds_r7.out"])
    assert "two_ds_r7.out: byte for byte the log of table one_ds_r7" in done.output
    assert "`duplicast ingest two_ds_r7.out --as TABLE`" in done.output
    words = ["ingest", "two_ds_r7.out", "--as", "two"]
    assert "4 new events" in CliRunner().invoke(command_line("ingest"), words).output
    assert "0 new events" in CliRunner().invoke(command_line("ingest"), words).output
    with open_store(Path("duplicast.db")) as store:
        plays = [play.table for deal in store.deals() for play in deal.plays]
        assert sorted(set(plays)) == ["one_ds_r7", "two"]
        assert len(plays) == 6
    for more in (["one_ds_r7.out"], ["--as", " "]):
        assert CliRunner().invoke(command_line("ingest"), [*words, *more]).exit_code == 2


def test_damage_in_one_session_leaves_the_others_final(tmp_path: Path) -> None:
    """A damaged line of a log, or an event that names its session, is of no other session."""
    for seed in (b"7", b"8"):
        folder = tmp_path / seed.decode()
        folder.mkdir()
        log = LOG.replace(b"seed 7", b"seed " + seed)
        if seed == b"8":
            log = log.replace(b"3:BR,Player:0r100f", b"3:BR,Player:0xyz")
        (folder / "log.out").write_bytes(log)
    events = tmp_path / "events.ndjson"
    events.write_bytes(b'{"id": "a", "session": "lbr-seed8", "type": "no such type"}\n')
    with open_store(tmp_path / "duplicast.db") as store:
        for path in (tmp_path / "7" / "log.out", tmp_path / "8" / "log.out", events):
            store.append(read(path))
        assert len(store.quarantine()) == 2
        assert dict(store.undecided_counts()) == {("lbr-seed8", "A"): 2}
