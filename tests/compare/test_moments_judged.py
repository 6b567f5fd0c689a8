"""The picks agree with people who judged pairs of candidate segments, none of them seeing scores.

The shares that must be reached are those the customer asks for.
"""

import pytest
from judged import MOMENTS, agrees, baseline, in_use, judged, table, without_its_sessions

pytestmark = [
    pytest.mark.skipif(not MOMENTS.is_file(), reason=f"no judged pairs at {MOMENTS}"),
    pytest.mark.xdist_group("judged"),
]


@pytest.mark.parametrize("way", ["weights in use", "one session left out"])
def test_picks_agree_with_the_judges(way: str) -> None:
    pairs = judged()
    if way == "weights in use":
        agreed = [agrees(pair, in_use()) for pair in pairs]
    else:
        agreed = without_its_sessions(pairs)
    shares, least = table(pairs, agreed), table(pairs, baseline(pairs))
    assert shares["all"] >= 0.84
    assert shares["unanimous"] >= 0.89
    for kind in set(shares) - {"all", "unanimous"}:
        assert shares[kind] >= least[kind], (kind, shares, least)
