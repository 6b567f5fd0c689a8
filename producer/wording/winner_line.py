"""Who won a hand that only one table plays, in one line."""

from __future__ import annotations

from fractions import Fraction

from producer.compare.model import Comparison
from producer.events import HoldemGame
from producer.wording.language import language as speak
from producer.wording.narration import Narration, who
from producer.wording.numbers import listed
from producer.wording.phrases import pointer, say


def winner_line(comparison: Comparison, language: str = "en") -> str:
    """``Ada Lind won 10 big blinds``: who won most, all of them where several did; of a
    tournament's last hand also ``and the tournament``. ``""`` where other tables play the same
    cards, nobody won, or the game has no blinds. Raises UnknownLanguage."""
    deal, spoken = comparison.deal, speak(language)
    if not deal.alone or not deal.plays or not isinstance(deal.plays[0].game, HoldemGame):
        return ""
    play = deal.plays[0]
    most = max(play.result.values(), default=0)
    if most <= 0:
        return ""
    narration = Narration(spoken, comparison)
    seats = [seat for seat, chips in play.result.items() if chips == most]
    winners = listed(spoken, [who(narration, play.table, seat) for seat in seats])
    message = spoken.ngettext("{who} won {amount}", "{who} won {amount}", winners.number)
    last = comparison.winner
    if last is not None and any(play.players[seat].name == last.player for seat in seats):
        message = spoken.gettext("{who} won {amount} and the tournament")
    source = pointer("plays", play.table, "result", seats[0])
    amount = narration.amount(Fraction(most) / play.game.unit, source)
    line = str(say(message, who=winners, amount=amount))
    return line[:1].upper() + line[1:]
