"""Who is an ally, by the roles in a state."""

from standoff.games.bang.cards import Role
from standoff.kit import Seat, State, inline_kernel


@inline_kernel
def is_ally(state: State, seat: Seat, other: Seat) -> bool:
    """Whether `other` is an ally of `seat`, by the roles in `state`; a seat is its own ally.

    The Renegade is an ally of the Sheriff until only these two are left.
    """
    if seat == other:
        return True
    role, other_role = int(state.role[seat]), int(state.role[other])
    if role == Role.RENEGADE:
        return bool(other_role == Role.SHERIFF and state.num_alive > 2)
    if role == Role.OUTLAW:
        return other_role == Role.OUTLAW
    return other_role in (Role.SHERIFF, Role.DEPUTY)
