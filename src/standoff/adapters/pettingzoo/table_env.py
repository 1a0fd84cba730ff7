"""The AEC environment."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.errors import BadOption, BadRun, IllegalAction, MissingExtra, UnknownName

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, aec_registry, register
except ImportError:
    raise MissingExtra("standoff.adapters.pettingzoo", "pettingzoo", "rl") from None

from standoff.adapters import render
from standoff.adapters.answer import ILLEGAL, read_code, try_action
from standoff.adapters.arguments import find_game
from standoff.adapters.observation import Observation, SeatObserver
from standoff.adapters.reward import final_rewards, find_reward
from standoff.adapters.space import observation_space
from standoff.game import Game, installed_games
from standoff.notation import read_whole
from standoff.option import Value
from standoff.position import Position, describe_action
from standoff.rng import Rng
from standoff.source import describe
from standoff.verbs import ACTION, NOBODY, Action, Result


def env(
    game: str | Game = "bang",
    reward: str = "returns",
    render_mode: str | None = None,
    **options: Value,
) -> "TableEnv":
    """Return an environment of a game, given by its name or address, with these options.

    `reward` is `returns`, `team`, `zero-sum` or `points`.
    """
    return TableEnv(find_game(game, options), reward, render_mode)


raw_env = env


def register_games() -> None:
    """Make all installed games known to PettingZoo's `make`."""
    for name in installed_games():
        if f"standoff/{name}-v0" not in aec_registry:  # as it writes `standoff/bang_v0`
            entry_point = "standoff.adapters.pettingzoo:env"
            register("aec", f"standoff/{name}_v0", entry_point, kwargs={"game": name})


def read_seed(what: str, seed: object) -> int:
    """Return a seed as an int; it must be a whole number, 0 or more."""
    number = read_whole(seed)
    if number is None or number < 0:
        raise BadOption(f"{what} must be a whole number, 0 or more, not {describe(seed)}")
    return number


class TableEnv(AECEnv):  # type: ignore[misc]
    """A table at which every seat is an agent."""

    metadata: dict[str, Any]

    def __init__(self, game: Game, reward: str = "returns", render_mode: str | None = None) -> None:
        super().__init__()
        render.check_mode(render_mode)
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": list(render.MODES),
            "name": f"{game.name}_v0",
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self._reward = find_reward(reward)
        self.possible_agents = [f"player_{seat}" for seat in range(game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space(game) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(game.action_count) for agent in self.possible_agents
        }
        self.agents: list[str] = []
        self._rng = Rng()
        self._observer = SeatObserver(game)
        self._legal = np.zeros(game.action_count, ACTION)
        self._states = game.states(1)
        self._is_dealt = False

    def observation_space(self, agent: str) -> spaces.Dict:
        """Return the space of what an agent sees."""
        return self.observation_spaces[self._name(agent)]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of all action codes."""
        return self.action_spaces[self._name(agent)]

    def _name(self, agent: object) -> str:
        """Return an agent of this table; refuse any other."""
        if isinstance(agent, str) and agent in self._seats:
            return agent
        raise UnknownName("agent", str(agent), self.possible_agents)

    def __copy__(self) -> "TableEnv":
        return deepcopy(self)  # two environments cannot play on at one table

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a game. A seed fixes this deal and all later deals until the next seed.

        `options` may hold `deal`, the seed of this game, or `position`, the text of a state.
        """
        rng = self._rng if seed is None else Rng(read_seed("a seed", seed))
        position = self._begin({} if options is None else options, rng)
        if position.is_over:
            raise BadOption("the game is already over in this position")
        self._rng = rng
        self._states[0] = position.state
        self._is_dealt = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[position.to_move]
        self._skip_agent_selection = None

    def _begin(self, options: object, rng: Rng) -> Position:
        """Return the first position of a game, by the options of `reset`."""
        if not isinstance(options, Mapping):
            raise BadOption(
                f"options must be a dict, such as {{'deal': 7}}, not {describe(options)}"
            )
        if "position" in options:
            return self._set_up(options["position"])
        return self.game.deal(read_seed("a deal", options.get("deal", rng.seed())))

    def _set_up(self, text: object) -> Position:
        """Return the position of a text; an incomplete position, such as a view, is refused."""
        if not isinstance(text, str):
            raise BadOption(f"a position must be a text, not {describe(text)}")
        position = self.game.position(text)
        if problems := position.problems:
            raise BadOption(f"the text is not a complete position: {', '.join(problems)}")
        return position

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees now; only the agent to move has legal actions."""
        self._require_deal("observe()")
        return self._observer.observe(self._states, self._seats[self._name(agent)])

    def step(self, action: Action | None) -> None:
        """Make a move for `agent_selection`; the action is None for an agent whose game is over."""
        if not self.agents:
            raise BadRun("no game is in progress; call reset() before step()")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        code = read_code(action, self.game.action_count)
        mover = ILLEGAL if code is None else try_action(self._states, code, self._legal)
        if mover == ILLEGAL:
            text = describe_action(self.game, action if code is None else code)
            raise IllegalAction(
                f"illegal action {text} of {agent}; action_mask shows the legal actions"
            )
        self._cumulative_rewards[agent] = 0.0
        if mover == NOBODY:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[mover]

    def _finish(self) -> None:
        """Reward all agents, and let them leave one after the other."""
        rewards = final_rewards(self.game, self._states[0], self._reward)
        for agent, reward, row in zip(
            self.possible_agents, rewards, self.position.outcome, strict=True
        ):
            self.rewards[agent] = float(reward)
            self.terminations[agent] = True
            self.infos[agent] = {
                "rank": float(row["rank"]),
                "score": float(row["score"]),
                "result": Result(int(row["result"])).name.lower(),
            }
        self._accumulate_rewards()
        self.agent_selection = self.possible_agents[0]

    @property
    def position(self) -> Position:
        """The complete state of the game, with all secrets: not for agents."""
        self._require_deal("position")
        return Position(self.game, self._states).copy()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Draw the table as the agent to move sees it."""
        self._require_deal("render()")
        seat = self._seats[self.agent_selection] if self.agents else 0
        return render.draw(self.position.view(seat), self.render_mode)

    def _require_deal(self, what: str) -> None:
        if not self._is_dealt:
            raise BadRun(f"call reset() before {what}")

    def close(self) -> None:
        """Do nothing: there is nothing to release."""
