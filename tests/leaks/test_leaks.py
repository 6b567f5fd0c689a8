"""Nothing of a sealed deal leaves by any way, to anybody who may not know it (RULES P11)."""

from pathlib import Path

import pytest
from effort import counts
from hunter import hunt


@pytest.mark.parametrize("seed", range(1, counts(3, 60)))
def test_p11_a_record_with_sealed_deals_looks_like_one_without_them(
    tmp_path: Path, seed: int
) -> None:
    found = hunt(seed, counts(3, 25), tmp_path)
    assert found.leaks == []
    assert found.asked > 100
