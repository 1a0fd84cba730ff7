"""Many tables at once, stepped inside a kernel."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from standoff.adapters.reward import find_reward
from standoff.adapters.seating import EVERY, enter_policies, find_game, find_seat, turned_codes
from standoff.adapters.sight import MASK, Sight
from standoff.adapters.space import sight_space
from standoff.adapters.tables import TABLE, choose_legal, count_illegal, deal_games, step_games
from standoff.agents import policy_arrays
from standoff.errors import BadRun, IllegalAction, UnknownName
from standoff.feature import FEATURE
from standoff.game import Game
from standoff.option import Value
from standoff.parts import UNIFORM
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, run_key
from standoff.source import describe
from standoff.verbs import ACTION, OUTCOME

ILLEGALS = ("random", "raise")


class TablesEnv(VectorEnv[Sight, NDArray[Any], NDArray[Any]]):
    """`num_envs` games of one kind; a step is a decision at each table, without Python in between.

    As `SeatEnv`, with these differences. Opponents are compiled policies; their answers are
    trusted. `seat="every"` lets the learner decide for all seats: whoever is to move at a table is
    shown, `info["seat"]` says who.
    A finished game is dealt anew in the same step (`AutoresetMode.SAME_STEP`): the reward and the
    termination are those of the game that has ended, the sight is the first of the next one;
    `info["final_obs"]` holds the last sights, `info["returns"]` the reward of every seat. The
    reward of a step is that of the seat that decided. `info["illegal"]` says where a random legal
    action took the place of an illegal one. With `copy=False` the arrays are written again in the
    next step.
    """

    def __init__(
        self,
        num_envs: int = 1,
        game: str | Game = "asmacag",
        seat: int | str = 0,
        opponents: str | Sequence[str] = UNIFORM,
        reward: str = "returns",
        illegal: str = "random",
        relative_actions: bool = False,
        copy: bool = True,
        **options: Value,
    ) -> None:
        if illegal not in ILLEGALS:
            raise UnknownName("way with illegal actions", illegal, ILLEGALS)
        if not isinstance(num_envs, int | np.integer) or isinstance(num_envs, bool):
            raise BadRun(f"num_envs must be a whole number, not {describe(num_envs)}")
        if num_envs < 1:
            raise BadRun(f"there must be at least one table, not {num_envs}")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.game = find_game(game, options)
        self.num_envs = num_envs
        self.copy = copy
        self.single_observation_space = sight_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._seat = find_seat(self.game, seat)
        entrants = [] if self._seat == EVERY else enter_policies(self.game, opponents)
        self._policies, self._params = policy_arrays(self.game, entrants)
        self._reward = find_reward(reward)
        self._raises = illegal == "raise"
        self._codes = turned_codes(self.game, relative_actions)
        self._back = np.argsort(self._codes, axis=1).astype(ACTION)
        self._make_arrays()

    def _make_arrays(self) -> None:
        """Make all arrays that the kernels fill."""
        game, count, seats = self.game, self.num_envs, self.game.players
        self._states = game.states(count)
        self._tables = np.zeros(count, TABLE)
        self._options = game.options_record()
        self._rngs = np.zeros((count, seats + 1, RNG_WORDS), np.uint64)
        self._worlds = game.states(game.agents.scratch + 1)
        self._rows = np.zeros((game.agents.scratch + 1, game.action_count), ACTION)
        self._legal = np.zeros((count, game.action_count), ACTION)
        self._outcomes = np.zeros(seats, OUTCOME)
        self._scratch = np.zeros(SCRATCH_WORDS, np.uint64)
        self._key: NDArray[np.uint64] | None = None
        self._features = np.zeros((count, len(game.features)), FEATURE)
        self._mask = np.zeros((count, game.action_count), MASK)
        self._final_features = np.zeros((count, len(game.features)), FEATURE)
        self._rewards = np.zeros(count)
        self._returns = np.zeros((count, seats))
        self._done = np.zeros(count, np.bool_)
        self._illegal = np.zeros(count, np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Sight, dict[str, Any]]:
        """Deal a game at every table."""
        super().reset(seed=seed)
        self._key = run_key(int(self.np_random.integers(2**63)))
        self._tables["number"] = np.arange(self.num_envs) - self.num_envs
        deal_games(
            self._states,
            self._tables,
            self._options,
            self._key,
            self._seat,
            self._policies,
            self._params,
            self._rngs,
            self._worlds,
            self._rows,
            self._scratch,
            self._back,
            self._legal,
            self._features,
            self._mask,
        )
        return self._sights(), {"seat": self._tables["mover"].copy()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Sight, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a move at every table."""
        if self._key is None:
            raise BadRun("step() came before reset()")
        codes = self._read(actions)
        if self._raises and count_illegal(self._tables, codes, self._codes, self._legal):
            raise IllegalAction("there are illegal actions; the action_mask tells what is legal")
        step_games(
            self._states,
            self._tables,
            codes,
            self._options,
            self._key,
            self._seat,
            self._policies,
            self._params,
            self._rngs,
            self._worlds,
            self._rows,
            self._scratch,
            self._codes,
            self._back,
            self._legal,
            self._reward,
            self._outcomes,
            self._features,
            self._mask,
            self._final_features,
            self._rewards,
            self._returns,
            self._done,
            self._illegal,
        )
        rewards = self._rewards.copy() if self.copy else self._rewards
        done = self._done.copy() if self.copy else self._done
        return self._sights(), rewards, done, np.zeros(self.num_envs, np.bool_), self._infos()

    def _read(self, actions: Any) -> NDArray[np.int64]:
        """Return what was answered as an action for each table; whole numbers, not rounded ones."""
        try:
            given: NDArray[Any] = np.atleast_1d(actions)
        except ValueError:  # rows of several lengths
            given = np.array(None)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadRun(
                f"step() takes {self.num_envs} actions, an array of whole numbers,"
                f" not {describe(actions)}"
            )
        return np.ascontiguousarray(given, np.int64)

    def _sights(self) -> Sight:
        if self.copy:
            return {"observation": self._features.copy(), "action_mask": self._mask.copy()}
        return {"observation": self._features, "action_mask": self._mask}

    def _infos(self) -> dict[str, Any]:
        """Return what is told beside; of finished games, with a mask that has `_` in its name."""
        infos: dict[str, Any] = {
            "seat": self._tables["mover"].copy(),
            "illegal": self._illegal.copy(),
        }
        finished = np.flatnonzero(self._done)
        if len(finished):
            last = np.empty(self.num_envs, object)
            numbers = self._final_features[finished]
            masks = np.zeros((len(finished), self.game.action_count), MASK)
            for row, table in enumerate(finished.tolist()):
                last[table] = {"observation": numbers[row], "action_mask": masks[row]}
            infos |= {"final_obs": last, "returns": self._returns.copy()}
            infos |= {"_final_obs": self._done.copy(), "_returns": self._done.copy()}
        return infos

    def random_actions(self) -> NDArray[np.int64]:
        """Return a legal action for each table, equally likely, from the tables' own chance."""
        if self._key is None:
            raise BadRun("random_actions() came before reset()")
        out = np.zeros(self.num_envs, np.int64)
        choose_legal(self._tables, self._rngs, self._back, self._legal, out)
        return out
