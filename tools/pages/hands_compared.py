"""Compares random hands with PokerKit: ``python -m tools.pages.hands_compared FILE``.

FILE is docs/hand-histories.md; the table between its two marks is replaced. PokerKit is the
reference implementation of the PHH format. It plays random hands of four games: two to ten players,
stacks from half a blind to 200 blinds, antes, straddles and posts of players who join. Each hand is
read from the file that PokerKit writes and played again here. Where the chips differ from the
default, one of the named causes must explain it; the table of the page counts them.
"""

from __future__ import annotations

import random
import sys
import warnings
from collections import Counter
from collections.abc import Iterable
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from pokerkit import (
    Automation,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    HandHistory,
    Mode,
    NoLimitTexasHoldem,
    PotLimitOmahaHoldem,
    State,
)

from sabot.families.poker.lows import eight_or_better
from sabot.families.pokertable import phh, phh_replay
from sabot.families.pokertable.hand_values import strengths
from sabot.families.pokertable.phh_replay import OpenRule, Replay
from sabot.families.pokertable.pots import merged_pots, side_pots

GAMES = {"NT": NoLimitTexasHoldem, "PO": PotLimitOmahaHoldem, "FT": FixedLimitTexasHoldem,
         "FO/8": FixedLimitOmahaHoldemHighLowSplitEightOrBetter}
HANDS = 2_000
"""The number of hands of the page."""
BEGIN, END = "<!-- compared: begin -->", "<!-- compared: end -->"
AUTOMATIC = tuple(Automation)


class Cause(Enum):
    """Why a hand of PokerKit comes to other chips than by the default rules; the value is the text
    of the page."""

    BIG_BLIND_IN_FULL = "a short big blind is called in full"
    ODD_CHIPS_TOGETHER = "the odd chips of several pots go to the first winner"
    FIRST_TO_ACT_OF_FILE = ("an ante took all that the player of the big blind had, and PokerKit "
                            "lets another player act first")
    LOW_HALF_WITHOUT_LOW = ("PokerKit also halves a side pot in which nobody has a low hand, if "
                            "somebody outside it has one")


class Outcome(NamedTuple):
    """A compared hand: its game, its file, the causes of differences, and what is unexplained."""

    game: str
    text: str
    causes: tuple[Cause, ...]
    unexplained: str = ""


def random_hand(seed: int) -> HandHistory:
    """A random hand, played to its end by PokerKit, as a file with each player's stack after it."""
    chance = random.Random(seed)
    code = chance.choice(tuple(GAMES))
    count = chance.randint(2, 10 if code in ("NT", "FT") else 9)
    big = chance.choice((2, 4, 10))
    ante = chance.choice((0, 0, 0, 1, 2, 3))
    antes, blinds = [ante] * count, [big // 2, big] + [0] * (count - 2)
    trimmed = chance.random() < 0.2
    if not trimmed and chance.random() < 0.1:  # the big blind's ante for the whole table
        antes = [0, big] + [0] * (count - 2)
    if count > 3:
        post = chance.randrange(2, count)
        place, amount = chance.choice(((2, 2 * big), (-1, 2 * big), (post, -big), *[(2, 0)] * 5))
        blinds[place] = amount
    stacks = [chance.choice((big // 2, big, chance.randint(1, big), chance.randint(big, 12 * big),
                             *[chance.randint(20 * big, 200 * big)] * 2)) for _ in range(count)]
    fixed = code.startswith("F")
    sizes = (big, 2 * big) if fixed else (big,)
    game = GAMES[code](AUTOMATIC, trimmed, antes, blinds, *sizes, mode=Mode.CASH_GAME)
    random.seed(seed)  # the pack
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of chips that nobody wins: LOW_HALF_WITHOUT_LOW
        state = game(stacks, count)
        while state.status:
            _decide(state, chance, fixed)
    return HandHistory.from_game_state(game, state, ante_trimming_status=trimmed,
                                       finishing_stacks=list(state.stacks))


def _decide(state: State, chance: random.Random, fixed: bool) -> None:
    draw = chance.random()
    if draw < 0.35 and state.can_complete_bet_or_raise_to():
        least, most = (state.min_completion_betting_or_raising_to_amount,
                       state.max_completion_betting_or_raising_to_amount)
        assert least is not None and most is not None
        # PokerKit lets players bet the pot in fixed-limit Omaha.
        state.complete_bet_or_raise_to(
            least if fixed else chance.choice((least, most, chance.randint(least, most))))
    elif draw < 0.5 and state.checking_or_calling_amount:
        state.fold()
    else:
        state.check_or_call()


def compare(seed: int) -> Outcome:
    """Plays a random hand of PokerKit again, and explains what differs."""
    history = random_hand(seed)
    text = history.dumps()
    try:
        hand = phh.read(text)
        played = phh_replay.replay(hand)
    except phh.BadHand as why:
        return Outcome(history.variant, text, (), str(why))
    differences = played.differences(hand)
    if not differences:
        return Outcome(history.variant, text, tuple(map(_cause, played.rules)))
    if hand.code.low and _with_halved_side_pots(hand, played) == hand.finishing:
        return Outcome(history.variant, text, (Cause.LOW_HALF_WITHOUT_LOW,))
    return Outcome(history.variant, text, (), differences)


def _cause(rule: OpenRule) -> Cause:
    return Cause[rule.name]


def _with_halved_side_pots(hand: phh.Hand, played: Replay) -> tuple[int, ...]:
    """The stacks if every pot is halved as soon as anybody has a low hand, and a low half that
    nobody in its pot can win is divided among those who can win the pot."""
    r, unit = played.final, hand.unit
    high = strengths(hand.code.variant, {place: r.cards[place] for place in r.live}, r.board)
    lows = {place: low for place in r.live if (low := eight_or_better(
        r.cards[place], r.board, hand.code.variant.use)) is not None}
    bets = {place: put - played.back[place - 1] for place, put in played.put.items()}
    folded = {place for place in range(1, len(hand.stacks) + 1) if place not in r.live}
    pots = side_pots({**dict.fromkeys(r.live, 0), **bets}, folded, sum(played.dead.values()),
                     for_all=True)

    def best(places: Iterable[int]) -> list[int]:
        places = list(places)
        return [place for place in places
                if high[place] == max(high[other] for other in places)]

    def lowest(places: Iterable[int]) -> list[int]:
        in_pot = [place for place in places if place in lows]
        return [place for place in in_pot if lows[place] == min(lows[other] for other in in_pot)]

    winners = {place for pot in pots for place in (*best(pot.eligible), *lowest(pot.eligible))}
    stacks = [stack - played.put.get(n, 0) - played.dead.get(n, 0) + played.back[n - 1]
              for n, stack in enumerate(hand.stacks, start=1)]
    for pot in merged_pots(pots, winners):
        low_half = pot.amount // 2 // unit * unit if lows else 0
        for amount, places in ((pot.amount - low_half, best(pot.eligible)),
                               (low_half, lowest(pot.eligible) or list(pot.eligible))):
            each = amount // len(places) // unit * unit
            for place in places:
                stacks[place - 1] += each
            stacks[places[0] - 1] += amount - each * len(places)
    return tuple(stacks)


def count(outcomes: Iterable[Outcome]) -> dict[str, Counter[str]]:
    """By game, the number of hands, of those that agree by default, and of each cause."""
    counts: dict[str, Counter[str]] = {game: Counter() for game in GAMES}
    for outcome in outcomes:
        row = counts[outcome.game]
        row["hands"] += 1
        row["same"] += not outcome.causes and not outcome.unexplained
        row["unexplained"] += bool(outcome.unexplained)
        for cause in outcome.causes:
            row[cause.name] += 1
    return counts


def render_table(counts: dict[str, Counter[str]]) -> str:
    """The table of the page."""
    heads = ["", *counts, "together"]

    def line(title: str, key: str) -> str:
        numbers = [row[key] for row in counts.values()]
        return "| " + " | ".join([title, *(f"{n:,}" for n in (*numbers, sum(numbers)))]) + " |"

    lines = ["| " + " | ".join(heads) + " |", "|---|" + "---:|" * (len(heads) - 1),
             line("hands", "hands"), line("the same chips by the default rules", "same")]
    lines += [line(cause.value, cause.name) for cause in Cause]
    lines.append(line("not explained", "unexplained"))
    return "\n".join(lines)


def table_of(page: str) -> str:
    """The table that a page has now."""
    return page.partition(BEGIN)[2].partition(END)[0].strip()


def main(path: Path) -> None:
    """Write the table into the page."""
    page = path.read_text("utf-8")
    table = render_table(count(map(compare, range(HANDS))))
    before, after = page.partition(BEGIN)[0], page.partition(END)[2]
    path.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
