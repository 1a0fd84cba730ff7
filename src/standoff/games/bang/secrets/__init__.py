"""What a seat may know, worlds that fit it, and guesses of the hidden roles.

`observe.py` hides what a seat may not know; `determinize.py` draws a world that fits the rest.
Three files guess roles from what players did: `attack_points.py` by points against the Sheriff
(Danilakova), `estimators.py` by trees (Kolar), `bayes.py` by an exact posterior. `beliefs.py` draws
worlds by these guesses, for searches.
"""
