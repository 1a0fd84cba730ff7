"""One seat of one game as an environment."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from standoff.adapters import render
from standoff.adapters.answer import ILLEGAL, read_code, try_action, turned_codes
from standoff.adapters.arguments import (
    RANDOM,
    enter_opponents,
    find_game,
    find_seat,
    raises_illegal,
)
from standoff.adapters.observation import Observation, SeatObserver
from standoff.adapters.reward import final_rewards, find_reward
from standoff.adapters.space import observation_space
from standoff.agents import enter
from standoff.arena.fault import read_answer
from standoff.errors import AgentFault, BadRun, IllegalAction
from standoff.game import Game
from standoff.option import Value
from standoff.parts import UNIFORM
from standoff.position import Position, describe_action
from standoff.rng import Purpose, Rng, run_key
from standoff.source import describe
from standoff.verbs import ACTION, NOBODY, Action, Seat


class SeatEnv(gymnasium.Env[Observation, Action]):
    """One seat learns; the others are played by agents of any kind, given as specs.

    A step is a decision of the learning seat; then the others decide until it is its turn again.
    `seat` is a number, or `random` to draw it for each game. `opponents` is one spec, or one for
    each other seat, clockwise. `reward` is `returns`, `team`, `zero-sum` or `points`, paid at the
    end. With `relative_actions` codes name seats as the features do.

    With `illegal="random"` a random legal action replaces an illegal one, and `info["illegal"]`
    counts them in this game; with `"raise"` an illegal action is an error. If a game ends before
    the seat has decided anything, another is dealt. A wrong answer of an opponent raises
    `AgentFault`.
    """

    metadata: dict[str, Any] = {"render_modes": list(render.MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game = "asmacag",
        seat: int | str = 0,
        opponents: str | Sequence[str] = UNIFORM,
        reward: str = "returns",
        illegal: str = "random",
        relative_actions: bool = False,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        render.check_mode(render_mode)
        self._raises = raises_illegal(illegal)
        self.game = find_game(game, options)
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)  # type: ignore[assignment]
        self.action_space = spaces.Discrete(self.game.action_count)  # type: ignore[assignment]
        self._wanted_seat = find_seat(self.game, seat, ["random"])
        self._opponents = enter_opponents(self.game, opponents)
        self._reward = find_reward(reward)
        self._codes = turned_codes(self.game, relative_actions)
        self._observer = SeatObserver(self.game)
        self._legal = np.zeros(self.game.action_count, ACTION)
        self._states: NDArray[Any] = self.game.states(1)
        self._position: Position | None = None

    def __getstate__(self) -> dict[str, Any]:
        specs = [entrant.spec for entrant in self._opponents]
        return {**self.__dict__, "_opponents": specs, "_position": self._position is not None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._opponents = [enter(self.game, spec) for spec in state["_opponents"]]
        self._position = Position(self.game, self._states) if state["_position"] else None

    def __copy__(self) -> "SeatEnv":
        return deepcopy(self)  # two environments cannot play on at one table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game and let the others play until the first decision of the learning seat."""
        super().reset(seed=seed)
        while True:
            key = run_key(int(self.np_random.integers(2**63)))
            self.seat = self._draw_seat(Rng.stream(key, 0, Purpose.SEATS))
            self._chance = Rng.stream(key, 0, Purpose.FAULT)
            self._states[0] = self.game.deal(Rng.stream(key, 0, Purpose.DEAL).seed()).state
            self._position = Position(self.game, self._states)
            self._streams = [Rng.stream(key, 0, seat) for seat in range(self.game.players)]
            self._agents = {
                (self.seat + step) % self.game.players: entrant.make(
                    self._streams[(self.seat + step) % self.game.players]
                )
                for step, entrant in enumerate(self._opponents, start=1)
            }
            self._illegal = 0
            if self._play_others() != NOBODY:
                return self._observe(), self._info()

    def _draw_seat(self, rng: Rng) -> Seat:
        return rng.below(self.game.players) if self._wanted_seat == RANDOM else self._wanted_seat

    def _play_others(self) -> Seat:
        """Let the others decide until it is the turn of the learning seat or the game is over."""
        position = self._table()
        mover = position.to_move
        while mover not in (NOBODY, self.seat):
            answer = self._agents[mover].act(position.view(mover, self._streams[mover]))
            code = read_code(read_answer(self.game, answer), self.game.action_count)
            following = ILLEGAL
            if code is not None:
                following = try_action(self._states, code, self._legal)
            if following == ILLEGAL:
                spec = self._opponents[(mover - self.seat - 1) % self.game.players].spec
                what = f"{spec} at seat {mover} answered {describe(answer)}"
                raise AgentFault(f"{what}, which is not legal")
            mover = following
        return mover

    def step(self, action: Action) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Decide for the learning seat, and let the others play on."""
        position = self._table()
        legal = position.actions
        if position.to_move != self.seat:  # the game is over, or an opponent has failed
            raise BadRun("the game is over; call reset() before step()")
        given = read_code(action, self.game.action_count)
        code = None if given is None else int(self._codes[self.seat, given])
        if code not in legal:
            if self._raises:
                text = describe_action(self.game, action if code is None else code)
                raise IllegalAction(f"illegal action {text}; action_mask shows the legal actions")
            self._illegal += 1
            code = self._chance.choice(legal)
        position.play(code)
        is_over = self._play_others() == NOBODY
        reward = 0.0
        if is_over:
            reward = float(final_rewards(self.game, self._states[0], self._reward)[self.seat])
        return self._observe(), reward, is_over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return whether each action is legal, under the name that sb3-contrib asks for."""
        self._table("action_masks()")
        return self._observe()["action_mask"].astype(np.bool_)

    def _observe(self) -> Observation:
        observation = self._observer.observe(self._states, self.seat)
        observation["action_mask"] = observation["action_mask"][self._codes[self.seat]]
        return observation

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "illegal": self._illegal}

    def _table(self, what: str = "step()") -> Position:
        if self._position is None:
            raise BadRun(f"call reset() before {what}")
        return self._position

    def render(self) -> Any:
        """Draw the table as the learning seat sees it."""
        return render.draw(self._table("render()").view(self.seat), self.render_mode)
