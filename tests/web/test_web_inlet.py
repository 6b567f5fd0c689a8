"""Many senders share commits, and none is answered twice or with another's outcome."""

import asyncio

from producer.feeds import Refused
from producer.release import Taken
from producer.web.inlet import Inlet, Item

SENDERS, EACH = 40, 10


def piece(name: str) -> Refused:
    """Any item; what is taken of it is its name."""
    return Refused(b"", name, "", "")


def test_many_senders_who_wait_for_their_answers_share_one_commit() -> None:
    """All of a round in one, though half of them come a little later: two halves that take turns
    would make twice as many."""
    sizes: list[int] = []

    def take(items: list[Item]) -> list[Taken]:
        sizes.append(len(items))
        return [Taken(item.place, item.place, "accepted") for item in items]

    async def send(inlet: Inlet, sender: int) -> None:
        for number in range(EACH):
            for _ in range(5 * (sender % 2)):
                await asyncio.sleep(0)
            name = f"{sender}/{number}"
            (told,) = await inlet.offer([piece(name)])
            assert told.id == name

    async def all_of_them() -> Inlet:
        inlet = Inlet(take)
        await asyncio.gather(*(send(inlet, sender) for sender in range(SENDERS)))
        return inlet

    inlet = asyncio.run(all_of_them())
    assert inlet.outcomes == {"accepted": SENDERS * EACH}
    assert inlet.commits == len(sizes)
    assert sum(sizes) == SENDERS * EACH
    assert len(sizes) <= EACH + 2
