"""What to do about an entry of the quarantine, in words of its page. Pure.

What the record keeps speaks of commands and of an entry's number; on the page the entry is the
card that is read, and buttons stand on it.
"""

from __future__ import annotations

import re

_WORDS = tuple(
    (re.compile(command), page)
    for command, page in (
        (r"Look at it with `duplicast quarantine show N` \(N is .*?`\)\. ", ""),
        (
            r"Where `duplicast gaps` says that the table waits for event (\d+), "
            r"`duplicast quarantine resend N --own-id` takes this one for it, and "
            r"`duplicast gaps --lost .*?` goes on without it",
            r"Where the page Tables says that the table waits for event \1, give this one an id of "
            r"its own under Correct and send again, or declare event \1 lost there",
        ),
        (
            r"`duplicast quarantine resend N --own-id` takes it in as an event of its own",
            "Is it an event of its own, give it an id of its own under Correct and send again",
        ),
        (r"`duplicast quarantine discard N --reason WHY`( \(N is .*?`\))?", "discard this one"),
    )
)


_OF_A_TRY = {
    "Have the feed send the event again, as one line of JSON in UTF-8": (
        "Write it as one event in JSON"
    ),
    ". The feed should give every event an id of its own": "",
    "If two devices send as this table, give one its own table; a device that counts anew needs "
    "another source": "Correct seq: another event of this source has that number",
}
"""What a device would be told, for who writes the event on the page."""


def mend_of_try(mend: str) -> str:
    """
    >>> mend_of_try("Have the feed send the event again, as one line of JSON in UTF-8")
    'Write it as one event in JSON'
    """
    mend = mend_here(mend)
    for of_device, words in _OF_A_TRY.items():
        mend = mend.replace(of_device, words)
    return mend


def mend_here(mend: str) -> str:
    """
    >>> mend_here("`duplicast quarantine discard N --reason WHY`")
    'discard this one'
    """
    for command, words in _WORDS:
        mend = command.sub(words, mend)
    return mend
