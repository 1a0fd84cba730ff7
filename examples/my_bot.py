"""Two agents in pure Python that play every game: any legal action, and flat Monte Carlo.

docs/write-an-agent.md builds them.

    standoff arena asmacag --agents examples/my_bot.py:FlatMonteCarlo:worlds=10,greedy --games 100
"""

from standoff import View


class Random:
    """Any legal action."""

    def act(self, view: View) -> int:
        """Choose at random."""
        return view.rng.choice(view.actions)


class FlatMonteCarlo:
    """The action that does best on average when all play at random after it."""

    def __init__(self, worlds: int = 20) -> None:
        self.worlds = worlds

    def act(self, view: View) -> int:
        """Play every action to the end of the game, in each of several worlds."""
        totals = dict.fromkeys(view.actions, 0.0)
        for _ in range(self.worlds):
            world = view.imagine()
            for action in view.actions:
                end = world.copy().play(action).playout()
                totals[action] += end.returns[view.seat]
        return max(view.actions, key=lambda action: totals[action])
