"""What is written straight to the lines of pages: in order, whole, and to whom it may be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from producer.web.live import Channel, Drawing, Page
from producer.web.pushed import frame_of


def read(frame: bytes) -> str:
    """As another library reads it."""
    reader = StreamReader()
    reader.feed_data(frame)
    steps: Iterator[None] = Frame.parse(reader.read_exact, mask=False)
    try:
        next(steps)
    except StopIteration as done:
        found: Frame = done.value
    assert (found.opcode, found.fin, found.rsv1) == (Opcode.TEXT, True, False)
    return bytes(found.data).decode()


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_a_frame_is_one_whole_message_of_any_length(size: int) -> None:
    text = ("ΨñX" * size)[:size]
    assert read(frame_of(text)) == text


def drawing(numbers: dict[str, int]) -> Drawing:
    graphics = [{"key": key, "box": {}, "svg": f"<svg>{n}</svg>"} for key, n in numbers.items()]
    return {"width": 2, "height": 1, "graphics": graphics}


def applied(before: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
    """What a page shows after a message."""
    if "graphics" in told:
        return {graphic["key"]: graphic for graphic in told["graphics"]}
    new = before | {graphic["key"]: graphic for graphic in told["changed"]}
    return {key: new[key] for key in told["keys"]}


KEYS = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3), max_size=4)


@given(st.lists(st.tuples(KEYS, st.booleans(), st.integers(0, 2)), max_size=12))
def test_a_page_shows_the_newest_whether_its_line_was_free_or_not(
    steps: list[tuple[dict[str, int], bool, int]],
) -> None:
    """``steps``: what is shown next, whether the line is free then, and turns until the next."""

    async def seen() -> tuple[list[dict[str, Any]], Drawing]:
        channel, told, free = Channel(), list[dict[str, Any]](), [True]

        def push(frame: bytes) -> bool:
            if free[0]:
                told.append(json.loads(read(frame)))
            return free[0]

        page = Page(push)
        channel.pages.add(page)

        async def send() -> None:
            async for newest in channel.snapshots(page):
                text = channel.words(newest, page.sent)
                await asyncio.sleep(0)  # a line takes its time
                told.append(json.loads(text))
                page.sent = newest

        sending = asyncio.create_task(send())
        for numbers, line_is_free, turns in steps:
            free[0] = line_is_free
            channel.show(None, drawing(numbers))
            for _ in range(turns):
                await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        channel.close()
        await sending
        return told, channel.now.drawing

    told, now = asyncio.run(seen())
    page: dict[str, Any] = {}
    for message in told:
        page = applied(page, message)
    assert list(page.values()) == now["graphics"]
    assert [each["seq"] for each in told] == sorted({each["seq"] for each in told})
