"""The showdown of non-banked poker and what is paid (rules 17, 18, 49 to 51, 62 to 67 and 103 to
105 of the published text)."""

from __future__ import annotations

from itertools import pairwise

from judging import Json, Judge, Round
from judging_blinds import Following
from judging_hands import Value, best, choices, value
from judging_pots import Part, Pot

CATEGORIES = {
    "royal": "a", "straight-flush": "b", "four": "c", "full": "d", "flush": "e", "straight": "f",
    "three": "g", "two-pair": "h", "pair": "i", "high": "j",
}
"""The point of rule 17 that describes a combination."""
SYNTHETIC = {
    "royal": "a", "straight-flush": "b", "four": "c", "flush": "d", "full": "e", "straight": "f",
    "three": "g", "figures-with-pairs": "h", "simple-figures": "i", "two-pair": "j", "pair": "l",
    "high": "m",
}
"""The point of rule 103."""
TIES = {"four": "18.a", "full": "18.b", "straight": "18.c", "straight-flush": "18.c",
        "flush": "18.d", "three": "18.e", "two-pair": "18.f", "pair": "18.g",
        "figures-with-pairs": "105.a", "simple-figures": "105.b"}
"""The rule by which equal combinations are compared."""


class Showing(Following):
    """The end of a round: hands are shown and valued, and the pot is paid."""

    def __init__(self, round: Round, verdict: Judge) -> None:
        super().__init__(round, verdict)
        self.synthetic = round.game == "sintetico"
        self.variant = round.game
        self.cards: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.shown: list[int] = []
        self.results: dict[int, Json] = {}
        self.calls: list[tuple[str, int, int]] = []
        self.returned: list[tuple[int, int]] = []
        self.charged = 0
        self.received: dict[int, int] = {}

    def unseen(self, at: int, step: Json) -> None:
        """Only one player is left and wins without showing (51)."""
        assert self.betting is not None
        self.hold("51", [int(step["seat"])], self.betting.alive, at)
        self.hold("51", self.shown, [], at)

    def paid(self, step: Json) -> None:
        """Chips come out of the pot."""
        if not step["bet"].endswith(("/pot", "/dead")):
            return
        law, into = step["law"].rpartition("/")[2], step.get("into", "")
        if law == "48":
            self.returned.append((int(into.partition("/")[0]), step["amount"]))
        elif step["kind"] == "commission":
            self.charged += step["amount"]
        elif into.endswith("/cave") or step["kind"] in ("return", "refund"):
            seat = int((into or step["bet"]).partition("/")[0])
            self.received[seat] = self.received.get(seat, 0) + step["amount"]

    def percentage(self, total: int) -> int:
        """Up to 5 % of what was bet, cut to a whole cent and to the maximum (7.a, 7.a-2, ir/237).
        """
        rules = self.table["rules"]
        if rules["percentage"] != "hand":
            return 0
        charge = total * int(rules["rate"]) // 100
        return min(charge, int(rules["cap"])) if rules["cap"] else charge

    def judge_parts(self, at: int, pot: Pot, parts: list[Part], total: int,
                    charge: int) -> None:
        """Who gets which part of the pot."""
        betting = self.betting
        assert betting is not None
        winners = {seat for _, seat, amount in parts if amount}
        equal = max(pot.bets.values())
        rules = ["64 65"]
        if any(pot.bets[seat] < equal for seat in winners):
            rules.append("49-2 50" if pot.shares == "proportion" else "38-2")
        alike = {one for one in winners for other in winners
                 if one != other and pot.hands[one][:2] == pot.hands[other][:2]}
        if alike:
            name = pot.hands[min(alike)].name
            even = self.synthetic and name not in ("royal", "straight-flush", "four", "flush",
                                                   "high")
            rules.append("104 67 67-2" if even else "66 67 67-2")
        found = sorted((kind, seat, amount) for kind, seat, amount in self.calls)
        expected = sorted((kind, seat, amount) for kind, seat, amount in parts if amount)
        self.hold(" ".join(rules), found, expected, at)
        due: dict[int, int] = {}
        for _, seat, amount in parts:
            due[seat] = due.get(seat, 0) + amount
        self.hold("9.f", sum(self.received.values()), total - charge, at)
        for seat, amount in due.items():
            # ir/237: the percentage is spread over the payments by their size.
            taken = amount - self.received.get(seat, 0)
            exact = charge * amount / total
            self.hold("65-2", abs(taken - exact) < 2, True, at)
        for seat, result in self.results.items():
            words = {"lost"} if seat not in winners else {"won", "tie"} if seat in alike \
                else {"won"}
            self.hold("64", result["result"] in words, True, result["at"])

    def no_pack(self, seat: int) -> bool:
        """Whether a flush with a pair is among the cards of a hand, of which the rules say nothing:
        arranged packs may hold a card twice."""
        suits: dict[str, list[str]] = {}
        for card in (*self.cards.get(seat, ()), *self.board):
            suits.setdefault(card[1], []).append(card)
        return any(len(cards) > 4 and len(set(cards)) < len(cards) for cards in suits.values())

    def showdown(self, at: int) -> dict[int, Value]:
        """The hands that are shown, in order (62-2), and what they are worth (17, 18, 103, 105)."""
        betting = self.betting
        assert betting is not None
        # Where nobody could bet in any round, who would have begun the first (84, 107-2).
        began = betting.began or betting.after(betting.order[0 if self.synthetic else 1])[0]
        ring = [began, *betting.after(began)[:-1]]
        self.hold("62-2", self.shown, [seat for seat in ring if seat in betting.alive], at)
        self.hold("62", len(self.board), 5, at)
        hands: dict[int, Value] = {}
        for seat in betting.alive:
            own = self.cards.get(seat, [])
            hands[seat] = best(own, self.board, self.variant)
            self.judge_hand(seat, own, hands[seat])
        for one, other in pairwise(sorted(hands, key=lambda seat: hands[seat])):
            if hands[one].name == hands[other].name and (rule := TIES.get(hands[one].name)):
                found = [self.results[seat]["result"] for seat in (one, other)
                         if seat in self.results]
                worse = hands[one][:2] < hands[other][:2]
                # A worse hand of the same combination never shares with the better one.
                self.hold(f"{rule} 18" if rule.startswith("18") else rule,
                          found == ["tie", "tie"] and worse, False, at)
        return hands

    def judge_hand(self, seat: int, own: list[str], worth: Value) -> None:
        """The combination that the croupier calls for a hand."""
        if (result := self.results.get(seat)) is None:
            self.hold("64", "no result", "a result", -1)
            return
        at, facts = result["at"], result["facts"]
        letters, rule = (SYNTHETIC, "103") if self.synthetic else (CATEGORIES, "17")
        self.hold(f"{rule} 105" if self.synthetic else rule, facts["category"], worth.name, at)
        for name, letter in letters.items():
            self.hold(f"{rule}.{letter}", facts["category"] == name, worth.name == name, at)
        if worth.name in ("straight", "straight-flush"):
            self.hold("95-2" if self.synthetic else "72-2", facts["category"], worth.name, at)
        limits = {"holdem": "94", "omaha": "73", "sintetico": "97"}[self.variant]
        if cards := facts.get("cards"):
            able = [sorted(five) for five in choices(own, self.board, self.variant)]
            self.hold(limits, sorted(cards) in able, True, at)
            # The best of equal combinations that the player can form.
            self.hold(f"{limits} {rule} {TIES.get(worth.name, '')}", value(cards, self.synthetic),
                      worth, at)
        self.hold("63", facts["category"], worth.name, at)
