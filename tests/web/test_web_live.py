"""Connected pages end with the channel's newest snapshot."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from producer.web.channels.live import Channel, Drawing, Page


def drawing(numbers: dict[str, int]) -> Drawing:
    graphics = [{"key": key, "box": {}, "svg": f"<svg>{n}</svg>"} for key, n in numbers.items()]
    return {"width": 2, "height": 1, "graphics": graphics}


def applied(before: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """What a page shows after a message."""
    if "graphics" in result:
        return {graphic["key"]: graphic for graphic in result["graphics"]}
    new = before | {graphic["key"]: graphic for graphic in result["changed"]}
    return {key: new[key] for key in result["keys"]}


KEYS = st.dictionaries(st.sampled_from("abcd"), st.integers(1, 3), max_size=4)


@given(st.lists(st.tuples(KEYS, st.integers(0, 3)), max_size=12))
def test_a_page_ends_with_the_newest_snapshot_however_slow_it_is(
    steps: list[tuple[dict[str, int], int]],
) -> None:
    """``steps``: what is shown next, and turns of the event loop until the next."""

    async def seen() -> tuple[list[dict[str, Any]], Drawing]:
        channel, sent, page = Channel(), list[dict[str, Any]](), Page()
        channel.pages.add(page)

        async def send() -> None:
            async for newest in channel.snapshots(page):
                text = channel.message(newest, page.sent)
                await asyncio.sleep(0)  # sending takes time
                sent.append(json.loads(text))
                page.sent = newest

        sending = asyncio.create_task(send())
        for numbers, turns in steps:
            channel.show(None, drawing(numbers))
            for _ in range(turns):
                await asyncio.sleep(0)
        for _ in range(5):
            await asyncio.sleep(0)
        channel.close()
        await sending
        return sent, channel.now.drawing

    sent, now = asyncio.run(seen())
    page: dict[str, Any] = {}
    for message in sent:
        page = applied(page, message)
    assert list(page.values()) == now["graphics"]
    assert [each["seq"] for each in sent] == sorted({each["seq"] for each in sent})
