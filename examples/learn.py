"""Train a small policy through the vectorised environment, and play it in the arena.

    python examples/learn.py asmacag --minutes 3
    python examples/learn.py bang --minutes 6

The method is PPO (Schulman and others, "Proximal policy optimization algorithms", 2017) with
advantages by GAE ("High-dimensional continuous control using generalized advantage estimation",
2016): one seat, drawn anew for each game, learns from whether it has won. A run prints its curve,
saves the policy, and lets it play against `uniform` in the arena. From then on it is an agent:

    standoff arena asmacag --agents examples/learn.py:Learned:file=asmacag.pt,greedy

docs/rl.md walks through it.
"""

import argparse
import pickle
import sys
import time
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import standoff
from standoff import StandoffError, View
from standoff.arena.schedule import plan
from standoff.errors import BadRun, BadSpec, MissingExtra
from standoff.files import check_file
from standoff.present import interval_text
from standoff.rng import MAX_SEED
from standoff.statistics import wilson

try:
    import gymnasium  # noqa: F401  (the adapter needs it)
    import torch
    from torch import Tensor, nn
except ImportError as error:
    missing = MissingExtra("examples/learn.py", error.name or "torch", "rl")
    if __name__ == "__main__":
        print(f"error: {missing}", file=sys.stderr)
        sys.exit(2)
    raise missing from None

from standoff.adapters.answer import turned_codes
from standoff.adapters.gymnasium import TablesEnv

OPPONENTS = {"asmacag": "greedy", "bang": "rair", "colonizers": "heuristic"}
"""Whom the policy learns from, unless told otherwise."""
OPTIONS: dict[str, dict[str, int]] = {"bang": {"players": 5}}
TABLES, STEPS = 256, 64
"""How many games are played at once, and decisions at each of them between two updates."""
EPOCHS, BATCH = 3, 2048
DISCOUNT, TRACE = 0.999, 0.95
CLIP, VALUE_WEIGHT, ENTROPY_WEIGHT = 0.2, 0.5, 0.01
RATE = 5e-4
HIDDEN = 128
FORBIDDEN = -1e9
"""The logit of an action that is not legal."""
CURVE_GAMES = 2000
CURVE_SUFFIX = ".png"
MATCH_GAMES = 600
RIVAL = "uniform"
"""Who plays the match at the end against the policy."""


# --- the policy ---------------------------------------------------------------------------------


class Net(nn.Module):
    """Features to a logit for each action, and to what the position is worth."""

    def __init__(self, features: int, actions: int, hidden: int = HIDDEN) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Linear(features, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.zeros_(self.policy.weight)  # at first, every legal action is equally likely
        nn.init.zeros_(self.policy.bias)

    def forward(self, features: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return the log-probabilities of the actions, and the values."""
        hidden = self.body(features)
        logits = self.policy(hidden).masked_fill(mask == 0, FORBIDDEN)
        return torch.log_softmax(logits, dim=-1), self.value(hidden).squeeze(-1)


def tensors(observations: dict[str, NDArray[Any]]) -> tuple[Tensor, Tensor]:
    """Return features and masks as PyTorch takes them."""
    return torch.from_numpy(observations["observation"]), torch.from_numpy(
        observations["action_mask"]
    )


def draw(logs: Tensor, generator: torch.Generator) -> Tensor:
    """Draw an action from each row of log-probabilities."""
    return torch.multinomial(logs.exp(), 1, generator=generator).squeeze(-1)


# --- learning -----------------------------------------------------------------------------------


@dataclass
class Batch:
    """What happened between two updates, by step and table."""

    features: Tensor
    mask: Tensor
    action: Tensor
    log: Tensor
    value: Tensor
    reward: Tensor
    done: Tensor

    @classmethod
    def blank(cls, steps: int, env: TablesEnv) -> "Batch":
        """Return a batch to be filled."""
        shape = (steps, env.num_envs)
        numbers = [torch.zeros(shape) for _ in range(4)]
        return cls(
            torch.zeros(*shape, len(env.game.features)),
            torch.zeros(*shape, env.game.action_count, dtype=torch.int8),
            torch.zeros(shape, dtype=torch.int64),
            *numbers,
        )


class Learner:
    """Plays, and improves the policy by what it sees."""

    def __init__(self, game: standoff.Game, opponents: str, seed: int, tables: int) -> None:
        self.game, self.opponents, self.seed = game, opponents, seed
        torch.set_num_threads(1)  # so small a net is no quicker on two
        torch.manual_seed(seed)
        self.generator = torch.Generator().manual_seed(seed)
        self.net = Net(len(game.features), game.action_count)
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=RATE)
        self.env = self.tables(tables)
        self.observations, _ = self.env.reset(seed=seed)
        self.decisions = 0

    def tables(self, count: int, opponents: str | None = None) -> TablesEnv:
        """Return an environment as the policy plays in it."""
        return TablesEnv(
            count, self.game, "random", opponents or self.opponents, relative_actions=True
        )

    @torch.no_grad()
    def play(self, steps: int) -> tuple[Batch, Tensor]:
        """Play some steps at every table; return them, and what the last positions are worth."""
        batch = Batch.blank(steps, self.env)
        for step in range(steps):
            features, mask = tensors(self.observations)
            logs, values = self.net(features, mask)
            actions = draw(logs, self.generator)
            self.observations, reward, done, _, _ = self.env.step(actions.numpy())
            batch.features[step], batch.mask[step], batch.action[step] = features, mask, actions
            batch.log[step] = logs.gather(1, actions[:, None]).squeeze(1)
            batch.value[step] = values
            batch.reward[step] = torch.from_numpy(reward)
            batch.done[step] = torch.from_numpy(done)
        self.decisions += steps * self.env.num_envs
        return batch, self.net(*tensors(self.observations))[1]

    def improve(self, steps: int = STEPS) -> None:
        """Play, then take some steps of gradient descent on what was played."""
        batch, last = self.play(steps)
        advantage = estimate_advantages(batch, last)
        target = (advantage + batch.value).flatten()
        parts = [part.flatten(0, 1) for part in (batch.features, batch.mask)]
        features, mask = parts
        action, log, gain = batch.action.flatten(), batch.log.flatten(), advantage.flatten()
        for _ in range(EPOCHS):
            order = torch.randperm(len(action), generator=self.generator)
            for rows in torch.split(order, BATCH):
                logs, value = self.net(features[rows], mask[rows])
                chosen = logs.gather(1, action[rows, None]).squeeze(1)
                loss = policy_loss(chosen - log[rows], gain[rows])
                loss += VALUE_WEIGHT * nn.functional.mse_loss(value, target[rows])
                loss -= ENTROPY_WEIGHT * -(logs.exp() * logs).sum(1).mean()
                self.optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]
                nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
                self.optimizer.step()

    @torch.no_grad()
    def count_wins(self, games: int, opponents: str) -> tuple[int, int]:
        """Return in how many of about `games` new games the policy was rewarded, and of how many.

        Every table plays as many games, so that short ones do not count more often than long ones.
        """
        env = self.tables(min(games, TABLES), opponents)
        observations, _ = env.reset(seed=self.seed + 1)
        wanted = -(-games // env.num_envs)
        played, won = np.zeros(env.num_envs, int), np.zeros(env.num_envs, int)
        while (played < wanted).any():
            logs, _ = self.net(*tensors(observations))
            observations, reward, done, _, _ = env.step(logs.argmax(1).numpy())
            counts = done & (played < wanted)
            played += counts
            won += counts & (reward > 0)
        return int(won.sum()), int(played.sum())


def estimate_advantages(batch: Batch, last: Tensor) -> Tensor:
    """Return how much better each action turned out than the position was thought to be (GAE)."""
    advantage = torch.zeros_like(batch.reward)
    running, following = torch.zeros_like(last), last
    for step in reversed(range(len(batch.reward))):
        goes_on = 1 - batch.done[step]
        error = batch.reward[step] + DISCOUNT * following * goes_on - batch.value[step]
        running = error + DISCOUNT * TRACE * goes_on * running
        advantage[step], following = running, batch.value[step]
    return advantage


def policy_loss(log_ratio: Tensor, gain: Tensor) -> Tensor:
    """Return the clipped loss of PPO; gains are measured from their mean, in their spread."""
    gain = (gain - gain.mean()) / (gain.std() + 1e-8)
    ratio = log_ratio.exp()
    return -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()


# --- the agent ----------------------------------------------------------------------------------


class Learned:
    """`Learned:file=asmacag.pt`: plays the likeliest action of a saved policy."""

    def __init__(self, file: str = "policy.pt") -> None:
        self.net, self.about = load_policy(str(Path(file).resolve()))

    @torch.no_grad()
    def act(self, view: View) -> int:
        """Choose from what the seat sees."""
        codes = own_codes(view.game)[view.seat]
        if (view.game.name, len(view.features)) != (self.about["game"], self.about["features"]):
            raise BadSpec(f"the policy was trained on {self.about['text']}, not on {view.game}")
        features, mask = torch.from_numpy(view.features), torch.from_numpy(view.mask[codes])
        return int(codes[self.net(features[None], mask[None])[0].argmax()])


@lru_cache(maxsize=4)
def own_codes(game: standoff.Game) -> NDArray[np.int32]:
    """Return for each seat the game's codes of the actions that the policy knows."""
    return turned_codes(game, relative=True)


@lru_cache(maxsize=4)
def load_policy(file: str) -> tuple[Net, dict[str, Any]]:
    """Read a saved policy."""
    torch.set_num_threads(1)
    try:
        saved = torch.load(file, weights_only=True)
        net = Net(saved["features"], saved["actions"])
        net.load_state_dict(saved.pop("net"))
    except OSError:
        raise BadSpec(f"there is no policy {file}; examples/learn.py writes one") from None
    except (pickle.UnpicklingError, EOFError, RuntimeError, LookupError, TypeError):
        raise BadSpec(f"{file} is no policy that examples/learn.py has written") from None
    return net.eval(), saved


def save_policy(learner: Learner, file: Path) -> None:
    """Write the policy, and for which game it is."""
    game = learner.game
    about = {"game": game.name, "text": str(game), "features": len(game.features)}
    torch.save({"net": learner.net.state_dict(), "actions": game.action_count, **about}, file)


# --- a run --------------------------------------------------------------------------------------


def train(
    learner: Learner, minutes: float, updates: int, points: int = 10, games: int = CURVE_GAMES
) -> list[dict[str, float]]:
    """Learn for some minutes, but at most `updates` updates; print and return the curve."""
    print("   updates   decisions   seconds   wins against", learner.opponents)
    start = time.monotonic()
    curve: list[dict[str, float]] = []
    for update in range(updates + 1):
        spent = time.monotonic() - start
        is_last = update == updates or spent > 60 * minutes
        done = max(spent / (60 * minutes), update / max(1, updates))
        if is_last or points * done >= len(curve):
            share = wilson(*learner.count_wins(games, learner.opponents))
            point = {"updates": update, "decisions": learner.decisions, "seconds": spent}
            curve.append({**point, "share": share.estimate, "low": share.low, "high": share.high})
            print(
                f"{update:10}{learner.decisions:12}{spent:10.0f}   {interval_text(share)}",
                flush=True,
            )
        if is_last:
            break
        learner.improve()
    return curve


def line_up(game: standoff.Game, file: Path, rival: str) -> tuple[list[str], str | None]:
    """Return who plays the match at the end, and by which protocol."""
    name = f"{Path(__file__).resolve()}:Learned:file={file}"
    agents = [name] + [rival] * (1 if game.sides.teams else game.players - 1)
    return agents, "teams" if game.sides.teams else None


def play_match(game: standoff.Game, file: Path, rival: str, games: int, seed: int) -> str:
    """Let the saved policy play against a rival in the arena; return the result in a sentence."""
    agents, protocol = line_up(game, file, rival)
    results = standoff.compare(game, agents, games, seed, protocol)
    won = results.standings()[0]
    limit = 1 / len(agents)
    verdict = "better" if won.share.low > limit else "not shown to be better"
    verdict = "; ".join([verdict, *results.remarks()])
    return (
        f"Against {rival}: {won.wins} wins in {won.games} games, {interval_text(won.share)};"
        f" equal agents win {limit:.1%}: {verdict}."
    )


def draw_curve(curve: list[dict[str, float]], file: Path, title: str) -> None:
    """Draw the curve with its intervals."""
    import matplotlib as mpl  # noqa: PLC0415  (the curve is printed without it, too)

    mpl.use("Agg")
    from matplotlib import pyplot as plt  # noqa: PLC0415

    x = [point["decisions"] for point in curve]
    figure, axes = plt.subplots(figsize=(6, 4))
    axes.plot(x, [point["share"] for point in curve])
    axes.fill_between(
        x, [point["low"] for point in curve], [point["high"] for point in curve], alpha=0.3
    )
    axes.set(title=title, xlabel="decisions", ylabel="share of wins")
    figure.savefig(file)
    plt.close(figure)


def read_count(text: str) -> int:
    """Read a whole number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number, 1 or more, not {text!r}")
    return int(text)


def check_run(game: standoff.Game, minutes: float, seed: int, file: Path, games: int) -> None:
    """Refuse what would fail after the learning, when it is too late."""
    if not minutes > 0:
        raise BadRun(f"minutes must be more than 0, not {minutes:g}")
    if not 0 <= seed <= MAX_SEED:
        raise BadRun(f"a seed must be from 0 to {MAX_SEED}, not {seed}")
    check_out(file)
    agents, protocol = line_up(game, file, RIVAL)
    plan(game, len(agents), games, seed, protocol)


def check_out(file: Path) -> None:
    """Refuse a file that the policy cannot be written to, or from which no agent could read it."""
    if ":" in str(file):
        raise BadRun(f"a file with a colon cannot be named in a spec, such as {file}")
    if str(file) != str(file).rstrip():
        raise BadRun(f"a file with a blank at its end cannot be named in a spec, such as '{file}'")
    check_file(file)
    if file.name.startswith(".") and not file.suffix:
        raise BadRun(f"the policy needs a name before its suffix, not {file.name} alone")
    if file.suffix.lower() == CURVE_SUFFIX:
        other = file.with_suffix(".pt")
        raise BadRun(f"the curve goes to {file}; the policy needs another name, such as {other}")
    check_file(file.with_suffix(CURVE_SUFFIX))


def main(arguments: list[str] | None = None) -> int:
    """Train on a game, save the policy and its curve, and play the match."""
    parser = argparse.ArgumentParser(description="Train a small policy and play it in the arena.")
    parser.add_argument("game", help="asmacag, bang, or any other")
    parser.add_argument("--opponents", help="whom to learn from: a policy of the game")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--updates", type=read_count, default=1_000_000, help="at most so many")
    parser.add_argument("--tables", type=read_count, default=TABLES)
    parser.add_argument("--curve-games", type=read_count, default=CURVE_GAMES)
    parser.add_argument(
        "--games", type=read_count, default=MATCH_GAMES, help="of the match at the end"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, help="where the policy goes; the curve beside it")
    given = parser.parse_args(arguments)
    try:
        game = standoff.load(given.game, **OPTIONS.get(given.game, {}))
        opponents = given.opponents or OPPONENTS.get(game.name, "uniform")
        file = given.out or Path(f"{game.name}.pt")
        check_run(game, given.minutes, given.seed, file, given.games)
        learner = Learner(game, opponents, given.seed, given.tables)
        curve = train(learner, given.minutes, given.updates, games=given.curve_games)
        save_policy(learner, file)
        drawn = file.with_suffix(CURVE_SUFFIX)
        draw_curve(curve, drawn, f"{game.name} against {opponents}")
        print(f"Saved {file} and {drawn}.")
        print(play_match(game, file, RIVAL, given.games, given.seed))
    except StandoffError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
