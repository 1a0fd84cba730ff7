"""Bang!: the rules.

Source: the rulebook of the base game (E. Sciarra, daVinci Games, 2002) and its rulings as collected
in docs/rules/bang.md, whose numbers are cited. Everybody has a secret role, except the Sheriff, and
an open character. The Sheriff and his Deputies fight the Outlaws and the Renegade.

Deviations: a game without end is ended after `max_rounds` rounds, and everybody loses. So is a turn
without end, of cards that bring each other back (5.14). Plays without any effect are not offered.
What can never matter is not asked. `rules="danilakova"` and `"kolar"` are the readings of two
theses.

Reading order:

    deal.py         roles, characters, hands            requests.py     who is asked, and then
    turn.py         a turn in its phases                phase_one.py    drawing, by character
    untargeted.py   cards that name nobody              theft.py        Panic! and Cat Balou
    shot.py         Bang!, Barrel, Missed!              duel.py         Duel
    mass_attack.py  Gatling and Indians!                store.py        General Store
    jail.py         Jail                                draw.py         draw!, Dynamite, Lucky Duke
    beer.py         Beer and Saloon                     wounds.py       what wounds lead to
    last_save.py    a dying player                      death.py        death, rewards, victory
    sid_ketchum.py  two cards for a life                leaving.py      giving the game up

Below them: `tasks.py` (the stack of what is still to be done), `answers.py` (cards that serve as
Bang! or Missed!), `piles.py` (how cards move), `seats.py` (distances), `deeds.py` (the public
record).
"""
