"""A copy that cannot be written: the message names the copy, not the record, which is sound."""

from __future__ import annotations

import errno
import resource
from pathlib import Path

import pytest
from record_events import deck, live, opened, received

from producer.record import open_store


def test_a_disk_that_refuses_the_copy_is_reported_with_the_name_of_the_copy(tmp_path: Path) -> None:
    """Through the limit of a file's size, which the system keeps like a full disk."""
    to = tmp_path / "copies" / "copy.db"
    to.parent.mkdir()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_store(tmp_path / "duplicast.db") as store:
        store.append(received(opened(kind="live"), deck(), *live("1")))
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
        try:
            with pytest.raises(OSError, match="It was not written; nothing is there") as result:
                store.backup(to)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert (result.value.errno, result.value.filename) == (errno.EIO, str(to))
        assert list(to.parent.iterdir()) == []
        store.backup(to)
    assert to.exists()
