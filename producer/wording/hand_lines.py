"""What is said at the beats of a hand that one table alone has played."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from itertools import groupby

from producer.compare.model import Comparison, Pick
from producer.games.line import Move
from producer.wording import situation
from producer.wording.language import language as speak
from producer.wording.narration import Narration, who
from producer.wording.phrases import Phrase, plain, say
from producer.wording.pick_lines import chooses
from producer.wording.winner_line import winner_line

_NAMED = 3
"""Most moves of a street that are said; the last ones count."""


def hand_lines(comparison: Comparison, hand: Pick, language: str = "en") -> dict[str, str]:
    """By beat (``cards``, each street by its name, ``result``), the sentence offered; a beat
    without one is missing. None says more than its beat shows. ``hand``: of ``whole_hand``. Raises
    UnknownLanguage."""
    (table,) = hand.tables
    narration = Narration(speak(language), comparison)
    line = comparison.replays[table].line
    said: dict[str, Phrase] = {}
    player = narration.play(table).players.get(hand.seat)
    if player is not None and narration.cards_known(hand.seat):
        said["cards"] = say(
            narration.language.gettext("{who} {seat:at} with {hand}"),
            who=who(narration, table, hand.seat),
            seat=narration.position(hand.seat),
            hand=narration.hand(hand.seat),
        )
    for street, group in groupby(line[hand.at[table] :], key=lambda move: move.phase):
        own = list(group)
        said[street] = say(
            narration.language.gettext("{street}: {moves}"),
            street=situation.street(narration, street),
            moves=_moves(narration, table, own, last=own[-1] is line[-1]),
        )
    lines = {name: _sentence(str(phrase)) for name, phrase in said.items()}
    result = winner_line(comparison, language)
    return {**lines, "result": _sentence(result)} if result else lines


def _moves(narration: Narration, table: str, own: Sequence[Move], *, last: bool) -> Phrase:
    """Who did what, the last of it; folds only where one ends the hand."""
    if len(own) > 1 and all(move.action == "check" for move in own):
        return plain(narration.language.gettext("everybody checks"))
    chosen = [move for move in own if move.action != "fold"]
    if own[-1].action == "fold" and (last or not chosen):
        chosen.append(own[-1])
    unit = narration.play(table).game.unit
    clauses = [
        chooses(
            narration,
            who(narration, table, move.seat),
            move.action,
            Fraction(move.to or 0, unit),
            sized=True,
        )
        for move in chosen[-_NAMED:]
    ]
    joined = narration.language.gettext("{first}, {second}")
    return reduce(lambda first, second: say(joined, first=first, second=second), clauses)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
