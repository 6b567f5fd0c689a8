"""Tells a restart of OBS from a lost connection, also if OBS answers late."""

from collections.abc import Iterator
from typing import Any

import pytest

from producer.obs.link import start_time as start_times
from producer.obs.link.start_time import TRIES, StartTime, start_time

NOW = 1000.0


class Obs:
    """Renders 30 frames a second. ``delays``: seconds before and after it counts, per answer."""

    def __init__(self, started: float, *delays: tuple[float, float]) -> None:
        self.time, self._started = NOW, started
        self._delays: Iterator[tuple[float, float]] = iter(delays)

    def batch(self, _: object) -> list[dict[str, Any]]:
        before, after = next(self._delays)
        self.time += before
        frames = int((self.time - self._started) * 30)
        self.time += after
        return [{"renderTotalFrames": frames}, {"fpsNumerator": 60, "fpsDenominator": 2}]


def measured(
    monkeypatch: pytest.MonkeyPatch, started: float, *delays: tuple[float, float], tries: int = 1
) -> StartTime:
    obs = Obs(started, *delays)
    monkeypatch.setattr(start_times, "monotonic", lambda: obs.time)
    return start_time(obs, tries)  # type: ignore[arg-type]


SLOW = [(0.0, 4.0), (4.0, 0.0), (2.0, 3.0), (0.0, 0.0)]


@pytest.mark.parametrize("then", SLOW)
@pytest.mark.parametrize("now", SLOW)
def test_a_late_answer_is_no_restart(
    monkeypatch: pytest.MonkeyPatch, then: tuple[float, float], now: tuple[float, float]
) -> None:
    before = measured(monkeypatch, 900.0, then)
    assert not measured(monkeypatch, 900.0, now).is_after(before)


def test_a_start_two_seconds_later_is_a_restart(monkeypatch: pytest.MonkeyPatch) -> None:
    before = measured(monkeypatch, 900.0, (0.01, 0.2))
    assert measured(monkeypatch, 902.0, (0.2, 0.01)).is_after(before)
    assert not before.is_after(measured(monkeypatch, 902.0, (0.2, 0.01)))


def test_a_restart_takes_more_than_a_second() -> None:
    before = StartTime(90.0, 100.0)
    assert not StartTime(101.0, 102.0).is_after(before)
    assert StartTime(101.25, 102.0).is_after(before)


def test_a_reading_within_half_a_second_is_exact() -> None:
    assert StartTime(10.0, 10.5).exact
    assert not StartTime(10.0, 10.75).exact


def test_an_obs_is_asked_once_unless_more_readings_are_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    obs = Obs(900.0, (3.0, 3.0), (0.0, 0.0))
    monkeypatch.setattr(start_times, "monotonic", lambda: obs.time)
    found = start_time(obs)  # type: ignore[arg-type]
    assert found.latest - found.earliest == pytest.approx(6.0)


def test_a_busy_obs_is_measured_until_a_reading_is_exact(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    delays = ((3.0, 3.0), (0.1, 0.1), (0.0, 0.0))
    found = measured(monkeypatch, 900.0, *delays, tries=TRIES)
    assert found.exact
    assert found.earliest <= 900.04
    assert found.latest >= 900.0
    assert found.latest - found.earliest == pytest.approx(0.2)
    vague = measured(monkeypatch, 900.0, (3.0, 3.0), (2.0, 2.0), (1.0, 1.0), tries=TRIES)
    assert vague.latest - vague.earliest == pytest.approx(2.0)
