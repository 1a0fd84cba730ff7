"""The published program and the corrected one: everything is played with both.

In the published program every full colony gets 4 points, and MaxN maximises for the first seat. In
ours every player of every game has its own random stream; in the published runs all copies of an AI
had the same one.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from standoff.arena import Match
from standoff.reproduction.played import Played
from standoff.reproduction.session import Session

SOURCE = "Crha"
POSITIONS = range(1, 5)
"""As the thesis counts them: position 1 is seat 0."""
INDEPENDENT = (
    "Here every player of every game has its own random stream. In the published program all copies"
    " of an AI began every game with the same seed, so its games are not independent."
)


@dataclass(frozen=True)
class Variant:
    """How the program behaves."""

    name: str
    bonus: str
    root: str

    def spec(self, agent: str) -> str:
        """Return one of the four AIs as we play it."""
        specs = {
            "random": "uniform",
            "maxn": f"maxn:preset=thesis:root={self.root}",
            "ismcts": "ismcts:preset=thesis",
        }
        return specs.get(agent, agent)

    def match(self, line_up: Sequence[str], games: int, seed: int) -> Match:
        """Return the match of a line-up at random seats."""
        return Match(
            game="colonizers",
            options={"bonus": self.bonus},
            agents=tuple(self.spec(agent) for agent in line_up),
            games=games,
            seed=seed,
            protocol="shuffle",
        )


VARIANTS = (
    Variant("as published", bonus="published", root="published"),
    Variant("corrected", bonus="text", root="own"),
)


def play_variants(session: Session, line_up: Sequence[str], games: int) -> dict[Variant, Played]:
    """Play a line-up as published and corrected."""
    matches = [variant.match(line_up, games, session.seed) for variant in VARIANTS]
    return dict(zip(VARIANTS, session.play_all(matches), strict=True))
