"""The individual of table 8.7, trained here as in her chapter 7.7.8."""

from standoff.optimise import Step, Training, load_record, record_of, train
from standoff.reproduction.experiment import Size
from standoff.reproduction.record import write_file
from standoff.reproduction.session import Session

GENERATIONS = {Size.QUICK: 60, Size.FULL: 300}
INDIVIDUALS, GAMES_A_GENERATION = 4, 200


def train_individual(session: Session, options: dict[str, str]) -> str:
    """Return the spec of the individual; trains it unless the session or its folder has it."""
    generations = GENERATIONS[session.size]
    name = f"evolution-{generations}-seed-{session.seed}.json"
    plan = Training(
        game="bang",
        agent="evolution",
        options=dict(options),
        individuals=INDIVIDUALS,
        games=GAMES_A_GENERATION,
        seed=session.seed,
    )
    file = session.scratch / name
    if not file.exists():
        kept = None if session.folder is None else session.folder / name
        steps: list[Step] = []
        if kept is not None and kept.exists():
            steps = load_record(plan, kept)
        if len(steps) < generations:
            for step in train(plan, steps, session.jobs):
                steps.append(step)
                if step.generation >= generations:
                    break
        document = record_of(plan, steps)
        for path in (file, kept):
            if path is not None:
                write_file(path, document)
    return plan.spec(str(file))


def training_note(session: Session) -> str:
    """Return how the individual was trained."""
    return (
        f"The individual was trained here by the (1+{INDIVIDUALS - 1})-ES of her chapter 7.7.8,"
        f" {GENERATIONS[session.size]} generations of {GAMES_A_GENERATION} games, seed"
        f" {session.seed}."
    )
