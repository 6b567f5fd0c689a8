"""What the commentators' panel says of bridge in its own words."""

from __future__ import annotations

from typing import cast

from overlay.contexts import SuitText
from producer.compare.model import Comparison
from producer.games.bridge.played import ReplayedBridge
from producer.games.bridge.seats import after, partner
from producer.games.game import Replayed
from producer.scoring.comparisons import imps
from producer.scoring.team_match import one_match
from producer.stages.bridge.call_words import action_word, bid_text, card_text
from producer.stages.bridge.two_up import imps_ahead, made_words, signed_points
from producer.stages.comparisons.comparison_cut import ChoiceSeen
from producer.stages.people import People
from producer.stages.style import Style
from producer.wording.games.bridge_names import contract_name, seat_name
from producer.wording.language import Language


def opponents(replayed: Replayed, seat: int, who: People, say: Language) -> str:
    """``North · against Croatia``; the players' names where they have no team."""
    players = replayed.play.players
    found = [players[each] for each in (after(seat), partner(after(seat))) if each in players]
    names = dict.fromkeys(who.team(each) or each.name for each in found)
    return f"{seat_name(say, seat)} · {say.pgettext('opponents', 'against')} {' & '.join(names)}"


def outcome(replayed: Replayed, say: Language) -> str:
    """``four hearts doubled by North, 1 down``."""
    played = cast(ReplayedBridge, replayed)
    if played.contract is None:
        return say.gettext("passed out")
    by = say.gettext("by {seat}").format(seat=seat_name(say, played.contract.declarer))
    return f"{contract_name(say, played.contract)} {by}, {made_words(played.over, say)}"


def gap(comparison: Comparison, seat: int, pair: tuple[str, str], who: People, style: Style) -> str:
    """``SWEDEN +13 IMPs · points of the match, for 820 more on this deal``."""
    ahead = imps_ahead(comparison, seat, pair, who, style)
    said = " ".join(filter(None, (ahead.who, ahead.amount, ahead.words)))
    return " · ".join(filter(None, (said, ahead.below)))


def decision(choice: ChoiceSeen, say: Language) -> SuitText:
    """``4♥``, ``PASS``, ``PLAYS 10♦``."""
    if choice.action in ("bid", "contract"):
        return bid_text(choice.detail, say)
    word = action_word(choice.action, say)
    if choice.action != "play":
        return SuitText(word)
    card = card_text(choice.detail)
    return SuitText(f"{word} {card.text}", card.suit)


def result(
    comparison: Comparison, table: str, other: str | None, seat: int, say: Language
) -> tuple[str, str]:
    """``+13 IMPs`` of the seat's side against the other table, and its ``+620 points`` here.
    ``other``: ``None`` as long as it has not ended. No IMPs between tables of different matches."""
    own = int(comparison.replays[table].play.result[seat])
    points = say.ngettext("{n} point", "{n} points", abs(own)).format(n=signed_points(own))
    if other is None or not one_match(comparison.deal, (table, other)):
        return "", points
    worth = imps(own - comparison.replays[other].play.result[seat])
    return f"{signed_points(worth)} {say.ngettext('IMP', 'IMPs', abs(worth))}", points
