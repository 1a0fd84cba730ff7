"""The observation space of a game, as Gymnasium defines spaces."""

from gymnasium import spaces

from standoff.adapters.observation import MASK
from standoff.feature import FEATURE
from standoff.game import Game


def observation_space(game: Game) -> spaces.Dict:
    """Return the space of what a seat observes: an `Observation`."""
    features = game.features
    return spaces.Dict(
        {
            "observation": spaces.Box(features.low, features.high, dtype=FEATURE),
            "action_mask": spaces.Box(0, 1, (game.action_count,), MASK),
        }
    )
