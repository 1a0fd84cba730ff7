"""The options of Bang!: three readings of the rules, and changes to them (rule 10)."""

from enum import IntEnum

from standoff.games.bang.cards import CHARACTER_NAMES, MAX_SEATS, MIN_SEATS, ROLE_COUNTS, ROLE_NAMES
from standoff.kit import BadOption, Option, Settings


class Reading(IntEnum):
    """The values of the option `rules`."""

    OFFICIAL = 0
    DANILAKOVA = 1
    KOLAR = 2


class Choice(IntEnum):
    """The values of the options that change one point of a reading."""

    BY_RULES = 0
    NO = 1  # mass: batch, not sequential
    YES = 2


RANDOM = "random"
YES_OR_NO = ("rules", "no", "yes")
NO_OR_YES = ("no", "yes")
ROLE_CHOICES = (RANDOM, *(name.lower() for name in ROLE_NAMES))
CHARACTER_CHOICES = (RANDOM, *(name.lower().replace(" ", "-") for name in CHARACTER_NAMES))

OPTIONS = (
    Option("players", 5, "number of players; 8 have a second Renegade", MIN_SEATS, MAX_SEATS),
    Option(
        "rules",
        "official",
        "reading of the rules: official, Danilakova's thesis, or Kolar's thesis (KBang)",
        choices=("official", "danilakova", "kolar"),
    ),
    Option("max_rounds", 100, "number of rounds after which everybody loses", 1, 1000),
    Option(
        "mass",
        "rules",
        "Gatling and Indians!: wounds count after all have answered (batch), or one by one",
        choices=("rules", "batch", "sequential"),
    ),
    Option(
        "jail_discards",
        "rules",
        "a player who stays in jail discards excess cards",
        choices=YES_OR_NO,
    ),
    Option(
        "auto_lucky_duke",
        "rules",
        "Lucky Duke is not asked: the better card counts",
        choices=YES_OR_NO,
    ),
    Option(
        "auto_barrel",
        "yes",
        "Barrels are tried without asking, as in both theses; no: the target of a shot decides",
        choices=NO_OR_YES,
    ),
    Option(
        "sid_any_time",
        "no",
        "Sid Ketchum is also asked in the turns of others, after each action, whether he heals",
        choices=NO_OR_YES,
    ),
    Option(
        "sheriff_extra_card",
        "rules",
        "the Sheriff is dealt a card for his extra life",
        choices=YES_OR_NO,
    ),
    *(
        Option(f"role{seat}", RANDOM, f"role of seat {seat}", choices=ROLE_CHOICES)
        for seat in range(MAX_SEATS)
    ),
    *(
        Option(f"character{seat}", RANDOM, f"character of seat {seat}", choices=CHARACTER_CHOICES)
        for seat in range(MAX_SEATS)
    ),
)


def check_settings(settings: Settings) -> None:
    """Raise `BadOption` unless the fixed roles and characters can be dealt."""
    players = int(settings["players"])
    for name in ("role", "character"):
        for seat in range(players, MAX_SEATS):
            if settings[f"{name}{seat}"] != RANDOM:
                raise BadOption(
                    f"bang: {name}{seat} is set, but {players} players have the seats 0 to"
                    f" {players - 1}"
                )
    counts = ROLE_COUNTS[players - MIN_SEATS]
    roles = [settings[f"role{seat}"] for seat in range(players)]
    for role, count in zip(ROLE_CHOICES[1:], counts, strict=True):
        if roles.count(role) > count:
            raise BadOption(
                f"bang: {roles.count(role)} seats have the role {role}, but with {players} players"
                f" there is room for {count}"
            )
    characters = [settings[f"character{seat}"] for seat in range(players)]
    for character in CHARACTER_CHOICES[1:]:
        if characters.count(character) > 1:
            raise BadOption(f"bang: {character} is set for two seats, but each character is unique")
