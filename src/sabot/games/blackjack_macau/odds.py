"""Exact odds of Macau's additional bets, beside those of every blackjack.

Chances are those of the first hand of a full shoe, as exact fractions; an edge is what the house
keeps on average of one unit of the stake, and below nothing what the bettor gains.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from sabot.equipment import RANKS
from sabot.families.blackjack.code import Code
from sabot.families.blackjack.hand import hard, has_ace
from sabot.families.blackjack.odds import price as family
from sabot.families.blackjack.sides import MIDDLE
from sabot.games.blackjack_macau.rules import BOOK, Rules
from sabot.law import IR, Section, given
from sabot.odds.entry import Prizes, bet
from sabot.procedure.table import Table

L = Section("mo-57-2009/black-jack")

def pairs(packs: int) -> dict[str, Fraction]:
    """The chances of two first cards of one rank: of one suit, one colour only, or neither."""
    left = 52 * packs - 1
    return {"suit": Fraction(packs - 1, left), "colour": Fraction(packs, left),
            "": Fraction(2 * packs, left)}


@lru_cache(maxsize=4096)
def further(open_: int, room: int, alike: int, cards: int) -> tuple[Fraction, ...]:
    """The chances of none, one, two... further pairs in hands of a split that each wait for a card.

    ``alike`` of the ``cards`` left pair such a hand; ``room`` more hands may be made of these.
    """
    if not open_:
        return (Fraction(1),)
    twin = Fraction(alike, cards)
    found = [(1 - twin) * chance for chance in further(open_ - 1, room, alike, cards - 1)]
    if twin:
        paired = further(open_ + 1, room - 1, alike - 1, cards - 1) if room \
            else further(open_ - 1, 0, alike - 1, cards - 1)
        found += [Fraction(0)] * (len(paired) + 1 - len(found))
        for n, chance in enumerate(paired, start=1):
            found[n] += twin * chance
    return tuple(found)


def pairs_split(packs: int, code: Code) -> Prizes:
    """What a bet on any pair wins where every pair is split as often as it may be (13.1.(2))."""
    size = 52 * packs
    first = Fraction(4 * packs * (4 * packs - 1), size * (size - 1))
    prizes: dict[Fraction, Fraction] = {}
    for rank in RANKS:
        again = code.resplit_aces if rank == "A" else code.resplit
        room = (code.max_splits or size) - 1 if again else 0
        for chance, alike, cards in _left(rank, packs, code.peek):
            found = further(2, room, alike, cards) if cards else (Fraction(1),)
            for n, more in enumerate(found, start=1):
                net = n * code.pair_pays.ratio
                prizes[net] = prizes.get(net, Fraction(0)) + first * chance * more
    return [(chance, net) for net, chance in prizes.items() if chance]


def _left(rank: str, packs: int, peek: bool) -> Iterator[tuple[Fraction, int, int]]:
    """How many cards of its rank and how many in all are left when a first pair may be split, with
    their weight: those of every bank, less those of one whose hidden card ended the hand with a
    Black Jack, after which no cards follow."""
    alike, cards = 4 * packs - 2, 52 * packs - 2
    yield Fraction(1), alike, cards
    if not peek:
        return
    aces = alike if rank == "A" else 4 * packs
    tens = {True: alike if rank in "TJQK" else 0, False: (12 if rank in "TJQK" else 16) * packs}
    for same, many in tens.items():
        chance = Fraction(2 * aces * many, cards * (cards - 1))
        yield -chance, alike - (same or rank == "A"), cards - 2
        yield chance, 0, 0


def perfect(packs: int, code: Code) -> Prizes:
    """What a perfect pair bet wins: the highest pair, or each kind that the two cards form."""
    mixed, colour, suit = (odds.ratio for odds in (
        code.mixed_pays, code.colour_pays, code.perfect_pays))
    wins = {"": mixed, "colour": colour, "suit": suit}
    if code.perfect_all:
        wins = {"": mixed, "colour": mixed + colour, "suit": mixed + suit}  # IR 72
    return [(chance, wins[kind]) for kind, chance in pairs(packs).items()]


def thirteen(packs: int, spot: str, code: Code) -> Prizes:
    """What a bet on over or under 13 wins: two first cards, counted one by one."""
    ranks = 4 * packs
    won = 0
    for first, second in product(RANKS, RANKS):
        cards = [f"{first}S", f"{second}S"]
        low = hard(cards)
        high = low + 10 if code.ace_any and has_ace(cards) else low
        if high > MIDDLE if spot == "over" else low < MIDDLE:
            won += ranks * (ranks - (first == second))
    return [(Fraction(won, 52 * packs * (52 * packs - 1)), code.thirteen_pays.ratio)]


def sevens(packs: int, split: bool, code: Code) -> Prizes:
    """What a bet on sevens wins where every pair of them is split, or none is.

    Where the bank looks at its hidden card first, a Black Jack leaves no time to split.
    """
    size, n, all_four = 52 * packs, packs, 4 * packs
    two = Fraction(all_four * (all_four - 1), size * (size - 1))
    two_suited = Fraction(all_four * (n - 1), size * (size - 1))
    three = two * Fraction(all_four - 2, size - 2) if split else Fraction(0)
    three_suited = two_suited * Fraction(max(0, n - 2), size - 2) if split else Fraction(0)
    suited_third = two_suited * Fraction(all_four - 2, size - 2) if split else Fraction(0)
    if code.peek:
        no_blackjack = 1 - Fraction(2 * all_four * 16 * packs, (size - 3) * (size - 4))
        three, three_suited, suited_third = (
            chance * no_blackjack for chance in (three, three_suited, suited_third))
    return [
        (two - two_suited - (three - suited_third), code.two_sevens_pays.ratio),
        (two_suited - suited_third, code.two_suited_pays.ratio),
        (three - three_suited, code.three_sevens_pays.ratio),
        (three_suited, code.three_suited_pays.ratio)]


def streak(n: int, pays: int, place: tuple[float, ...]) -> dict[str, Any]:
    """A bet on ``n`` wins in a row: a chain whose state is the wins so far.

    A place that ties stays where it is, one that loses ends the chain, one that wins goes on; so
    each further win comes with the chance w / (w + l), whatever number of ties there is between.
    The coups are taken as those of full shoes.
    """
    lost, _, won = place
    chance = (won / (won + lost)) ** n
    mean = chance * pays - (1 - chance)
    return {
        "bet": f"streak{n}", "edge": repr(-mean), "edge_float": -mean, "bound": 1e-6,
        "p_win": repr(chance), "p_push": "0", "p_lose": repr(1 - chance),
        "variance": repr(chance * pays ** 2 + 1 - chance - mean ** 2),
        "variance_float": chance * pays ** 2 + 1 - chance - mean ** 2,
        "net": [["-1", 1 - chance], [str(pays), chance]],
        "coups": sum((won / (won + lost)) ** i for i in range(n)) / (won + lost),
        "given": f"{n} wins in a row at the play priced for the main bet, which must be made at "
                 "every one of these coups"}


def beside(table: Table) -> list[dict[str, Any]]:
    """The additional bets of a table that two or three cards decide."""
    rules: Rules = table.rules
    packs, code = rules.packs, BOOK.code(table)
    bets = []
    if rules.any_pair:
        bets.append(bet(
            "pair", [(sum(pairs(packs).values(), Fraction(0)), code.pair_pays.ratio)],
            given="the first pair only" if rules.pair_pays_once else "no pair is split"))
        if not rules.pair_pays_once:
            how = f"into up to {code.max_splits + 1} hands" if code.resplit else "once"
            bets.append(bet(
                "pair-split", pairs_split(packs, code),
                given=f"every pair is split, {how}, aces "
                      f"{'whenever they come' if code.resplit_aces else 'once'}, no other card is "
                      "taken, and each further pair wins as much again"))
    if rules.sevens:
        bets += [bet("sevens", sevens(packs, True, code),
                     given="every pair of sevens is split"),
                 bet("sevens-unsplit", sevens(packs, False, code),
                     given="no pair of sevens is split")]
    if rules.over_under:
        ace = "1 or 11 as the bettor likes" if code.ace_any else "1"
        bets += [bet(spot, thirteen(packs, spot, code), given=f"an ace counts {ace}")
                 for spot in ("over", "under")]
    if rules.perfect_pair:
        what = "every kind of pair" if code.perfect_all else "the highest kind of pair"
        bets.append(bet("perfect", perfect(packs, code), given=f"{what} is paid"))
    return bets


def price(table: Table, strategy: str = "composition") -> dict[str, Any]:
    """The priced bets of a table, and how its main bet is played."""
    found = family(BOOK, table, strategy)
    bets = found["bets"] + beside(table)
    if table.rules.winning_streak:
        place = tuple(found["bets"][0]["place"])
        pays = BOOK.code(table).streak_pays
        bets += [streak(n, pays[n - 2], place) for n in range(2, 6)]
    return found | {"bets": bets}


# The readings that hand money to the player: where each is chosen, its clause and its record.
GENEROUS = {"over": ("thirteen_ace", L["13.3"], IR[71]),
            "pair-split": ("pair_pays_once", L["13.1.(2)"], IR[69]),
            "perfect": ("perfect_pair_all", L["14.4"], IR[72])}


def notes(table: Table) -> list[dict[str, str]]:
    """The bets of a table by which the bank loses, with what the bettor gains, exactly."""
    found = []
    for entry in beside(table):
        gain = -Fraction(entry["edge"])
        if gain <= 0:
            continue
        field, clause, record = GENEROUS.get(entry["bet"], ("packs", L["14"], ""))
        given(clause, *filter(None, (record,)))
        found.append({
            "clause": clause, "what": f"rules.{field}",
            "text": f"the bet {entry['bet']!r} is to the player's advantage: he gains {gain} of "
                    f"his stake on average ({float(gain):.2%}) with {table.rules.packs} packs, "
                    f"where {entry['given']}" + (f"; see {record}" if record else "")})
    return found
