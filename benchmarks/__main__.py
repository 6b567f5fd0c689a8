"""``python -m benchmarks [--quick]``: runs every benchmark of this folder in turn."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path


def main() -> None:
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        sys.stdout.write(f"\n{path.stem.removeprefix('bench_')}\n")
        import_module(f"benchmarks.{path.stem}").main()


if __name__ == "__main__":
    main()
