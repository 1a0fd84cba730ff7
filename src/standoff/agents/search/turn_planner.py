"""Agents that plan a whole turn and follow the plan as long as they observe what it foresaw."""

from abc import ABC, abstractmethod

from standoff import verbs
from standoff.agents.search.budget import Budget
from standoff.agents.search.playout import Playout
from standoff.agents.search.scratch import Scratch
from standoff.agents.search.thought import Thought
from standoff.game import Game
from standoff.option import Settings
from standoff.position import View
from standoff.rng import Rng
from standoff.simulation import is_legal
from standoff.verbs import Action

MAX_PLAN = 16
"""Longer turns are planned in pieces."""


class TurnPlanner(ABC):
    """Keeps a plan from one decision to the next.

    A plan is made in one world that fits the observation. The agent follows it while the seat
    observes the same, byte for byte, as in that world; otherwise it makes a new plan. If the rules
    penalise illegal actions, a plan may hold them: the planner has counted the penalty.
    """

    def __init__(self, game: Game, settings: Settings, rng: Rng) -> None:
        self._budget = Budget.of(settings)
        self._playout = Playout.of(game, str(settings["playout"]))
        self._rng = rng
        self._root = game.states(1)
        self._scratch = Scratch.of(game, 2)
        self._can_err = game.rules.no_answer(game.settings) is not None
        self._plan: list[tuple[bytes, Action]] = []
        self._has_planned = False

    def thoughts(self) -> list[Thought]:
        """Return what the last `act` thought; an empty list if it followed a plan."""
        return self.weighed() if self._has_planned else []

    @abstractmethod
    def weighed(self) -> list[Thought]:
        """Return what `plan` found out about the first actions of turns."""

    @abstractmethod
    def plan(self, seat: int) -> list[Action]:
        """Return the actions of a turn from the world in `_root`."""

    def act(self, view: View) -> Action:
        """Follow the plan, or make one."""
        self._has_planned = False
        seen = view.observation.tobytes()
        if len(view.actions) == 1:
            if self._plan and self._plan[0][0] == seen:
                self._plan.pop(0)
            return view.actions[0]
        if not self._plan or self._plan[0][0] != seen:
            self._root[0] = view.observation
            verbs.determinize(self._root[0], view.seat, self._rng.words)
            self._plan = self._foresee(self.plan(view.seat), view.seat)
            self._has_planned = True
        if not self._plan or not (self._can_err or self._plan[0][1] in view.actions):
            return self._rng.choice(view.actions)
        return self._plan.pop(0)[1]

    def _foresee(self, actions: list[Action], seat: int) -> list[tuple[bytes, Action]]:
        """Return each action with the observation before it, up to the first illegal one."""
        world, seen = self._scratch.states
        self._scratch.states[0] = self._root[0]
        plan = []
        for action in actions:
            if verbs.to_move(world) != seat:
                break
            if not (self._can_err or is_legal(world, action, self._scratch.actions)):
                break
            verbs.observe(world, seat, seen)
            plan.append((bytes(seen.tobytes()), action))
            verbs.apply(world, action)
        return plan
