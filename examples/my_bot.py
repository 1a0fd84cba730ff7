"""Three agents in pure Python: random, one-step lookahead, flat Monte Carlo.

standoff arena asmacag --agents examples/my_bot.py:FlatMonteCarlo:worlds=10,greedy --games 100
"""

from standoff import View


class Random:
    """Any legal action."""

    def act(self, view: View) -> int:
        """Choose at random."""
        return view.rng.choice(view.actions)


class Greedy:
    """The action that looks best at once."""

    def act(self, view: View) -> int:
        """Try each action in a world that may be the true one."""
        return max(view.actions, key=lambda action: view.imagine().play(action).evaluate(view.seat))


class FlatMonteCarlo:
    """The action that does best on average when all play at random after it."""

    def __init__(self, worlds: int = 20) -> None:
        self.worlds = worlds

    def act(self, view: View) -> int:
        """Play each action to the end in several worlds."""

        def value(action: int) -> float:
            ends = (view.imagine().play(action).playout() for _ in range(self.worlds))
            return sum(end.returns[view.seat] for end in ends)

        return max(view.actions, key=value)
