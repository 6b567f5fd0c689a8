"""Reads JSON from outside. A key that is twice in one object is refused, never chosen among."""

from __future__ import annotations

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from producer.bounds import INCOMING

KEY_TWICE = "key_twice"
"""The error type in pydantic's list of errors; its context has the ``key``."""

Model = TypeVar("Model", bound=BaseModel)


class KeyTwice(ValueError):
    """``key`` is twice in one object."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"the key {key!r} is twice in one object")


def one_value_a_key(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these pairs, for ``object_pairs_hook``. Raises KeyTwice."""
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        raise KeyTwice(next(key for place, key in enumerate(keys) if key in keys[:place]))
    return found


def read_json(text: str | bytes) -> Any:
    """The value of ``text``. Raises ValueError, of which KeyTwice is one, and RecursionError.

    >>> read_json('{"a": [1, {"b": 2}]}')
    {'a': [1, {'b': 2}]}
    >>> read_json('{"raise": 300, "raise": 900}')
    Traceback (most recent call last):
    producer.json_text.KeyTwice: the key 'raise' is twice in one object
    """
    return json.loads(text, object_pairs_hook=one_value_a_key)


def read_model(model: type[Model], text: str | bytes) -> Model:
    """``text`` as ``model``, with exact types: no number in quotes, no boolean as a number.

    Raises pydantic's ValidationError, for a key given twice too.
    """
    check_keys(text)
    return model.model_validate_json(text, strict=True, context=INCOMING)


def fault_words(fault: ErrorDetails) -> str:
    """One entry of pydantic's list of errors, as people say it.

    >>> fault_words({"type": "extra_forbidden", "loc": ("scale",), "msg": "Extra", "input": 1})
    'there is no such field here'
    """
    if fault["type"] == "extra_forbidden":
        return "there is no such field here"
    return fault["msg"].removeprefix("Value error, ")


def check_keys(text: str | bytes) -> None:
    """Raises ValidationError with KEY_TWICE if an object of ``text`` has a key twice. Text that is
    not JSON is left to the parser."""
    try:
        read_json(text)
    except KeyTwice as error:
        kind = PydanticCustomError(
            KEY_TWICE, "the key {key} is twice in one object", {"key": error.key}
        )
        raise ValidationError.from_exception_data(
            "JSON", [InitErrorDetails(type=kind, loc=(), input=text)]
        ) from error
    except (ValueError, RecursionError):
        return
