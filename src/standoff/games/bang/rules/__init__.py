"""Bang!: the rules.

Source: the rulebook of the base game (E. Sciarra, daVinci Games, 2002) and its rulings as collected
in docs/rules/bang.md, whose numbers are cited. Everybody has an open character and a secret role;
only the Sheriff's role is open. The Sheriff and his Deputies fight the Outlaws and the Renegade.

Deviations: a game that does not end is stopped after `max_rounds` rounds, and everybody loses. In
one turn at most ten cards that bring cards can be played (5.14). A question is left out when its
answer cannot matter. `rules="danilakova"` and `rules="kolar"` are the readings of two theses.

Reading order:

    deal.py         roles, characters, hands            requests.py     who is asked, and then
    turn.py         a turn in its phases                phase_one.py    drawing, by character
    untargeted.py   cards without a target              theft.py        Panic! and Cat Balou
    shot.py         Bang!, Barrel, Missed!              duel.py         Duel
    mass_attack.py  Gatling and Indians!, clockwise     indians.py      the answer to Indians!
    store.py        General Store                       jail.py         Jail
    draw.py         draw!, Dynamite, Lucky Duke         beer.py         Beer and Saloon
    wounds.py       what wounds lead to                 last_save.py    a dying player
    death.py        death, rewards, victory             sid_ketchum.py  two cards for a life
    leaving.py      giving the game up

Below them: `tasks.py` (the stack of what is still to be done), `answers.py` (Bang! and Missed! as
answers), `piles.py` (how cards move), `seats.py` (distances), `deeds.py` (the public record).

One shot: `turn.play` calls `shot.play_bang`, which puts Task.SHOT on the stack. `shot.go_on` tries
the Barrels, `shot.list_answers` and `shot.answer` are the target's, `shot.take_bullet` calls
`wounds.hurt`. Then `wounds.resolve` sends a dying player to `last_save.py` and from there to
`death.eliminate`, and when all deaths are done it finds the winner and calls `death.reward`.
"""
