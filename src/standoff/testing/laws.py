"""The seven laws, checked on every position of random games, for all seats and the spectator."""

import math
from collections.abc import Callable
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from standoff import verbs
from standoff._jit import compile_policy
from standoff.errors import StandoffError
from standoff.event import RESHUFFLE, Event
from standoff.feature import FEATURE
from standoff.game import Game
from standoff.parts import Policy
from standoff.position import Position
from standoff.rng import Purpose, Rng, run_key
from standoff.testing.difference import differing_fields, differing_paths, join
from standoff.testing.fairness import Fairness
from standoff.testing.report import Law, Report
from standoff.verbs import ACTION, NOBODY, OUTCOME

TEXT_POSITIONS = 1000
TEXT_STEP = 29
"""Texts and JSON are slow: the first TEXT_POSITIONS are checked, then every TEXT_STEP-th."""


def check_game(
    game: Game,
    games: int = 100,
    seed: int = 0,
    progress: Callable[[int], None] = lambda games: None,
    step: int = 1,
) -> Report:
    """Play random games, check all laws on every `step`-th position, and return a report."""
    report = Report(game.name)
    checker = _Checker(game, report, step)
    key = run_key(seed)
    for number in range(games):
        checker.check_one(Rng.stream(key, number, Purpose.CHECK))
        progress(1)
    checker.check_scramble()
    checker.check_fairness()
    checker.check_action_texts()
    return report


class _Checker:
    """Checks one game after the other, with the same arrays."""

    def __init__(self, game: Game, report: Report, step: int) -> None:
        self.game = game
        self.report = report
        self.step = step
        self.options = game.options_record()
        self.scratch = game.states(game.agents.scratch)
        self.rows = np.zeros((game.agents.scratch + 1, game.action_count), ACTION)
        self.state, self.again, self.other, self.seen, self.seen_again = (
            game.states(1) for _ in range(5)
        )
        self.believed = np.zeros(game.beliefs.shape)
        self.features = game.features
        self.numbers = np.zeros((2, len(self.features)), FEATURE)
        self.outcomes = np.zeros((2, game.players), OUTCOME)
        self.scrambles = [0] * (game.players + 1)
        self.fairness = Fairness(game)
        self.where = ""
        self.is_sample = True

    def expect(self, law: Law, holds: bool, what: str) -> bool:
        return self.report.expect(law, holds, self.where, what)

    # --- one game ---

    def check_one(self, rng: Rng) -> None:
        seed = rng.seed()
        state, again = self.state[0], self.again[0]
        self.state[:] = self.game.states(1)
        verbs.new_game(state, self.options[0], seed)
        verbs.new_game(again, self.options[0], seed)  # over the last state of the game before
        self.where = f"seed {seed}, the deal"
        teams = self.teams() if self.game.sides.teams else []
        bound = self.game.max_decisions
        for move in range(bound + 1):
            self.where = f"seed {seed}, move {move}"
            same = same_bytes(self.state, self.again)
            if not self.expect(Law.DETERMINISM, same, "the same moves lead to different states"):
                return
            is_checked = move % self.step == 0
            if is_checked:
                self.check_position(rng)
            if move == 0:
                self.compare_worlds(rng)
            seat = int(verbs.to_move(state))
            in_time = seat == NOBODY or move < bound
            if not self.expect(Law.TERMINATION, in_time, f"not over after {bound} decisions"):
                return
            if seat == NOBODY:
                break
            actions = self.legal(self.state)
            if not actions:
                return
            if is_checked:
                self.check_moves(actions)
                self.check_policies(seat, actions, rng)
            action = rng.choice(actions)
            if is_checked and self.is_sample:
                for viewer in range(self.game.players + 1):
                    self.check_events(viewer, action, rng)
            verbs.apply(state, action)
            verbs.apply(again, action)
        self.check_result()
        if self.game.sides.teams:
            self.expect(Law.SOUNDNESS, self.teams() == teams, "a seat has changed its team")
        self.report.games += 1

    def check_position(self, rng: Rng) -> None:
        self.report.positions += 1
        count = self.report.positions
        self.is_sample = count <= TEXT_POSITIONS or count % TEXT_STEP == 0
        self.check_sound(self.state, "the state")
        mover = int(verbs.to_move(self.state[0]))
        seats = range(self.game.players)
        self.expect(Law.SOUNDNESS, mover in (NOBODY, *seats), f"seat {mover} is to move")
        for seat in seats:
            value = float(verbs.evaluate(self.state[0], seat))
            self.expect(Law.SOUNDNESS, math.isfinite(value), f"seat {seat} is worth {value}")
            self.check_observation(seat, mover, rng)
            self.check_secrecy(seat, mover, rng)
            self.check_features(seat)
        verbs.observe(self.state[0], self.game.spectator, self.seen[0])
        self.check_secrecy(self.game.spectator, mover, rng)
        if self.is_sample:
            self.check_state_text()

    def teams(self) -> list[int]:
        teams = [int(verbs.team(self.state[0], seat)) for seat in range(self.game.players)]
        exist = set(teams) <= set(range(len(self.game.sides.teams)))
        self.expect(Law.SOUNDNESS, exist, f"there are no such teams: {teams}")
        return teams

    # --- laws 2 and 4 ---

    def check_observation(self, seat: int, mover: int, rng: Rng) -> None:
        verbs.observe(self.state[0], seat, self.seen[0])
        if seat == mover:
            same = self.legal(self.seen) == self.legal(self.state)
            self.expect(Law.LEGALITY, same, f"seat {seat} observes other legal actions than it has")
        self.other[:] = self.seen
        verbs.determinize(self.other[0], seat, rng.words)
        self.check_world(seat, f"a world of seat {seat}")
        if verbs.imagine in self.game.rules.verbs:
            self.check_beliefs(seat, rng)

    def check_beliefs(self, seat: int, rng: Rng) -> None:
        for index, belief in enumerate(self.game.beliefs.names):
            self.believed[:] = 0.0
            verbs.believe(self.seen[0], seat, index, self.believed)
            before = self.believed.copy()
            self.other[:] = self.seen
            verbs.imagine(self.other[0], seat, index, self.believed, rng.words)
            what = f"a world of seat {seat} with belief {belief}"
            self.check_world(seat, what)
            same = np.array_equal(self.believed, before)
            self.expect(Law.WORLDS, same, f"{what} changes `believed`")

    def check_world(self, seat: int, what: str) -> None:
        """Demand that the world in `other` gives the seat the observation `seen`."""
        self.check_sound(self.other, what)
        verbs.observe(self.other[0], seat, self.seen_again[0])
        same = same_bytes(self.seen, self.seen_again)
        self.expect(Law.WORLDS, same, f"{what} gives another observation")
        foresees = self.state[0].rng.tobytes() == self.other[0].rng.tobytes()
        self.expect(Law.SECRECY, not foresees, f"{what} has the random stream of the true state")

    def compare_worlds(self, rng: Rng) -> None:
        """Add a world of each seat to the test of fairness: only the deal says what is hidden."""
        for seat in range(self.game.players):
            verbs.observe(self.state[0], seat, self.other[0])
            verbs.determinize(self.other[0], seat, rng.words)
            self.fairness.add(seat, self.state, self.other)

    def legal(self, states: NDArray[Any]) -> list[int]:
        row = self.rows[0]
        count = int(verbs.legal_actions(states[0], row))
        actions = [int(action) for action in row[:count]]
        ordered = actions == sorted(set(actions))
        inside = all(0 <= action < self.game.action_count for action in actions)
        self.expect(Law.LEGALITY, bool(actions), "there is no legal action before the end")
        self.expect(Law.LEGALITY, ordered and inside, f"legal actions out of order: {actions}")
        return actions

    # --- law 3 ---

    def check_secrecy(self, seat: int, mover: int, rng: Rng) -> None:
        hidden = not self.seen[0].rng.any()
        self.expect(Law.SECRECY, hidden, f"seat {seat} sees the random stream of the game")
        self.other[:] = self.state
        verbs.scramble(self.other[0], seat, rng.words)
        self.scrambles[seat] += self.differs_beyond_chance()
        self.check_sound(self.other, f"a scramble for seat {seat}")
        verbs.observe(self.other[0], seat, self.seen_again[0])
        self.expect_secret(
            same_bytes(self.seen, self.seen_again),
            f"the observation of seat {seat}",
            lambda: differing_fields(self.seen, self.seen_again),
        )
        if seat == mover:
            same = verbs.to_move(self.other[0]) == mover
            same = same and self.legal(self.other) == self.legal(self.state)
            self.expect_secret(bool(same), f"the list of legal actions of seat {seat}")
        if mover != NOBODY:
            self.check_early_outcome(seat)
        if self.is_sample:
            shown, again = (self.show(states, seat) for states in (self.state, self.other))
            self.expect_secret(
                shown == again,
                f"the view of seat {seat}",
                lambda: differing_paths(shown, again),
            )

    def expect_secret(self, holds: bool, what: str, where: Callable[[], str] = lambda: "") -> None:
        """Expect that something does not depend on what is hidden; `where` names what does."""
        field = "" if holds else where()
        named = f", by {field}" if field else ""
        self.expect(Law.SECRECY, holds, f"{what} reveals hidden information{named}")

    def check_early_outcome(self, seat: int) -> None:
        """Demand that the standing before the end does not depend on what a seat must not know."""
        for rows, states in zip(self.outcomes, (self.state, self.other), strict=True):
            verbs.outcome(states[0], rows)
        now, again = self.outcomes
        self.expect_secret(
            same_bytes(now, again),
            f"the outcome before the end, to seat {seat},",
            lambda: differing_fields(now, again),
        )

    def check_events(self, viewer: int, action: int, rng: Rng) -> None:
        """Demand that a viewer is told only what the observation after the move may depend on.

        In the scrambled state a move is made that looks the same to the viewer. If it leads to the
        same observation, the events must be the same. Cards that lay open before a reshuffle are
        in no observation after it, so only the events after it are compared.
        """
        game = self.game
        before = self.state.tobytes()
        told = game.tell(self.state[0], action, viewer)
        self.expect(Law.DETERMINISM, before == self.state.tobytes(), "telling changes the state")
        has_texts = bool(told) and all(event.text for event in told)
        self.expect(Law.NOTATION, has_texts, f"an event of {game.text(action)!r} has no sentence")
        self.other[:] = self.state
        verbs.scramble(self.other[0], viewer, rng.words)
        other = self.find_alike(viewer, action, rng)
        if other is None:
            return  # what the viewer does not know decides whether the move is possible
        told_too = game.tell(self.other[0], other, viewer)
        self.seen_again[:] = self.state
        verbs.apply(self.seen_again[0], action)
        verbs.apply(self.other[0], other)
        verbs.observe(self.seen_again[0], viewer, self.seen[0])
        verbs.observe(self.other[0], viewer, self.seen_again[0])
        if same_bytes(self.seen, self.seen_again):
            shown, again = (msgspec.to_builtins(fresh(events)) for events in (told, told_too))
            what = f"what viewer {viewer} is told of {game.shown(action)!r}"
            self.expect_secret(shown == again, what, lambda: differing_paths(shown, again))

    def find_alike(self, viewer: int, action: int, rng: Rng) -> int | None:
        """Return a legal action of `other` that looks like `action` to the viewer, or None."""
        legal, shown = self.legal(self.other), self.game.shown
        if viewer == int(verbs.to_move(self.state[0])):
            return action if action in legal else None
        alike = [code for code in legal if shown(code) == shown(action)]
        return rng.choice(alike) if alike else None

    def check_features(self, seat: int) -> None:
        """Demand that features depend only on the observation `seen`, and are in their ranges.

        The features of `seen_again`, the observation of the scrambled state, must be the same, even
        if the vector held other numbers before.
        """
        before = self.seen.tobytes()
        self.numbers[0], self.numbers[1] = 0.0, np.nan
        for row, states in enumerate((self.seen, self.seen_again)):
            verbs.features(states[0], seat, self.numbers[row])
        self.expect(
            Law.SECRECY,
            self.numbers[0].tobytes() == self.numbers[1].tobytes(),
            f"features of seat {seat} reveal hidden information, or are not all filled in: "
            + self.differing_features(),
        )
        unchanged = before == self.seen.tobytes()
        self.expect(Law.DETERMINISM, unchanged, "features change the observation")
        values = self.numbers[0]
        outside = ~((values >= self.features.low) & (values <= self.features.high))
        names = [name for name, is_out in zip(self.features.names, outside, strict=True) if is_out]
        what = f"features of seat {seat} are out of range: {', '.join(names)}"
        self.expect(Law.SOUNDNESS, not names, what)

    def differing_features(self) -> str:
        """Name the features in which the two vectors differ."""
        pairs = zip(self.features.names, *self.numbers.tolist(), strict=True)
        return join([name for name, value, other in pairs if value != other])

    def show(self, states: NDArray[Any], seat: int) -> dict[str, Any]:
        """Return everything that a seat is shown, as a client reads it."""
        position = Position(self.game, states)
        view = position.view(seat)
        texts = [view.text(action) for action in view.actions]
        written = msgspec.json.encode(view.as_dict())
        same = written == view.as_json() == position.show_all([seat])[0]
        self.expect(Law.NOTATION, same, f"the JSON of the view of seat {seat} is not its dict")
        document = msgspec.json.decode(written)
        return {"as_dict": document, "text": view.notation, "actions": texts}

    def differs_beyond_chance(self) -> bool:
        """Whether `other` differs from `state` in more than its random stream."""
        self.seen_again[:] = self.other
        self.seen_again[0].rng[:] = self.state[0].rng
        return not same_bytes(self.seen_again, self.state)

    def check_scramble(self) -> None:
        """Demand that scrambles change something; otherwise every observation would pass."""
        self.where = "all games"
        if self.game.rules.is_open:
            return
        for seat, count in enumerate(self.scrambles):
            what = f"scramble changes nothing for seat {seat} except the random stream"
            self.expect(Law.SECRECY, count > 0, what)

    def check_fairness(self) -> None:
        """Demand that worlds of the first position equal the true deals on average."""
        self.where = "all games"
        for name in self.fairness.unfair_fields():
            what = f"worlds do not look like deals: the mean of {name} differs"
            self.expect(Law.WORLDS, False, what)

    # --- laws 5 and 6, and policies ---

    def check_sound(self, states: NDArray[Any], what: str) -> None:
        flags = int(verbs.check_state(states[0]))
        if not self.expect(Law.SOUNDNESS, flags == 0, ""):
            texts = [text for bit, text in enumerate(self.game.rules.problems) if flags >> bit & 1]
            self.report.problems[Law.SOUNDNESS][-1:] = [
                f"{self.where}: {what}: {'; '.join(texts) or f'flags {flags}'}"
            ]

    def check_moves(self, actions: list[int]) -> None:
        before = self.state.tobytes()
        for action in actions:
            self.other[:] = self.state
            verbs.apply(self.other[0], action)
            flags = int(verbs.check_state(self.other[0]))
            what = f"after {self.game.text(action)!r} the state has the problems {flags}"
            self.expect(Law.TERMINATION, flags == 0, what)
        if self.game.rules.no_answer(self.game.settings) is not None:
            self.check_illegal_moves(actions)
        apart = before == self.state.tobytes()
        self.expect(Law.TERMINATION, apart, "a move on a copy changes the original")

    def check_illegal_moves(self, actions: list[int]) -> None:
        """Demand that every code can be applied, if the rules penalise illegal actions."""
        for action in set(range(self.game.action_count)) - set(actions):
            self.other[:] = self.state
            verbs.apply(self.other[0], action)
            flags = int(verbs.check_state(self.other[0]))
            what = (
                f"after the illegal {self.game.text(action)!r} the state has the problems {flags}"
            )
            self.expect(Law.TERMINATION, flags == 0, what)

    def check_result(self) -> None:
        """Demand that ranks and rewards are numbers that agree; reading them changes nothing."""
        seats = self.game.players
        before = self.state.tobytes()
        rewards, rows = np.zeros(seats), np.zeros(seats, OUTCOME)
        verbs.returns(self.state[0], rewards)
        verbs.outcome(self.state[0], rows)
        unchanged = before == self.state.tobytes()
        self.expect(Law.DETERMINISM, unchanged, "reading the result changes the state")
        finite = np.isfinite(rewards).all() and np.isfinite(rows["score"]).all()
        self.expect(Law.SOUNDNESS, bool(finite), f"results are not numbers: {rewards}, {rows}")
        ranked = math.isclose(rows["rank"].sum(), seats * (seats + 1) / 2)
        self.expect(Law.SOUNDNESS, ranked, f"ranks do not add up: {rows['rank']}")
        order = np.argsort(rows["rank"])
        fair = bool(
            (np.diff(rewards[order]) <= 0).all() and (np.diff(rows["result"][order]) <= 0).all()
        )
        self.expect(Law.SOUNDNESS, fair, f"a worse rank has a better reward: {rewards}, {rows}")

    def check_policies(self, seat: int, actions: list[int], rng: Rng) -> None:
        for policy in self.game.policies:
            if policy.check(self.game.settings):
                continue
            play = compile_policy(policy.play, self.game.rules.state)
            params = np.array([*default_numbers(policy), 0.0])
            words = rng.words.copy()
            answers: set[int] = set()
            for left_behind in (self.state, self.game.states(1)):  # policies must not read it
                self.scratch[:] = left_behind
                self.rows[:] = len(answers)
                rng.words[:] = words
                verbs.observe(self.state[0], seat, self.seen[0])
                before = self.seen.tobytes()
                arguments = (params, rng.words, self.scratch, self.rows)
                answers.add(int(play(self.seen[0], seat, *arguments)))
                unchanged = before == self.seen.tobytes()
                what = f"policy {policy.name} changes the observation"
                self.expect(Law.DETERMINISM, unchanged, what)
            what = f"policy {policy.name} reads old contents of its scratch"
            self.expect(Law.SECRECY, len(answers) == 1, what)
            what = f"policy {policy.name} answers {answers}, which is not legal"
            self.expect(Law.LEGALITY, answers <= set(actions), what)

    # --- law 7 ---

    def check_state_text(self) -> None:
        for seat in (None, *range(self.game.players + 1)):
            states = self.state
            if seat is not None:
                verbs.observe(self.state[0], seat, self.seen[0])
                states = self.seen
            text = Position(self.game, states).notation
            try:
                parsed = self.game.position(text)
                same = parsed.state.tobytes() == states[0].tobytes()
                self.expect(Law.NOTATION, same, f"the text parses to another state: {text}")
            except StandoffError as error:
                self.expect(Law.NOTATION, False, f"the text does not parse: {error}")

    def check_action_texts(self) -> None:
        self.where = "all actions"
        for action in range(self.game.action_count):
            try:
                back = self.game.parse(self.game.text(action))
            except StandoffError as error:
                self.expect(Law.NOTATION, False, f"action {action} does not parse: {error}")
            else:
                self.expect(Law.NOTATION, back == action, f"action {action} parses to {back}")


def fresh(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events after the last reshuffle."""
    kinds = [event.kind for event in events]
    return events[-kinds[::-1].index(RESHUFFLE) :] if RESHUFFLE in kinds else events


def same_bytes(states: NDArray[Any], others: NDArray[Any]) -> bool:
    """Whether two arrays of states are equal, byte for byte."""
    return states.tobytes() == others.tobytes()


def default_numbers(policy: Policy) -> list[float]:
    """Return the numbers of a policy's parameters at their defaults."""
    return [number for option in policy.params for number in option.numbers(option.default)]
