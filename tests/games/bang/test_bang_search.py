"""Every search agent decides in Bang!, in its turn and when asked, without knowing the game."""

import os
import subprocess
import sys

from standoff.agents.search import SEARCHERS

SPECS = {
    "evolve": "evolve:iterations=4:population=4:survival=0.5",
    "flat": "flat:iterations=3",
    "greedy": "greedy:worlds=2",
    "ismcts": "ismcts:iterations=4",
    "maxn": "maxn:depth=2:worlds=1",
    "mcts": "mcts:iterations=4:worlds=2:threads=2",
    "ntbea": "ntbea:iterations=6:start=3",
}
CODE = """
import sys, standoff
from standoff.agents import enter
from standoff.rng import Rng
game, decisions, rng = standoff.load("bang", players=4), 0, Rng(1)
for spec in sys.argv[1:]:
    position, asked = game.deal(3), set()
    while len(asked) < 3 and not position.is_over:
        view = position.view(position.to_move, rng)
        if len(view.actions) > 1 and view.request not in asked:
            answer = enter(game, spec).make(Rng(len(asked))).act(view)
            assert answer in view.actions, (spec, answer)
            asked.add(view.request)
        position.play(rng.choice(view.actions))
    assert asked, spec
    decisions += len(asked)
print(decisions)
"""


def test_every_search_agent_decides_in_bang():
    """Without the compiler, which would take two minutes for seven searches."""
    assert set(SPECS) == {searcher.name for searcher in SEARCHERS}
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", CODE, *SPECS.values()]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert int(done.stdout) > len(SPECS)
