"""What the house says of people: how a name is said, flag, photo, who is featured, who opted out.
Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from producer.acts import Act, PersonChanged, PersonChangedAct

NOBODY: Mapping[str, PersonChanged] = {}


def people_of(
    acts: Iterable[Act], before: Mapping[str, PersonChanged] = NOBODY
) -> Mapping[str, PersonChanged]:
    """By name, ``before`` and after it what was changed in ``acts``; the last change counts."""
    changed = {act.data.name: act.data for act in acts if isinstance(act, PersonChangedAct)}
    return {**before, **changed} if changed else before
