"""What a player at the table is told while others move: all that he sees, and nothing else."""

import re

import pytest
from bang_scene import play, scene

import standoff
from standoff import verbs
from standoff.games.bang.telling.notation import CARD_NAMES
from standoff.rng import Rng


def told(position, action, viewer):
    game = position.game
    before = position.state.tobytes()
    lines = list(game.telling.narrate(game, position.state, action, viewer))
    assert position.state.tobytes() == before
    return lines


@pytest.mark.parametrize(("players", "rules"), [(4, "official"), (6, "danilakova"), (8, "kolar")])
def test_no_role_of_the_living_is_told(players, rules):
    game = standoff.load("bang", players=players, rules=rules)
    rng = Rng(1)
    compared = 0
    for seed in range(3):
        position = game.deal(seed)
        while not position.is_over:
            action = rng.choice(position.actions)
            for viewer in range(players):
                lines = unrevealed(told(position, action, viewer))
                assert not any("Outlaw" in line for line in lines)
            compared += 1
            position.play(action)
    assert compared > 200


def unrevealed(lines):
    """Lines that are not about the dead, whose roles are open."""
    return [line for line in lines if not re.search("dies|is killed", line)]


def test_cards_drawn_by_others_are_not_named():
    rng, hidden, shown = Rng(2), 0, 0
    for seed in range(6):
        position = standoff.load("bang", players=5).deal(seed)
        while not position.is_over:
            action = rng.choice(position.actions)
            lines = {viewer: told(position, action, viewer) for viewer in range(5)}
            after = position.copy().play(action)
            for viewer, said in lines.items():
                view = after.view(viewer)
                for card in cards_of_draws(said, viewer):
                    known = [name for player in view.players for name in player.hand]
                    open_cards = [*view.discard, *view.store]
                    tables = [name for player in view.players for name in player.table]
                    assert card in {*known, *open_cards, *tables}, (card, said)
                    shown += 1
                hidden += sum(bool(re.search("draws (a|[0-9]) card", line)) for line in said)
            position.play(action)
    assert hidden > 250
    assert shown > 10


def cards_of_draws(lines, viewer):
    """The cards that lines name as drawn or taken by others."""
    names = []
    for line in lines:
        found = re.fullmatch(r"Seat (\d) (?:draws|takes) (.+?)(?: from seat \d)?\.", line)
        if found and int(found[1]) != viewer:
            names += [card for card in CARD_NAMES if card in re.split(", | and ", found[2])]
    return names


def test_a_player_is_told_his_own_cards_and_whose_turn_it_is():
    position = standoff.load("bang", character0="rose-doolan", role0="sheriff").deal(3)
    seat = (position.to_move + 1) % 5
    action = position.game.parse("end turn")
    lines = []
    while "end turn" in [position.game.text(one) for one in position.actions]:
        lines = told(position, action, seat)
        verbs.apply(position.state, action)
        break
    while not any("It is the turn of seat" in line for line in lines):
        action = position.actions[0]
        lines = told(position, action, seat)
        verbs.apply(position.state, action)
    assert any(line.startswith(f"It is the turn of seat {seat}, ") for line in lines)


def test_suzy_who_draws_before_her_jail_is_told_of_first():
    """Rule 9.13: a Beer as her last card has saved her from the Dynamite."""
    position = scene(
        players=5, characters={1: "Suzy Lafayette"}, hands={1: "Beer"},
        tables={1: "Dynamite, Jail"}, life={1: 3}, top="Missed! 2S, Duel 8C, Beer 7H",
    )  # fmt: skip
    lines = told(play(position, "end turn"), position.game.parse("beer!"), viewer=2)
    draws = lines.index("Suzy Lafayette draws a card, since her hand is empty.")
    assert lines[draws + 1 : draws + 3] == [
        "Seat 1 draws a card.",
        "draw! 7 of hearts: the jail opens.",
    ]


def test_cards_that_waited_for_a_dying_sam_are_told_after_his_beer():
    position = scene(
        players=5, characters={2: "Vulture Sam"}, hands={0: "Indians!", 1: "Duel", 2: "Beer"},
        life={1: 1, 2: 1},
    )  # fmt: skip
    play(position, "play Indians!", "pass", "pass")
    assert told(position, position.game.parse("pass"), viewer=0)[-1].endswith("killed by seat 0.")
    lines = told(play(position, "pass"), position.game.parse("beer!"), viewer=2)
    assert lines[-3:-1] == [
        "Vulture Sam takes the cards of the dead.",
        "Seat 2 takes Duel JS from seat 1.",
    ]
