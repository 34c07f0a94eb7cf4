"""Which hands win and what the additional bets earn by Despacho 57/2009 (articles 9 to 11, 13 and
14), for its oracle. Like that, it has nothing of the program."""

from __future__ import annotations

from collections.abc import Sequence

from judging import Json
from judging_blackjack_hands import natural, total, worth

KINDS = {"pair": "any_pair", "sevens": "sevens", "over": "over_under", "under": "over_under",
         "perfect": "perfect_pair", "streak2": "winning_streak", "streak3": "winning_streak",
         "streak4": "winning_streak", "streak5": "winning_streak"}
"""The additional bets, each with the option that offers it."""
BETS = {"pair": "13.1", "sevens": "13.2", "over": "13.3", "under": "13.3", "perfect": "13.4",
        "streak2": "13.5.(1)", "streak3": "13.5.(1)", "streak4": "13.5.(1)", "streak5": "13.5.(1)"}
STREAKS = {2: ("14.5.1", 3), 3: ("14.5.2", 8), 4: ("14.5.3", 18), 5: ("14.5.4", 38)}
"""The rule of a streak's prize, and how many times the bet it is."""
RED = "HD"

OTHER_SIDE = {"over": "under", "under": "over"}
READINGS = ("bank_over", "tie", "split_21", "suits_of_sevens", "streak_claims", "split_majority",
            "white_card", "side_hands", "over_under_bets", "two_aces", "split_refused",
            "side_stakes", "burned_card")
"""The options of ``rules.readings`` that the oracle honours."""

Prizes = list[tuple[str, int]]
"""What a bet wins: rules and how many times the bet. Empty if it is lost."""


def reading(rules: Json, name: str) -> str:
    """The reading that a table has chosen, "" for the usual one."""
    return str(rules.get("readings", {}).get(name, ""))


def on_any_hand(kind: str, rules: Json) -> bool:
    """Whether an additional bet may lie on the hand of somebody else (13, ir/394)."""
    match reading(rules, "side_hands"):
        case "own":
            return False
        case "every-kind":
            return group(kind) != "streak"
        case _:
            return kind == "pair"


def group(kind: str) -> str:
    """The five kinds of article 13: over and under are one, and so are all streaks (ir/68)."""
    return "over" if kind == "under" else kind.rstrip("2345")


def pair(first: str, second: str) -> bool:
    """Two cards of one rank (13.1.(1))."""
    return first[0] == second[0]


def any_pair(cards: Sequence[str], split: Sequence[Sequence[str]], rules: Json) -> Prizes:
    """11 to 1 for the first two cards, and again for each pair that the first two cards of a split
    hand form (13.1, 14.1, ir/69)."""
    if not pair(*cards):
        return []
    again = 0 if rules["pair_pays_once"] else sum(pair(*two) for two in split if len(two) == 2)
    return [("14.1 13.1.(1)", 11), *[("14.1 13.1.(2)", 11)] * again]


def sevens(cards: Sequence[str], third: str, rules: Json) -> Prizes:
    """The largest combination of sevens: two, or three with the first card that came after a split
    (13.2, 14.2, ir/70). ir/74: three of different suits are not all of one, or all different."""
    if cards[0][0] != "7" or cards[1][0] != "7":
        return []
    held = [*cards, third] if third.startswith("7") else list(cards)
    suits = len({card[1] for card in held})
    if len(held) == 3 and suits == 2 and reading(rules, "suits_of_sevens") == "all-different":
        held = held[:2]
        suits = len({card[1] for card in held})
    alike = suits == 1
    if len(held) == 3:
        return [("14.2.4 13.2.(2)", 5000)] if alike else [("14.2.3 13.2.(2)", 500)]
    return [("14.2.2 13.2.(1)", 150)] if alike else [("14.2.1 13.2.(1)", 50)]


def thirteen(cards: Sequence[str], over: bool, rules: Json) -> Prizes:
    """Over or under 13, an ace as 1 or as it suits the bet (13.3, 14.3, ir/71). ir/396: two aces
    are 2 or 12, as in a hand, or 22."""
    low = sum(map(worth, cards))
    points = total(cards) if over and rules["thirteen_ace"] == "any" else low
    if points == 12 and low == 2 and reading(rules, "two_aces") == "22":
        points = 22
    return [("14.3", 1)] if (points > 13 if over else points < 13) else []


def perfect(cards: Sequence[str], rules: Json) -> Prizes:
    """A mixed, colour or perfect pair: the highest, or every one (13.4, 14.4, ir/72)."""
    if not pair(*cards):
        return []
    suits = [card[1] for card in cards]
    mixed: Prizes = [("14.4.1 13.4.(1)", 5)]
    if suits[0] == suits[1]:
        found: Prizes = [("14.4.3 13.4.(3)", 25)]
    elif (suits[0] in RED) == (suits[1] in RED):
        found = [("14.4.2 13.4.(2)", 12)]
    else:
        return mixed
    return found + mixed if rules["perfect_pair_all"] else found


def prizes(kind: str, cards: Sequence[str], split: Sequence[Sequence[str]], third: str,
           rules: Json) -> Prizes:
    """What an additional bet that one round decides wins on a place: ``cards`` are its first two,
    ``split`` the first two of each hand that a split made, ``third`` the first card after that."""
    match kind:
        case "pair":
            return any_pair(cards, split, rules)
        case "sevens":
            return sevens(cards, third, rules)
        case "perfect":
            return perfect(cards, rules)
        case _:
            return thirteen(cards, kind == "over", rules)


def outcome(state: str, cards: Sequence[str], split: bool, bank: Sequence[str], rules: Json
            ) -> tuple[int, str]:
    """Whether a hand wins (1), ties (0) or loses (-1), and the rules that say it. ``state`` is how
    it ended before the bank played, if it did."""
    if state:
        return {"bust": (-1, "7.2"), "surrendered": (-1, "18")}.get(state, (1, "10.3"))
    mine, banks = total(cards), total(bank)
    if natural(cards) and not split:
        if natural(bank):
            return 0, "11.1.1 11.1 11"
        return 1, "10.5 10.2" if banks == 21 else "10.2 10.1"
    apart = " 10.6-2" if natural(cards) else ""
    if natural(bank) and apart and reading(rules, "split_21") == "ties":
        return 0, "11.1.2 11.1 11" + apart  # ir/64
    if natural(bank):
        return -1, ("10.6" if mine == 21 else "12.2-2") + apart  # ir/64
    if mine == banks:
        return 0, "11.1.2 11.1 11" + apart  # ir/66
    if banks > 21 and reading(rules, "bank_over") == "wins":
        return -1, "9" + apart  # ir/63: more points
    if banks > 21 or mine > banks:  # ir/63
        return 1, ("10.4 9" if mine == 21 and not apart else "9") + apart
    return -1, "9" + apart
