"""Which functions of the product each test calls, and how much processor time it takes: a plugin
of pytest, ``-p reached``. Forked processes are not seen."""

import json
import os
import sys
import threading
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

_called: set[CodeType] = set()
_functions: dict[str, set[str]] = defaultdict(set)
_seconds: dict[str, float] = defaultdict(float)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", type=Path, help="write the functions that each test calls")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    test, began = item.nodeid.partition("[")[0], sum(os.times()[:4])
    _called.clear()
    threading.settrace(_note)
    sys.settrace(_note)
    try:
        return (yield)
    finally:
        sys.settrace(None)
        threading.settrace(None)
        _seconds[test] += sum(os.times()[:4]) - began
        _functions[test] |= {
            function(code, item.config.rootpath)
            for code in list(_called)
            if Path(code.co_filename).is_relative_to(item.config.rootpath / "producer")
        }


def pytest_sessionfinish(session: pytest.Session) -> None:
    tests = {
        test: {"seconds": _seconds[test], "functions": sorted(functions)}
        for test, functions in _functions.items()
    }
    session.config.getoption("--reached").write_text(json.dumps(tests), encoding="utf-8")


def function(code: CodeType, root: Path) -> str:
    """As ``FILE NAME``, where the name has its classes and the functions around it."""
    file = Path(code.co_filename).relative_to(root)
    return f"{file} {code.co_qualname.replace('.<locals>', '')}"


def _note(frame: FrameType, _event: str, _argument: object) -> None:
    _called.add(frame.f_code)
