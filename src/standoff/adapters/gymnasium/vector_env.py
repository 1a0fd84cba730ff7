"""Many tables at once, stepped inside a kernel."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from standoff.adapters.answer import turned_codes
from standoff.adapters.arguments import (
    EVERY,
    enter_policies,
    find_game,
    find_seat,
    raises_illegal,
)
from standoff.adapters.gymnasium.vector_kernels import (
    TABLE,
    Steps,
    Tables,
    VectorScratch,
    VectorSettings,
    choose_legal,
    count_illegal,
    deal_games,
    step_games,
)
from standoff.adapters.observation import MASK, Observation
from standoff.adapters.reward import find_reward
from standoff.adapters.space import observation_space
from standoff.agents import enter, make_players
from standoff.errors import BadRun, IllegalAction
from standoff.feature import FEATURE
from standoff.game import Game
from standoff.notation import read_whole
from standoff.option import Value
from standoff.parts import UNIFORM
from standoff.rng import RNG_WORDS, SCRATCH_WORDS, run_key
from standoff.source import describe
from standoff.verbs import ACTION, OUTCOME


class TablesEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """`num_envs` tables of one game; a step is a decision at each table, in one compiled call.

    It differs from `SeatEnv` as follows. Opponents are compiled policies; their answers are
    trusted. With `seat="every"` the learner decides for all seats: a step shows the seat to move at
    each table, and `info["seat"]` is its number. When a game ends, the next is dealt in the same
    step (`AutoresetMode.SAME_STEP`): the reward and the termination belong to the game that has
    ended, the observation to the next one. `info["final_obs"]` holds the last observations of ended
    games, `info["returns"]` the reward of every seat. The reward of a step is that of the seat that
    decided. `info["illegal"]` marks the tables where a random legal action replaced an illegal one.
    With `copy=False` the next step overwrites the arrays.
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
        self._raises = raises_illegal(illegal)
        count = read_whole(num_envs)
        if count is None or count < 1:
            raise BadRun(f"num_envs must be a whole number, 1 or more, not {describe(num_envs)}")
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}
        self.game = find_game(game, options)
        self.num_envs = count
        self.copy = copy
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = spaces.Discrete(self.game.action_count)
        self.observation_space = batch_space(self.single_observation_space, count)
        self.action_space = batch_space(self.single_action_space, count)
        learner = find_seat(self.game, seat)
        self._entrants = [] if learner == EVERY else enter_policies(self.game, opponents)
        self._players = make_players(self.game, self._entrants, self.game.action_count)
        codes = turned_codes(self.game, relative_actions)
        self._settings = VectorSettings(
            options=self.game.options_record(),
            key=run_key(0),  # until `reset` chooses one
            learner=learner,
            reward=int(find_reward(reward)),
            codes=codes,
            back=np.argsort(codes, axis=1).astype(ACTION),
        )
        self._make_arrays()
        self._is_dealt = False

    def __getstate__(self) -> dict[str, Any]:
        kept = {name: value for name, value in self.__dict__.items() if name != "_players"}
        return {**kept, "_entrants": [entrant.spec for entrant in self._entrants]}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._entrants = [enter(self.game, spec) for spec in state["_entrants"]]
        self._players = make_players(self.game, self._entrants, self.game.action_count)

    def __copy__(self) -> "TablesEnv":
        return deepcopy(self)  # two environments cannot play on at the same tables

    def _make_arrays(self) -> None:
        """Make all arrays that the kernels fill."""
        game, count, seats = self.game, self.num_envs, self.game.players
        self._tables = Tables(
            states=game.states(count),
            records=np.zeros(count, TABLE),
            rngs=np.zeros((count, seats + 1, RNG_WORDS), np.uint64),
            legal=np.zeros((count, game.action_count), ACTION),
        )
        self._scratch = VectorScratch(
            observed=game.states(1),
            outcomes=np.zeros(seats, OUTCOME),
            words=np.zeros(SCRATCH_WORDS, np.uint64),
        )
        self._steps = Steps(
            features=np.zeros((count, len(game.features)), FEATURE),
            mask=np.zeros((count, game.action_count), MASK),
            final_features=np.zeros((count, len(game.features)), FEATURE),
            rewards=np.zeros(count),
            returns=np.zeros((count, seats)),
            done=np.zeros(count, np.bool_),
            illegal=np.zeros(count, np.bool_),
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game at every table."""
        super().reset(seed=seed)
        key = run_key(int(self.np_random.integers(2**63)))
        self._settings = self._settings._replace(key=key)
        self._is_dealt = True
        self._tables.records["number"] = np.arange(self.num_envs) - self.num_envs
        deal_games(self._tables, self._settings, self._players, self._scratch, self._steps)
        return self._observations(), {"seat": self._movers()}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make a move at every table."""
        self._require_deal("step()")
        codes = self._read(actions)
        if self._raises and count_illegal(self._tables, codes, self._settings.codes):
            raise IllegalAction("some actions are illegal; action_mask shows the legal actions")
        arrays = (self._settings, self._players, self._scratch, self._steps)
        step_games(self._tables, codes, *arrays)
        rewards, done = self._steps.rewards, self._steps.done
        if self.copy:
            rewards, done = rewards.copy(), done.copy()
        never = np.zeros(self.num_envs, np.bool_)
        return self._observations(), rewards, done, never, self._infos()

    def _require_deal(self, what: str) -> None:
        if not self._is_dealt:
            raise BadRun(f"call reset() before {what}")

    def _read(self, actions: Any) -> NDArray[np.int64]:
        """Return the answers as an action for each table; only whole numbers are accepted."""
        try:
            given: NDArray[Any] = np.atleast_1d(actions)
        except ValueError:  # rows of several lengths
            given = np.array(None)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadRun(
                f"step() needs an array of {self.num_envs} whole numbers, not {describe(actions)}"
            )
        return np.ascontiguousarray(given, np.int64)

    def _observations(self) -> Observation:
        features, mask = self._steps.features, self._steps.mask
        if self.copy:
            features, mask = features.copy(), mask.copy()
        return {"observation": features, "action_mask": mask}

    def _movers(self) -> NDArray[np.int64]:
        movers: NDArray[np.int64] = self._tables.records["mover"].copy()
        return movers

    def _infos(self) -> dict[str, Any]:
        """Return the infos; those of finished games have a mask, whose name begins with `_`."""
        done = self._steps.done
        infos: dict[str, Any] = {"seat": self._movers(), "illegal": self._steps.illegal.copy()}
        finished = np.flatnonzero(done)
        if len(finished):
            last = np.empty(self.num_envs, object)
            numbers = self._steps.final_features[finished]
            masks = np.zeros((len(finished), self.game.action_count), MASK)
            for row, table in enumerate(finished.tolist()):
                last[table] = {"observation": numbers[row], "action_mask": masks[row]}
            infos |= {"final_obs": last, "returns": self._steps.returns.copy()}
            infos |= {"_final_obs": done.copy(), "_returns": done.copy()}
        return infos

    def random_actions(self) -> NDArray[np.int64]:
        """Return a random legal action for each table, drawn from the tables' own streams."""
        self._require_deal("random_actions()")
        out = np.zeros(self.num_envs, np.int64)
        choose_legal(self._tables, self._settings.back, out)
        return out
