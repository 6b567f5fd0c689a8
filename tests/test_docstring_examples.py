"""The examples in the docstrings of both packages are true."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import overlay
import producer.values

ROOTS = [Path(each.__file__).parent for each in (producer.values, overlay)]
MODULES = [
    ".".join(path.relative_to(root.parent).with_suffix("").parts).removesuffix(".__init__")
    for root in ROOTS
    for path in sorted(root.rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_of_a_module_are_true(module: str) -> None:
    failed, run = doctest.testmod(import_module(module))
    assert run > 0
    assert failed == 0


def test_both_packages_have_examples() -> None:
    assert {module.partition(".")[0] for module in MODULES} == {"producer", "overlay"}
