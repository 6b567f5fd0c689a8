"""Senders share commits; each gets its own receipts, once."""

import asyncio

import pytest

from producer.feeds import Refused
from producer.problems import problem
from producer.release import Receipt, StoreError
from producer.web.feed.queue import BATCH, FULL, Busy, Inlet, Item, Unsure

SENDERS, EACH = 40, 10


def piece(name: str) -> Refused:
    """Any item; its receipt has its name."""
    return Refused(b"", name, problem("no-object"))


def test_events_that_arrive_during_a_commit_share_the_next() -> None:
    """Half of the senders come a little later in each round."""
    sizes: list[int] = []
    at_once = most = 0

    async def take(items: list[Item]) -> list[Receipt]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        sizes.append(len(items))
        await asyncio.sleep(0.001)
        at_once -= 1
        return [Receipt(item.place, item.place, "accepted") for item in items]

    async def send(inlet: Inlet, sender: int) -> None:
        for number in range(EACH):
            for _ in range(5 * (sender % 2)):
                await asyncio.sleep(0)
            name = f"{sender}/{number}"
            (result,) = await inlet.offer([piece(name)])
            assert result.id == name

    async def all_of_them() -> Inlet:
        inlet = Inlet(take)
        await asyncio.gather(*(send(inlet, sender) for sender in range(SENDERS)))
        return inlet

    inlet = asyncio.run(all_of_them())
    assert inlet.outcomes == {"accepted": SENDERS * EACH}
    assert inlet.commits == len(sizes)
    assert sum(sizes) == SENDERS * EACH
    assert most == 1
    assert len(sizes) <= 2 * (EACH + 1)


def test_an_internal_error_counts_as_trouble_until_the_next_commit() -> None:
    """Without the exception's text, which may name cards."""
    broken = True

    async def take(items: list[Item]) -> list[Receipt]:
        if broken:
            raise ZeroDivisionError("AsAh")
        return [Receipt(item.place, item.place, "accepted") for item in items]

    async def send() -> None:
        nonlocal broken
        inlet = Inlet(take)
        with pytest.raises(ZeroDivisionError):
            await inlet.offer([piece("a")])
        trouble = inlet.trouble()
        assert trouble is not None
        assert trouble.reason == "there was an internal error in Duplicast"
        assert "AsAh" not in str(trouble)
        broken = False
        await inlet.offer([piece("a")])
        assert inlet.trouble() is None

    asyncio.run(send())


def test_a_large_message_is_split_and_lets_others_have_their_turn() -> None:
    """It is answered in order once all of it is on disk."""
    commits: list[list[str]] = []

    async def take(items: list[Item]) -> list[Receipt]:
        commits.append([item.place for item in items])
        await asyncio.sleep(0)
        return [Receipt(item.place, item.place, "accepted") for item in items]

    async def send() -> None:
        inlet = Inlet(take)
        names = [str(n) for n in range(2 * BATCH + 7)]
        large = inlet.offer([piece(name) for name in names])
        small = inlet.offer([piece("small")])
        await small
        assert not large.done()
        assert [result.id for result in await large] == names

    asyncio.run(send())
    assert [len(commit) for commit in commits] == [BATCH, 1, BATCH, 7]
    assert commits[1] == ["small"]


def test_an_empty_queue_accepts_more_than_its_limit() -> None:
    async def take(items: list[Item]) -> list[Receipt]:
        await asyncio.sleep(0)
        return [Receipt(item.place, item.place, "accepted") for item in items]

    async def send() -> None:
        inlet = Inlet(take)
        first = inlet.offer([piece("x")] * (FULL + 1))
        with pytest.raises(Busy):
            inlet.offer([piece("late")])
        assert len(await first) == FULL + 1
        assert len(await inlet.offer([piece("late")])) == 1

    asyncio.run(send())


@pytest.mark.parametrize(
    ("failing", "result"),
    [
        pytest.param({1, 2, 3}, "the disk is full", id="nothing is taken"),
        pytest.param({2}, "events that were accepted are recognized", id="a part is taken"),
    ],
)
def test_a_partly_accepted_message_is_not_reported_as_rejected(
    failing: set[int], result: str
) -> None:
    number = 0

    async def take(items: list[Item]) -> list[Receipt]:
        nonlocal number
        number += 1
        if number in failing:
            raise StoreError("the record", "the disk is full", "Make room")
        return [Receipt(item.place, item.place, "accepted") for item in items]

    async def send() -> StoreError:
        with pytest.raises(StoreError) as raised:
            await Inlet(take).offer([piece("x")] * (2 * BATCH + 1))
        return raised.value

    error = asyncio.run(send())
    assert result in str(error)
    assert isinstance(error, Unsure) == (failing == {2})
    assert number == 3
