"""Answers that leak to a device, planted in the record: each one is found."""

# ruff: noqa: ARG001 - a plant is called as what it stands for

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from liar import TABLES
from two_services import Pair, device_walk, group_walk, pair

from producer.games.holdem.rules import HOLDEM
from producer.games.line import DealKey
from producer.problems import Problem, problem
from producer.record import Gap, Receipt, Store
from producer.record.plan import corrections, derive, duplicates
from producer.record.plan.decks import DeckView, ShownCards, office_deck, versions, widen
from producer.record.plan.judge import HandAccount, board_fault, judge
from producer.record.plan.state import WorkingState
from producer.record.tables import log
from producer.record.tables.statements import ask

Patch = pytest.MonkeyPatch
WALKS = 60
"""So many evenings at most until a leak must have shown."""


def standing(known: WorkingState, key: DealKey) -> ShownCards | None:
    deck = known.decks.get(key)
    return ShownCards(deck.cards.button, deck.cards.cards, deck.cards.board) if deck else None


def deck_merged_before_judging(patch: Patch) -> None:
    def ended(
        known: WorkingState, key: DealKey, account: HandAccount, shown: ShownCards, *more: Any
    ) -> Any:
        deck = standing(known, key)
        wider = widen(deck, shown) if deck else shown
        if isinstance(wider, str):
            return problem("office-other-deck", deal=key.number, what=wider)
        return honest(known, key, account, shown, *more)

    honest = derive._end
    patch.setattr(derive, "_end", ended)


def result_against_the_deck(patch: Patch) -> None:
    def ended(
        known: WorkingState, key: DealKey, account: HandAccount, shown: ShownCards, *more: Any
    ) -> Any:
        deck = standing(known, key)
        if deck is not None:
            judged = judge(known.sessions[key.session, key.group], key.number, deck, account)
            if isinstance(judged, Problem):
                return judged
        return honest(known, key, account, shown, *more)

    honest = derive._end
    patch.setattr(derive, "_end", ended)


def hand_finished_by_another_table_s_board(patch: Patch) -> None:
    """A live hand with too short a board counts once another table has shown the rest."""

    def put_together(known: WorkingState, name: Any, hand: Any) -> Any:
        found = honest(known, name, hand)
        if found is None or isinstance(found, Problem):
            return found
        account, shown = found
        deck = standing(known, name.deal)
        boards = [shown.board or "", (deck.board or "") if deck else ""]
        return board_fault(HOLDEM, account.line, max(boards, key=len)) or found

    honest = derive._assembled
    patch.setattr(derive, "_assembled", put_together)


def ids_unique_over_all_tables(patch: Patch) -> None:
    def bodies(
        connection: Any, names: Iterable[log.EventName]
    ) -> dict[log.EventName, log.LoggedEvent]:
        names = list(names)
        found = honest(connection, names)
        for name in names:
            query = "SELECT raw, event FROM log WHERE session = ? AND grp = ? AND id = ?"
            for row in ask(connection, query, (name.session, name.group, name.id)):
                found.setdefault(name, log.LoggedEvent(*row))
        return found

    honest = log.logged_events
    patch.setattr(log, "logged_events", bodies)


def twins_of_other_tables(patch: Patch) -> None:
    def others(known: WorkingState, key: DealKey, by: str) -> Any:
        for other, views in known.views.items():
            if other != key and (other.session, other.group) == (key.session, key.group):
                yield from ((other, view.shown) for view in views.values() if view.ended)

    patch.setattr(duplicates, "_others", others)


def numbers_of_other_tables(patch: Patch) -> None:
    def same_number(known: WorkingState, key: DealKey, table: str, hand: int) -> Problem | None:
        found = [honest(known, key, each, hand) for each in TABLES]
        return next((each for each in found if each), None)

    honest = derive.hand_number_fault
    patch.setattr(derive, "hand_number_fault", same_number)


def voids_of_other_tables(patch: Patch) -> None:
    def voided(known: WorkingState, key: DealKey, table: str, hand: int) -> Problem | None:
        found = [honest(known, key, each, hand) for each in TABLES]
        return next((each for each in found if each), None)

    honest = derive._voided
    patch.setattr(derive, "_voided", voided)


def gaps_of_all_tables(patch: Patch) -> None:
    def gaps(self: Store) -> list[Gap]:
        found = honest(self)
        return [replace(gap, waiting=sum(each.waiting for each in found)) for gap in found]

    honest = Store.gaps
    patch.setattr(Store, "gaps", gaps)


def _in_refusals(words: Callable[[Store], str]) -> Callable[[Patch], None]:
    def plant(patch: Patch) -> None:
        def ingest(self: Store, items: Any) -> list[Receipt]:
            return [
                _told(each, words(self)) if each.outcome == "refused" else each
                for each in honest(self, items)
            ]

        honest = Store.ingest
        patch.setattr(Store, "ingest", ingest)

    return plant


def _told(receipt: Receipt, words: str) -> Receipt:
    return receipt._replace(problem=problem("office-other-deck", deal=1, what=words))


count_of_the_quarantine = _in_refusals(lambda store: f"{len(store.quarantine())} entries")
position_in_the_log = _in_refusals(lambda store: f"at {store.counts().events}")


def outcome_by_contradiction(patch: Patch) -> None:
    """A hand that no deck contradicts is accepted without comment; the device hears of others."""

    def ingest(self: Store, items: Any) -> list[Receipt]:
        told = honest(self, items)
        open_ = any(each.is_open for each in self.contradictions())
        return [_told(each, "look at the deck") if open_ else each for each in told]

    honest = Store.ingest
    patch.setattr(Store, "ingest", ingest)


def deck_refused_for_what_a_table_played(patch: Patch) -> None:
    def deck(views: Iterable[DeckView]) -> ShownCards | None:
        found = versions(views)
        return found[0].deck if found else None

    patch.setattr(derive, "deck_from_office", deck)


def correction_refused_for_what_a_table_played(patch: Patch) -> None:
    def deck(views: Iterable[DeckView]) -> ShownCards | None:
        found = versions(views)
        return found[0].deck if found else None

    patch.setattr(corrections, "deck_from_office", deck)


def deck_judged_by_a_producer_s_choice(patch: Patch) -> None:
    patch.setattr(derive, "deck_from_office", office_deck)


def correction_judged_by_a_producer_s_choice(patch: Patch) -> None:
    patch.setattr(corrections, "deck_from_office", office_deck)


Plant = Callable[[Patch], None]
Walk = Callable[[Pair, Random, int], None]
PLANTS: Sequence[tuple[Plant, Walk, int]] = (
    (deck_merged_before_judging, device_walk, 0),
    (result_against_the_deck, device_walk, 0),
    (hand_finished_by_another_table_s_board, device_walk, 14),
    (ids_unique_over_all_tables, device_walk, 1),
    (twins_of_other_tables, device_walk, 7),
    (numbers_of_other_tables, device_walk, 7),
    (voids_of_other_tables, device_walk, 5),
    (gaps_of_all_tables, device_walk, 3),
    (count_of_the_quarantine, device_walk, 0),
    (position_in_the_log, device_walk, 0),
    (outcome_by_contradiction, device_walk, 0),
    (deck_refused_for_what_a_table_played, group_walk, 1),
    (correction_refused_for_what_a_table_played, group_walk, 28),
    (deck_judged_by_a_producer_s_choice, group_walk, 7),
    (correction_judged_by_a_producer_s_choice, group_walk, 44),
)
NAMES = [
    "deck merged before judging", "result against the deck", "finished by another's board",
    "ids unique over all tables", "twins of other tables", "numbers of other tables",
    "voids of other tables", "gaps of all tables", "count of the quarantine",
    "position in the log", "outcome by contradiction", "deck refused for a play",
    "correction refused for a play", "deck judged by a choice", "correction judged by a choice",
]  # fmt: skip


@pytest.mark.parametrize(("plant", "walk", "lately"), PLANTS, ids=NAMES)
def test_a_planted_answer_is_found(
    plant: Plant, walk: Walk, lately: int, monkeypatch: Patch
) -> None:
    """The walk that showed it lately is tried before all others."""
    plant(monkeypatch)
    assert any(bites(walk, seed) for seed in (lately, *range(WALKS)))


def bites(walk: Walk, seed: int) -> bool:
    """Whether the walk shows a difference in what is answered."""
    with pair() as both:
        walk(both, Random(seed), 40)
        return both.differences != []
