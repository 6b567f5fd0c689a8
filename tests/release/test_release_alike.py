"""Sealed and unknown deals are refused by the same steps, so that timing does not tell them apart
(RULES P11)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest
from service import TABLES, fill, guide, open_gate_on

from producer.release import Gate, NotAvailable
from producer.release.notes import Wording, add_note, notes_on

SEALED = "sealed/A/1"
NOWHERE = ("nowher/A/1", "sealed/B/1", "sealed/A/7")
NOTES = "command:compare"
WAYS: dict[str, Callable[[Gate, str], object]] = {
    "deal": lambda gate, name: gate.deal(name, "command:deals"),
    "comparison": lambda gate, name: gate.comparison(name, "command:compare"),
    "notes": lambda gate, name: notes_on(gate, name, NOTES),
    "note": lambda gate, name: add_note(gate, name, Wording("a word"), "test", NOTES),
}


@contextmanager
def steps() -> Iterator[list[tuple[CodeType, int]]]:
    """Traces every call, and every line of our own functions."""
    found: list[tuple[CodeType, int]] = []

    def trace(frame: FrameType, what: str, _: object) -> Callable[..., object] | None:
        if what in ("call", "line"):
            found.append((frame.f_code, frame.f_lineno))
        return trace if "producer" in Path(frame.f_code.co_filename).parts else None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield found
    finally:
        sys.settrace(before)


def refused(gate: Gate, ask: Callable[[Gate, str], object], name: str) -> list[object]:
    with steps() as found:
        try:
            ask(gate, name)
        except NotAvailable as error:
            said = str(error).replace(name, "")
        else:
            raise AssertionError(f"{name} was answered")
    return [said, *found]


@pytest.mark.parametrize("way", WAYS)
def test_p11_sealed_and_unknown_deals_are_refused_by_the_same_steps(
    tmp_path: Path, way: str
) -> None:
    fill(tmp_path / "a.db", guide(), guide("sealed", "live", TABLES[:5]))
    with open_gate_on(tmp_path / "a.db") as gate:
        gate.comparisons("command:deals")
        refused(gate, WAYS[way], SEALED)  # the first time libraries prepare what they keep
        sealed = refused(gate, WAYS[way], SEALED)
        assert len(sealed) > 20
        for name in NOWHERE:
            assert refused(gate, WAYS[way], name) == sealed, name


def test_p11_sealed_and_unknown_numbers_are_refused_by_the_same_steps(
    tmp_path: Path,
) -> None:
    fill(tmp_path / "a.db", guide("sealed", "live", TABLES[:5]))
    with open_gate_on(tmp_path / "a.db") as gate:
        gate.comparisons("command:deals")
        refused(gate, WAYS["comparison"], "1")
        assert refused(gate, WAYS["comparison"], "1") == refused(gate, WAYS["comparison"], "2")
