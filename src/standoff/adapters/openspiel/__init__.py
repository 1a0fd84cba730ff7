"""Every game as a Python game of OpenSpiel.

>>> import pyspiel
>>> import standoff.adapters.openspiel
>>> game = pyspiel.load_game("standoff_asmacag(hand=6,board=12)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True
>>> state.apply_action(7)
>>> [state.action_to_string(action) for action in state.legal_actions()][:2]
['%2', '2 on 1']

Importing this module registers `standoff_<game>` for every installed game, with the game's options
as parameters. `standoff_game(game=examples/kuhn.py:GAME)` loads any other game by its address, and
`register` registers one. The root is a chance node that picks one of
`deals` deals; it determines all later chance of the game. `reward` is `returns`, `team`, `zero-sum`
or `points`.
"""

from standoff.adapters.openspiel.spiel import SpielGame, SpielState, register, register_any
from standoff.game import installed_games, load

for _name in installed_games():
    register(load(_name))
register_any()

__all__ = ["SpielGame", "SpielState", "register"]
