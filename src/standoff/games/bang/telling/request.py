"""Requests in words: which seat must decide what, and why."""

from standoff.games.bang.cards import NONE
from standoff.games.bang.rules.tasks import Task
from standoff.games.bang.telling.notation import TASK_NAMES, WINNER_NAMES
from standoff.games.bang.telling.sheet import Request
from standoff.kit import Names, capitalize

BARREL = " or barrel"
"""Follows the name of a request in which a Barrel may be tried."""
OWN_TURN = "It is your turn: play cards or end it."
REQUESTS = {
    Task.PLAY: "It is the turn of {you}.",
    Task.DISCARD: "Too many cards: {you} must discard down to {lives}.",
    Task.SHOT: "{By} fired at {you}: {missed}, or lose a life.",
    Task.INDIANS: "Indians! of {by}: {you} must show a Bang! or lose a life.",
    Task.DUEL: "Duel with {by}: {you} must shoot back with a Bang! or lose a life.",
    Task.STORE: "General Store: {you} may take a card.",
    Task.LAST_SAVE: "{You} would die: {drink} can help.",
    Task.LUCKY: "Lucky Duke: {you} must choose the card that counts.",
    Task.KIT: "Kit Carlson: {you} must put one of three cards back.",
    Task.JESSE: "Jesse Jones: {you} may draw the first card from a hand.",
    Task.PEDRO: "Pedro Ramirez: {you} may draw the first card from the discard pile.",
    Task.SID: "Sid Ketchum: {you} must discard {cards} for a life.",
    Task.HEAL: "Sid Ketchum: {you} may discard two cards for a life.",
    Task.CORPSE: "{You} died, and may choose the card on top of the pile.",
}
"""The requests in words; `you` is the seat that must decide, `by` the attacker."""


def say_request(request: Request, names: Names) -> str:
    """Return a request in words, or that the game is over."""
    if request.winner != NONE:
        return f"The game is over: {WINNER_NAMES[request.winner]} won."
    word, value = asked_word(request), asked_value(request)
    return describe_request(word, request.seat, request.source, value, names)


def asked_word(request: Request) -> str:
    """Return what a request asks for, in a word."""
    has_barrel = request.task == Task.SHOT and request.extra > 0
    return TASK_NAMES[request.task] + (BARREL if has_barrel else "")


def asked_value(request: Request) -> int:
    """Return the number that the text of a request needs."""
    if request.task == Task.DISCARD:
        return request.life
    return int(request.num_alive > 2) if request.task == Task.LAST_SAVE else request.value


def describe_request(word: str, seat: int, source: int, value: int, names: Names) -> str:
    """Return which seat must decide what, in words; `word` names the task."""
    is_barrel = word.endswith(BARREL)
    task = Task(TASK_NAMES.index(word.removesuffix(BARREL)))
    if task == Task.PLAY and seat == names.you:
        return OWN_TURN
    by = names.of(source) if source != NONE else ""
    return REQUESTS.get(task, "{You} must decide.").format(
        you=names.of(seat),
        You=names.start(seat),
        by=by,
        By=capitalize(by),
        cards=value,
        missed=("a Barrel or " if is_barrel else "")
        + ("two Missed!" if value > 1 else "a Missed!"),
        drink="a Beer" if value else "nothing",
        lives=value,
    )
