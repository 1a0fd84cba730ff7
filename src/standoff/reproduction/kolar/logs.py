"""His estimators along the events of KBang logs, for figures 4.3 to 4.11.

The logs of his 4560 games of people are not public. Ours are of games between different agents,
written and read in the format of KBang, so the same code could read his. As in his chapter 4, the
estimator sees a log from its beginning as the Sheriff does: who attacked whom, and the roles of the
dead. It is asked every 25 events; about 50 events are a round.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from standoff.arena import Match, play_match, read_replay
from standoff.arena.workers import HERE
from standoff.files import temporary_folder
from standoff.game import load
from standoff.games.bang.cards import MAX_SEATS, NUM_ROLES, ROLE_NAMES, UNKNOWN, Role
from standoff.games.bang.rules.deeds import kind_of_victim, note_deed
from standoff.games.bang.secrets.estimators import ESTIMATORS, estimate
from standoff.games.bang.state import Act
from standoff.games.bang.telling import kbang
from standoff.games.bang.telling.kbang_events import Event, EventKind
from standoff.reproduction.sample import clustered_gap
from standoff.reproduction.session import Session
from standoff.statistics import ClusteredShare, Interval

AGENTS = ("aware", "aware:kb=3", "rair", "evolution:individual=trained")
STEP = 25
"""Events between two estimates."""
ROUND = 50
"""Events of a round, by his count."""
RECENT = 200
"""How many events the estimators `.200` look at."""
STEPS = 1 + 1400 // STEP
"""Longer games are followed up to here."""
HARMFUL = ("Bang!", "Duel", "Panic!", "Cat Balou")
"""The cards that he counts as harm."""
BURDENS = ("Jail", "Dynamite")
"""Taking these cards from a player is not harm."""
HIDDEN = (Role.DEPUTY, Role.OUTLAW, Role.RENEGADE)
MARKS = ESTIMATORS[:-1]
"""His estimators."""
BATCH = 20
"""Games that a worker plays and reads at once."""


ByStep = list[list[int]]
"""Counts by role (deputy, outlaw, renegade) and step."""


@dataclass(frozen=True)
class Curves:
    """How often the estimators were asked about each role, and were right, along the events.

    Sums over games, since the guesses within one game are correlated.
    """

    games: ByStep
    """The games in which they were asked."""
    asked: ByStep
    asked_asked: ByStep
    """Sums of products, game by game."""
    right: list[ByStep]
    """By estimator."""
    asked_right: list[ByStep]
    right_right: list[list[ByStep]]
    """By pair of estimators, which may be equal."""

    def count(self, role: Role, event: int) -> int:
        """Return how often each estimator was asked about a role after a number of events."""
        return self.asked[HIDDEN.index(role)][event // STEP]

    def share(self, mark: str, role: Role, event: int) -> Interval:
        """Return how often an estimator was right about a role after a number of events."""
        own, row, step = MARKS.index(mark), HIDDEN.index(role), event // STEP
        sums = (
            self.asked[row][step],
            self.right[own][row][step],
            self.asked_asked[row][step],
            self.asked_right[own][row][step],
            self.right_right[own][own][row][step],
        )
        return ClusteredShare.of_sums(self.games[row][step], sums).interval()

    def lead(self, mark: str, than: str, role: Role, event: int) -> Interval:
        """Return how much more often an estimator was right than another, on the same logs."""
        own, other = MARKS.index(mark), MARKS.index(than)
        row, step = HIDDEN.index(role), event // STEP
        both = self.right_right
        squares = (
            self.asked_asked[row][step],
            self.asked_right[own][row][step] - self.asked_right[other][row][step],
            both[own][own][row][step]
            - 2 * both[own][other][row][step]
            + both[other][other][row][step],
        )
        gap = self.right[own][row][step] - self.right[other][row][step]
        return clustered_gap(gap, self.asked[row][step], self.games[row][step], squares)


def count_game(asked: NDArray[np.int64], right: NDArray[np.int64]) -> Curves:
    """Return the counts of one game: `asked` by role and step, `right` also by estimator."""
    return Curves(
        (asked > 0).astype(int).tolist(),
        asked.tolist(),
        (asked * asked).tolist(),
        right.tolist(),
        (asked * right).tolist(),
        (right[:, None] * right).tolist(),
    )


def add_up(curves: Iterable[Curves]) -> Curves:
    """Return the sum of the counts of several games."""
    found = list(curves)
    names = [field.name for field in fields(Curves)]
    return Curves(*(sum_of([getattr(part, name) for part in found]) for name in names))


def sum_of(tables: Sequence[Any]) -> Any:
    """Return nested lists added up, number by number."""
    return np.sum([np.array(table) for table in tables], axis=0).tolist()


# --- reading a log --------------------------------------------------------------------------------


class Onlooker:
    """An observer of a log, who keeps the record that the estimators read."""

    def __init__(self, events: list[Event]) -> None:
        self._state: Any = load("bang", players=count_players(events)).states(1)[0]
        self._state.players = count_players(events)
        self._state.role[:] = UNKNOWN
        self.roles = {event.player: role_of(event) for event in events if is_end(event)}
        self.hidden = set(self.roles)
        self._recent: deque[tuple[int, int, int]] = deque()
        self._table: NDArray[np.float64] = np.zeros((MAX_SEATS, NUM_ROLES))
        for event in events:
            if event.kind == EventKind.CREATED and event.role:
                self._reveal(event.player)

    def hear(self, number: int, event: Event) -> None:
        """Note an event."""
        if event.kind == EventKind.DEATH:
            self._reveal(event.player)
        elif is_harm(event):
            victim = int(kind_of_victim(self._state, event.target))
            note_deed(self._state, event.player, event.target, Act.SHOT)
            self._recent.append((number, event.player, victim))
        while self._recent and self._recent[0][0] <= number - RECENT:
            self._recent.popleft()

    def guess(self, estimator: int) -> dict[int, int]:
        """Return the likeliest role of each player whose role is hidden."""
        self._state.recent_harm[:] = 0
        for _, player, victim in self._recent:
            self._state.recent_harm[0, player, victim] += 1
        estimate(self._state, 0, estimator, self._table)
        return {seat: int(np.argmax(self._table[seat, 1:])) + 1 for seat in self.hidden}

    def _reveal(self, seat: int) -> None:
        self._state.role[seat] = self.roles[seat]
        self.hidden.discard(seat)


def is_end(event: Event) -> bool:
    """Whether an event tells a role at the end."""
    return event.kind == EventKind.END


def count_players(events: list[Event]) -> int:
    """Return the number of players."""
    return sum(event.kind == EventKind.CREATED for event in events)


def role_of(event: Event) -> int:
    """Return the role that the end of a log tells."""
    return ROLE_NAMES.index(event.role)


def is_harm(event: Event) -> bool:
    """Whether a player is attacked or robbed."""
    if event.kind != EventKind.PLAY or event.target < 0 or event.target == event.player:
        return False
    return kind_name(event.card) in HARMFUL and kind_name(event.target_card) not in BURDENS


def kind_name(card: str) -> str:
    """Return the kind of a card by its text, such as `Cat Balou KH`."""
    return card.rpartition(" ")[0]


def follow(events: list[Event]) -> Curves:
    """Follow a log and count how often each estimator is right about the hidden roles."""
    onlooker = Onlooker(events)
    asked = np.zeros((len(HIDDEN), STEPS), np.int64)
    right = np.zeros((len(MARKS), len(HIDDEN), STEPS), np.int64)
    for number, event in enumerate(events, start=1):
        onlooker.hear(number, event)
        step = number // STEP
        if number % STEP or step >= STEPS:
            continue
        for seat in onlooker.hidden:
            asked[HIDDEN.index(Role(onlooker.roles[seat])), step] += 1
        for estimator in range(len(MARKS)):
            for seat, guessed in onlooker.guess(estimator).items():
                role = onlooker.roles[seat]
                right[estimator, HIDDEN.index(Role(role)), step] += guessed == role
    return count_game(asked, right)


# --- making logs ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Batch:
    """Some games of a session, which one worker plays and reads."""

    seed: int
    games: int


def follow_batch(batch: Batch) -> Curves:
    """Play some games, write their logs, and read them again."""
    curves = []
    with temporary_folder() as folder:
        match = Match(
            game="bang",
            options={"rules": "kolar"},
            agents=AGENTS,
            games=batch.games,
            seed=batch.seed,
            protocol="shuffle",
        )
        play_match(match, HERE, save=Path(folder))
        for file in sorted(Path(folder).glob("*.json")):
            log = file.with_suffix(".log")
            write_kbang(file, log)
            curves.append(follow(kbang.read_log(log)))
    return add_up(curves)


def write_kbang(replay_file: Path, log: Path) -> None:
    """Write the KBang log of a replay."""
    replay = read_replay(replay_file)
    game = load(replay.game, **replay.options)
    actions = [game.parse(move.action) for move in replay.moves]
    lines = kbang.write_log(game, replay.seed, replay.agents, actions)
    log.write_text("\n".join(lines) + "\n", encoding="utf-8")


def play_logs(session: Session, games: int) -> Curves:
    """Return the curves of a number of games, played once in a session."""
    sizes = [min(BATCH, games - first) for first in range(0, games, BATCH)]
    batches = [Batch(session.seed_of("logs", index), size) for index, size in enumerate(sizes)]
    return session.remember(
        f"kbang-curves-{games}-seed-{session.seed}",
        Curves,
        lambda: add_up(session.map(follow_batch, batches)),
    )
