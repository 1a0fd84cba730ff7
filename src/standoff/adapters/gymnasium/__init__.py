"""Every game as environments of Gymnasium: one seat learns, agents play the others.

>>> import gymnasium
>>> import standoff.adapters.gymnasium
>>> env = gymnasium.make("standoff/asmacag-v0", opponents="greedy")
>>> observation, info = env.reset(seed=1)
>>> action = int(observation["action_mask"].argmax())
>>> observation, reward, terminated, truncated, info = env.step(action)
>>> envs = gymnasium.make_vec("standoff/asmacag-v0", num_envs=8, opponents="greedy")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape
(8, 39)

Importing this module registers `standoff/<game>-v0` for every installed game; `standoff/game-v0`
takes any game by its address, `game="examples/kuhn.py:GAME"`.
"""

from standoff.errors import MissingExtra

try:
    import gymnasium
except ImportError:
    raise MissingExtra("standoff.adapters.gymnasium", "gymnasium", "rl") from None

from standoff.adapters.gymnasium.seat_env import SeatEnv
from standoff.adapters.gymnasium.vector_env import TablesEnv
from standoff.game import installed_games

ANY_GAME = "standoff/game-v0"


def register(name: str, **options: object) -> None:
    """Make an environment known to `gymnasium.make` and `make_vec`, with these arguments."""
    gymnasium.register(
        name,
        entry_point="standoff.adapters.gymnasium:SeatEnv",
        vector_entry_point="standoff.adapters.gymnasium:TablesEnv",
        kwargs=options,
    )


if ANY_GAME not in gymnasium.registry:
    register(ANY_GAME)
    for _name in installed_games():
        register(f"standoff/{_name}-v0", game=_name)

__all__ = ["SeatEnv", "TablesEnv", "register"]
