"""The choices of players who leave it open which of equal cards they use (rule 2.4)."""

from typing import Any

from standoff.games.bang.actions import Code
from standoff.kit import State, inline_kernel, legal_actions


@inline_kernel
def list_plain_actions(state: State, out: Any) -> int:
    """List the legal actions except those that demand an unseen card, which come last."""
    count = legal_actions(state, out)
    while out[count - 1] >= Code.UNSEEN:
        count -= 1
    return count
