"""Every game as an AEC environment of PettingZoo.

>>> from standoff.adapters import pettingzoo
>>> env = pettingzoo.env("bang", players=4)
>>> env.reset(seed=1)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))

An agent is a seat: `player_0`, `player_1` and so on. `agent_selection` is the agent that must
decide now, which may happen in another player's turn. Its observation is a dict: `observation`, the
game's features, and `action_mask`. Rewards are 0 before the end; then all agents are rewarded and
terminate together. An eliminated player is not asked again, but stays among the agents: it may
still win with its team. An illegal action raises `IllegalAction` and changes nothing.

Importing this module registers `standoff/<game>_v0` with PettingZoo for every installed game.
"""

from standoff.adapters.pettingzoo.table_env import TableEnv, env, raw_env, register_games

register_games()

__all__ = ["TableEnv", "env", "raw_env"]
