"""Small faults for a module: each changes one comparison, constant, condition, sum or return, or
removes one statement. Whether the tests notice them is measured by `sample.py`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SUMS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}
# Fields of a node that say nothing about what a program does, or only how fast.
LEFT_ALONE = {"annotation", "returns", "decorator_list", "type_comment"}
LEFT_ALONE_KEYWORDS = {"strict", "slots", "frozen", "timeout", "maxsize"}
ONLY_WORDS = {"debug", "info", "warning", "error", "exception"}

Place = tuple[ast.AST, str, int | None]


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a module: its line, the function it is in, the text there before and after.

    `number` counts the faults of the module from 0, in the order of the text.
    """

    number: int
    line: int
    function: str
    before: str
    after: str

    @property
    def change(self) -> str:
        """In one line."""
        return " ".join(f"{self.before} -> {self.after}".split())


def faults(source: str) -> list[Fault]:
    """Every fault that can be put into the source of a module.

    >>> [fault.change for fault in faults("def free(seat): return seat.chips > 0")]
    ['return seat.chips > 0 -> return None', 'seat.chips > 0 -> seat.chips >= 0', '0 -> 1']
    """
    return [
        Fault(number, _at(place).lineno, function, ast.unparse(_at(place)), ast.unparse(changed))
        for number, (place, function, changed) in enumerate(_changes(ast.parse(source)))
    ]


def with_fault(source: str, number: int) -> str:
    """The module's source with its fault of this number; IndexError if it has fewer."""
    tree = ast.parse(source)
    for each, (place, _, changed) in enumerate(_changes(tree)):
        if each == number:
            _put(place, changed)
            return ast.unparse(ast.fix_missing_locations(tree))
    raise IndexError(number)


def _changes(tree: ast.Module) -> Iterator[tuple[Place, str, ast.AST]]:
    for place, function in _places(tree, ""):
        for changed in _changed(_at(place)):
            yield place, function, changed


def _places(node: ast.AST, function: str) -> Iterator[tuple[Place, str]]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        function = f"{function}.{node.name}".lstrip(".")
    for name, value in ast.iter_fields(node):
        if name in LEFT_ALONE:
            continue
        for index, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.AST) and not _left_alone(child):
                yield (node, name, index), function
                yield from _places(child, function)


def _left_alone(node: ast.AST) -> bool:
    match node:
        case ast.keyword(arg=name):
            return name in LEFT_ALONE_KEYWORDS
        case ast.Import() | ast.ImportFrom() | ast.Assert():
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name in ONLY_WORDS
        case ast.Expr(value=value):
            return isinstance(value, ast.Constant)
    return False


def _changed(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left=left, ops=[operator, *others], comparators=comparators):
            yield ast.Compare(left, [COMPARISONS[type(operator)](), *others], comparators)
        case ast.BoolOp(op=ast.And(), values=values):
            yield ast.BoolOp(ast.Or(), values)
        case ast.BoolOp(op=ast.Or(), values=values):
            yield ast.BoolOp(ast.And(), values)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield operand
        case ast.Constant(value=bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(value=int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.BinOp(left=left, op=operator, right=right) if _is_sum(node):
            yield ast.BinOp(left, SUMS[type(operator)](), right)
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case _ if _can_be_removed(node):
            yield ast.Pass()


def _is_sum(node: ast.BinOp) -> bool:
    """Not where texts are joined: every run of that line would notice."""
    return type(node.op) in SUMS and not any(
        isinstance(side, ast.JoinedStr)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _can_be_removed(node: ast.AST) -> bool:
    """Statements without which the rest still runs: a name that is set is needed."""
    match node:
        case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return True
        case ast.If(
            body=[*_, ast.Raise() | ast.Return() | ast.Continue() | ast.Break()], orelse=[]
        ):
            return True
    return False


def _at(place: Place) -> Any:
    parent, name, index = place
    value = getattr(parent, name)
    return value if index is None else value[index]


def _put(place: Place, node: ast.AST) -> None:
    parent, name, index = place
    if index is None:
        setattr(parent, name, node)
    else:
        getattr(parent, name)[index] = node
