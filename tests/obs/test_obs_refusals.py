"""What the desk says when OBS rejects a request."""

import pytest

from producer.obs.link.refusals import RequestFailed


@pytest.mark.parametrize(
    ("comment", "words"), [("No such scene.", "No such scene"), ("", "no comment")]
)
def test_a_rejected_request_is_named_with_the_words_and_the_code_of_obs(
    comment: str, words: str
) -> None:
    refusal = RequestFailed("SetCurrentProgramScene", 600, comment)
    assert refusal.reason == f"OBS rejected SetCurrentProgramScene: {words} [code 600]"
    assert refusal.hint == "See OBS's log (Help > Log Files), then take again"
    assert refusal.request == "SetCurrentProgramScene"
    assert (refusal.code, refusal.comment) == (600, comment)
