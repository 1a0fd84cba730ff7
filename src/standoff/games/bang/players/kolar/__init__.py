"""`aware`: the expert decision process of Kolar's AwareAI (chapter 5.2), on his role estimates.

`aware.py` copies the observation, fills in the roles that it believes in, and sends each request to
the part that answers it:

    turn.py      which card to play           thefts.py    what to take or destroy
    answers.py   how to react                 targets.py   whom to attack, who is a friend
    worth.py     what a card is worth         odds.py      what others may hold
    mood.py      parameters and strategies

His text names the rules and their order; where it gives no numbers, the numbers are ours.
"""
