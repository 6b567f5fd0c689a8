"""The benchmarks name only what the product has; their timings are no test's matter."""

import runpy
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"


@pytest.mark.parametrize("path", sorted(BENCHMARKS.glob("bench_*.py")), ids=lambda path: path.stem)
def test_every_benchmark_loads(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(BENCHMARKS)
    monkeypatch.syspath_prepend(BENCHMARKS.parent)
    assert callable(runpy.run_path(str(path), run_name="loaded")["main"])
