"""Black Jack of Macau, Despacho 57/2009, judged from the published text.

Cards come by one of three procedures (5); players draw, double (17), split (16), surrender (18) and
insure (12); the bank draws to 17 (6). A Black Jack wins one and a half times the bet (10), any
other win once (9, ir/63). Additional bets are on the first two cards and on wins in a row (13, 14).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

from judging import Judge, Round
from judging_blackjack_hands import ANY, Astray, natural, special, total, worth
from judging_blackjack_macau import READINGS, STREAKS, group, outcome, prizes, reading
from judging_blackjack_macau_bets import Bettor, Hand, Opening, Place

SECTION = "mo-57-2009/black-jack"
RULES = (
    "1.1", "1.2", "2.1.1", "2.1.1-2", "2.1.1-3", "2.1.2", "2.2.1", "2.2.2", "2.2.3", "3.2", "3.3",
    "4.1", "4.1.1", "4.1.2", "4.2", "5.1", "5.1.1", "5.1.2-2", "5.2.1.(1)", "5.2.1.(2)",
    "5.2.2.(1)", "5.2.2.(2)", "5.2.3.(1)", "5.2.3.(2)", "5.2.3.(3)", "5.2.3.(4)", "5.2.3.(5)",
    "5.2.3.(7)", "5.2.3.(8)", "6.1", "6.1-2", "6.1-3", "6.2", "6.2-2", "6.3", "6.4", "6.4.(1)",
    "6.4.(2)", "6.4.(3)", "6.5", "6.6", "7.1", "7.1-2", "7.2", "8", "8-2", "8-3", "9", "10.1",
    "10.2", "10.3", "10.4", "10.5", "10.6", "10.6-2", "10.7", "11", "11.1", "11.1.1", "11.1.2",
    "11.2", "12", "12.1", "12.1-2", "12.2", "12.2-2", "12.3", "13", "13.1", "13.1.(1)", "13.1.(2)",
    "13.2", "13.2.(1)", "13.2.(2)", "13.3", "13.4", "13.4.(1)", "13.4.(2)", "13.4.(3)", "13.5",
    "13.5.(1)", "13.5.(1).i", "13.5.(1).ii", "13.5.(1).iii", "13.5.(1).iv", "13.5.(2)",
    "13.5.(2).i", "13.5.(2).ii", "13.5.(2).iii", "13.5.(2).iv", "13.5.(2).v", "13.5.(2).vi", "14",
    "14.1", "14.2", "14.2.1", "14.2.2", "14.2.3", "14.2.4", "14.3", "14.4", "14.4.1", "14.4.2",
    "14.4.3", "14.5", "14.5.1", "14.5.2", "14.5.3", "14.5.4", "15", "16", "16.1", "16.2", "16.3",
    "16.4", "16.5", "16.6", "16.7", "16.7.1", "16.7.2", "16.7.3", "17", "17.1", "17.1.1", "17.1.2",
    "17.1.3", "17.2", "17.3", "18", "18.1", "18.2", "18.3", "19", "19.1", "19.2", "20", "20.1",
    "20.1.1", "20.1.2", "20.1.2-2", "20.1.3", "20.1.3-3", "21.2",
)
NOT_JUDGED: dict[str, str] = {}

__all__ = ["NOT_JUDGED", "READINGS", "RULES", "SECTION", "judge"]


def judge(round: Round, verdict: Judge) -> None:
    """Compare one round with the text."""
    verdict.hold("1.1", round.table["places"] >= 6, True)
    verdict.hold("1.2", round.table["rules"]["packs"] >= 1, True)
    try:
        Play(round, verdict).whole()
    except Astray:
        return
    except (LookupError, StopIteration, TypeError, ValueError) as error:
        verdict.hold("5.1", repr(error), "a round that can be followed")


class Play(Opening):
    """One round, told again from the answers and the cards."""

    def whole(self) -> None:
        """The whole round."""
        course = self.course
        self.prepare()
        course.take("13", "call", law=ANY, call="place-your-bets")
        self.betting()
        course.take("13", "call", law=ANY, call="no-more-bets")
        self.close()
        self.deal()
        self.ask_insurance()
        self.ask_surrender()
        if not (peeked := self.peek()):
            for place in self.places.values():  # 6.3
                self.decisions(place)
        self.bank_plays(peeked)
        self.settle(peeked)

    def deal(self) -> None:
        """Two cards for each place and one or two for the bank, by the procedure of the house."""
        course, rules = self.course, self.rules
        procedure, box = rules["procedure"], rules["device"] == "box"
        covers: set[str] = set()
        for nth in (0, 1):
            rule = {1: "5.2.1.(2)" if box else "5.2.1.(1)", 2: "5.2.2.(1)",
                    3: f"5.2.3.({nth + 1})"}[procedure]
            covered = procedure == 1 or (
                procedure == 3 and rules["face_down"] in ("both", ("first", "second")[nth]))
            for place in self.places.values():
                holds = any(bettor.player == place.holder for bettor in place.bettors)
                if not place.hands:
                    hand = Hand(place.seat, stakes={bettor.player: bettor.bet
                                                    for bettor in place.bettors})
                    place.hands.append(hand)
                    self.hands[hand.name] = hand
                hand = place.hands[0]
                seen_by = (place.holder if holds else "") if covered else None
                held = f"{rule} 5.1 5.2.3.(5)" if procedure == 3 else f"{rule} 5.1"
                hand.cards.append(course.deal(held, place.seat, law=ANY, seen_by=seen_by))
                if covered:
                    hand.covered.add(nth)
                    covers.add(place.seat)
                place.first = hand.cards[:]
            if nth == 0 or procedure == 3 or box:
                self.bank.append(course.deal(f"{rule} 5.1", "bank", law=ANY,
                                             seen_by=None if nth == 0 else ""))
        course.event()
        course.hold("6.5", sorted(self.said["6.5"]), sorted(
            place.seat for place in self.places.values()
            if place.seat not in covers or self.decider(place) != place.holder))  # ir/84

    # Questions to all

    def ask_insurance(self) -> None:
        """Insurance against an ace, of every bettor (12.1, ir/67), and even money for a Black Jack
        against an ace or a card of value ten (10.3)."""
        course, ace = self.course, self.bank[0][0] == "A"
        due: dict[tuple[str, str, str], int] = {}
        for place in self.places.values():
            if place.hands[0].blackjack() and worth(self.bank[0]) in (1, 10):
                due["even-money", place.seat, self.decider(place)] = 0
            for bettor in place.bettors if ace else ():
                due["insure", place.seat, bettor.player] = bettor.bet
        open_still = dict(due)
        while course.step().get("window") == "insurance":
            found = set()
            for offer in course.step()["offers"]:
                key = offer["act"], offer["seat"], offer["player"]
                if offer["act"] in ("insure", "even-money"):
                    found.add(key)
                if offer["act"] == "insure":
                    bet = due.get(key, 0)
                    course.hold("12.1-2", (offer["low"], offer["high"]),
                                (bet // 2, bet if self.rules["insurance_full"] else bet // 2))
            course.hold("12 12.1 10.3", set(open_still) <= found <= set(due), True)
            course.at += 1
            answer = course.event().get("answer") or {}
            course.at += 1
            if answer.get("answer") == "timeout":
                open_still.clear()
                break
            act, seat, player = answer["act"], answer["seat"], answer["player"]
            place = self.places[seat]
            for key in [key for key in open_still if key[1:] == (seat, player)]:
                del open_still[key]
            if act == "insure":
                mark = place.of(player).mark
                course.event()
                course.hold("12.1", self.extra[f"{seat}{mark}/insurance", player][-1:][0][:2],
                            ("stake", answer["amount"]))
            elif act == "even-money":
                self.deciding(place, player)
                course.hold("10.3", place.hands[0].blackjack(), True)
                for key in [key for key in due if key[1] == seat]:
                    del due[key]
                    open_still.pop(key, None)
                self.end(place, place.hands[0], "even-money", "10.3 10.1",
                         lambda stake: [("pay", stake), ("return", stake)])
        course.hold("12.1 10.3", open_still, {})

    def alive(self) -> list[Place]:
        return [place for place in self.places.values()
                if any(not hand.state for hand in place.hands)]

    def ask_surrender(self) -> None:
        """Surrender before any additional card, not against an ace (18). Where it is not asked of
        all, a place is asked when it decides first."""
        course = self.course
        may = self.rules["surrender"] and self.bank[0][0] != "A"
        while course.step().get("window") == "surrender":
            course.hold("18 18.1 21.2", may, True)
            offers = course.step()["offers"]
            found = {offer["seat"] for offer in offers if offer["act"] == "surrender"}
            for offer in offers:
                self.deciding(self.places[offer["seat"]], offer["player"])
            must = {place.seat for place in self.alive()
                    if not place.asked and not place.hands[0].blackjack()}
            course.hold("18 18.1 18.2", must <= found, True)
            course.at += 1
            answer = course.event().get("answer") or {}
            course.at += 1
            if answer.get("answer") == "timeout":
                for place in self.places.values():
                    place.asked = True
                break
            place = self.places[answer["seat"]]
            place.asked = True
            if answer["act"] == "surrender":
                self.surrender(place)

    def surrender(self, place: Place) -> None:
        """Half of the bet is lost, of every bettor (18.1, ir/82)."""
        self.course.hold("18.2", self.drawn, 0)
        self.end(place, place.hands[0], "surrendered", "18.1 18",
                 lambda stake: [("collect", stake // 2), ("return", stake // 2)])

    def end(self, place: Place, hand: Hand, result: str, rules: str,
            money: Callable[[int], list[tuple[str, int]]]) -> None:
        """A hand that ends before the bank plays: the result, then what each bettor gets or
        loses."""
        course = self.course
        named = {"result": result} if result else {}
        course.take(rules, "result", law=ANY, hand=hand.name, **named)
        found: dict[str, list[tuple[str, int]]] = defaultdict(list)
        while (step := course.step()).get("step") == "move" and \
                step["bet"].partition("+")[0] == hand.name:
            found[step["player"]].append((step["kind"], step["amount"]))
            course.follow(step)
            course.at += 1
        course.hold(rules, dict(found),
                    {player: money(stake) for player, stake in hand.stakes.items()})
        if result == "bust":
            course.hold("6.2-2", hand.covered, set())
        hand.state = result or "claimed"

    def peek(self) -> bool:
        """In the third procedure the bank looks at its hole card under an ace or a card of value
        ten; with a Black Jack the round ends (5.2.3.(3), 5.2.3.(4), ir/59)."""
        course = self.course
        due = self.rules["procedure"] == 3 and worth(self.bank[0]) in (1, 10)
        looks = course.step().get("what") == "peek"
        course.hold("5.2.3.(3)", looks, due)
        if not looks:
            return False
        course.at += 1
        for place in self.places.values():
            place.asked = True  # 18: nobody may surrender after the look
        return natural(self.bank)

    # Decisions

    def decisions(self, place: Place) -> None:
        """The decisions of a place, hand by hand (6, 16, 17)."""
        course = self.course
        hand = place.hands[0]
        if hand.state:
            return
        if hand.blackjack():
            # ir/107: a Black Jack that lies face down is asked to stand.
            if course.step().get("window", "").startswith(f"{place.seat}:"):
                acts = [offer["act"] for offer in course.step()["offers"]]
                course.hold("6.4.(1)", acts, ["stand"])
                course.at += 2
            return
        at = 0
        while at < len(place.hands):
            self.play(place, place.hands[at])
            at += 1

    def choices(self, place: Place, hand: Hand) -> dict[str, str]:
        """What may be decided on a hand, each with its rule."""
        rules, points, found = self.rules, total(hand.cards), {}
        two, ace = len(hand.cards) == 2, self.bank[0][0] == "A"
        if len(hand.cards) == 5 and points <= 21 and not ace:
            found["claim"] = "19.1"
        if points < 21 and not hand.aces:
            found["hit"] = "6.2"
        if points < 21 and two and not hand.aces:
            if hand.split:
                allowed, rule = rules["double_split"], "17.1.2"
            elif rules["double_any"]:
                allowed, rule = True, "17.1.1"
            else:
                allowed, rule = rules["double_eleven"] and points == 11, "17.1.3"
            if allowed:
                found["double"] = rule
        most = rules["max_hands"] or (5 if rules["procedure"] == 3 else 4)  # ir/109
        if points < 21 and two and len(place.hands) < most:
            first, second = hand.cards
            same = (worth(first) == worth(second) if rules["split_by"] == "value"
                    else first[0] == second[0])  # ir/76
            if hand.split:
                same = same and (rules["resplit_aces"] if hand.aces
                                 else rules["resplit"] and not place.declined)  # ir/77
            if same:
                found["split"] = ("16.3" if hand.aces else "16.5") if hand.split else "16.1"
        if two and not hand.split and not place.asked and rules["surrender"] and not ace:
            self.course.hold("18.2", self.drawn, 0)
            found["surrender"] = "18.1"
        return found | {"stand": "6.2"} if found else {}

    def play(self, place: Place, hand: Hand) -> None:
        """All decisions of one hand."""
        course = self.course
        if len(hand.cards) == 1:
            self.second(place, hand)
        while not hand.state and (choices := self.choices(place, hand)):
            step = course.step()
            offers = {"claim" if offer["law"].endswith("/19.1") else offer["act"]: offer
                      for offer in step.get("offers", ())}
            held = "6.2 6.3 6.4 6.4.(1) 6.4.(3) 16 17 17.1 17.1.3 19.1 19.2 19 18.1"
            if hand.split:
                held += " 16.3 16.4 16.5 5.2.3.(7) 17.1.2"
            elif len(hand.cards) == 2:
                held += " 16.1 17.1.1 18 18.2 21.2"
            found = step.get("window", "").rpartition(":")[0], sorted(offers)
            if not self.verdict.hold(held, found, (hand.name, sorted(choices)), course.at):
                raise Astray
            decider = place.of(self.decider(place))
            for act, offer in offers.items():
                self.deciding(place, offer["player"])
                if act in ("double", "split"):
                    course.hold("17.1" if act == "double" else "16.2", offer["cost"], decider.bet)
            course.at += 1
            if incident := course.event().get("incident"):
                course.at += 1
                if incident["kind"] != "misdrawn-seen":
                    raise Astray
                course.take("5.1.1", "deal", ANY, to="spoilt")  # ir/111
                continue
            answer = course.event().get("answer") or {}
            course.at += 1
            act = answer.get("act", "stand")  # ir/88
            if act in offers and offers[act]["law"].endswith("/19.1"):
                act = "claim"
            course.hold("6.3", act in choices, True)
            refused = reading(self.rules, "split_refused")
            if "split" in choices and act != "split" and refused != "that-hand" and (
                    answer.get("answer") == "act" or refused == "silence-too"):
                # 16.5, ir/77: a refusal is final, but for aces. ir/397
                place.declined = place.declined or (hand.split and not hand.aces)
            place.asked = True
            match act:
                case "hit":
                    self.card("6.2", hand)
                case "double":
                    self.stake(place, hand, hand, choices["double"])
                    self.card("17.2 6.4.(2)", hand)
                    if not hand.split:
                        place.protected = ("17.3" if choices["double"] == "17.1.1" else "10.7"
                                           if self.rules["eleven_protected"] else "")
                case "split":
                    self.split(place, hand, choices["split"])
                case "surrender":
                    self.surrender(place)
                case "claim":
                    self.end(place, hand, "", "19.1 19",
                             lambda stake: [("pay", stake // 2), ("return", stake)])
            if total(hand.cards) > 21:
                self.end(place, hand, "bust", "7.2 6.2-2", lambda stake: [("collect", stake)])
            if act in ("stand", "double"):
                course.event()
                course.hold("6.4.(2)" if act == "double" else "6.3",
                            course.step().get("window", "").startswith(f"{hand.name}:"), False)
                return

    def card(self, rules: str, hand: Hand) -> None:
        """One more card, open."""
        hand.cards.append(self.course.deal(rules, hand.name, law=ANY, seen_by=None))
        hand.last = self.course.at - 1
        self.drawn += 1

    def second(self, place: Place, hand: Hand) -> None:
        """The second card of a split hand."""
        self.card("16.3 6.4.(3)" if hand.aces else "16.4", hand)
        place.pairs.append(hand.cards[:])
        place.third = place.third or hand.cards[1]

    def stake(self, place: Place, hand: Hand, on: Hand, rule: str) -> None:
        """Who decides stakes an initial bet more; the others on the hand follow or not (20.1,
        ir/82)."""
        course = self.course
        rules = f"{rule} 16.2" if on is not hand else f"{rule} 17.1 17"
        self.lay(place.of(self.decider(place)), on, rules)
        asked = {bettor.player: bettor for bettor in place.bettors
                 if bettor.player in hand.stakes and bettor.player != self.decider(place)}
        while asked:
            offers = {(offer["act"], offer["player"], offer.get("cost", 0))
                      for offer in course.step().get("offers", ())}
            course.hold("20.1", offers, {
                (act, bettor.player, cost) for bettor in asked.values()
                for act, cost in (("follow", bettor.bet), ("no-follow", 0))})
            course.at += 1
            answer = course.event().get("answer") or {}
            course.at += 1
            if answer.get("answer") != "act":  # ir/88
                return
            bettor = asked.pop(answer["player"])
            if answer["act"] == "follow":
                self.lay(bettor, on, rules)

    def lay(self, bettor: Bettor, hand: Hand, rules: str) -> None:
        """One more initial bet on a hand."""
        self.course.take(rules, "move", law=ANY, kind="stake", bet=hand.name + bettor.mark,
                         player=bettor.player, amount=bettor.bet)
        hand.stakes[bettor.player] = hand.stakes.get(bettor.player, 0) + bettor.bet

    def split(self, place: Place, hand: Hand, rule: str) -> None:
        """A pair becomes two hands (16)."""
        course, seat, old = self.course, place.seat, hand.name
        into = ((old, f"{seat}.{len(place.hands) + 1}") if hand.split
                else (f"{seat}.1", f"{seat}.2"))
        course.event()
        course.hold("16.1", hand.covered, set())
        course.take(f"{rule} 16", "part", law=ANY, hand=old, into=into)
        first, second = hand.cards
        aces = first[0] == "A"
        other = Hand(into[1], [second], split=True, aces=aces)
        hand.name, hand.cards, hand.split, hand.aces = into[0], [first], True, aces
        self.hands[hand.name], self.hands[other.name] = hand, other
        for bettor in place.bettors if old != hand.name else ():
            lying = course.lying.pop((old + bettor.mark, bettor.player))
            course.lying[hand.name + bettor.mark, bettor.player] = lying
        self.stake(place, hand, other, rule)
        place.hands.append(other)
        self.second(place, hand)

    # The bank and the end

    def bank_plays(self, peeked: bool) -> None:
        """All points are said, then the bank takes its second card or turns it up, and draws (6.1,
        7.1, ir/60, ir/62)."""
        course, rules, bank = self.course, self.rules, self.bank
        course.event()
        if not peeked:
            course.hold("7.1 7.1-2", sorted(self.said["7.1-2"]), sorted(
                hand.name for place in self.places.values() for hand in place.hands
                if not hand.state))
        if len(bank) == 2:
            course.take("5.2.3.(4)" if peeked else "7.1", "reveal", law=ANY, hand="bank", index=1,
                        card=bank[1])
        else:
            if rules["burn_each"] == "start-and-bank":
                course.deal("4.2", "burn", law=ANY)
            rule = "5.2.2.(2)" if rules["procedure"] == 2 else "5.2.1.(1)"
            bank.append(course.deal(f"{rule} 7.1", "bank", law=ANY, seen_by=None))
        while total(bank) <= 16 or (rules["hit_soft_17"] and len(bank) == 2
                                    and {card[0] for card in bank} == {"6", "A"}):
            bank.append(course.deal("6.1 6.6", "bank", law=ANY, seen_by=None))
        if course.step().get("what") == "bank-stands":
            drew = course.take("6.1", "handle", ANY).get("incident")
            if drew:
                self.drew_too_much(drew["kind"] == "bank-drew-unseen")
        facts = course.step().get("facts") or {}
        course.hold("6.1 6.6 7.1-2", facts.get("total"), total(bank))
        course.take("6.1", "result", law=ANY, hand="bank", result=(
            "blackjack" if natural(bank) else "bust" if total(bank) > 21 else "stands"))

    def settle(self, peeked: bool) -> None:
        """Every bet that is left."""
        course = self.course
        found: dict[tuple[str, str], list[tuple[str, int]]] = defaultdict(list)
        results: dict[str, str] = {}
        while step := course.step():
            if step["step"] == "move":
                found[step["bet"], step["player"]].append((step["kind"], step["amount"]))
            elif step["step"] == "result":
                results[step["hand"]] = step["result"]
            else:
                raise Astray
            course.follow(step)
            course.at += 1
        for place in self.places.values():
            for hand in place.hands:
                if not hand.state:
                    self.decided(place, hand, results.pop(hand.name, ""), found)
                self.special(place, hand)
            if natural(self.bank) and not place.hands[0].blackjack():
                for bettor in place.bettors:
                    self.lost_to_black_jack(place, bettor, found, peeked)
        course.hold("9", (results, dict(found)), ({}, {}))
        self.nothing_undone(natural(self.bank))
        self.insurances()
        self.additional()
        self.streaks()
        course.hold("9 13", course.at_stake(), {})

    def outcome(self, hand: Hand) -> tuple[int, str]:
        """How a hand ends against the bank's, and the rules that say it."""
        return outcome(hand.state, hand.cards, hand.split, self.bank, self.rules)

    def decided(self, place: Place, hand: Hand, result: str,
                found: dict[tuple[str, str], list[tuple[str, int]]]) -> None:
        """A hand against the bank's."""
        wins, rules = self.outcome(hand)
        tie = "collect" if reading(self.rules, "tie") == "lost" else "return"  # ir/66
        self.course.hold(rules, result, ("lost", "tie", "blackjack" if hand.blackjack()
                                         else "won")[wins + 1])
        if natural(self.bank) and wins < 0:
            return
        for player, stake in hand.stakes.items():
            prize = stake * 3 // 2 if hand.blackjack() else stake
            expected = ([("pay", prize), ("return", stake)] if wins > 0
                        else [(tie if wins == 0 else "collect", stake)])
            self.course.hold(rules, found.pop((hand.name + place.of(player).mark, player), []),
                             expected)

    def lost_to_black_jack(self, place: Place, bettor: Bettor,
                           found: dict[tuple[str, str], list[tuple[str, int]]],
                           peeked: bool) -> None:
        """What the bank's Black Jack takes: all bets (12.2-2), but one initial bet of who split
        (16.6, ir/78) or doubled by 17.1.1 or 17.1.2 (17.3), and where the house says so of who
        doubled an eleven (10.7, ir/65)."""
        alive = early = 0
        moved: dict[str, int] = defaultdict(int)
        for hand in place.hands:
            ties = not hand.state and self.outcome(hand)[0] == 0  # ir/64
            stake = 0 if ties else hand.stakes.get(bettor.player, 0)
            alive += 0 if hand.state else stake
            early += stake if hand.state == "bust" else 0
            for kind, amount in found.pop((hand.name + bettor.mark, bettor.player), []):
                moved[kind] += amount
        whole = len(place.hands) == 1 and not place.protected
        loses = alive + early if whole else min(alive + early, bettor.bet)
        rules = "12.2-2"
        if len(place.hands) > 1:
            rules += " 16.6"
        rules += " 17.3" if any(hand.split for hand in place.hands) else ""
        if place.protected:
            rules += f" {place.protected}"
        if peeked:
            rules += " 5.2.3.(4)"
        self.course.hold(f"{rules} 10.7", (moved["collect"] + moved["return"],
                                           early + moved["collect"] - moved["restore"]),
                         (alive, loses))

    def special(self, place: Place, hand: Hand) -> None:
        """6-7-8 of one suit and three sevens: three times the initial bet, at once (15, ir/75)."""
        course = self.course
        due = self.rules["special_prizes"] and special(hand.cards)
        for bettor in place.bettors:
            key = f"{hand.name}{bettor.mark}/special", bettor.player
            found = self.extra.pop(key, [])
            expected = [("pay", 3 * bettor.bet)] if due and bettor.player in hand.stakes else []
            course.hold("15 21.2", [part[:2] for part in found], expected)
            for _, _, at in found:
                between = {(event.get("step") or {}).get("step")
                           for event in self.round.events[hand.last + 1:at]}
                course.hold("15", between & {"deal", "listen"}, set())

    def additional(self) -> None:
        """The additional bets that one round decides (13.1 to 13.4, 14)."""
        course = self.course
        for (bet, player), amount in self.sides.items():
            where, _, kind = bet.partition("/")
            if group(kind) == "streak":
                continue
            moves = self.extra.pop((bet, player), [])
            place = self.places[where.partition("+")[0]]
            wins = prizes(kind, place.first, place.pairs, place.third, self.rules)
            paid = sorted(put for what, put, _ in moves if what == "pay")
            rules = {"pair": "13.1 13.1.(1) 13.1.(2) 14.1", "over": "13.3 14.3",
                     "sevens": "13.2 13.2.(1) 13.2.(2) 14.2 14.2.1 14.2.2 14.2.3 14.2.4",
                     "perfect": "13.4 13.4.(1) 13.4.(2) 13.4.(3) 14.4 14.4.1 14.4.2 14.4.3"}
            course.hold(f"{rules[group(kind)]} 13 14", paid,
                        sorted(amount * odds for _, odds in wins))
            for named, odds in wins:
                course.hold(named, amount * odds in paid, True)
            rest = [(what, put) for what, put, _ in moves if what != "pay"]
            course.hold(f"{rules[group(kind)]} 13", rest,
                        [(self.back() if wins else "collect", amount)])

    def streak_result(self, hand: Hand) -> int:
        """What a hand is for a streak. ir/73: even money and five cards are wins, or nothing."""
        claimed = hand.state in ("even-money", "claimed")
        nothing = claimed and reading(self.rules, "streak_claims") == "no-result"
        return 0 if nothing else self.outcome(hand)[0]

    def streaks(self) -> None:
        """Bets on wins in a row (13.5, 16.7, 18.3, 11.2, ir/73, ir/79)."""
        course = self.course
        goes_on: dict[str, int] = {}
        held = {}
        for (bet, player), amount in self.sides.items():
            where, _, kind = bet.partition("/")
            if group(kind) != "streak":
                continue
            moves = [part[:2] for part in self.extra.pop((bet, player), [])]
            seat, number = where.partition("+")[0], int(kind[-1])
            wins = self.running.get(seat, 0)
            rules = f"13.5 13.5.(1) 13.5.(2) 13.5.(1).{'i' * (number - 1) if number < 5 else 'iv'}"
            place = self.places.get(seat)
            if place is None or all(bettor.player != player for bettor in place.bettors):
                course.hold(f"{rules} 13.5.(2).vi", moves, [("collect", amount)])
                continue
            won, lost = (sum(self.streak_result(hand) == value for hand in place.hands)
                         for value in (1, -1))
            # ir/79: more wins than losses, or more than half of all hands
            ahead = won > lost and (reading(self.rules, "split_majority") != "of-all"
                                    or 2 * won > len(place.hands))
            if len(place.hands) > 1:
                rules += " 16.7 16.7.1 16.7.2 16.7.3"
            elif place.hands[0].state == "surrendered":
                rules += " 18.3"
            if won < lost:
                course.hold(f"{rules} 13.5.(2).ii", moves, [("collect", amount)])
                continue
            wins += ahead
            rules += " 13.5.(2).i 13.5.(2).iv" + ("" if ahead else " 11.2")
            rule, odds = STREAKS[number]
            if ahead and wins == number:
                course.hold(f"{rules} 14.5 {rule}", moves,
                            [("pay", odds * amount), (self.back(), amount)])
                continue
            course.hold(f"{rules} 14.5 {rule}", moves, [])
            held[bet, player] = amount
            goes_on[seat] = wins
            button, facts = self.buttons.get(seat, ("", {}))
            course.hold("13.5.(2).iii 13.5.(2)", (button, facts),
                        ("button-moves", {"to": wins + 1}) if ahead
                        else ("button-stays", {"wins": wins}))
        if (after := self.round.after) is not None:
            course.hold("13.5.(2).v 13.5.(2).iii", (
                {str(seat): wins for seat, wins in (after.get("streaks") or {}).items()},
                {(bet, player): amount for bet, player, amount in after.get("held") or ()}),
                (goes_on, held))
