"""A record whose file is really damaged: it is called damaged, with what to do, by everything that
asks; and the commands that are named do restore it."""

from __future__ import annotations

import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from command_here import duplicast
from service import SIGNED, fill, guide, open_gate_on, serving

from producer.record import Damaged, open_store
from producer.record.tables.damage import file_damage

PAGE = 4096


def run(*words: str | Path, status: int = 0) -> str:
    """What the command, run as people do, says on standard error."""
    done = duplicast(*words)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def truncated(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


def overwritten(path: Path) -> None:
    """All but the first page, which holds the schema."""
    with path.open("r+b") as file:
        file.seek(PAGE)
        file.write(b"\xa5" * (path.stat().st_size - PAGE))


def one_page(path: Path) -> None:
    """The one in which the log begins."""
    with sqlite3.connect(path) as made:
        (root,) = made.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'log'").fetchone()
    with path.open("r+b") as file:
        file.seek((root - 1) * PAGE)
        file.write(b"\xa5" * PAGE)


def texts(path: Path) -> None:
    """Other bytes of the same length in the place of texts, which SQLite cannot notice."""
    held = path.read_bytes()
    assert b'{"kind":' in held
    path.write_bytes(held.replace(b'{"kind":', b'{"k\xff\xfe\xfd":'))


def no_json(path: Path) -> None:
    held = path.read_bytes()
    path.write_bytes(held.replace(b'{"kind":', b'["kind":'))


DAMAGES: list[Callable[[Path], None]] = [truncated, overwritten, one_page, texts, no_json]
SEEN_BY_SQLITE = [truncated, overwritten, one_page]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    """A record at rest: all of it is in its file."""
    path = tmp_path / "show.db"
    fill(path, guide())
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def test_a_sound_record_is_sound(db: Path) -> None:
    assert file_damage(db) == ""
    with open_store(db) as store:
        assert store.damage() is None


@pytest.mark.parametrize("damage", SEEN_BY_SQLITE, ids=lambda each: each.__name__)
def test_sqlite_finds_what_is_no_page_of_its_own(db: Path, damage: Callable[[Path], None]) -> None:
    damage(db)
    assert file_damage(db) != ""


def read_all(db: Path) -> None:
    """What an open store meets it also remembers."""
    with open_store(db) as store:
        try:
            store.sessions()
            list(store.deals())
            list(store.entries())
        finally:
            assert store.damage() is not None


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda each: each.__name__)
def test_damage_is_reported_as_damage_and_remembered(
    db: Path, damage: Callable[[Path], None]
) -> None:
    damage(db)
    with pytest.raises(Damaged, match="the record is damaged: ") as found:
        read_all(db)
    assert "kind" not in found.value.reason  # the contents stay out of the message


@pytest.fixture(params=DAMAGES, ids=lambda each: each.__name__)
def damaged(request: pytest.FixtureRequest, db: Path, tmp_path: Path) -> Iterator[str]:
    """A service that was running when its record was damaged."""
    with open_gate_on(db) as gate, serving(gate, tmp_path) as address:
        assert httpx.get(f"{address}/readyz", trust_env=False).json()["status"] == "ready"
        request.param(db)
        yield address


def test_a_running_service_is_not_ready_and_its_pages_say_why(damaged: str) -> None:
    with httpx.Client(base_url=damaged, headers=SIGNED, trust_env=False, timeout=60) as desk:
        pages = [desk.get(path) for path in ("/", "/audit", "/tables", "/quarantine", "/api/deals")]
        assert {page.status_code for page in pages} <= {200, 503}
        assert 503 in {page.status_code for page in pages}
        assert all("The record is damaged" in p.text for p in pages if p.status_code == 503)
        ready = desk.get("/readyz")
        assert ready.status_code == 503
        assert "the record is damaged: " in ready.json()["reason"].lower()
        assert "`duplicast backup`" in ready.json()["hint"]
        assert "/pytest" not in ready.text  # nor where the record lies


@pytest.mark.parametrize("damage", SEEN_BY_SQLITE, ids=lambda each: each.__name__)
def test_readiness_alone_finds_what_sqlite_can_find(
    db: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """No query has read the damaged place."""
    with open_gate_on(db) as gate:
        damage(db)
        with serving(gate, tmp_path) as address:
            ready = httpx.get(f"{address}/readyz", trust_env=False, timeout=60)
    assert ready.status_code == 503
    assert ready.json()["status"] == "not ready"
    assert "the record is damaged: " in ready.json()["reason"].lower()


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda each: each.__name__)
def test_the_command_line_says_it_and_its_commands_restore_the_record(
    db: Path, damage: Callable[[Path], None]
) -> None:
    backup = db.with_name("copy.db")
    run("backup", backup, "--db", db)
    damage(db)
    said = run("log", "--db", db, status=1)
    assert "the record is damaged" in said
    commands = [each.replace("BACKUP", str(backup)) for each in re.findall("`([^`]+)`", said)]
    restoring = [each for each in commands if each.split()[0] in ("mkdir", "mv", "cp")]
    assert [each.split()[0] for each in restoring] == ["mkdir", "mv", "cp"]
    db.with_name(f"{db.name}-wal").touch()
    for command in restoring:
        subprocess.run(["sh", "-c", command], check=True, cwd=db.parent)
    assert file_damage(db) == ""
    (saving,) = [each for each in commands if each.startswith("duplicast log")]
    kept = db.parent / shlex.split(saving)[4]
    assert kept.is_file()
    assert kept.parent != db.parent
    shutil.rmtree(kept.parent)
    with open_store(db) as store:
        assert len(list(store.deals())) == 1
