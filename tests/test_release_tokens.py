"""Tokens, as they follow from the log."""

from pathlib import Path

from producer.acts import Act, Role
from producer.release import hand as by_hand
from producer.release import open_gate
from producer.release.tokens import SoFar


def test_tokens_read_bit_by_bit_are_those_read_at_once(tmp_path: Path) -> None:
    gate = open_gate(tmp_path / "a.db")
    so_far, asked = SoFar(), list[int]()

    def acts(after: int) -> list[tuple[int, Act]]:
        asked.append(after)
        return gate.acts(after)

    try:
        assert so_far.now(acts) == {}
        roles: tuple[Role, ...] = ("feed", "overlay")
        for role in roles:
            by_hand.add_token(gate, role, (), "", "test")
            assert so_far.now(acts) == gate.tokens()
        first, second = gate.tokens().values()
        use = by_hand.use_of(gate, second)
        assert use is not None
        gate.act(use)
        by_hand.revoke_token(gate, first.name, "test")
        assert so_far.now(acts) == gate.tokens()
        assert [each.revoked is None for each in so_far.now(acts).values()] == [False, True]
        assert asked == [0, 0, *[pos for pos, _ in gate.acts()][:2], *[gate.acts()[-1][0]]]
    finally:
        gate.close()
