"""The betting of one hand, move by move (RULES P2, H1-H4, H9).

``BettingState`` is mutable for speed, and is not used outside ``producer.games``.

Players are positions in the order after the button: 0 acts first after the flop, the last is the
button.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from producer.events import HoldemGame
from producer.games.line import IllegalLine, Move
from producer.messages import message

STREETS = ("preflop", "flop", "turn", "river")
UNLIMITED = 1 << 62


@dataclass(frozen=True, slots=True)
class Post:
    """A forced post of one seat: ``live`` counts as its bet, ``dead`` goes to the pot only."""

    seat: int
    live: int = 0
    dead: int = 0


class BettingState:
    """The betting of a hand in progress.

    By position: ``limit`` (the most it can put in), ``put`` (put in so far), ``bet`` (of that, on
    this street), ``dead`` (of that, what need not be matched), ``faced`` (the level it last acted
    on, -1 before its first action of the street). ``level``: the bet to match, as a street total;
    ``full_raise``: what a raise must add; ``bets``: bets and raises of the street; ``live``: not
    folded; ``able``: of these, with chips left to bet; ``pending``: still to act, the actor first,
    empty when the betting is over; ``aggressor``: the last to bet or raise on this street, or -1.
    ``ruled``: the numbers of moves that stand by a ruling, though their amounts break the rules.
    """

    __slots__ = (
        "able",
        "aggressor",
        "bet",
        "bets",
        "dead",
        "faced",
        "full_raise",
        "game",
        "level",
        "limit",
        "live",
        "max_bets",
        "pending",
        "pot",
        "put",
        "ruled",
        "seats",
        "street",
        "street_name",
    )

    def __init__(self, game: HoldemGame, seats: Sequence[int], limit: list[int]) -> None:
        places = len(seats)
        self.game = game
        self.seats = seats
        self.limit = limit
        self.put = [0] * places
        self.bet = [0] * places
        self.dead = [0] * places
        self.faced = [-1] * places
        self.pot = 0
        self.level = 0
        self.full_raise = 0
        self.bets = 0
        self.max_bets: int | None = None
        self.live = list(range(places))
        self.able: list[int] = []
        self.pending: list[int] = []
        self.aggressor = -1
        self.ruled: Collection[int] = ()
        self.street = 0
        self.street_name = STREETS[0]


def deal_in(
    game: HoldemGame,
    seats: Sequence[int],
    stacks: Mapping[int, int | None],
    posts: Sequence[Post] | None = None,
) -> BettingState:
    """The hand after antes and blinds. ``seats``: in the order after the button.

    ``posts``: what the seats posted, in order of action, if not the game's blinds and straddle
    (a dead blind, a blind owed); antes are always the game's.
    """
    cap = UNLIMITED if game.cap is None else game.cap
    limit = []
    for seat in seats:
        stack = stacks.get(seat, game.stack)
        limit.append(cap if stack is None or stack > cap else stack)
    betting = BettingState(game, seats, limit)
    if game.ante:
        _post_antes(betting)
    opener = _post_blinds(betting) if posts is None else _post_others(betting, posts)
    put = betting.put
    betting.able = able = [p for p in betting.live if put[p] < limit[p]]
    betting.bets = 1
    _set_raises(betting)
    betting.pending = [p for p in able if p >= opener] + [p for p in able if p < opener]
    if len(able) < 2:
        _settle_alone(betting)
    return betting


def apply_move(betting: BettingState, move: Move, n: int) -> None:
    """Applies the next move to ``betting``; ``n``: its number. Raises IllegalLine."""
    pending = betting.pending
    phase, seat, action, detail = move
    if not pending or seat != betting.seats[pending[0]] or phase != betting.street_name:
        raise illegal(betting, move, n)
    actor = pending[0]
    owed = betting.level - betting.bet[actor]
    if action == "fold":
        del pending[0]
        betting.live.remove(actor)
        betting.able.remove(actor)
    elif action == "check" and owed <= 0 and detail is None:
        del pending[0]
        betting.faced[actor] = betting.level
    elif action == "call" and owed > 0:
        _call(betting, actor, move, n)
    elif action in ("bet", "raise"):
        _raise(betting, actor, move, n)
    else:
        raise illegal(betting, move, n)
    if len(betting.able) < 2:
        _settle_alone(betting)
    if not betting.pending:
        _close_street(betting)


def matched(betting: BettingState) -> list[int]:
    """What each position put in, without dead chips."""
    if not any(betting.dead):
        return betting.put
    return [put - dead for put, dead in zip(betting.put, betting.dead, strict=True)]


def call_to(betting: BettingState, actor: int) -> int:
    """The street total of a call: the level, or all of the actor's chips."""
    most = betting.bet[actor] + betting.limit[actor] - betting.put[actor]
    return most if most < betting.level else betting.level


def raise_range(betting: BettingState, actor: int) -> tuple[int, int] | None:
    """Smallest and largest legal street total of a bet or raise, or ``None`` (H3, P2).

    Without a stack and a cap, the largest total of a no-limit raise is about ``UNLIMITED``.
    """
    level, bet = betting.level, betting.bet[actor]
    most = bet + betting.limit[actor] - betting.put[actor]
    if most <= level or not _open_to_raise(betting, actor):
        return None
    least = level + betting.full_raise
    structure = betting.game.betting
    if structure == "fixed-limit":
        most = min(most, least)
    elif structure == "pot-limit":
        most = min(most, max(least, betting.pot + 2 * level - bet))
    return (least if least < most else most), most


def _ruled_range(betting: BettingState, actor: int) -> tuple[int, int] | None:
    """What a ruling may let stand: any bet or raise of the chips that the player has."""
    most = betting.bet[actor] + betting.limit[actor] - betting.put[actor]
    return (betting.level + 1, most) if most > betting.level else None


def _open_to_raise(betting: BettingState, actor: int) -> bool:
    if betting.max_bets is not None and betting.bets >= betting.max_bets:
        return False
    faced = betting.faced[actor]
    if faced >= 0 and betting.level - faced < betting.full_raise:
        return False
    level, limit, put, bet = betting.level, betting.limit, betting.put, betting.bet
    for other in betting.able:  # a loop is several times as fast as any(), and this is called most
        if other != actor and limit[other] - put[other] + bet[other] > level:
            return True
    return False


def _call(betting: BettingState, actor: int, move: Move, n: int) -> None:
    to = call_to(betting, actor)
    if move.detail is not None and (move.detail != to or type(move.detail) is not int):
        raise illegal(betting, move, n)
    del betting.pending[0]
    betting.faced[actor] = betting.level
    _pay(betting, actor, to)


def _raise(betting: BettingState, actor: int, move: Move, n: int) -> None:
    to, level = move.detail, betting.level
    ruled = n in betting.ruled
    allowed = _ruled_range(betting, actor) if ruled else raise_range(betting, actor)
    if (
        allowed is None
        or (move.action == "bet") != (level == 0)
        or type(to) is not int
        or not allowed[0] <= to <= allowed[1]
    ):
        raise illegal(betting, move, n)
    if to - level > betting.full_raise and betting.game.minimum_raise == "last-raise":
        betting.full_raise = to - level
    if ruled:  # it counts as a raise: those who have acted may raise again
        betting.faced = [-1] * len(betting.seats)
    betting.level = betting.faced[actor] = to
    betting.bets += 1
    betting.aggressor = actor
    able = betting.able
    place = able.index(actor)
    betting.pending = able[place + 1 :] + able[:place]
    _pay(betting, actor, to)


def _pay(betting: BettingState, actor: int, to: int) -> None:
    chips = to - betting.bet[actor]
    betting.bet[actor] = to
    betting.pot += chips
    put = betting.put[actor] + chips
    betting.put[actor] = put
    if put >= betting.limit[actor]:
        betting.able.remove(actor)


def _settle_alone(betting: BettingState) -> None:
    """At most one player can still bet: it acts only if it faces a bet."""
    if not betting.able:
        return
    alone = betting.able[0]
    betting.level = max((betting.bet[p] for p in betting.live if p != alone), default=0)
    if betting.bet[alone] >= betting.level:
        betting.pending.clear()


def _close_street(betting: BettingState) -> None:
    """Starts the next street, unless fewer than two players can still bet."""
    if betting.street == 3 or len(betting.able) < 2:
        return
    places = len(betting.seats)
    betting.street += 1
    betting.street_name = STREETS[betting.street]
    betting.bet = [0] * places
    betting.faced = [-1] * places
    betting.level = betting.bets = 0
    betting.aggressor = -1
    betting.pending = betting.able.copy()
    _set_raises(betting)


def _set_raises(betting: BettingState) -> None:
    """Sets the size of a full raise and the maximum number of bets for a new street."""
    game = betting.game
    if game.betting == "fixed-limit":
        small = game.small_bet or game.big_blind
        betting.full_raise = small if betting.street < 2 else game.big_bet or 2 * small
        betting.max_bets = game.max_bets_heads_up if len(betting.live) == 2 else game.max_bets
    else:
        betting.full_raise = max(game.big_blind, betting.level)


def _post_antes(betting: BettingState) -> None:
    everyone = betting.game.ante_from == "everybody"
    payers = betting.live if everyone else [0 if len(betting.seats) == 2 else 1]
    for position in payers:
        chips = min(betting.game.ante, betting.limit[position])
        betting.put[position] += chips
        betting.pot += chips
        if not everyone:
            betting.dead[position] += chips


def _post_blinds(betting: BettingState) -> int:
    """Posts the game's blinds and straddle; returns the position that opens (H1)."""
    game = betting.game
    small = 1 if len(betting.seats) == 2 else 0
    _post(betting, small, game.small_blind)
    _post(betting, 1 - small, game.big_blind)
    if game.straddle and len(betting.seats) > 2:
        _post(betting, 2, game.straddle)
        return 3
    return 2 - small


def _post_others(betting: BettingState, posts: Sequence[Post]) -> int:
    """Posts ``posts``; returns the position that opens, after the first of the largest."""
    opener, largest = 0, 0
    for post in posts:
        if post.seat not in betting.seats:
            seats = ", ".join(map(str, betting.seats))
            raise IllegalLine(
                1,
                message("seat {n} posts, but is not in the hand", n=post.seat),
                message("seats {seats}", seats=seats),
            )
        position = betting.seats.index(post.seat)
        _post(betting, position, post.live, post.dead)
        if post.live > largest:
            opener, largest = position + 1, post.live
    return opener


def _post(betting: BettingState, position: int, live: int, dead: int = 0) -> None:
    room = betting.limit[position] - betting.put[position]
    if dead:
        dead = min(dead, room)
        betting.dead[position] += dead
        room -= dead
    paid = live if live < room else room
    betting.put[position] += dead + paid
    betting.bet[position] += paid
    betting.pot += dead + paid
    betting.level = max(betting.level, live)


def legal(betting: BettingState) -> str:
    """The legal actions in words: 'raise to between 300 and 1150, call 100, or fold'."""
    if not betting.pending:
        return message("no further action: the hand is over")
    actor = betting.pending[0]
    owed = call_to(betting, actor) - betting.bet[actor]
    allowed = raise_range(betting, actor)
    if allowed is None:
        return message("call {owed} or fold", owed=owed) if owed > 0 else message("check")
    sizes = _span(*allowed)
    if not betting.level:
        return message("bet {sizes}, or check", sizes=sizes)
    if owed > 0:
        return message("raise to {sizes}, call {owed}, or fold", sizes=sizes, owed=owed)
    return message("raise to {sizes}, or check", sizes=sizes)


def _span(least: int, most: int) -> str:
    if least == most:
        return str(least)
    if most >= UNLIMITED >> 1:
        return message("at least {least}", least=least)
    return message("between {least} and {most}", least=least, most=most)


def awaited(betting: BettingState) -> str:
    """Who must act next and what is legal, in words. The hand must not be over."""
    seat = betting.seats[betting.pending[0]]
    return message(
        "seat {n} to act on the {street}: {legal}",
        n=seat,
        street=message(betting.street_name),
        legal=legal(betting),
    )


def illegal(betting: BettingState, move: Move, n: int) -> IllegalLine:
    """Why ``move`` is illegal, and what would be legal."""
    if not betting.pending:
        reason = message("seat {n}: {action} after the end", n=move.seat, action=_words(move))
        return IllegalLine(n, reason, legal(betting))
    seat = betting.seats[betting.pending[0]]
    street = betting.street_name
    if move.seat != seat:
        reason = message("seat {n} acts out of turn", n=move.seat)
        return IllegalLine(n, reason, awaited(betting))
    if move.street != street:
        now = message(street)
        reason = message(
            "seat {n} acts on the {street}, but the hand is on the {now}",
            n=seat,
            street=message(move.street),
            now=now,
        )
        expected = message("on the {street}: {legal}", street=now, legal=legal(betting))
        return IllegalLine(n, reason, expected)
    reason = message("seat {n}: {fault}", n=seat, fault=_fault(betting, move))
    return IllegalLine(n, reason, legal(betting))


def _fault(betting: BettingState, move: Move) -> str:
    actor = betting.pending[0]
    owed = betting.level - betting.bet[actor]
    if move.action in {"bet", "raise"}:
        return _raise_fault(betting, actor, move)
    if move.action == "check":
        if owed > 0:
            return message("check facing a bet of {amount}", amount=betting.level)
        return message("check with an amount")
    if move.action == "call":
        if owed <= 0:
            return message("call with nothing to call")
        return message("call to {amount}", amount=move.to)
    return message("unknown action {action}", action=repr(move.action))


def _raise_fault(betting: BettingState, actor: int, move: Move) -> str:
    if (move.action == "bet") != (betting.level == 0):
        if betting.level:
            return message("bet facing a bet")
        return message("raise with nothing to raise")
    if type(move.to) is not int:
        return message(
            "{action} to {amount}, which is not a whole number of chips",
            action=message(move.action),
            amount=repr(move.to),
        )
    allowed = raise_range(betting, actor)
    if allowed is None:
        return message(
            "{action}, but may not {verb} here", action=_words(move), verb=message(move.action)
        )
    if move.to < allowed[0]:
        return message(
            "{action} is below the minimum of {least}", action=_words(move), least=allowed[0]
        )
    return message("{action} is above the maximum of {most}", action=_words(move), most=allowed[1])


def _words(move: Move) -> str:
    action = message(move.action)
    if move.to is None:
        return action
    return message("{raises} to {amount}", raises=action, amount=move.to)
