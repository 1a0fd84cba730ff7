"""Logs of Bang!: events agree with the states, lines are read back, sentences explain chance."""

import re
from collections import Counter

import pytest

import standoff
from standoff import verbs
from standoff.errors import BadLog
from standoff.games.bang import cardset
from standoff.games.bang.cards import NONE, ROLE_NAMES, Role
from standoff.games.bang.state import STATE
from standoff.games.bang.telling.kbang import FIELDS, parse_event, read_log, write_event, write_log
from standoff.games.bang.telling.kbang_events import (
    CARD_TEXTS,
    Event,
    EventKind,
    list_events,
    tell_move,
)
from standoff.games.bang.telling.notation import CARD_NAMES, cards_of
from standoff.games.bang.telling.story import play_again, tell_story
from standoff.games.bang.telling.walk import FIRST, walk

GAMES = 4
TABLES = [
    *(
        (seats, {"rules": rules})
        for seats in (4, 5, 6, 7, 8)
        for rules in ("official", "danilakova", "kolar")
    ),
    (8, {"auto_barrel": "no", "sid_any_time": "yes", "character3": "sid-ketchum"}),
]


def play_random(game, seed):
    """Play a game at random; return its actions and the bytes of the states between them."""
    position, rng = game.deal(seed), standoff.Rng(seed)
    actions, states = [], [position.state.tobytes()]
    while not position.is_over:
        actions.append(rng.choice(position.actions))
        verbs.apply(position.state, actions[-1])
        states.append(position.state.tobytes())
    return actions, states


# --- events agree with the states ---


class Ledger:
    """The table as the events alone tell it."""

    def __init__(self, players, life):
        self.life = life
        self.hands = [Counter() for _ in range(players)]
        self.tables = [Counter() for _ in range(players)]
        self.discard = []

    def lose(self, seat, card):
        piles = [self.hands[seat], self.tables[seat]]
        pile = next(pile for pile in piles if pile[card] > 0)
        pile[card] -= 1

    def add(self, event):
        kind, seat, card = event.kind, event.player, event.card
        if kind == EventKind.DRAW:
            self.hands[seat].update(event.cards)
        elif kind == EventKind.DRAW_DISCARD:
            assert self.discard.pop() == card
            self.hands[seat][card] += 1
        elif kind in (EventKind.PLAY, EventKind.ANSWER, EventKind.DISCARD):
            assert self.hands[seat][card] > 0
            self.hands[seat][card] -= 1
            self.discard.append(card)
        elif kind in (EventKind.LAY, EventKind.PASS_ON):
            self.lose(seat, card)
            self.tables[event.target][card] += 1
        elif kind == EventKind.TAKE:
            self.hands[seat][card] += 1
        elif kind == EventKind.STEAL:
            self.lose(event.target, card)
            self.hands[seat][card] += 1
        elif kind == EventKind.CANCEL:
            if event.target != NONE:
                self.lose(event.target, card)
            self.discard.append(card)
        elif kind == EventKind.RESHUFFLE:
            self.discard.clear()
        elif kind == EventKind.LIFE:
            assert event.life != self.life[seat]
            self.life[seat] = event.life
        elif kind == EventKind.DEATH:
            self.life[seat] = 0

    def check(self, state):
        for seat in range(state.players):
            assert self.life[seat] == state.life[seat]
            for counted, cards in ((self.hands, state.hand), (self.tables, state.table)):
                names = Counter(CARD_TEXTS[card] for card in cards_of(cards[seat]))
                assert +counted[seat] == names
        top = [CARD_TEXTS[card] for card in state.discard[: state.discard_size]]
        assert list(self.discard) == top


@pytest.mark.untraced
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_events_lead_to_the_states_and_are_read_back(players, options, tmp_path):
    game = standoff.load("bang", players=players, **options)
    seen = set()
    for seed in range(GAMES):
        actions, states = play_random(game, seed)
        made = list(play_again(game, seed, actions))
        plain = [walk.states.tobytes()[FIRST : FIRST + STATE.itemsize] for walk in made]
        assert plain == states
        first = game.deal(seed).state.max_life[:players]
        ledger = Ledger(players, [int(life) for life in first])
        events = list(list_events(game, seed, ["x"] * players, actions))
        rest = iter(events)
        for made_move, after in zip([None, *made[1:]], made, strict=True):
            dealt = list_events(game, seed, ["x"] * players, [])
            for expected in dealt if made_move is None else tell_move(made_move):
                event = next(rest)
                assert event == expected
                ledger.add(event)
            ledger.check(after.states[0])
        assert next(rest, None) is None
        assert [parse_event(write_event(event)) for event in events] == events
        seen.update(event.kind for event in events)
    assert len(seen) >= len(EventKind) - 2  # some characters and the Dynamite may stay away
    path = tmp_path / "game.log"
    path.write_text("".join(f"{write_event(event)}\n" for event in events))
    assert read_log(path) == events


def test_every_kind_of_event_has_its_line():
    assert set(FIELDS) == set(EventKind)


# --- what a single step can hide ---


@pytest.fixture
def table():
    """A table whose first player, not Suzy or the like, is asked in phase 2 of his first turn."""
    fixed = {"role0": "sheriff", "character0": "rose-doolan", "character1": "willy-the-kid"}
    fixed |= {"character2": "paul-regret", "character3": "jourdonnais"}
    return standoff.load("bang", players=4, **fixed).deal(1)


def arrange(state, **piles):
    """Move all cards out of the game, then some to hands, tables, deck and discard pile."""
    for name in ("hand", "table", "known", "hand_size"):
        state[name][:] = 0
    state.weapon[:] = NONE
    for name in ("deck", "discard"):
        state[name][:] = NONE
        cards = [CARD_NAMES.index(card) for card in piles.pop(name, [])]
        state[name][: len(cards)] = cards
        state[f"{name}_size"] = len(cards)
    for pile, cards in piles.items():
        name, seat = pile[:-1], int(pile[-1])
        for card in cards:
            cardset.add(state[name][seat], CARD_NAMES.index(card))
        if name == "hand":
            state.hand_size[seat] = len(cards)


def follow(position, *texts):
    """Return the lines of the events of these actions, without the changes of context."""
    actions = [position.game.parse(text) for text in texts]
    events = []
    for action in actions:
        events += tell_move(walk(position.state, action))
        verbs.apply(position.state, action)
    return [write_event(event) for event in events if event.kind != EventKind.CONTEXT]


def test_a_card_that_comes_back_out_of_the_new_deck_was_played(table):
    arrange(table.state, hand0=["Wells Fargo 3H"])
    assert follow(table, "play Wells Fargo") == [
        "onPlayerPlayCard(player=1, card=card(wellsfargo,3,hearts))",
        "onDeckRegenerate()",
        "onPlayerDrawFromDeck(player=1, cards=[card(wellsfargo,3,hearts)])",
    ]


def test_a_draw_that_turns_over_the_only_card_of_a_new_deck(table):
    arrange(table.state, hand0=["Bang! AS", "Beer 6H"], table1=["Barrel QS"], discard=[])
    assert follow(table, "bang -> seat 1") == [
        "onPlayerPlayCard(player=1, card=card(bang,14,spades), targetPlayer=2)",
        "onDeckRegenerate()",
        "onPlayerCheckDeck(player=2, checkedCard=card(bang,14,spades),"
        ' causedBy=card(barrel,12,spades), result="false")',
        "onCancelCard(player=0, targetPlayer=0, card=card(bang,14,spades))",
        "onLifePointsChange(player=2, lifePoints=3)",
    ]


def test_a_draw_without_any_card_left_tells_of_none(table):
    arrange(table.state, table1=["Dynamite 2H"])
    assert follow(table, "end turn") == [
        "onPassTableCard(player=2, card=card(dynamite,2,hearts), targetPlayer=3)"
    ]


def test_jourdonnais_tries_the_real_barrel_first(table):
    arrange(
        table.state,
        hand0=["Bang! AS", "Beer 6H"],
        hand3=["Beer 7H"],
        table3=["Barrel QS"],
        deck=["Beer 8H", "Missed! 2S"],
    )
    assert follow(table, "bang -> seat 3") == [
        "onPlayerPlayCard(player=1, card=card(bang,14,spades), targetPlayer=4)",
        "onPlayerCheckDeck(player=4, checkedCard=card(missed,2,spades),"
        ' causedBy=card(barrel,12,spades), result="false")',
        "onCancelCard(player=0, targetPlayer=0, card=card(missed,2,spades))",
        "onPlayerUseAbility(player=4)",
        "onPlayerCheckDeck(player=4, checkedCard=card(beer,8,hearts),"
        ' causedBy=card(), result="true")',
        "onCancelCard(player=0, targetPlayer=0, card=card(beer,8,hearts))",
    ]


def test_a_new_weapon_sends_the_old_one_to_the_discard_pile(table):
    arrange(table.state, hand0=["Volcanic 10S"])
    assert follow(table, "play Volcanic")[-1].startswith("onPlayerPlayCardOnTable")
    cardset.add(table.state.hand[0], CARD_NAMES.index("Winchester 8S"))
    table.state.hand_size[0] = 1
    assert follow(table, "play Winchester") == [
        "onCancelCard(player=1, targetPlayer=1, card=card(volcanic,10,spades))",
        "onPlayerPlayCardOnTable(player=1, card=card(winchester,8,spades), targetPlayer=1)",
    ]


def test_panic_and_cat_balou_name_the_card_on_a_table(table):
    arrange(table.state, hand0=["Panic! AH", "Cat Balou KH"], table1=["Scope AS", "Barrel QS"])
    assert follow(table, "panic! seat 1: Scope", "cat balou seat 1: Barrel") == [
        "onPlayerPlayCard(player=1, card=card(panic,14,hearts), targetPlayer=2,"
        " targetCard=card(appalossa,14,spades))",
        "onPlayerStealCard(player=1, targetPlayer=2, card=card(appalossa,14,spades))",
        "onPlayerPlayCard(player=1, card=card(catbalou,13,hearts), targetPlayer=2,"
        " targetCard=card(barrel,12,spades))",
        "onCancelCard(player=1, targetPlayer=2, card=card(barrel,12,spades))",
    ]


def test_a_killer_is_named_and_draws_the_reward(table):
    arrange(table.state, hand0=["Bang! AS"], deck=["Beer 6H", "Beer 7H", "Beer 8H", "Beer 9H"])
    table.state.role[:4] = [Role.SHERIFF, Role.OUTLAW, Role.OUTLAW, Role.RENEGADE]
    table.state.life[1] = 1
    assert follow(table, "bang -> seat 1") == [
        "onPlayerPlayCard(player=1, card=card(bang,14,spades), targetPlayer=2)",
        "onLifePointsChange(player=2, lifePoints=0)",
        "onPlayerDied(player=2, causedBy=1)",
        "onPlayerDrawFromDeck(player=1,"
        " cards=[card(beer,9,hearts),card(beer,8,hearts),card(beer,7,hearts)])",
    ]


# --- the log of KBang ---

SAMPLE = """\
onPlayerCreated(id=1, name="Bot #25, "x", role="y", role="unknown", character="bart cassidy")
onPlayerCreated(id=3, name="", role="sheriff", character="sid ketchum")
onPlayerDrawFromDeck(player=3, cards=[card(panic,12,hearts),card(bang,5,diamonds)])
onDrawIntoSelection(cards=[])
onPlayerPlayCard(player=3, card=card(duel,8,clubs), targetPlayer=1)
onGameContextChange()
onPlayerPass(player=3)
onLifePointsChange(player=3, lifePoints=-2)
onPlayerDied(player=3, causedBy=0)
onGameFinished(player=1, role="outlaw", winner="0")
"""


def test_a_log_of_kbang_is_read_as_it_is_written(tmp_path):
    path = tmp_path / "game.log"
    path.write_bytes(SAMPLE.replace("\n", "\r\n").encode())
    events = read_log(path)
    assert "".join(f"{write_event(event)}\n" for event in events) == SAMPLE
    assert events[0].name == 'Bot #25, "x", role="y'
    assert events[2] == Event(EventKind.DRAW, 2, cards=("Panic! QH", "Bang! 5D"))
    assert events[8] == Event(EventKind.DEATH, 2)


BROKEN = {
    "no event": ("hello", "line 2: 'hello' is not an event, such as onPlayerPass(player=1)"),
    "an empty line": ("", "line 2: '' is not an event"),
    "cut off": ("onPlayerPass(player=3", "line 2: 'onPlayerPass(player=3' is not an event"),
    "an unknown event": ("onPlayerSneeze(player=3)", "there is no event 'onPlayerSneeze'"),
    "a missing field": ("onPlayerDied(player=3)", "must have player, causedBy, not 'player=3'"),
    "a field too many": ("onDeckRegenerate(x=1)", "must have no fields, not 'x=1'"),
    "no number": ("onPlayerPass(player=x)", "a player must be a whole number from 0 to 999"),
    "no card": (
        "onPlayerDiscardCard(player=1, card=card(bang,2,spades))",
        "line 2: 'card(bang,2,spades)' is not a card",
    ),
    "no card in a list": (
        "onDrawIntoSelection(cards=[card(bang,14,spades),card(x)])",
        "'card(x)' is not a card",
    ),
    "no list": ("onDrawIntoSelection(cards=card())", "'card()' is not a list of cards"),
    "no role": ('onGameFinished(player=1, role="king", winner="1")', "'king' is not a role"),
    "no quotation marks": (
        "onGameFinished(player=1, role=outlaw, winner=1)",
        "'outlaw' has no quotation marks round it",
    ),
    "no truth": (
        'onPlayerCheckDeck(player=1, checkedCard=card(), causedBy=card(), result="maybe")',
        "'maybe' is not a result, which is true or false",
    ),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_is_named(tmp_path, name):
    line, message = BROKEN[name]
    path = tmp_path / "game.log"
    path.write_text(f"onGameContextChange()\n{line}\nonGameContextChange()\n")
    with pytest.raises(BadLog) as error:
        read_log(path)
    assert message in str(error.value)
    assert str(error.value).startswith(f"{path}, line 2: ")
    assert "\n" not in str(error.value)


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "game.log"
    path.write_bytes(b"onGameContextChange()\n\xff\n")
    with pytest.raises(BadLog, match="line 2: not UTF-8"):
        read_log(path)
    with pytest.raises(BadLog, match="cannot read .*: No such file"):
        read_log(tmp_path / "gone.log")


def test_a_name_stays_on_its_line():
    game = standoff.load("bang", players=4)
    first = next(write_log(game, 1, ["a\nb", "x", "x", "x"], []))
    assert 'name="a b"' in first
    assert parse_event(first).name == "a b"


# --- the story ---


def test_the_story_explains_every_draw():
    game = standoff.load("bang", players=7)
    verdicts = Counter()
    for seed in range(20):
        actions, _ = play_random(game, seed)
        for line in tell_story(game, seed, ["x"] * 7, actions):
            found = re.fullmatch(r"  draw! (\w+) of (\w+): (the .*)[.]", line)
            if not found:
                assert "draw!" not in line
                continue
            rank, suit, verdict = found.groups()
            is_low = suit == "spades" and rank in "23456789"
            good = not is_low if "Dynamite" in verdict else suit == "hearts"
            assert verdict in (GOOD if good else BAD)
            verdicts[verdict] += 1
    assert set(verdicts) == GOOD | BAD


GOOD = {"the Barrel helps", "the Dynamite does not explode", "the jail opens"}
BAD = {"the Barrel does not help", "the Dynamite explodes", "the jail stays shut"}


def test_the_story_has_rounds_turns_and_an_end():
    game = standoff.load("bang", players=4, max_rounds=2, role0="sheriff")
    actions, _ = play_random(game, 7)
    lines = list(tell_story(game, 7, ["ann", "bob", "cid", "dan"], actions))
    assert re.fullmatch(r"Seat 0, Sheriff, [\w ]+, \d lives \(ann\): .*", lines[0])
    assert lines.count("Round 1") == lines.count("Round 2") == 1
    assert lines[lines.index("Round 1") + 2].startswith("Seat 0, Sheriff, ")
    end = lines.index("The last round is over: everybody loses.")
    assert lines[end + 1 :] == [
        f"  Seat {seat}, {ROLE_NAMES[role]}, loses."
        for seat, role in enumerate(game.deal(7).state.role[:4])
    ]
    assert all(line == line.rstrip() for line in lines)
