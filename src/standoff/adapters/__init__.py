"""Every game in other libraries: PettingZoo, Gymnasium, OpenSpiel. One module for each."""
