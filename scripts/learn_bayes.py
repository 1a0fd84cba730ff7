"""Learn the numbers of the estimator `bayes` from self-play, and write them to its data file.

Counts, in games of a mixed pool, how often players of one role do what to players of another, per
turn that both have had. Then finds the power of the evidence that has the least log loss in other
games. Takes some minutes: `python scripts/learn_bayes.py rates`, and
then `sharpness`, each with a number of games if you like.
"""

import json
import sys
from typing import Any

import numpy as np

import standoff
from standoff._jit import kernel, stack_table
from standoff.agents import enter, make_players
from standoff.games.bang.actions import Code
from standoff.games.bang.cards import MAX_SEATS, MIN_SEATS, NUM_ROLES, ROLE_NAMES, UNKNOWN
from standoff.games.bang.secrets import bayes
from standoff.games.bang.secrets.bayes import MAX_DEALS, role_in, weigh_deals
from standoff.games.bang.state import NUM_ACTS, Act
from standoff.rng import Rng, below, next_word
from standoff.simulation import Players, choose, player_at
from standoff.verbs import NOBODY, apply, new_game, observe, to_move

GAMES = 6000
"""For each reading and number of players."""
TRAINED = "evolution:individual=trained"
POOL = ("aware", "aware:kb=2", "aware:kb=3", "aware:moody=true", TRAINED, "rair")
READINGS = ("official", "danilakova", "kolar")
PRIOR_ACTS, PRIOR_TURNS = 0.5, 50.0
"""Added to every count, so that nothing is impossible."""
SHARPNESSES = np.round(np.arange(0.1, 1.55, 0.1), 2)


@kernel
def play_and_count(
    states: Any, options: Any, games: int, sharpnesses: Any, players: Players, rng: Any,
    acts: Any, turns: Any, losses: Any,
) -> None:  # fmt: skip
    """Play games of random line-ups; count acts and turns, and the log loss of each sharpness."""
    state, observation = states[0], states[1]
    drawn = stack_table(1, MAX_SEATS)  # who plays at each seat
    deals = stack_table(MAX_DEALS, 2)  # probability and code of each
    for _ in range(games):
        new_game(state, options[0], next_word(rng) >> 11)
        for seat in range(state.players):
            drawn[0, seat] = below(rng, len(players.pointers))
        seat = to_move(state)
        while seat != NOBODY:
            observe(state, seat, observation)
            action = choose(observation, seat, player_at(players, int(drawn[0, seat])), rng)
            if action == Code.END_TURN:
                for index in range(len(sharpnesses)):
                    count = weigh_deals(observation, sharpnesses[index], deals)
                    add_loss(state, observation, deals, count, losses, index)
            apply(state, action)
            seat = to_move(state)
        size = int(state.players) - MIN_SEATS
        for seat in range(state.players):
            for other in range(state.players):
                if seat != other:
                    roles = NUM_ROLES * int(state.role[seat]) + int(state.role[other])
                    turns[size, roles] += min(int(state.turns[seat]), int(state.turns[other]))
                    for act in range(NUM_ACTS):
                        acts[size, roles, act] += state.deeds[seat, other, act]


@kernel
def add_loss(state: Any, observation: Any, deals: Any, count: int, losses: Any, index: int) -> None:
    """Add the log loss of every hidden role to one sum, and their number to the last."""
    for other in range(state.players):
        if observation.role[other] == UNKNOWN:
            right = 0.0
            for deal in range(count):
                if role_in(int(deals[deal, 1]), other) == state.role[other]:
                    right += deals[deal, 0]
            losses[index] -= np.log(max(right, 0.001))
            losses[len(losses) - 1] += 1.0 if index == 0 else 0.0


def run(games: int, seed: int, sharpnesses: Any) -> tuple[Any, Any, Any]:
    """Play in all readings and sizes; return acts, turns and losses."""
    sizes = MAX_SEATS - MIN_SEATS + 1
    acts, turns = np.zeros((sizes, NUM_ROLES**2, NUM_ACTS)), np.zeros((sizes, NUM_ROLES**2))
    losses = np.zeros(len(sharpnesses) + 1)
    rng = Rng(seed)
    for reading in READINGS:
        for players in range(MIN_SEATS, MAX_SEATS + 1):
            game = standoff.load("bang", rules=reading, players=players)
            entrants = [enter(game, spec) for spec in POOL]
            pool = make_players(game, entrants, game.action_count)
            counted = (acts, turns, losses)
            deal = (game.states(2), game.options_record(), games)
            play_and_count(*deal, sharpnesses, pool, rng.words, *counted)
    return acts, turns, losses


def learn_rates(games: int) -> None:
    """Count, and write the rates."""
    acts, turns, _ = run(games, 1, np.zeros(0))
    rates = (acts + PRIOR_ACTS) / (turns + PRIOR_TURNS)[:, :, None]
    document = json.loads(bayes.DATA.read_text(encoding="utf-8"))
    names = [name.lower() for name in ROLE_NAMES]
    document["note"] = f"Acts per turn, from {games} games of each reading and table size."
    document["pool"] = list(POOL)
    document["rates"] = {
        str(MIN_SEATS + size): {
            by: {
                to: {
                    act.name.lower(): float(f"{rates[size, NUM_ROLES * row + column, act]:.3g}")
                    for act in Act
                }
                for column, to in enumerate(names)
            }
            for row, by in enumerate(names)
        }
        for size in range(len(rates))
    }
    bayes.DATA.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


def learn_sharpness(games: int) -> None:
    """Find the sharpness with the least log loss in new games, and write it."""
    _, _, losses = run(games, 2, SHARPNESSES)
    means = losses[:-1] / losses[-1]
    for sharpness, loss in zip(SHARPNESSES, means, strict=True):
        print(f"sharpness {sharpness}: log loss {loss:.4f}")
    document = json.loads(bayes.DATA.read_text(encoding="utf-8"))
    document["sharpness"] = float(SHARPNESSES[np.argmin(means)])
    bayes.DATA.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    count = int(sys.argv[2]) if len(sys.argv) > 2 else GAMES
    if sys.argv[1:2] == ["rates"]:
        learn_rates(count)
    elif sys.argv[1:2] == ["sharpness"]:
        learn_sharpness(max(1, count // 20))
    else:
        sys.exit("say what to learn: rates, and then, in a new process, sharpness")
