"""No class name stands in two modules for two things."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_class_name_stands_once() -> None:
    where: dict[str, list[str]] = defaultdict(list)
    for package in ("producer", "overlay"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef):
                    where[node.name].append(str(path.relative_to(ROOT)))
    assert len(where) > 500
    assert {name: paths for name, paths in where.items() if len(paths) > 1} == {}
