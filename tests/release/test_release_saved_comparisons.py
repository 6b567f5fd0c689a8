"""Saved comparisons equal newly computed ones, and are of released deals only."""

import shutil
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import producer.release.saved_comparisons
from producer.compare import THRESHOLD, compare
from producer.compare.model import Comparison
from producer.events import Event, event_json
from producer.feeds import Received, Refused, read
from producer.games.line import Deal, DealKey
from producer.record import Store, StoredComparison, open_store
from producer.release import open_gate
from producer.release.saved_comparisons import code_version, compare_all
from producer.resources import resource
from producer.simulate import session_events


def received(events: Iterable[Event]) -> list[Received]:
    return [Received(event_json(event).encode(), event, "test") for event in events]


def everything(store: Store) -> dict[DealKey, Comparison]:
    return compare_all(store, list(store.deals()), THRESHOLD)


def record(path: Path, *sources: Iterable[Received | Refused]) -> Store:
    store = open_store(path)
    for source in sources:
        store.append(source)
    return store


def other_rules(deal: Deal) -> Deal:
    """The deal with another cap at its first table: compared in big blinds, which are fractions."""
    first, *others = deal.plays
    game = first.game.model_copy(update={"cap": 5001})
    return replace(deal, plays=(replace(first, game=game), *others))


def test_a_saved_comparison_equals_a_new_one(tmp_path: Path) -> None:
    with record(
        tmp_path / "a.db",
        read(resource("demo") / "guide.ndjson"),
        read(resource("demo") / "real.ndjson"),
        received(session_events(6, 3, archive=True)),
    ) as store:
        deals = list(store.deals())
        guide = next(each for each in deals if each.teams)
        deals = [other_rules(guide) if each is guide else each for each in deals]
        made = compare_all(store, deals, THRESHOLD)
        kept = compare_all(store, deals, THRESHOLD)
    anew = {deal.key: compare(deal) for deal in deals}
    assert made == kept == anew
    mixed = anew[guide.key]
    assert not mixed.same_rules
    assert any(isinstance(each, Fraction) for each in mixed.swing.values())


def test_comparisons_are_saved_in_small_transactions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Devices are acknowledged in between."""
    save, sizes = Store.save_comparisons, list[int]()

    def noted(store: Store, new: Mapping[DealKey, StoredComparison]) -> None:
        sizes.append(len(new))
        save(store, new)

    monkeypatch.setattr(Store, "save_comparisons", noted)
    monkeypatch.setattr(producer.release.saved_comparisons, "PORTION", 2)
    with record(tmp_path / "a.db", received(session_events(5, 3, archive=True))) as store:
        assert len(everything(store)) == 5
    assert sizes == [2, 2, 1]


def test_the_saved_comparison_is_read(tmp_path: Path) -> None:
    with record(tmp_path / "a.db", read(resource("demo") / "guide.ndjson")) as store:
        ((key, found),) = everything(store).items()
        kept = store.comparisons([key])[key]
        result = zlib.decompress(kept.body).replace(b'"unit":"chips"', b'"unit":"a test"')
        store.save_comparisons({key: kept._replace(body=zlib.compress(result))})
        assert everything(store) == {key: replace(found, unit="a test")}
        assert compare_all(store, [found.deal], THRESHOLD / 2)[key].unit == "chips"


def test_a_changed_deal_is_compared_again(tmp_path: Path) -> None:
    with record(tmp_path / "a.db", read(resource("demo") / "guide.ndjson")) as store:
        (found,) = everything(store).values()
        fewer = replace(found.deal, plays=found.deal.plays[:3])
        assert compare_all(store, [fewer], THRESHOLD) == {fewer.key: compare(fewer)}
        assert everything(store) == {found.deal.key: found}


def test_sealed_deals_are_not_saved_and_a_rebuild_removes_all(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    events = [
        *session_events(2, 3, archive=True),
        *session_events(3, 4),
    ]
    live = events[-1].session
    ends = [place for place, event in enumerate(events) if event.type == "hand.finished"]
    with record(db, received(events[: ends[-1]])) as store:
        everyone = {deal.key for deal in store.deals()}
    gate = open_gate(db)
    released = {each.deal.key for each in gate.comparisons("command:deals")}
    gate.close()
    sealed = everyone - released
    assert {key.session for key in sealed} == {live}
    with open_store(db) as store:
        assert set(store.comparisons(everyone)) == released
        store.rebuild()
        assert store.comparisons(everyone) == {}


def test_a_damaged_comparison_is_computed_again(tmp_path: Path) -> None:
    db = tmp_path / "a.db"
    with record(db, read(resource("demo") / "guide.ndjson")) as store:
        found = everything(store)
    with sqlite3.connect(db) as connection:
        connection.execute("UPDATE compared SET body = x'00'")
    with open_store(db) as store:
        assert everything(store) == found


def test_comparisons_are_returned_where_they_cannot_be_saved(tmp_path: Path) -> None:
    with record(tmp_path / "a.db", read(resource("demo") / "guide.ndjson")) as store:
        other = sqlite3.connect(tmp_path / "a.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # and does not come to its end: a disk that hangs
        found = everything(store)
        assert found == {deal.key: compare(deal) for deal in store.deals()}
        assert store.comparisons(set(found)) == {}
        other.execute("ROLLBACK")
        other.close()
        assert everything(store) == found
        assert set(store.comparisons(set(found))) == set(found)


SOURCES = Path(producer.release.__file__).parents[1]


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the product's sources."""
    copy = tmp_path_factory.mktemp("copy") / "producer"
    return shutil.copytree(SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))


def files_of_imported_modules(module: str) -> list[Path]:
    """The files of ``producer`` that a fresh interpreter reads to import ``module``."""
    program = (
        f"import sys, {module}\n"
        "for name, each in sys.modules.items():\n"
        "    if name.startswith('producer.'):\n"
        "        print(each.__file__)"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    return [Path(line).relative_to(SOURCES) for line in done.stdout.decode().splitlines()]


def test_changing_any_file_of_the_comparison_code_computes_again(copied: Path) -> None:
    unchanged = code_version(copied)
    assert unchanged == code_version(SOURCES)
    imported = files_of_imported_modules("producer.compare.compare_many")
    assert {Path("compare/equity/exact.py"), Path("compare/stories/value.py")} < set(imported)
    for name in imported:
        source = (copied / name).read_bytes()
        (copied / name).write_bytes(source + b"# changed")
        assert code_version(copied) != unchanged, name
        (copied / name).write_bytes(source)
    assert code_version(copied) == unchanged


def test_a_new_file_in_a_package_computes_again(copied: Path) -> None:
    unchanged = code_version(copied)
    (copied / "scoring" / "variant").mkdir()
    (copied / "scoring" / "variant" / "new.py").write_bytes(b"")
    assert code_version(copied) != unchanged


def test_changing_a_page_computes_nothing_again(copied: Path) -> None:
    unchanged = code_version(copied)
    with (copied / "web" / "app.py").open("a") as page:
        page.write("# changed")
    assert code_version(copied) == unchanged
