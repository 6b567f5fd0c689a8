"""What was decided about the entries of a record's quarantine."""

from producer.record import Decision, Store


def decided_about(store: Store) -> dict[int, Decision]:
    """By entry, in the order received; the others are open."""
    return {each.pos: each.decision for each in store.quarantine() if each.decision is not None}
