"""The forks of the 1,000 real deals, counted a second time over the raw strings of the logs.

At all twenty tables; in `make test` at four.
"""

import re
from collections import defaultdict
from itertools import pairwise
from pathlib import Path

import pytest
from effort import counts

from producer.compare import compare
from producer.feeds import read
from producer.record import open_store

LOGS = Path(__file__).parents[2].parent / "shared/data/poker/lbr"
FILES = sorted(LOGS.glob("*.out"))[: counts(4, 20)]
HAND = re.compile(r"(\d+):[^:]*:0([^:]*):([^:|]*)\|")


def raw_lines() -> dict[int, list[str]]:
    """The betting strings of the files by hand number."""
    lines = defaultdict(list)
    for path in FILES:
        for text in path.read_text().splitlines():
            match = HAND.match(text)
            if match:
                lines[int(match[1])].append(match[2])
    return lines


def raw_forks(lines: list[str]) -> int:
    """Prefixes, cut at whole actions, after which the strings go on in more than one way."""
    after = defaultdict(set)
    for line in lines:
        cuts = [match.start() for match in re.finditer(r"[fcr]", line)] + [len(line)]
        for start, end in pairwise(cuts):
            after[line[:start].rstrip("/")].add(line[start:end].rstrip("/"))
    return sum(len(choices) > 1 for choices in after.values())


@pytest.mark.skipif(not LOGS.is_dir(), reason=f"needs the real match logs in {LOGS.name}")
def test_every_exact_fork_is_found_and_no_other(tmp_path: Path) -> None:
    expected = {number: raw_forks(lines) for number, lines in raw_lines().items()}
    with open_store(tmp_path / "log.db") as store:
        for path in FILES:
            store.append(read(path))
        found = {deal.key.number: len(compare(deal).forks) for deal in store.deals()}
    assert len(found) == 1000
    assert sum(expected.values()) > counts(1500, 5000)
    assert found == expected
