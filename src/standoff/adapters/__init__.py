"""Our games in the tools of others: PettingZoo, Gymnasium, OpenSpiel. One module for each."""
