"""The faults that are put into a module, against changes written by hand."""

from textwrap import dedent

import pytest
from fault_maker import faults, with_fault


def changes(source: str) -> list[str]:
    return [fault.change for fault in faults(dedent(source))]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a < b", ["a < b -> a <= b"]),
        ("a >= b", ["a >= b -> a > b"]),
        ("a == b", ["a == b -> a != b"]),
        ("a is not b", ["a is not b -> a is b"]),
        ("a in b", ["a in b -> a not in b"]),
        ("a < b <= c", ["a < b <= c -> a <= b <= c"]),
        ("a and b", ["a and b -> a or b"]),
        ("a or b", ["a or b -> a and b"]),
        ("not a", ["not a -> a"]),
        ("a + b", ["a + b -> a - b"]),
        ("a - b", ["a - b -> a + b"]),
        ("a * b", ["a * b -> a + b"]),
        ("a // b", ["a // b -> a * b"]),
        ("2", ["2 -> 3"]),
        ("0.5", ["0.5 -> 1.5"]),
        ("True", ["True -> False"]),
        ("'words'", []),
        ("'a' + b", []),
        ("f'{a}' + b", []),
    ],
)
def test_an_expression_has_these_faults(source: str, expected: list[str]) -> None:
    assert changes(f"x = {source}") == expected


def test_returns_guards_and_steps_are_changed_or_removed() -> None:
    source = """
        def pay(seat, chips):
            if seat is None:
                raise LookupError
            seat.chips -= chips
            seat.paid = chips
            note(seat)
            total = seat.total
            return total
    """
    assert changes(source) == [
        "if seat is None: raise LookupError -> pass",
        "seat is None -> seat is not None",
        "raise LookupError -> pass",
        "seat.chips -= chips -> pass",
        "seat.paid = chips -> pass",
        "note(seat) -> pass",
        "return total -> return None",
    ]


def test_words_types_imports_and_log_lines_are_left_alone() -> None:
    source = '''
        """A module."""
        from a import b

        @dataclass(slots=True)
        class Seat:
            chips: Annotated[int, 5]

        def pairs(a: Literal[1], b) -> Literal[2]:
            """A function."""
            assert a != b
            log.warning("%d", 3)
            for pair in zip(a, b, strict=True):
                return None
    '''
    assert changes(source) == []


def test_a_fault_has_its_line_and_function() -> None:
    source = "class Pot:\n    def share(self):\n        return self.chips\n"
    (fault,) = faults(source)
    assert (fault.number, fault.line, fault.function) == (0, 3, "Pot.share")


def test_exactly_one_place_is_changed() -> None:
    source = "def side(a, b):\n    return a < b and a < 10\n"
    assert [with_fault(source, number) for number in range(len(faults(source)))] == [
        "def side(a, b):\n    return None",
        "def side(a, b):\n    return a < b or a < 10",
        "def side(a, b):\n    return a <= b and a < 10",
        "def side(a, b):\n    return a < b and a <= 10",
        "def side(a, b):\n    return a < b and a < 11",
    ]
    with pytest.raises(IndexError):
        with_fault(source, 5)
