"""Who may know what, worlds that fit it, and guesses of roles by what players did.

`observe.py` hides what a seat may not know; `determinize.py` fills it in again at random. Roles are
guessed by points against the Sheriff (`attack_points.py`, Danilakova), by trees (`estimators.py`,
Kolar) or by an exact posterior (`bayes.py`); `beliefs.py` draws worlds by these guesses.
"""
