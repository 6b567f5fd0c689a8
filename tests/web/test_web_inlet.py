"""Many senders share commits, and none is answered twice or with another's outcome."""

import asyncio

import pytest

from producer.feeds import Refused
from producer.release import Taken
from producer.web.inlet import Inlet, Item

SENDERS, EACH = 40, 10


def piece(name: str) -> Refused:
    """Any item; what is taken of it is its name."""
    return Refused(b"", name, "", "")


@pytest.mark.parametrize("ahead", [1, 2])
def test_what_comes_while_others_are_committed_shares_a_commit(ahead: int) -> None:
    """Half of the senders come a little later each time."""
    sizes: list[int] = []
    at_once = most = 0

    async def take(items: list[Item]) -> list[Taken]:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        sizes.append(len(items))
        await asyncio.sleep(0.001)
        at_once -= 1
        return [Taken(item.place, item.place, "accepted") for item in items]

    async def send(inlet: Inlet, sender: int) -> None:
        for number in range(EACH):
            for _ in range(5 * (sender % 2)):
                await asyncio.sleep(0)
            name = f"{sender}/{number}"
            (told,) = await inlet.offer([piece(name)])
            assert told.id == name

    async def all_of_them() -> Inlet:
        inlet = Inlet(take, ahead=ahead)
        await asyncio.gather(*(send(inlet, sender) for sender in range(SENDERS)))
        return inlet

    inlet = asyncio.run(all_of_them())
    assert inlet.outcomes == {"accepted": SENDERS * EACH}
    assert inlet.commits == len(sizes)
    assert sum(sizes) == SENDERS * EACH
    assert most == ahead
    assert len(sizes) <= (ahead + 1) * (EACH + 1)


def test_a_fault_of_ours_is_trouble_too_until_something_is_written() -> None:
    """Its words are not told: they may name cards."""
    broken = True

    async def take(items: list[Item]) -> list[Taken]:
        if broken:
            raise ZeroDivisionError("AsAh")
        return [Taken(item.place, item.place, "accepted") for item in items]

    async def send() -> None:
        nonlocal broken
        inlet = Inlet(take)
        with pytest.raises(ZeroDivisionError):
            await inlet.offer([piece("a")])
        trouble = inlet.trouble()
        assert trouble is not None
        assert trouble.reason == "Duplicast met a fault of its own"
        assert "AsAh" not in str(trouble)
        broken = False
        await inlet.offer([piece("a")])
        assert inlet.trouble() is None

    asyncio.run(send())
