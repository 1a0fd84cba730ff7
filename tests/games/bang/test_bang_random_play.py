"""What holds in every position of random games, judged by code of its own."""

from collections import Counter

import pytest
from bang_scene import (
    alive,
    asked,
    cards,
    check,
    generator,
    hand,
    kind_of,
    legal,
    life,
    load,
    members,
    random_moves,
    scene,
    table,
    winner,
)

from standoff.games.bang.cards import CHARACTER_NAMES, ROLE_NAMES
from standoff.games.bang.rules import leaving
from standoff.games.bang.rules.seats import distance
from standoff.games.bang.telling.notation import CARD_NAMES

SEATS = (4, 5, 6, 7, 8)
RULES = ("official", "danilakova", "kolar")
RANGES = {"Volcanic": 1, "Schofield": 2, "Remington": 3, "Rev. Carabine": 4, "Winchester": 5}
BLUE = ("Barrel", "Dynamite", "Mustang", "Scope", *RANGES)
ALWAYS = ("Stagecoach", "Wells Fargo", "General Store", "Indians!", "Gatling")
FULL = (1 << 80) - 1

# --- the laws of the table ---


def word(pair):
    return int(pair[0]) | int(pair[1]) << 40


def pile(cards_there):
    return sum(1 << int(card) for card in cards_there if card >= 0)


def check_table(position):
    """80 cards, lives, roles, tables, the dead: read from the record."""
    state, players = position.state, position.game.players
    sets = [word(state.store), pile(state.flipped), pile(state.deck), pile(state.discard)]
    for seat in range(players):
        sets += [word(state.hand[seat]), word(state.table[seat])]
    assert sum(held.bit_count() for held in sets) == 80
    union = 0
    for held in sets:
        union |= held
    assert union == FULL
    roles = [ROLE_NAMES[role] for role in state.role[:players]]
    assert roles.count("Sheriff") == 1
    for seat in range(players):
        assert int(state.hand_size[seat]) == word(state.hand[seat]).bit_count()
        assert int(state.life[seat]) <= int(state.max_life[seat])
        laid = table(position, seat)
        assert len(laid) == len(set(laid))
        assert sum(kind in RANGES for kind in laid) <= 1
        assert all(kind in BLUE or kind == "Jail" for kind in laid)
        assert not (roles[seat] == "Sheriff" and "Jail" in laid)
        if not state.is_alive[seat] and asked_task(position) not in ("corpse", "last save", "sid"):
            assert hand(position, seat) == laid == []
            assert int(state.life[seat]) == 0
    if asked_task(position) == "play":
        assert all(int(state.life[seat]) >= 1 for seat in alive(position))
        assert int(state.is_alive[int(state.turn)]) == 1


TASKS = ("play", "discard", "shot", "indians", "duel", "store", "last save", "lucky", "kit",
         "jesse", "pedro", "sid", "heal", "corpse")  # fmt: skip


def asked_task(position):
    """The decision that is due, None at the end."""
    state = position.state
    return None if position.is_over else TASKS[int(state.task[int(state.num_tasks) - 1])]


def expected_winner(position):
    """Rules 7.1 and 7.2, from the roles of the living; None while the game goes on."""
    roles = [ROLE_NAMES[position.state.role[seat]] for seat in alive(position)]
    if "Sheriff" not in roles:
        return "renegade" if roles == ["Renegade"] else "outlaws"
    return None if {"Outlaw", "Renegade"} & set(roles) else "law"


@pytest.mark.untraced
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("rules", RULES)
def test_random_games_keep_the_laws(players, rules):
    game = load(players=players, rules=rules)
    chance = generator(players)
    for seed in range(4):
        position = game.deal(seed)
        for step in random_moves(position, chance):
            check_table(step)
            assert check(step) == 0
            if asked_task(step) == "play":
                assert expected_winner(step) is None
        assert position.is_over
        assert winner(position) == (expected_winner(position) or "nobody")
        check_table(position)


@pytest.mark.untraced
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("mass", ["batch", "sequential"])
def test_random_games_with_leavers_keep_the_laws(players, mass):
    """Players leave in every phase, and the game goes on soundly to its end."""
    game = load(players=players, mass=mass)
    chance = generator(players)
    for seed in range(40):
        position = game.deal(1000 + seed)
        while not position.is_over:
            actions = position.actions
            assert actions
            assert position.to_move in alive(position) or asked_task(position) == "corpse"
            position.play(actions[int(chance.integers(len(actions)))])
            if not position.is_over and chance.random() < 0.03:
                leaver = int(chance.integers(players))
                leaving.leave(position.state, leaver)
                assert leaver not in alive(position)
                assert check(position) == 0
                assert position.is_over or position.to_move != leaver
                check_leaver(position)


def check_leaver(position):
    """No card lies where nobody gets it."""
    task = asked_task(position)
    if task is not None:
        assert task == "store" or word(position.state.store) == 0
        assert task == "lucky" or pile(position.state.flipped) == 0


# --- distances, by walking round the table ---


def walked_distance(position, seat, other):
    """Steps round the living, either way, with horses and eyes."""
    ring = alive(position)
    index = ring.index(seat)
    right = next(step for step in range(len(ring)) if ring[(index + step) % len(ring)] == other)
    left = next(step for step in range(len(ring)) if ring[(index - step) % len(ring)] == other)
    characters = characters_of(position)
    return (
        min(left, right)
        + ("Mustang" in table(position, other))
        + (characters[other] == "Paul Regret")
        - ("Scope" in table(position, seat))
        - (characters[seat] == "Rose Doolan")
    )


def characters_of(position):
    return [CHARACTER_NAMES[one] for one in position.state.character[: position.game.players]]


@pytest.mark.parametrize("players", SEATS)
def test_rule_4_1_distances_by_walking(players):
    chance = generator(players)
    for seed in range(2):
        position = load(players=players).deal(seed)
        for number, step in enumerate(random_moves(position, chance)):
            if number % 25:
                continue
            for seat in alive(step):
                for other in alive(step):
                    if seat != other:
                        expected = walked_distance(step, seat, other)
                        assert int(distance(step.state, seat, other)) == expected


# --- legal actions, by a second reading of the rules ---


def used_kind(text):
    """The kind of card that an action takes out of the hand."""
    verb, _, rest = text.partition(" ")
    if verb in ("play", "discard"):
        return rest
    return {"bang": "Bang!", "bang!": "Bang!", "missed!": "Missed!", "duel": "Duel", "jail": "Jail",
            "panic!": "Panic!", "cat": "Cat Balou"}.get(verb)  # fmt: skip


class Reader:
    """Lists what the player on turn or under attack may do, from docs/rules/bang.md alone."""

    def __init__(self, position, rules):
        self.position, self.rules = position, rules
        self.seat = position.to_move
        self.characters = characters_of(position)
        self.character = self.characters[self.seat]
        self.kinds = hand(position, self.seat)
        self.laid = table(position, self.seat)
        self.others = [seat for seat in alive(position) if seat != self.seat]
        self.tables = {seat: table(position, seat) for seat in alive(position)}

    def with_unseen(self, wanted):
        """Rule 2.4: each use of a kind of which some cards are seen and some are not, twice."""
        seen = members(self.position.state.seen)
        held = cards(self.position, self.seat)
        kinds = {kind_of(card) for card in held if card in seen}
        split = kinds & {kind_of(card) for card in held if card not in seen}
        return wanted | {f"{text} (unseen)" for text in wanted if used_kind(text) in split}

    def is_hurt(self, seat):
        return life(self.position, seat) < int(self.position.state.max_life[seat])

    def distance(self, other):
        return walked_distance(self.position, self.seat, other)

    def play(self):
        state = self.position.state
        is_free = self.rules == "danilakova"
        wanted = set()
        if not is_free or len(self.kinds) <= life(self.position, self.seat):
            wanted.add("end turn")
        if is_free and int(state.discarding) < 2:
            wanted |= {f"discard {kind}" for kind in self.kinds}
        if int(state.discarding):
            return wanted
        for kind in set(self.kinds):
            wanted |= self.plays(kind)
        if self.character == "Sid Ketchum" and self.is_hurt(self.seat) and len(self.kinds) > 1:
            wanted.add("discard two for a life")
        return wanted

    def plays(self, kind):  # noqa: PLR0911  (a line for each card)
        if kind in ALWAYS or (kind in BLUE and kind not in self.laid):
            return {f"play {kind}"}
        if kind in ("Beer", "Saloon"):
            return {f"play {kind}"} if self.rules == "official" or self.helps(kind) else set()
        if kind == "Bang!":
            return {f"bang -> seat {other}" for other in self.targets()}
        if kind == "Missed!" and self.character == "Calamity Janet":
            return {f"missed! as bang -> seat {other}" for other in self.targets()}
        if kind == "Duel":
            return {f"duel -> seat {other}" for other in self.others}
        if kind == "Jail":
            roles = self.position.state.role
            return {
                f"jail -> seat {other}"
                for other in self.others
                if ROLE_NAMES[roles[other]] != "Sheriff" and "Jail" not in self.tables[other]
            }
        if kind == "Panic!":
            return self.robberies("panic!", [x for x in self.others if self.distance(x) <= 1])
        if kind == "Cat Balou":
            return self.robberies("cat balou", self.others)
        return set()

    def helps(self, kind):
        if kind == "Beer":
            return self.is_hurt(self.seat) and len(self.others) > 1
        return any(self.is_hurt(seat) for seat in [*self.others, self.seat])

    def targets(self):
        is_free = self.character == "Willy the Kid" or "Volcanic" in self.laid
        if int(self.position.state.shots) and not is_free:
            return []
        reach = next((RANGES[kind] for kind in self.laid if kind in RANGES), 1)
        return [other for other in self.others if self.distance(other) <= reach]

    def robberies(self, verb, victims):
        found = {f"{verb} seat {other}: hand" for other in victims if cards(self.position, other)}
        named = victims if self.rules == "danilakova" else [*victims, self.seat]
        found |= {f"{verb} seat {one}: {kind}" for one in named for kind in self.tables[one]}
        return found

    def answer(self, task):
        """Indians! and duels; shots of anybody but Slab the Killer."""
        janet = self.character == "Calamity Janet"
        wanted = {"pass"}
        if "Bang!" in self.kinds and (task != "shot" or janet):
            wanted.add("bang!")
        if "Missed!" in self.kinds and (task == "shot" or janet):
            wanted.add("missed!")
        return wanted


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("rules", RULES)
def test_legal_actions_by_a_second_reading(players, rules):
    game, chance = load(players=players, rules=rules), generator(50 + players)
    seen = Counter()
    for seed in range(3):
        position = game.deal(200 + seed)
        for step in random_moves(position, chance):
            task = asked_task(step)
            if task == "play":
                reader = Reader(step, rules)
                assert set(legal(step)) == reader.with_unseen(reader.play())
            elif task in ("indians", "duel", "shot"):
                reader = Reader(step, rules)
                source = int(step.state.task_source[int(step.state.num_tasks) - 1])
                if task == "shot" and reader.characters[source] == "Slab the Killer":
                    continue
                assert set(legal(step)) == reader.with_unseen(reader.answer(task))
            seen[task] += 1
            seen["unseen"] += any("(unseen)" in text for text in legal(step))
    assert seen["play"] > 100
    assert seen["unseen"] > 3


def test_all_22_kinds_are_played_in_random_games():
    chance, played = generator(9), set()
    for seed in range(12):
        position = load(players=7).deal(seed)
        while not position.is_over:
            actions = position.actions
            action = actions[int(chance.integers(len(actions)))]
            played.add(position.game.action_groups[action])
            text = position.game.text(action).removesuffix(" (unseen)")
            if text.startswith("play "):
                played.add(text.removeprefix("play "))
            played.add({"missed!": "Missed!", "bang!": "Bang!"}.get(text, ""))
            position.play(action)
    assert {kind_of(card) for card in CARD_NAMES} <= played


def test_returns_are_those_of_the_winning_side():
    sides = {"law": ("Sheriff", "Deputy"), "outlaws": ("Outlaw",), "renegade": ("Renegade",)}
    chance = generator(4)
    for seed in range(15):
        position = load(players=8).deal(seed)
        list(random_moves(position, chance))
        roles = [ROLE_NAMES[role] for role in position.state.role]
        won = sides.get(winner(position), ())
        expected = [float(role in won) for role in roles]
        if winner(position) == "renegade":
            expected = [float(seat in alive(position)) for seat in range(8)]
        assert position.returns == expected


def test_same_seed_same_game():
    for seed in range(5):
        first, second = load(players=6).deal(seed), load(players=6).deal(seed)
        for a, b in zip(
            random_moves(first, generator(seed)), random_moves(second, generator(seed)), strict=True
        ):
            assert a == b
        assert first.is_over


def test_scene_helper_makes_sound_positions():
    for players in SEATS:
        position = scene(players=players)
        assert check(position) == 0
        assert asked(position) == (0, "play")
