"""An end of Bang! in which seats of one team have different results."""

from bang_scene import scene


def last_shot():
    """Return a position in which `bang -> seat 0` lets the Renegade at seat 7 win alone.

    The other one, at seat 3, is dead: of two Renegades only the living one wins (rule 7.4).
    """
    return scene(players=8, turn=7, dead=(1, 2, 3, 4, 5, 6), hands={7: "Bang!"}, life={0: 1})
