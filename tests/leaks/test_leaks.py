"""Nothing of a sealed deal leaves by any way, to anybody who may not know it (RULES P11)."""

from pathlib import Path

import pytest
from effort import counts
from hunter import hunt


@pytest.mark.parametrize("seed", range(1, counts(4, 60)))
def test_p11_nobody_can_tell_a_record_from_one_that_never_heard_of_what_is_sealed(
    tmp_path: Path, seed: int
) -> None:
    found = hunt(seed, counts(3, 25), tmp_path)
    assert found.leaks == []
    assert found.asked > 100
