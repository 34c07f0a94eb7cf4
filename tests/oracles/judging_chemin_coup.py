"""The cards of one coup of chemin de fer, followed from a record: who gets them, what punter and
banker say and draw, what faults change, and who wins (rules 9 to 11, 62 to 76, 97 to 106)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from judging import Json, Judge, Round
from judging_chemin_people import reading

TABLE = {  # 67.d: by the banker's score, for the punter's third card from 0 to 9
    3: "TTTTTTTTFO",
    4: "FFTTTTTTFF",
    5: "FFFFOTTTFF",
    6: "FFFFFFTTFF",
}
NO_CARD = {3: "T", 4: "T", 5: "T", 6: "F"}
"""67.d, last column: the punter asked for no card."""
DEALT = ("ponto", "banca", "ponto", "banca")
DEPOSITS = {"banker-deposits", "ponto-deposits"}
WATCHED = {
    "handle": {"hand-over", "put-together", "turn-bank", "banker-chooses", "cards-drawn",
               "bank-stands", "scores", "cards-given", "cards-taken", "gather-cards"},
    "call": {"face-up", "turned", "dropped", "thrown", "banker-more", "ponto-more", "fifth",
             "late-bet", "annulled", "invited", "cards-pass", "ponto-show", "ponto-no",
             "ponto-card", "first-word", "bank-shows", "bank-card", "bank-no", "stuck", "four",
             "in-deposit", "two", "drew-against", "fifth-to-bank", "banker-deposits",
             "ponto-deposits", "rebuilt", "scores", "advice-card", "advice-no", "result-tie",
             "result-tie-baccarat", "result-ponto", "result-ponto-banca-baccarat", "result-bank",
             "result-bank-ponto-baccarat", "ponto-loses", "banca-loses", "both-lose"},
}
"""What the course of the cards hangs on; other calls may come between."""


def points(cards: Iterable[str]) -> int:
    """An ace counts 1, court cards 0, others their pips; only what exceeds 10 or 20 (9, 10)."""
    return sum(1 if card[0] == "A" else 0 if card[0] in "TJQK" else int(card[0])
               for card in cards) % 10


def best(cards: list[str], *sizes: int) -> int:
    """The highest score that so many of the cards can make (104.g, 104.h)."""
    return max(points(some) for size in sizes for some in combinations(cards, size))


def lowest(cards: list[str]) -> int:
    """The lowest score that three of the cards can make (104.e)."""
    return min(points(some) for some in combinations(cards, 3))


def by_the_table(banca: int, shown: bool, third: str | None) -> str:
    """Whether a banker draws: "T", stands: "F", or is free: "O" (67). ``third`` is the card that
    the punter asked for."""
    if banca >= 7 or shown:
        return "F"  # 67.a, 67.b; 67.c and 67.d: the punter has shown
    if banca <= 2:
        return "T"
    return TABLE[banca][points([third])] if third else NO_CARD[banca]


class Item(NamedTuple):
    """Something that the course of the cards hangs on: "deal:ponto", "call:turned", "answer:no"."""

    at: int
    label: str
    event: Json


class Facts(NamedTuple):
    """What a coup begins with: the punter's place and name, those who get the cards after them, in
    this order (105.e), whether it is banco, and whether the banker does not know the rules."""

    place: str
    player: str
    after: list[tuple[str, str]]
    banco: bool
    novice: bool
    seven_eight_tie: bool


def items(round: Round, start: int) -> list[Item]:
    """The items of a coup from its first card on."""
    found: list[Item] = []
    window = ""
    for at, event in enumerate(round.events[start:], start):
        step, answer = event.get("step") or {}, event.get("answer") or {}
        label = ""
        match step.get("step"):
            case "deal" | "discard" as kind:
                label = f"{kind}:{step.get('to', '')}"
            case "shift":
                label = f"shift:{step['frm']}>{step['to']}"
            case "handle" if step["what"] in WATCHED["handle"]:
                label = f"handle:{step['what']}"
            case "call" if step["call"] in WATCHED["call"]:
                label = f"call:{step['call']}"
            case "listen":
                window = step["window"].partition(":")[0]
                label = f"listen:{window}" if window in ("ponto", "banker", "suivi") else ""
        if answer and window in ("ponto", "banker", "suivi"):
            act = answer.get("act", "timeout")
            label = f"answer:{act}" if act in ("show", "no", "card", "draw", "stand", "ask-advice",
                                               "suivi", "no-banco", "timeout") else ""
        if label:
            found.append(Item(at, label, event))
        if event.get("void"):
            found.append(Item(at, "void", event))
            break
        kind = (event.get("incident") or {}).get("kind", "")
        if not step and kind in ("cards-given", "cards-taken"):
            found.append(Item(at, f"incident:{kind}", event))
    return found


class Left(Exception):
    """The record does not go on as the text has it, or has ended."""


class Coup:
    """Follows the items of one coup and holds each against the text."""

    def __init__(self, round: Round, verdict: Judge, start: int) -> None:
        self.verdict, self.table = verdict, round.table
        self.items = items(round, start)
        self.next = 0
        self.hands: dict[str, list[str]] = {"ponto": [], "banca": [], "aside": [], "burn": []}
        self.turned = self.thrown = self.seen_nine = False
        self.more_ponto = self.more_banca = self.fifth_to_bank = False
        self.given: int | None = None
        self.four = self.in_deposit = self.restored = False
        self.said = ""
        self.winner, self.ended = "", -1

    def label(self) -> str:
        return self.items[self.next].label if self.next < len(self.items) else ""

    def fault(self) -> str:
        """What a croupier reported with the item that was taken last."""
        return str((self.items[self.next - 1].event.get("incident") or {}).get("kind", ""))

    def take(self, rules: str, *labels: str) -> Item:
        """The next item has to be one of these."""
        label = self.label()
        if label in ("", "void"):
            raise Left
        at = self.items[self.next].at
        if not self.verdict.hold(rules, label, label if label in labels else labels, at):
            raise Left
        self.next += 1
        item = self.items[self.next - 1]
        step = item.event.get("step") or {}
        if step.get("step") == "deal":
            if self.card():
                self.hands[step["to"]].append(self.card())
        elif step.get("step") == "shift":
            card = self.hands[step["frm"]].pop(step.get("index", 0))
            self.hands[step["to"]].append(card)
            self.verdict.hold("97", step.get("card"), card, item.at)
        elif step.get("step") == "discard":
            for hand in step.get("hands", ()):
                if hand == "burn":
                    self.hands["burn"].clear()
        return item

    def burn(self, rules: str, hand: str) -> None:
        """A card is burned (97)."""
        self.take(rules, f"shift:{hand}>burn")
        self.take(rules, "discard:")

    # -- the four cards ----------------------------------------------------------------------------

    def deal(self) -> None:
        """A card for the punter and one for the bank, twice (62), and the faults of dealing."""
        for to in DEALT:
            self.draw_card("62", to)

    def draw_card(self, rule: str, to: str) -> str:
        """A card for somebody. A fault may be reported with the card or before it is known; then
        the step is repeated. The fault that came last, if any."""
        last = ""
        while True:
            self.take(rule, f"deal:{to}")
            fault, known = self.fault(), len(self.hands[to])
            if fault == "warning-card" or not fault:
                if self.card():
                    return last
                continue
            last = fault
            if fault == "face-up":
                self.take("106.a", "call:face-up")
                if self.card(1):
                    self.take("106.a", f"shift:{to}>burn")
                else:
                    self.take("106.a", "deal:burn")
                self.take("106.a", "discard:")
                continue
            if fault not in ("turned", "thrown", "dropped"):
                return fault
            rules = {"turned": "104.b", "thrown": "104.i", "dropped": "104.m"}[fault]
            self.take(rules, f"call:{fault}")
            self.turned |= fault == "turned"
            self.thrown |= fault == "thrown"
            if self.card(1):
                self.verdict.hold(rules, len(self.hands[to]), known)  # it keeps its place
                return fault

    def card(self, back: int = 0) -> str:
        """The card of the item that was taken last, or of one before it."""
        event = self.items[self.next - 1 - back].event
        return str(event.get("card") or (event.get("incident") or {}).get("card", ""))

    def hand_over(self, facts: Facts) -> None:
        """The punter is given the cards (63); the faults of the deal that show only now."""
        while True:
            item = self.take("63", "handle:hand-over")
            rules = "45" if facts.banco else "60 61 101"
            self.verdict.hold(rules, item.event["step"].get("seat"), facts.place, item.at)
            match self.fault():
                case "banker-more":
                    self.take("104.d", "call:banker-more")
                    self.draw_card("104.d", "banca")
                    self.more_banca = True
                case "ponto-more":
                    self.take("104.g", "call:ponto-more")
                    self.draw_card("104.g", "ponto")
                    self.more_ponto = True
                case "fifth":
                    self.take("104.f", "call:fifth")
                    self.draw_card("104.f", "aside")
                case "misdelivered":
                    self.put_together("106.c")
                case "late-bet":
                    self.take("40-3", "call:late-bet")
                case _:
                    return

    def put_together(self, rule: str) -> None:
        """The coup is void unless it can be put together again (104.c, 106.c)."""
        word = self.take(rule, "handle:put-together").event.get("word")
        if word == "uncertain":
            self.take(rule, "call:annulled")
            self.winner = "void"
            raise Left

    # -- the punter --------------------------------------------------------------------------------

    def ask_ponto(self, facts: Facts) -> None:
        """The punter shows, says «Não» or «Carta», within rules 64 and 70."""
        if self.thrown or self.more_ponto:
            return  # 104.i: the punter has shown 9; 104.g: their score is given
        score = points(self.hands["ponto"])
        wanted = "show" if score >= 8 else "no" if score >= 6 else "card"
        may = {"show"} if score >= 8 else {"no", "card"} if facts.banco or score == 5 else {wanted}
        exact = "64.a" if score >= 8 else "64.b" if score >= 6 else "64.c" if score < 5 else "64.d"
        rules = f"64 {exact} 70" if facts.banco else f"64 {exact} 71"
        player, waiting, invited = facts.player, list(facts.after), False
        while True:
            item = self.take("64", "listen:ponto")
            step = item.event["step"]
            offers = [offer for offer in step["offers"] if offer["act"] in ("show", "no", "card")]
            self.verdict.hold(rules, {offer["act"] for offer in offers}, may, item.at)
            self.verdict.hold("60 64", {offer["player"] for offer in offers}, {player}, item.at)
            self.verdict.hold(exact, step.get("default"), wanted, item.at)  # ir/245
            for offer in offers:
                if offer.get("note"):  # 99: by the table, but with 5 the choice is the punter's
                    self.verdict.hold("99", (offer["act"], offer["note"]) in
                                      ({("no", "your-choice"), ("card", "your-choice")}
                                       if score == 5 else {(wanted, "table")}), True, item.at)
            if self.label().startswith("listen:"):
                continue  # a report came between
            answer = self.take("64", "answer:show", "answer:no", "answer:card", "answer:timeout",
                               "answer:ask-advice").label.partition(":")[2]
            if answer == "timeout":
                if not invited:
                    self.take("105.e", "call:invited")
                    invited = True
                    continue
                if waiting:
                    place, player = waiting.pop(0)
                    passed = self.take("105.e", "call:cards-pass")
                    self.verdict.hold("105.e", passed.event["step"]["seat"], place, passed.at)
                    invited = False
                    continue
                answer = wanted  # ir/245
            if answer != "ask-advice":
                self.say(answer, score)
                return

    def say(self, word: str, score: int) -> None:
        """The croupier repeats what the punter said (66)."""
        letter = {"show": "a", "no": "b", "card": "c"}[word]
        item = self.take(f"65 65.{letter} 66 96.b-2", f"call:ponto-{word}")
        if word == "show":
            self.verdict.hold("65.a", item.event["step"].get("facts"), {"points": score}, item.at)
        self.said = word

    # -- the banker --------------------------------------------------------------------------------

    def turn_bank(self, facts: Facts) -> bool:
        """The banker's cards are turned up (67). Whether the banker shows at once."""
        self.take("67", "handle:turn-bank")
        fault = self.fault()
        banca, ponto = points(self.hands["banca"]), points(self.hands["ponto"])
        natural = banca >= 8 and not self.more_banca
        if fault and self.hands["aside"] and (natural or fault == "called-card"):
            raise Left  # the text has no word for these faults together
        if fault == "called-card" and not natural:
            self.called_card(banca)
        if fault in ("changed", "late-show") and not natural:
            self.choose(fault, ponto, 0 if self.more_banca else banca)
        if self.said == "no" and self.hands["aside"]:
            self.take("104.f", "call:fifth-to-bank")
            self.take("104.f", "shift:aside>banca")
            self.fifth_to_bank, natural = True, False
        if natural:
            item = self.take("67.a 96.b-2", "call:bank-shows")
            self.verdict.hold("67.a", item.event["step"].get("facts"), {"points": banca}, item.at)
            if fault == "late-show" and ponto == 9 and banca == 8:
                self.seen_nine = True  # 105.b
        return natural

    def called_card(self, banca: int) -> None:
        """«Carta» was called by mistake (106.b): with baccarat to 5 the first card drawn is the
        banker's and a second is burned; with more both are burned."""
        word = self.take("106.b", "handle:cards-drawn").event.get("word")
        count = {"none": 0, "one": 1, "two": 2}[str(word)]
        for _ in range(count):
            self.draw_card("106.b", "aside")
        if count and (banca <= 5 or self.more_banca):
            self.take("106.b", "shift:aside>banca")
            self.restored, count = True, count - 1
        for _ in range(count):
            self.burn("106.b", "aside")

    def choose(self, fault: str, ponto: int, banca: int) -> None:
        """The punter said one word and then the other (105.c, 105.d), or shows too late (105.a)."""
        if fault == "changed" and (ponto == 5 or banca == 0):
            self.take("105.d" if ponto == 5 else "105.c", "call:first-word")
            return
        rule = "105.c" if fault == "changed" else "105.a"
        word = self.take(rule, "handle:banker-chooses").event.get("word")  # ir/250
        self.said = "card" if word == "give" else "no"

    def third_card(self) -> None:
        """The punter's third card, with its value visible (68), and what may go wrong."""
        if self.hands["aside"]:
            self.take("104.f", "shift:aside>ponto")
            return
        fault = self.draw_card("68", "ponto")
        item = self.items[self.next - 1]
        if item.label == "deal:ponto":
            self.verdict.hold("68", item.event["step"].get("seen_by"), None, item.at)
        match fault:
            case "stuck":
                self.take("104.c", "call:stuck")
                self.draw_card("104.c", "aside")
                self.put_together("104.c")
            case "four":
                self.take("104.h", "call:four")
                self.draw_card("104.h", "ponto")
                self.four = True
            case "in-deposit":
                self.take("104.j", "call:in-deposit")
                self.burn("104.j", "ponto")
                self.in_deposit = True

    def bank_draws(self, facts: Facts) -> None:
        """Whether the banker draws a third card (67, 70), and the faults of drawing it."""
        banca = 0 if self.more_banca else points(self.hands["banca"])
        shown = self.said == "show" or self.thrown
        third = self.hands["ponto"][2] if self.said == "card" and not self.in_deposit else None
        table = by_the_table(banca, shown, third)
        table_only = facts.novice or self.turned
        draws = {"T": True, "F": False}.get(table)
        rules = "67 " + ("67.b" if banca == 7 else "67.c" if banca <= 2 else "67.d")
        if self.more_banca and shown:
            draws, rules = None, "104.d"  # ir/251: as they like
        elif self.more_ponto and not self.thrown:
            draws, rules = False if banca >= 7 else None, "104.g"
        elif self.in_deposit and not self.more_banca:
            draws, rules = False if banca == 7 else None, "104.j"
        elif facts.banco and not shown and not table_only and banca:
            draws, rules = None, "70"
        elif draws is None and table_only:
            draws, rules = True, "102-2" if facts.novice else "104.b"
        if facts.novice:
            free = self.more_ponto or self.in_deposit or (self.more_banca and shown)
            self.verdict.hold("102-2", self.label() == "listen:banker" and not free, False)
        if draws is None:
            draws = self.ask_banker(rules, table)
        self.draw(rules, draws)

    def ask_banker(self, rules: str, table: str) -> bool:
        """A banker who is free is asked (67.d, 70); advice is by the table and binds (98-2)."""
        while True:
            item = self.take(rules, "listen:banker")
            step = item.event["step"]
            acts = {offer["act"] for offer in step["offers"]} & {"draw", "stand"}
            self.verdict.hold(rules, acts, {"draw", "stand"}, item.at)
            if self.label().startswith("listen:"):
                continue
            answer = self.take(rules, "answer:draw", "answer:stand", "answer:timeout",
                               "answer:ask-advice").label.partition(":")[2]
            if answer == "timeout":
                return bool(step.get("default") == "draw")  # ir/245
            if answer == "ask-advice":
                advice = self.take("98-2", "call:advice-card", "call:advice-no").label
                if rules in ("67 67.d", "70"):  # ir/244
                    self.verdict.hold("98-2", advice == "call:advice-no", table == "F", item.at)
                return advice == "call:advice-card"
            return answer == "draw"

    def draw(self, rules: str, draws: bool) -> None:
        """The banker's third card is turned up at once (69), or the banker stands."""
        self.take(f"{rules} 96.b-2", "call:bank-card" if draws else "call:bank-no")
        if not draws:
            if self.label() == "handle:bank-stands":
                self.take("104.n", "handle:bank-stands")
                if self.fault() == "drew-against":
                    self.take("104.n", "call:drew-against")
                    self.draw_card("104.n", "burn")
                    self.take("104.n", "discard:")
            return
        if self.hands["aside"]:
            self.take("104.c", "shift:aside>banca")  # ir/248
            return
        fault = self.draw_card("69", "banca")
        item = self.items[self.next - 1]
        if item.label == "deal:banca":
            self.verdict.hold("69", item.event["step"].get("seen_by"), None, item.at)
        if fault == "two":
            self.take("104.e", "call:two")
            self.draw_card("104.e", "banca")
            score = lowest(self.hands["banca"][-4:])
            self.burn("104.e", "banca")
            self.verdict.hold("104.e", points(self.hands["banca"]), score, item.at)

    # -- the result --------------------------------------------------------------------------------

    def scores(self, facts: Facts) -> None:
        """Both scores are announced (72) and compared (2), unless somebody put cards away (75)."""
        away: list[str] = []
        erred = False
        while True:
            self.take("72", "handle:scores")
            fault = self.fault()
            if fault == "dealer-deposits":
                self.take("75-2", "call:annulled")
                self.winner = "void"
                raise Left
            if fault in DEPOSITS and away and reading(self.table, "both_deposit", "annulled"):
                self.take("75", "call:annulled")  # ir/431
                self.winner = "void"
                raise Left
            if fault in DEPOSITS:
                self.take("75", f"call:{fault}")
                away.append(fault)
            elif fault == "employee-erred":
                erred = True
            else:
                break
        if erred:
            self.rebuild()
        ponto, banca = self.score_ponto(), self.score_banca()
        self.compare(ponto, banca, away, facts)

    def rebuild(self) -> None:
        """An employee erred: the coup is put together again by the table (100)."""
        if self.label() == "call:rebuilt":
            self.take("100", "call:rebuilt")
            while self.label().startswith(("shift:", "deal:", "discard:")):
                self.take("100", self.label())
        if self.thrown or self.more_ponto or self.more_banca or self.four or self.in_deposit \
                or self.fifth_to_bank or self.seen_nine:
            return  # what these faults give stands beside the table
        ponto, banca = self.hands["ponto"], self.hands["banca"]
        first, second = points(ponto[:2]), points(banca[:2])
        ends = max(first, second) >= 8
        draws = not ends and (first < 5 or (first == 5 and self.said == "card"))
        self.verdict.hold("100 64", len(ponto), 3 if draws else 2)
        bank = "F" if ends else by_the_table(second, False, ponto[2] if len(ponto) > 2 else None)
        if bank != "O":
            self.verdict.hold("100 67", len(banca), 3 if bank == "T" else 2)

    def score_ponto(self) -> int:
        """The punter's score, which faults of the banker may give (104.g to 104.j)."""
        cards = self.hands["ponto"]
        if self.thrown or self.in_deposit:
            return 9
        if self.more_ponto:
            return best(cards, 2, 3)
        return best(cards, 3) if self.four else points(cards)

    def score_banca(self) -> int:
        """The bank's score: more than two cards after the deal are baccarat (104.d, ir/251)."""
        return points(self.hands["banca"][3:]) if self.more_banca else points(self.hands["banca"])

    def compare(self, ponto: int, banca: int, away: list[str], facts: Facts) -> None:
        """Who wins (2), and the call of it (96.b)."""
        result = "tie" if ponto == banca else "ponto" if ponto > banca else "banca"
        rules = "2 76" if result == "tie" else "2"
        if self.more_ponto and ponto == banca and ponto in (7, 8) and not facts.seven_eight_tie \
                and len(self.hands["banca"]) == 2:
            result, rules = "ponto", "104.g"  # ir/251
        if self.seen_nine:
            result, rules = "banca", "105.b"
        label = {"tie": "result-tie" if ponto else "result-tie-baccarat",
                 "ponto": "result-ponto" if banca else "result-ponto-banca-baccarat",
                 "banca": "result-bank" if ponto else "result-bank-ponto-baccarat"}[result]
        call = {"tie": "96.b-3", "ponto": "96.b-4", "banca": "96.b-5"}[result]
        if away[:1] == ["ponto-deposits"]:  # ir/431: of both, the first
            result, label, call, rules = "banca", "ponto-loses", "75", "75"
        elif away:
            result, label, call, rules = "ponto", "banca-loses", "75", "75"
        self.verdict.hold("97", self.hands["aside"], [])
        item = self.take("72 73", "call:scores")
        found = item.event["step"].get("facts")
        self.verdict.hold("9 9.a 9.b 9.c 10 72", found, {"ponto": ponto, "banca": banca}, item.at)
        item = self.take(f"{rules} {call}", f"call:{label}")
        if "result" in label:
            self.verdict.hold("11 73" if 0 in (ponto, banca) else "73",
                              item.event["step"].get("facts"), found, item.at)
        self.winner, self.ended = result, item.at

    def run(self, facts: Facts) -> None:
        """The whole coup."""
        try:
            self.hand_over(facts)
            self.ask_ponto(facts)
            if not self.turn_bank(facts):
                if self.said == "card":
                    self.third_card()
                if not self.fifth_to_bank and not self.restored:
                    self.bank_draws(facts)
            if self.hands["aside"]:
                self.burn("97 104.f", "aside")  # ir/247, ir/248
            self.scores(facts)
        except Left:
            return
