"""Any game as an AEC environment of PettingZoo.

>>> from standoff.adapters import pettingzoo
>>> env = pettingzoo.env("bang", players=4)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))

An agent is a seat, `player_0` to the last one. `agent_selection` is whoever must decide now, be it
in the turn of another. What it sees is a dict: `observation`, the game's features, and
`action_mask`. Nobody is rewarded before the end; then all are, and all terminate together. A player
who is eliminated is not asked any more, but stays among the agents: he may still win with his side.
An illegal action raises `IllegalAction` and changes nothing.

Importing this module registers `standoff/<game>_v0` with PettingZoo for every installed game.
"""

from standoff.adapters.pettingzoo.table_env import TableEnv, env, raw_env, register_games

register_games()

__all__ = ["TableEnv", "env", "raw_env"]
