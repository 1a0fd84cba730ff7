"""Trainings: both methods on real games and on an objective that is known."""

import json
import math
from itertools import islice

import pytest

from standoff.errors import BadIndividual, BadRun, UnknownName
from standoff.games.bang.players.danilakova.weight_files import DATA
from standoff.optimise import Method, Training, cma, es, load_record, record_of, run, train
from standoff.optimise.individual import settle
from standoff.optimise.plan import TRAINERS
from standoff.rng import Rng
from standoff.statistics import Interval, wilson


def plan(method=Method.ES, **changes):
    settings = {
        "game": "bang", "agent": "evolution", "method": method, "individuals": 4, "games": 24,
        "seed": 1, "start": "default", "options": {"rules": "danilakova"},
        "pool": ("rair",) if method is Method.CMA else (),
    }  # fmt: skip
    return Training(**{**settings, **changes})


def steps(count, *arguments, **more):
    return list(islice(train(*arguments, **more), count))


# --- on an objective that is known ---


def closeness(numbers):
    """A value like a share of wins, greater for numbers closer to one half."""
    return math.exp(-sum((number - 0.5) ** 2 for number in numbers) / 20)


def judge(plan, individuals, seed, jobs):
    trials = 1_000_000
    return [wilson(round(trials * closeness(one)), trials) for one in individuals]


def test_evolution_climbs_a_known_hill(monkeypatch):
    monkeypatch.setattr(run, "play_individuals", judge)
    found = steps(120, plan())
    assert closeness(found[-1].numbers) > closeness(found[0].numbers) + 0.1
    values = [closeness(step.numbers) for step in found]
    assert values == sorted(values)  # the parent plays too, so values never fall


def test_cma_climbs_a_known_hill(monkeypatch):
    monkeypatch.setattr(run, "play_individuals", judge)
    found = steps(60, plan(Method.CMA, individuals=10))
    assert closeness(found[-1].numbers) > closeness(found[0].numbers) + 0.2


@pytest.mark.parametrize("individuals", [2, 3, 4])
def test_equal_shares_do_not_end_cma(monkeypatch, individuals):
    monkeypatch.setattr(run, "play_individuals", lambda *_: [wilson(3, 6)] * individuals)
    found = steps(40, plan(Method.CMA, individuals=individuals))
    assert [step.generation for step in found] == list(range(1, 41))
    assert not any(step.end for step in found)


def test_a_numerical_end_of_cma_is_named_and_for_good(monkeypatch):
    monkeypatch.setitem(cma.NO_END, "maxiter", 3)
    monkeypatch.setattr(run, "play_individuals", judge)
    made = plan(Method.CMA)
    found = steps(9, made)
    assert [step.end for step in found] == ["", "", "maxiter"]
    with pytest.raises(BadRun, match="cma cannot continue after generation 3: maxiter"):
        steps(1, made, found)


def test_cma_walks_as_it_did_when_it_trained_what_is_shipped(monkeypatch):
    """With recorded shares; later steps depend on how eigenvectors are computed."""
    training = json.loads((DATA / "evolution-trained.json").read_text())["training"]
    history = training["history"]
    shares = iter([[Interval(value, 0.0, 1.0) for value in row["values"]] for row in history])
    monkeypatch.setattr(run, "play_individuals", lambda *_: next(shares))
    names = ("individuals", "games", "seed", "start", "options")
    given = {name: training[name] for name in names}
    found = steps(2, plan(Method.CMA, pool=tuple(training["pool"]), **given))
    assert [step.mutation for step in found] == pytest.approx(
        [row["mutation"] for row in history[:2]]
    )


def test_mutations_shrink_when_mutants_win_by_chance_only():
    size = 0.1
    for generation in range(400):
        size = es.adapt(size, replaced=generation % 4 > 0, individuals=4)
    assert size < 0.02
    assert es.adapt(0.5, replaced=True, individuals=4) == 0.5  # bounded
    assert es.adapt(0.1, replaced=True, individuals=4) > 0.1


def test_the_parent_is_asked_for_again_until_a_mutant_is_better():
    made = plan()
    trainer = es.Es(made.trainable(), made.trainable().read("default"), 3)
    start = trainer.best
    parent, *mutants = trainer.ask(Rng(1))
    assert parent == start
    assert len({parent, *mutants}) == 3
    trainer.tell([0.5, 0.5, 0.1])
    assert trainer.best == start
    trainer.ask(Rng(2))
    _, _, last = trainer.ask(Rng(1))
    trainer.tell([0.5, 0.5, 0.6])
    assert trainer.best == last


def test_numbers_stay_within_their_bounds():
    trainable = plan().trainable()
    numbers = settle(trainable, [3.0, -3.0, 0.123456] + [0.0] * (len(trainable.bounds) - 3))
    assert numbers[:3] == (1.0, -1.0, 0.1235)


# --- on real games ---


@pytest.mark.parametrize("method", TRAINERS)
def test_training_is_the_same_for_any_number_of_workers_and_when_resumed(method, tmp_path):
    made = plan(method)
    whole = steps(3, made, jobs=1)
    assert steps(3, made, jobs=2) == whole
    file = tmp_path / "half.json"
    file.write_text(json.dumps(record_of(made, whole[:2])))
    known = load_record(made, file)
    assert [step.generation for step in known] == [1, 2]
    (rest,) = steps(1, made, known, 1)
    assert rest == whole[2]


def test_another_seed_leads_elsewhere():
    assert steps(1, plan(seed=2))[0].numbers != steps(1, plan())[0].numbers


def test_the_record_is_an_individual_with_its_history(tmp_path):
    made = plan()
    found = steps(2, made)
    file = tmp_path / "one.json"
    file.write_text(json.dumps(record_of(made, found)))
    assert made.trainable().read(str(file)) == found[-1].numbers
    training = json.loads(file.read_text())["training"]
    assert training["seed"] == 1
    assert training["games"] == 24
    assert [row["generation"] for row in training["history"]] == [1, 2]
    assert training["history"][1]["share"] == max(training["history"][1]["values"])


def test_an_agent_that_searches_can_be_trained_too():
    made = plan(agent="hybrid:iterations=16:worlds=2", games=2, individuals=2)
    assert made.spec("x.json") == "hybrid:iterations=16:worlds=2:individual=x.json"
    (step,) = steps(1, made, jobs=1)
    assert step.numbers[0].is_integer()  # the depth
    assert 1 <= step.numbers[0] <= 300


def test_without_a_budget_of_its_own_a_search_gets_one_of_iterations():
    assert plan(agent="hybrid").spec("x") == "hybrid:iterations=320:worlds=8:individual=x"
    given = plan(agent="hybrid:worlds=4")
    assert given.spec("x") == "hybrid:iterations=320:worlds=4:individual=x"
    assert given.as_dict()["agent"] == "hybrid:iterations=320:worlds=4"


def test_an_entrant_that_never_plays_has_won_nothing():
    (step,) = steps(1, plan(individuals=30, games=1))
    assert math.isfinite(step.share.estimate)
    assert all(math.isfinite(value) for value in step.values)


# --- what cannot be done ---


def test_impossible_plans_are_refused():
    with pytest.raises(BadRun, match="individuals must be from 2 to 1000, not 1"):
        plan(individuals=1)
    with pytest.raises(UnknownName, match="unknown method 'grid'; known: cma, es"):
        plan(Method.GRID)
    with pytest.raises(BadRun, match="cma needs a pool"):
        plan(Method.CMA, pool=())
    with pytest.raises(BadRun, match="es has no pool"):
        plan(pool=("rair",))
    with pytest.raises(UnknownName, match="known: evolution, hybrid"):
        plan(agent="rai")
    with pytest.raises(UnknownName, match="known: none"):
        plan(game="asmacag", options={})
    with pytest.raises(BadRun, match="as --start, not in"):
        plan(agent="evolution:individual=trained")
    with pytest.raises(BadRun, match="needs iterations=, not ms="):
        plan(agent="hybrid:ms=5")


def test_a_file_of_another_training_is_not_gone_on_with(tmp_path):
    file = tmp_path / "one.json"
    file.write_text(json.dumps(record_of(plan(), steps(1, plan()))))
    with pytest.raises(BadRun, match="was trained with seed 1, not 2"):
        load_record(plan(seed=2), file)
    text = file.read_text()
    for name, value in (
        ("values", []), ("values", None), ("mutation", math.nan), ("generation", math.inf),
        ("generation", 7), ("share", "x"),
    ):  # fmt: skip
        document = json.loads(text)
        document["training"]["history"][0][name] = value
        file.write_text(json.dumps(document))
        with pytest.raises(BadIndividual, match="is damaged"):
            load_record(plan(), file)
    document["training"]["begin"][0] = 0.5
    file.write_text(json.dumps(document))
    with pytest.raises(BadRun, match="began with other numbers than default has now"):
        load_record(plan(), file)
    del document["training"]
    file.write_text(json.dumps(document))
    with pytest.raises(BadIndividual, match="holds no training"):
        load_record(plan(), file)
