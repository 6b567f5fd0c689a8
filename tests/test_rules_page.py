"""docs/rules.md names every rule, and code and tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([PHBO]\d+) \|([^|]*)\|([^|]*)\|([^|]*)\|$", PAGE, re.MULTILINE)


def test_every_rule_has_its_line() -> None:
    rules = [f"P{n}" for n in range(1, 14)] + [f"H{n}" for n in range(1, 10)]
    rules += [f"B{n}" for n in range(1, 6)]
    rules += [f"O{n}" for n in range(1, 8)]
    assert [row[0] for row in ROWS] == rules


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_the_code_and_the_proofs_of_a_rule_are_there(row: tuple[str, str, str, str]) -> None:
    _, says, code, proof = row
    assert says.strip()
    modules = re.findall(r"`([^`]+)`", code)
    assert modules
    assert [name for name in modules if not (ROOT / name).exists()] == []
    tests = re.findall(r"`([^`:]+)::(\w+)`", proof)
    assert tests
    for path, name in tests:
        source = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"^def {name}\(", source, re.MULTILINE), f"{path}::{name}"
