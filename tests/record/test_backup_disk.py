"""A copy that cannot be written: told of the copy, and never of the record, which is whole."""

from __future__ import annotations

import errno
import resource
from pathlib import Path

import pytest
from record_events import deck, heard, live, opened

from producer.record import open_store


def test_a_disk_that_does_not_take_the_copy_is_told_by_the_copys_name(tmp_path: Path) -> None:
    """Through the limit of a file's size, which the system keeps like a full disk."""
    to = tmp_path / "copies" / "copy.db"
    to.parent.mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(heard(opened(kind="live"), deck(), *live("1")))
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        try:
            with pytest.raises(OSError, match="It was not written; nothing is there") as told:
                store.backup(to)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (told.value.errno, told.value.filename) == (errno.EIO, str(to))
        assert list(to.parent.iterdir()) == []
        store.backup(to)
    assert to.exists()
