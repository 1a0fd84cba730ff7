"""Games, states and observers of OpenSpiel.

The information state of a seat is its observation and a fingerprint (53 bits) of what it observed
and did at all its earlier decisions. So equal strings mean an equal past: perfect recall. The
tensor holds only the features of the observation, because an observation in standoff holds
everything that a perfect memory could use.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.errors import BadOption, BadSeat, IllegalAction, MissingExtra

try:
    import pyspiel
except ImportError:
    raise MissingExtra("standoff.adapters.openspiel", "open_spiel", "openspiel") from None

from standoff import verbs
from standoff._jit import hash_record, inline_kernel, kernel
from standoff.adapters.observation import fill_features
from standoff.adapters.reward import REWARDS, Reward, final_rewards, find_reward
from standoff.feature import FEATURE
from standoff.game import Game, load
from standoff.option import Option, Value
from standoff.parts import PLAYERS
from standoff.position import Position, View, describe_action
from standoff.rng import Rng
from standoff.verbs import ACTION, NOBODY, Action, Seat

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
DEALS, REWARD = "deals", "reward"
DEFAULT_DEALS = 1000
SHARED_PARAMS: dict[str, Value] = {DEALS: DEFAULT_DEALS, REWARD: REWARDS[0]}
"""The parameters that every game has beside its options."""
ANY_GAME, GAME = "standoff_game", "game"
MAX_PLAYERS = 64
MAX_DEALS = 10**6
"""A chance node lists all its outcomes."""
MEMORY_SHIFT = 11
MEMORY_BITS = 53
"""A memory of 53 bits and an action code fit into one positive number of 64 bits."""
GameType = pyspiel.GameType


# --- games --------------------------------------------------------------------------------------


def register(game: Game) -> None:
    """Make a game known to OpenSpiel as `standoff_<name>`."""

    class Registered(SpielGame):
        """The game, made from parameters as OpenSpiel reads them."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(*read_params(game, params or {}))

    # A class, because OpenSpiel releases it after Python has ended, which crashes for a function.
    pyspiel.register_game(describe_type(game, Reward.RETURNS), Registered)


def register_any() -> None:
    """Let OpenSpiel load any game by its address: `standoff_game(game=examples/kuhn.py:GAME)`.

    A game that is loaded so is then known by its own name too, with its options as parameters.
    """

    class AnyGame(SpielGame):
        """The game that the parameter `game` names."""

        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            given = params or {}
            address = str(given.get(GAME, ""))
            if not address:
                example = f"{ANY_GAME}({GAME}=examples/kuhn.py:GAME)"
                raise BadOption(f"{ANY_GAME} needs the parameter {GAME}, as in {example}")
            game = load(address)
            if spiel_name(game) not in pyspiel.registered_names():
                register(game)
            super().__init__(*read_params(game, given))

    pyspiel.register_game(
        make_type(
            ANY_GAME,
            "any game by its name or file",
            players=(1, MAX_PLAYERS),
            is_open=False,
            reward=Reward.RETURNS,
            params={GAME: "", **SHARED_PARAMS},
        ),
        AnyGame,
    )


def read_params(game: Game, params: Mapping[str, Any]) -> tuple[Game, int, str]:
    """Return a game with its options set, the number of deals, and the reward."""
    options = {option.name: option for option in game.options}
    settings = {
        name: read_value(options[name], value) for name, value in params.items() if name in options
    }
    changed = {name: value for name, value in settings.items() if value != options[name].default}
    deals = int(params.get(DEALS, DEFAULT_DEALS))
    return game.configure(**changed), deals, str(params.get(REWARD, REWARDS[0]))


def read_value(option: Option, value: Any) -> Value:
    """Return a parameter as a value of the same kind as the option's default."""
    return type(option.default)(value)


def describe_type(game: Game, reward: Reward) -> Any:
    """Return OpenSpiel's description of a game, for all values of its parameters."""
    sizes = [option for option in game.options if option.name == PLAYERS]
    fewest = int(sizes[0].low or 1) if sizes else game.players
    most = int(sizes[0].high or fewest) if sizes else game.players
    return make_type(
        spiel_name(game),
        game.doc,
        players=(fewest, most),
        is_open=game.rules.is_open,
        reward=reward,
        params={**{option.name: option.default for option in game.options}, **SHARED_PARAMS},
    )


def spiel_name(game: Game) -> str:
    """Return the name by which OpenSpiel knows a game."""
    return f"standoff_{game.name}"


def make_type(
    name: str,
    doc: str,
    players: tuple[int, int],
    is_open: bool,
    reward: Reward,
    params: Mapping[str, Value],
) -> Any:
    """Return OpenSpiel's description of a game; `players` are the fewest and the most."""
    zero_sum = reward is Reward.ZERO_SUM
    return GameType(
        short_name=name,
        long_name=doc,
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            GameType.Information.PERFECT_INFORMATION
            if is_open
            else GameType.Information.IMPERFECT_INFORMATION
        ),
        utility=GameType.Utility.ZERO_SUM if zero_sum else GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=players[1],
        min_num_players=players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=dict(params),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options set."""

    def __init__(self, game: Game, deals: int = DEFAULT_DEALS, reward: str = REWARDS[0]) -> None:
        if not isinstance(deals, int) or not 1 <= deals <= MAX_DEALS:
            raise BadOption(f"{DEALS} must be from 1 to {MAX_DEALS}, not {deals!r}")
        self.game = game
        self.deals = deals
        self.reward = find_reward(reward)
        zero_sum = self.reward is Reward.ZERO_SUM
        low, high = reward_bounds(game, self.reward)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.action_count,
            max_chance_outcomes=deals,
            num_players=game.players,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=game.max_decisions,
        )
        params: dict[str, Any] = dict(game.changed_settings)
        if deals != DEFAULT_DEALS:
            params[DEALS] = deals
        if self.reward is not Reward.RETURNS:
            params[REWARD] = reward
        super().__init__(describe_type(game, self.reward), info, params)

    def __reduce__(self) -> tuple[Any, ...]:
        """Restore a pickled game by its address, in any process."""
        settings = self.game.changed_settings
        return restore, (self.game.address, settings, self.deals, REWARDS[self.reward])

    def new_initial_state(self) -> "SpielState":
        """Return the root: a chance node that picks the deal."""
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return 1: the deal."""
        return 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> "Observer | None":
        """Return an observer; None for public or private information alone (not supported)."""
        if params:
            raise ValueError(f"observers of {self.game.name} take no parameters, not {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        is_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self, kind.perfect_recall) if kind.public_info and is_own else None

    def world(self, view: View, choose: Rng) -> "SpielState":
        """Return a state that fits what a seat sees, drawn at random."""
        state = SpielState(self)
        state.records = self.game.states(1)
        state.records[0] = view.imagine(choose).state
        state.mover = int(verbs.to_move(state.records[0]))
        return state

    def scratch(self) -> NDArray[Any]:
        """Return a record that `observe` can fill; it is not zeroed, which would take long."""
        return np.empty(1, self.game.rules.state)


def restore(address: str, settings: dict[str, Value], deals: int, reward: str) -> SpielGame:
    """Return a game that was pickled."""
    return SpielGame(load(address, **settings), deals, reward)


def reward_bounds(game: Game, reward: Reward) -> tuple[float, float]:
    """Return the lowest and highest reward, if the game states them."""
    if reward is Reward.POINTS or game.learning.reward_range is None:
        return -np.inf, np.inf
    low, high = game.learning.reward_range
    return (low - high, high - low) if reward is Reward.ZERO_SUM else (low, high)


def check_player(game: Game, player: Seat) -> None:
    """Refuse a player that does not exist, such as chance: kernels trust their seats."""
    if not 0 <= player < game.players:
        raise BadSeat(f"a player must be from 0 to {game.players - 1}, not {player}")


# --- states -------------------------------------------------------------------------------------


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A state of a game. OpenSpiel copies and pickles its `__dict__`, which holds plain arrays.

    `records` holds the record of the state; it is None before the deal.
    """

    __slots__ = ("__dict__", "_game", "_legal")

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._game = game
        self._legal: list[Action] | None = None
        self.records: Any = None
        self.memory = np.zeros(game.game.players, np.int64)
        self.mover = CHANCE

    def __getattr__(self, name: str) -> Any:
        """Return an attribute outside `__dict__`, which a state loses when it is pickled."""
        if name == "_game":
            self._game = self.get_game()
            return self._game
        if name == "_legal":
            return None
        raise AttributeError(f"a state has no attribute {name!r}")

    def current_player(self) -> int:
        """Return the player to move."""
        return self.mover

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.mover == TERMINAL

    def is_chance_node(self) -> bool:
        """Whether chance picks the deal now."""
        return self.mover == CHANCE

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return all deals, equally likely."""
        deals = self._game.deals
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: Seat) -> list[Action]:
        """Return the legal codes, ascending."""
        if self._legal is None:
            out = np.empty(self._game.game.action_count, ACTION)
            self._legal = out[: list_actions(self.records, out)].tolist()
        return self._legal

    def legal_actions(self, player: Seat | None = None) -> list[Action]:
        """Return the legal codes of a player [the player to move], ascending."""
        if self.mover == TERMINAL:
            return []
        if self.mover == CHANCE:
            return list(range(self._game.deals))
        return self._legal_actions(self.mover)[:] if player in (None, self.mover) else []

    def legal_actions_mask(self, player: Seat | None = None) -> list[int]:
        """Return 1 for each legal code, else 0; before the deal, of all deals."""
        if self.mover == CHANCE:
            return [1] * self._game.deals
        mask = np.zeros(self._game.game.action_count, np.int8)
        mask[self.legal_actions(player)] = 1
        return mask.tolist()

    def _apply_action(self, action: Action) -> None:
        """Deal or make a move; refuse illegal actions, because kernels trust them."""
        game = self._game.game
        self._check_action(action)
        self._legal = None
        if self.mover == CHANCE:
            self.records = game.states(1)
            verbs.new_game(self.records[0], game.options_record()[0], action)
            mover = int(verbs.to_move(self.records[0]))
        else:
            mover = int(
                make_move(self.records, self.mover, action, self.memory, self._game.scratch())
            )
        self.mover = TERMINAL if mover == NOBODY else mover

    def _check_action(self, action: Action) -> None:
        if self.mover == CHANCE:
            if not 0 <= action < self._game.deals:
                last = self._game.deals - 1
                raise IllegalAction(f"a deal must be from 0 to {last}, not {action}")
        elif self.mover == TERMINAL or action not in self._legal_actions(self.mover):
            raise IllegalAction(f"illegal action {describe_action(self._game.game, action)}")

    def _action_to_string(self, player: Seat, action: Action) -> str:
        """Return the text of an action."""
        return f"deal {action}" if player == CHANCE else self._game.game.text(action)

    def returns(self) -> list[float]:
        """Return the reward of each player; 0 before the end."""
        if self.mover != TERMINAL:
            return [0.0] * self._game.game.players
        rewards = final_rewards(self._game.game, self.records[0], self._game.reward)
        return [float(reward) for reward in rewards]

    def __str__(self) -> str:
        if self.mover == CHANCE:
            return "before the deal"
        return Position(self._game.game, self.records).notation

    def resample_from_infostate(self, player: Seat, sampler: Callable[[], float]) -> "SpielState":
        """Return a world that fits everything a player knows, with its own chance.

        It has no memories of the other players and no history: the picked deal would reveal
        everything. Before the deal it is the root.
        """
        check_player(self._game.game, player)
        if self.mover == CHANCE:
            return SpielState(self._game)
        rng = Rng(int(sampler() * 2**MEMORY_BITS))
        other = SpielState(self._game)
        other.records = self._game.game.states(1)
        verbs.observe(self.records[0], player, other.records[0])
        verbs.determinize(other.records[0], player, rng.words)
        other.memory[player] = self.memory[player]
        other.mover = self.mover
        return other

    def key(self) -> tuple[Seat, bytes]:
        """Return the key of the information state of the player to move; faster than its text."""
        observed = self._game.scratch()
        verbs.observe(self.records[0], self.mover, observed[0])
        return self.mover, observed.tobytes() + self.memory[self.mover].tobytes()


@kernel
def list_actions(records: Any, out: Any) -> int:
    """List the legal actions; return how many there are."""
    return verbs.legal_actions(records[0], out)


@kernel
def make_move(records: Any, seat: Seat, action: Action, memory: Any, observed: Any) -> Seat:
    """Let a seat make a move and remember what it saw and did; return the next seat to move."""
    verbs.observe(records[0], seat, observed[0])
    memory[seat] = remember(observed[0], int(memory[seat]), action)
    verbs.apply(records[0], action)
    return verbs.to_move(records[0])


@inline_kernel
def remember(observed: Any, memory: int, action: Action) -> int:
    """Return a fingerprint of the old memory, an observation and an action."""
    start = memory ^ action << MEMORY_BITS
    return np.int64(int(hash_record(observed, start)) >> MEMORY_SHIFT)  # type: ignore[return-value]


# --- observers ----------------------------------------------------------------------------------


class Observer:
    """What a seat sees, as a tensor of features and as a text."""

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self._game = game.game
        self._scratch = game.scratch()
        self._perfect_recall = perfect_recall
        self.tensor = np.zeros(len(self._game.features), FEATURE)
        self.dict = {"info_state" if perfect_recall else "observation": self.tensor}

    def set_from(self, state: SpielState, player: Seat) -> None:
        """Fill the tensor with what a player sees; zeros before the deal."""
        if state.mover == CHANCE:
            self.tensor.fill(0.0)
        else:
            check_player(self._game, player)
            fill_tensor(state.records, player, self._scratch, self.tensor)

    def string_from(self, state: SpielState, player: Seat) -> str:
        """Return what a player sees, on one line."""
        check_player(self._game, player)
        past = f" past {state.memory[player]:014x}" if self._perfect_recall else ""
        if state.mover == CHANCE:
            return f"seat {player}{past}: before the deal"
        verbs.observe(state.records[0], player, self._scratch[0])
        return f"seat {player}{past}: {Position(self._game, self._scratch).notation}"


@kernel
def fill_tensor(records: Any, seat: Seat, observed: Any, out: Any) -> None:
    """Fill in the features of what a seat observes; `observed` is scratch."""
    fill_features(records[0], seat, observed[0], out)
