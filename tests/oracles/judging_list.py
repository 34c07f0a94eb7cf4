"""The list of those who wait for a place at a table of non-banked poker (rules 8.a and 12.b of the
published text)."""

from __future__ import annotations

from random import Random

from judging import Json, Judge, Round

WAITING = ("Ada", "Ben", "Cid", "Dea", "Edu", "Fay", "Guy", "Hal", "Ida", "Jon", "Kim")


def begin(before: Json, random: Random) -> Json:
    """The state in which a table with real cards begins: at half of them all places are taken and
    some people wait, so that the rule on their list is met (12.b)."""
    if random.random() > 0.5:
        return before
    seats = list(WAITING[:len(before["seats"])])
    held = [(f"{place}/cave", name, 1_000_000) for place, name in enumerate(seats, 1)]
    waiting = random.sample(("Ana", "Rui", "Eva"), random.randint(0, 3))
    booked = sorted(((name, random.randint(0, 2)) for name in waiting), key=lambda one: one[1])
    return before | {"seats": seats, "held": held, "hand": 1, "hands": 3,
                     "folk": {"booked": booked}}


class WaitingList:
    """Who waits, each with the round in which they registered.

    Who registered in an earlier round goes first; lots decide among those of one round (ir/259).
    """

    def __init__(self, round: Round, verdict: Judge) -> None:
        self.verdict = verdict
        self.names: list[tuple[str, int]] = [
            (name, since) for name, since in round.before.get("folk", {}).get("booked", ())]
        self.now: int = round.before.get("hands", 0)
        self.lot: tuple[int, int] | None = None
        """Out of how many a lot was drawn, and which."""
        self.known = True
        """Not once lots have decided who belongs to the game (27)."""

    def answer(self, answer: Json) -> None:
        """Who registers, takes the place or does not want it any more."""
        if answer.get("act") == "book":
            self.names.append((answer["player"], self.now))
        elif answer.get("act") == "sit" or (
                answer.get("act") == "leave" and answer["seat"] == "table"):
            self.strike(answer["player"])

    def strike(self, name: str) -> None:
        """A player is on the list no longer."""
        self.names = [one for one in self.names if one[0] != name]

    def draw(self, step: Json, event: Json) -> None:
        """A lot is drawn."""
        if step["law"].endswith("/27"):
            self.known = False
        elif step["law"].endswith("/12.b"):
            self.lot = (step["sides"][0], event["fell"][0])

    def listen(self, at: int, step: Json, free: list[int]) -> None:
        """Who is called, and that nobody else is offered a place while others wait."""
        if not self.known:
            return
        if step["law"].endswith("/12.b"):
            called = next((offer for offer in step["offers"] if offer["act"] == "sit"), {})
            first = min((since for _, since in self.names), default=0)
            equal = [name for name, since in self.names if since == first]
            sides, fell = self.lot or (1, 1)
            self.verdict.hold("12.b", sides, len(equal), at)
            self.verdict.hold("12.b", called.get("player"),
                              equal[fell - 1] if fell <= len(equal) else "", at)
            self.lot = None
            # ir/259: who is called and does not come loses their place on the list.
            self.strike(called.get("player", ""))
            return
        if self.names:
            places = [offer for offer in step.get("offers", ()) if offer["act"] == "sit"
                      and offer.get("player") not in offer.get("barred", ())]
            self.verdict.hold("12.b", places, [], at)
            if step.get("window") in ("between", "seats"):
                self.verdict.hold("12.b", free, [], at)
