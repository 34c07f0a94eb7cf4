"""The jackpot of the two Portuguese blackjacks of real tables: rules 40 to 50."""

from __future__ import annotations

from collections import defaultdict
from typing import NamedTuple

from judging import Json, Round
from judging_blackjack import Book, Opening, place_of
from judging_blackjack_bets import cents

RED = "HD"


class Line(NamedTuple):
    """A combination of the scale and its prize: so many times the chip, or hundredths of the
    jackpot. The rule that gives it is that of 2001."""

    rule: str
    cards: int
    rank: str
    alike: str
    times: int
    share: int

    def has(self, cards: list[str]) -> bool:
        """Whether these cards begin with the combination."""
        first = cards[:self.cards]
        ranks = {card[0] for card in first}
        if len(first) < self.cards or len(ranks) > 1 or (self.rank and ranks != {self.rank}):
            return False
        match self.alike:
            case "suit":
                return len({card[1] for card in first}) == 1
            case "colour":
                return len({card[1] in RED for card in first}) == 1
            case _:
                return True


SCALE_OF_2001 = (
    Line("43.a", 4, "A", "colour", 0, 100),
    Line("43.b", 3, "A", "suit", 2500, 0),
    Line("43.c", 3, "A", "", 250, 0),  # ir/46: not all of one suit
    Line("43.d", 2, "A", "suit", 100, 0),
    Line("43.e", 2, "A", "", 25, 0),
)


class Jackpot:
    """What the chips win: the first two, three or four cards of their place decide (42, 46)."""

    def __init__(self, book: Book, round: Round, opening: Opening) -> None:
        self.book, self.round, self.opening = book, round, opening
        self.terms: Json = round.table["rules"].get("jackpot") or {}
        self.chip = cents(self.terms["chip"]) if self.terms else 0
        self.chips = opening.chips if self.terms else {}
        self.cards: dict[str, list[str]] = defaultdict(list)
        self.lines = SCALE_OF_2001 if book.act_of_2001 else tuple(
            Line("43", line["cards"], line["rank"], line["alike"], line["times"], line["share"])
            for line in self.terms.get("prizes", ()))

    def dealt(self, place: str, card: str) -> None:
        """A card is dealt to a place, or to a hand of a split of it (42)."""
        self.cards[place].append(card)

    def drawn(self, place: str, card: str) -> None:
        """A card that a hand asked for counts only with the option (ir/45)."""
        if self.terms.get("drawn_cards"):
            self.cards[place].append(card)

    def best(self, place: str) -> Line | None:
        """The highest line that the cards of a place have (ir/45)."""
        lines = [line for line in self.lines if line.has(self.cards[place])]
        return max(lines, key=lambda line: (line.share, line.times), default=None)

    def shows(self, place: str) -> bool:
        """Whether the cards of a place have to stay until its prize is paid (49)."""
        return place in self.chips.values() and self.best(place) is not None

    @staticmethod
    def begins(step: Json) -> bool:
        """Whether a step belongs to the settlement of the jackpot."""
        return step.get("result") == "jackpot" or step.get("kind") == "seed" or (
            step.get("step") == "move" and step["bet"].endswith("/jackpot"))

    def settle(self, at: int) -> int:
        """Every chip has gone into the jackpot; prizes are paid from the smallest to the largest
        (50). The event after the settlement is returned."""
        if not self.terms:
            return at
        added: dict[str, int] = defaultdict(int)
        left_over: dict[str, int] = defaultdict(int)
        paid: list[tuple[str, int, str]] = []
        seeds = 0
        first = at
        while at < len(self.round.events):
            step = self.round.events[at].get("step") or {}
            if not self.begins(step):
                break
            if step["step"] == "move":
                match step["kind"]:
                    case "contribute":
                        added[step["player"]] += step["amount"]
                    case "collect":
                        left_over[step["player"]] += step["amount"]
                    case "seed":
                        seeds += step["amount"]
                    case "jackpot":
                        paid.append((place_of(step["bet"]), step["amount"],
                                     step["law"].rpartition("/")[2]))
            at += 1
        share = self.chip * self.terms["rate"] // 100
        self.book.hold("40 46", (dict(added), dict(left_over)),
                       ({player: share for player in self.chips if share},
                        {player: self.chip - share for player in self.chips
                         if self.chip > share}), first)
        self.judge_prizes(paid, first)
        return at

    def judge_prizes(self, paid: list[tuple[str, int, str]], at: int) -> None:
        """Fixed prizes out of the jackpot; of what is left the best line has its share, divided
        among those who have it (50.a, 50.b)."""
        pool = self.opening.pool
        won = [(place, line) for place in self.chips.values() if (line := self.best(place))]
        won.sort(key=lambda it: (it[1].share, it[1].times))
        expected: list[tuple[str, int, str]] = []
        tops = [place for place, line in won if line.share]
        for place, line in won:
            if not line.share:
                prize = line.times * self.chip
                pool = max(0, pool - prize)  # ir/47: the bank adds what is missing
                expected.append((place, prize, line.rule))
        for place, line in won:
            if line.share:
                expected.append((place, pool * line.share // 100 // len(tops), line.rule))
        pool -= sum(prize for place, prize, _ in expected if place in tops)
        self.book.hold("42 43 46 50", sorted(paid), sorted(expected), at)
        if self.book.act_of_2001:
            for line in self.lines:
                self.book.hold(line.rule, sorted(one for one in paid if one[2] == line.rule),
                               sorted(one for one in expected if one[2] == line.rule), at)
        amounts = [amount for _, amount, _ in paid]
        self.book.hold("50.a", amounts[:len(amounts) - len(tops)],
                       sorted(amounts[:len(amounts) - len(tops)]), at)
        self.book.hold("50.a", [place in tops for place, _, _ in paid],
                       [False] * (len(paid) - len(tops)) + [True] * len(tops), at)
        if len(tops) > 1:
            self.book.hold("50.b", sorted(amounts[len(amounts) - len(tops):]),
                           sorted(prize for place, prize, _ in expected if place in tops), at)
        # ir/94: the starting value is put in again after the best prize and when nothing is left.
        start = cents(self.terms["start"])
        refill = bool(tops) or not pool or (bool(won) and self.terms["refill"] and pool < start)
        if self.round.after is not None and self.round.after.get("pool") is not None:
            self.book.hold("44 50", self.round.after["pool"],
                           max(pool, start) if refill and won else pool, at)
