"""A table's line in full, street by street, as far as it may be known. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from producer.compare.model import Comparison
from producer.games.line import Play
from producer.games.registry import rules_of
from producer.stages.comparisons.branches import DecisionPoint
from producer.stages.drawings import drawing_of
from producer.stages.style import Style, unit
from producer.stages.words import amount
from producer.web.appearance import appearance
from producer.web.languages import _, word
from producer.web.pages.words import Card, WordedMove, cards, worded_line
from producer.wording.games.positions import position, position_name


@dataclass(frozen=True, slots=True)
class PanelStep:
    """A move, or a run of folds. ``who``: position and player, or the positions of those who
    folded. ``own``: of the player who decides; ``decides``: it is the decision."""

    who: str
    words: str
    own: bool = False
    decides: bool = False


@dataclass(frozen=True, slots=True)
class PanelStreet:
    """``cards``: that came with it. ``pot``: after its last known move, in big blinds;
    empty in a game without bets."""

    name: str
    cards: tuple[Card, ...]
    steps: tuple[PanelStep, ...]
    pot: str


def streets_of(
    comparison: Comparison, point: DecisionPoint, table: str, made: int | None, style: Style
) -> tuple[PanelStreet, ...]:
    """The line of ``table`` up to ``made`` moves, ``None`` for all of it."""
    replayed = comparison.replays[table]
    play, rules, at = replayed.play, rules_of(replayed.play.game), point.at[table]
    line = worded_line(comparison, play, made)[0]
    board = replayed.board_after(None if made is None else max(made, at + 1))
    phases = dict.fromkeys(each.move.street for each in line)
    if made is not None and at < len(replayed.line):
        phases.setdefault(replayed.line[at].street)
    if made is None:
        phases.update(dict.fromkeys(name for name in rules.phases if rules.open_cards(name)))
    places = _places(comparison, play)
    streets: list[PanelStreet] = []
    before = done = 0
    for name in phases:
        moves = [each for each in line if each.move.street == name]
        opened = min(rules.open_cards(name), len(board))
        if not moves and opened == before and name != replayed.line[at].street:
            continue
        steps = _steps(moves, done, at, point.seat, places, play)
        done += len(moves)
        pot = replayed.spots[done].pot if done < len(replayed.spots) else replayed.put_in
        blinds = Fraction(pot, play.game.unit)
        streets.append(
            PanelStreet(
                name,
                cards(board[before:opened]),
                steps,
                f"{amount(blinds)} {unit(play.game.unit, style)}".strip()
                if replayed.put_in
                else "",
            )
        )
        before = opened
    return tuple(streets)


def _places(comparison: Comparison, play: Play) -> Callable[[int], str]:
    """The position of a seat, or its number in a game without positions and where the button is at
    an empty seat."""
    deal = comparison.deal
    drawing = drawing_of(comparison)
    seats = () if drawing.street is None else tuple(play.players)

    def place(seat: int) -> str:
        name = position(seats, deal.button, deal.direction, seat)
        return position_name(name, appearance().language) if name else _("seat {n}", n=seat)

    return place


def _steps(
    moves: Sequence[WordedMove],
    first: int,
    at: int,
    seat: int,
    place: Callable[[int], str],
    play: Play,
) -> tuple[PanelStep, ...]:
    """``first``: the number of moves before ``moves``; ``at``: before the decision."""
    folded = word("fold")
    steps: list[PanelStep] = []
    for number, worded in enumerate(moves, first):
        who, decides = worded.move.seat, number == at
        own = who == seat
        last = steps[-1] if steps else None
        if worded.words == folded and not own:
            if last and last.words == folded and not last.own:
                steps[-1] = PanelStep(f"{last.who}, {place(who)}", folded)
            else:
                steps.append(PanelStep(place(who), folded))
            continue
        name = play.players[who].name if who in play.players else ""
        words = f"{place(who)}, {name}" if name else place(who)
        steps.append(PanelStep(words, worded.words, own, decides))
    return tuple(steps)
