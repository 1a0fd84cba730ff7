"""Bang! by rules of thumb; docs/write-an-agent.md builds it.

standoff arena bang --agents examples/gunman.py:Gunman,rair --protocol teams --games 60
"""

from standoff import Choice
from standoff.games.bang.telling.view import BangView

HARM = ("shot", "duel", "jailed", "robbed", "stripped")
KEEP = {"Beer": 3.0, "Missed!": 2.0, "Bang!": 1.0}


class Gunman:
    """Finds out who is an enemy, arms, draws, and shoots."""

    def act(self, view: BangView) -> int:
        """Choose the action that is worth most."""
        enmity = [self.judge(view, seat) for seat in range(len(view.players))]
        return max(view.actions, key=lambda code: self.worth(view.action(code), enmity))

    def judge(self, view: BangView, seat: int) -> float:
        """Return how much a player is an enemy: above 0, shoot."""
        me, player = view.me, view.players[seat]
        if seat == view.seat or not player.is_alive:
            return 0.0
        harm = [deed for deed in view.deeds if deed["act"] in HARM]
        rebels = {deed["by"] for deed in harm if deed["to_sheriff"]}
        own = [deed for deed in harm if deed["by"] == seat]
        guilt: int = sum(deed["times"] for deed in own if deed["to_sheriff"])
        guilt -= sum(deed["times"] for deed in own if deed["to"] in rebels)
        if player.role == "Sheriff":
            is_last = sum(other.is_alive for other in view.players) == 2
            return 3.0 if me.role == "Outlaw" or (me.role == "Renegade" and is_last) else -9.0
        return 0.5 - guilt if me.role == "Outlaw" else 0.2 + guilt

    def worth(self, choice: Choice, enmity: list[float]) -> float:
        """Return what an action is worth; ending the turn and passing are worth 0."""
        keep = KEEP.get(choice.card or "", 0.0)
        if choice.kind in ("answer", "take"):
            return 9.0 + keep
        if choice.kind == "discard":
            return -9.0 - keep
        if choice.target is not None:
            sign = -1 if choice.target_card in ("Jail", "Dynamite") else 1
            return sign * enmity[choice.target] * (1 if choice.card == "Bang!" else 2)
        if choice.card in ("Gatling", "Indians!"):
            return sum(enmity)
        return {"play": 9.0}.get(choice.kind, 0.0) if choice.card != "Dynamite" else -1.0
