"""Whether OBS was started again or only the way to it was lost, also where it answers late."""

from collections.abc import Iterator
from typing import Any

import pytest

from producer.obs.link import restarts as births
from producer.obs.link.restarts import TRIES, Birth, birth

NOW = 1000.0


class Obs:
    """Thirty frames a second; ``delays``: of each answer in seconds, before and after it counts."""

    def __init__(self, started: float, *delays: tuple[float, float]) -> None:
        self.time, self._started = NOW, started
        self._delays: Iterator[tuple[float, float]] = iter(delays)

    def batch(self, _: object) -> list[dict[str, Any]]:
        before, after = next(self._delays)
        self.time += before
        frames = int((self.time - self._started) * 30)
        self.time += after
        return [{"renderTotalFrames": frames}, {"fpsNumerator": 30, "fpsDenominator": 1}]


def told(
    monkeypatch: pytest.MonkeyPatch, started: float, *delays: tuple[float, float], tries: int = 1
) -> Birth:
    obs = Obs(started, *delays)
    monkeypatch.setattr(births, "monotonic", lambda: obs.time)
    return birth(obs, tries)  # type: ignore[arg-type]


SLOW = [(0.0, 4.0), (4.0, 0.0), (2.0, 3.0), (0.0, 0.0)]


@pytest.mark.parametrize("then", SLOW)
@pytest.mark.parametrize("now", SLOW)
def test_an_obs_that_answers_late_is_no_other(
    monkeypatch: pytest.MonkeyPatch, then: tuple[float, float], now: tuple[float, float]
) -> None:
    before = told(monkeypatch, 900.0, then)
    assert not told(monkeypatch, 900.0, now).is_after(before)


def test_one_that_was_started_two_seconds_later_is_another(monkeypatch: pytest.MonkeyPatch) -> None:
    before = told(monkeypatch, 900.0, (0.01, 0.2))
    assert told(monkeypatch, 902.0, (0.2, 0.01)).is_after(before)
    assert not before.is_after(told(monkeypatch, 902.0, (0.2, 0.01)))


def test_a_busy_one_is_asked_again_until_it_answers_promptly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    delays = ((3.0, 3.0), (0.1, 0.1), (0.0, 0.0))
    found = told(monkeypatch, 900.0, *delays, tries=TRIES)
    assert found.exact
    assert found.earliest <= 900.04
    assert found.latest >= 900.0
    assert found.latest - found.earliest == pytest.approx(0.2)
    vague = told(monkeypatch, 900.0, (3.0, 3.0), (1.0, 1.0), (2.0, 2.0), tries=TRIES)
    assert vague.latest - vague.earliest == pytest.approx(2.0)
