"""`bang_v0.env(**options)`: Bang as PettingZoo names its environments."""

from functools import partial

from standoff.adapters.pettingzoo.table_env import TableEnv
from standoff.adapters.pettingzoo.table_env import env as make

env = partial(make, "bang")
raw_env = env

__all__ = ["TableEnv", "env", "raw_env"]
