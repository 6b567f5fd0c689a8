"""Output files are written atomically, through links and pipes, never over a database."""

import os
import resource
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from producer.files import plain_name, write_folder, write_whole


def test_a_file_is_replaced_and_nothing_else_is_left(tmp_path: Path) -> None:
    out = tmp_path / "a.png"
    out.write_bytes(b"old")
    write_whole(out, b"new")
    assert out.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [out]


def test_a_file_may_have_the_longest_name_there_is(tmp_path: Path) -> None:
    out = tmp_path / ("a" * 251 + ".png")
    write_whole(out, b"new")
    assert out.read_bytes() == b"new"


def test_names_of_200_letters_give_short_names_that_differ() -> None:
    first, second = (plain_name(f"{'Nations Cup ' * 16}{day}") for day in ("Friday", "Saturday"))
    assert first != second
    assert first.startswith("nations-cup-nations-cup-")
    assert len(first) <= 80
    assert len(plain_name("Κ" * 200)) <= 80


def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real.png").write_bytes(b"old")
    link = tmp_path / "link.png"
    link.symlink_to("real.png")
    write_whole(link, b"new")
    assert link.is_symlink()
    assert (tmp_path / "real.png").read_bytes() == b"new"


def test_a_pipe_is_written_to_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_whole(pipe, b"through")
    reader.join(60)
    assert received == [b"through"]
    assert pipe.is_fifo()


def test_a_database_is_never_written_over(tmp_path: Path) -> None:
    record = tmp_path / "duplicast.db"
    with sqlite3.connect(record) as made:
        made.execute("create table log (pos)")
    before = record.read_bytes()
    with pytest.raises(FileExistsError, match="is a database"):
        write_whole(record, b"picture")
    assert record.read_bytes() == before


def test_a_missing_folder_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no such folder"):
        write_whole(tmp_path / "missing" / "a.png", b"x")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_error_names_the_file(tmp_path: Path) -> None:
    """A limit on the file size acts like a full disk."""
    out = tmp_path / "a.png"
    for there in (b"", b"old"):
        if there:
            out.write_bytes(there)
        with small_files(1000), pytest.raises(OSError, match="File too large") as result:
            write_whole(out, b"x" * 5000)
        assert result.value.filename == str(out)
        said = "the old one is unchanged" if there else "nothing is there"
        assert str(result.value.strerror).endswith(f"It was not written; {said}")
        assert [path.read_bytes() for path in tmp_path.iterdir()] == ([there] if there else [])


def test_a_disk_error_names_the_folder(tmp_path: Path) -> None:
    with small_files(1000), pytest.raises(OSError, match="nothing is there") as result:
        write_folder(tmp_path / "package", {"a/b": b"x" * 5000})
    assert result.value.filename == str(tmp_path / "package")
    assert list(tmp_path.iterdir()) == []


def test_a_disk_error_names_the_device() -> None:
    with pytest.raises(OSError, match="No space left on device") as result:
        write_whole(Path("/dev/full"), b"x")
    assert result.value.filename == "/dev/full"


@contextmanager
def small_files(size: int) -> Iterator[None]:
    """Limits the size of this process's files, in bytes."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
