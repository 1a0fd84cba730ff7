"""`aware`: the expert decision process of Kolar's AwareAI (chapter 5.2), on his role estimates.

`aware.py` makes a copy of the observation with the roles it believes in, and sends each request to
the part that answers it: `turn.py` plays cards, `thefts.py` the Panic! and Cat Balou among them,
`answers.py` reacts, `sides.py` knows whom to attack, `worth.py` what a card is worth, and `odds.py`
what others may hold.

His text names the rules and their order; numbers where he gives none are ours.
"""

from standoff.games.bang.players.kolar.aware import PARAMS, choose_aware

__all__ = ["PARAMS", "choose_aware"]
