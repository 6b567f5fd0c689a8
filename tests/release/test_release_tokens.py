"""Tokens as read from the log."""

from pathlib import Path

import pytest

from producer.acts import Act, Role
from producer.release import by_hand, open_gate
from producer.release.tokens import TokenCache, holder, new_secret


def test_tokens_read_step_by_step_equal_those_read_at_once(tmp_path: Path) -> None:
    gate = open_gate(tmp_path / "a.db")
    so_far, asked = TokenCache(), list[int]()

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


@pytest.mark.parametrize(
    "wrong", ["{name}.wrong", "{name}.", "{name}", ".{secret}", "other.{secret}", ""]
)
def test_a_token_s_name_without_its_secret_is_refused(tmp_path: Path, wrong: str) -> None:
    """Names are in the log and on pages; only the secret gives access."""
    gate = open_gate(tmp_path / "a.db")
    token = by_hand.add_token(gate, "producer", (), "", "test")
    name, _, secret = token.partition(".")
    found = holder(gate.tokens(), token)
    assert found is not None
    assert found.name == name
    assert holder(gate.tokens(), wrong.format(name=name, secret=secret)) is None
    gate.close()


def test_a_secret_has_256_random_bits() -> None:
    """In base64, six bits a letter: 43 letters. No two are alike."""
    made = [new_secret() for _ in range(50)]
    for name, token, _ in made:
        assert token.startswith(f"{name}.")
        assert len(token.removeprefix(f"{name}.")) == 43
    assert len({token for _, token, _ in made}) == len({name for name, _, _ in made}) == 50
