"""The options of ``duplicast simulate --footage``, and the filming with its progress."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import typer

from producer.cli.common import people, progress
from producer.segments.timecode import TimecodeRefused, rate_of
from producer.simulate.footage.camera import Form
from producer.simulate.footage.choice import best_deals
from producer.simulate.footage.filming import BadSize, as_recording, check_size, film
from producer.simulate.footage.reels import Reel, reels_of, tournament_reels
from producer.simulate.session import SimulatedPlay, SimulatedRecording
from producer.simulate.tournament import TournamentHand
from producer.texts import number_of


@dataclass(frozen=True, slots=True)
class WantedFootage:
    """``deals``: none for the best ones. ``size``: width and height in pixels."""

    folder: Path
    deals: frozenset[int]
    size: tuple[int, int]
    rate: Fraction
    form: Form


def wanted(
    folder: Path, named: str | None, size: str, rate: str, form: Form, deals: int
) -> WantedFootage:
    """The options as values; ``deals``: of the session. Raises typer.BadParameter."""
    return WantedFootage(folder, _deals(named, deals), _size(size), _rate(rate), form)


def film_tables(play: SimulatedPlay, want: WantedFootage) -> tuple[SimulatedRecording, ...]:
    """Films with a progress bar, and says where the recordings are. Raises OSError."""
    return _film(reels_of(play, want.deals or best_deals(play), want.rate), want)


def film_tournament(
    hands: Sequence[TournamentHand], want: WantedFootage
) -> dict[int, SimulatedRecording]:
    """Films the hands of a tournament's table that are wanted, by default the final one; by the
    number of the first hand on each recording. Raises OSError."""
    wanted_hands = want.deals or {hands[-1].hand.deal}
    reels = tournament_reels([each for each in hands if each.hand.deal in wanted_hands], want.rate)
    firsts = [reel.hands[0][0].deal for reel in reels]
    return dict(zip(firsts, _film(reels, want), strict=True))


def _film(reels: Sequence[Reel], want: WantedFootage) -> tuple[SimulatedRecording, ...]:
    with progress() as bar:
        task = bar.add_task("frames", total=sum(len(reel.frames) for reel in reels))
        filmed = list(
            film(reels, want.folder, want.form, want.size, lambda frames: bar.advance(task, frames))
        )
    minutes = float(sum(len(each.reel.frames) / each.reel.rate for each in filmed) / 60)
    deals = sorted({hand.deal for reel in reels for hand, _ in reel.hands})
    whose = f"deal{'s' * (len(deals) > 1)} {', '.join(map(str, deals))}"
    people.print(
        f"wrote {want.folder}: {number_of(len(filmed), 'recording')} of {whose}, "
        f"{minutes:.1f} minutes",
        soft_wrap=True,
    )
    return tuple(as_recording(each.reel, each.path) for each in filmed)


def _deals(named: str | None, deals: int) -> frozenset[int]:
    """The deals in ``named``; none if it is ``None``. Raises typer.BadParameter."""
    if named is None:
        return frozenset()
    if named.strip() == "all":
        return frozenset(range(1, deals + 1))
    numbers = {each.strip() for each in named.split(",")}
    wrong = [each for each in numbers if not each.isascii() or not each.isdigit()]
    missing = [each for each in numbers if each not in wrong and not 1 <= int(each) <= deals]
    if wrong or missing:
        raise typer.BadParameter(
            f"{min(wrong or missing)!r} is no deal of this session; name deals from 1 to {deals}, "
            "separated by commas, or all",
            param_hint="--footage-deals",
        )
    return frozenset(map(int, numbers))


def _size(text: str) -> tuple[int, int]:
    """Raises typer.BadParameter."""
    form = re.fullmatch(r"(\d{1,5})x(\d{1,5})", text.strip(), re.ASCII)
    if form is None:
        raise typer.BadParameter(
            f"{text!r}: write width x height, such as 640x360", param_hint="--footage-size"
        )
    size = int(form[1]), int(form[2])
    try:
        check_size(*size)
    except BadSize as error:
        raise typer.BadParameter(str(error), param_hint="--footage-size") from error
    return size


def _rate(text: str) -> Fraction:
    """Raises typer.BadParameter."""
    try:
        return rate_of(text)
    except TimecodeRefused as error:
        raise typer.BadParameter(str(error), param_hint="--footage-rate") from error
