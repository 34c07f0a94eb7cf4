"""What two regulations of gaming floors say alike: the house's choices, the code, what is unlawful.

The figures and clauses stay in the rules of each game, and what one of them says alone.
"""

from __future__ import annotations

import msgspec

from sabot.families.blackjack.rules.code import Jackpot, Prize, TableLaw
from sabot.families.blackjack.rules.legality import Points
from sabot.procedure.table import Table

SHUFFLERS = ("", "batch", "continuous")
ONE_CARD = "5-3"  # what the inspection service authorises: a damaged card without its pack
LID = 4  # a lid that stays shut for more coups than this is a fault, not a rule


class Fixed(msgspec.Struct, frozen=True, kw_only=True):
    """What a regulation fixes about a table beside its code.

    ``places`` and ``packs``: the lawful numbers. ``unit``: what every payment in whole cents asks
    for. ``times``: how many minimums the maximum is (``exactly``) or may be. ``start_times``: how
    many chips a jackpot begins with at least; ``word``: the rules under which the authority is told
    of it or decides about it, each with its clause. ``laws``: the clause of each point.
    """

    places: tuple[int, ...]
    packs: tuple[int, ...]
    unit: int
    times: int
    exactly: bool
    start_times: int
    word: dict[str, str]
    laws: dict[str, str]


class JackpotRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The jackpot as the Inspectorate fixed it (40): ``chip`` and ``start`` in euros as text,
    ``rate`` the increment in hundredths of the chip. ``manual``: marked by hand (41.b).
    ``refill``: IR 94. ``pool``: the name of one that several tables share. ``drawn_cards``: a card
    that a hand draws counts as well as those dealt to it (42, IR 45)."""

    chip: str = "1.00"
    rate: int = 60
    start: str = "10000.00"
    manual: bool = False
    refill: bool = False
    pool: str = ""
    drawn_cards: bool = False


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    ``packs``: 4 or 6 (3). ``shuffler``: "", "batch" or "continuous" (52 ff.); ``lid_every``: the
    continuous one takes the cards back after so many coups. ``replace_damaged_only``: with
    authorisation (5-3). ``jackpot``: 38 to 50. ``standing_bets``: IR 30; ``resplit_aces``: IR 38;
    ``special_prize_on_split``: IR 42.
    """

    packs: int = 6
    shuffler: str = ""
    lid_every: int = 1
    replace_damaged_only: bool = False
    jackpot: JackpotRules | None = None
    standing_bets: bool = True
    resplit_aces: bool = True
    special_prize_on_split: bool = True


def code(table: Table, fixed: TableLaw, jackpot: Jackpot | None) -> TableLaw:
    """The code of a table: ``fixed`` by the regulation, the rest chosen by the house."""
    rules: Rules = table.rules
    by_hand = not rules.shuffler
    return msgspec.structs.replace(
        fixed, packs=rules.packs, source=rules.shuffler or "hand",
        warning=fixed.warning if by_hand else 0, cut="order" if by_hand else "",
        burn_shuffled=rules.shuffler == "batch", lid_every=rules.lid_every,
        spoilt_only=rules.replace_damaged_only, unit=table.minimum, jackpot=jackpot,
        standing=rules.standing_bets, resplit_aces=rules.resplit_aces,
        special=msgspec.structs.replace(fixed.special, on_split=rules.special_prize_on_split)
        if fixed.special is not None else None)


def jackpot(points: Points, fixed: Fixed, prizes: tuple[Prize, ...]) -> Jackpot | None:
    """The jackpot of the table, if it has one that is lawful."""
    chosen: JackpotRules | None = points.table.rules.jackpot
    if chosen is None:
        return None
    return points.jackpot(chosen.chip, chosen.rate, chosen.start, prizes, chosen.manual,
                          laws=fixed.laws, times=fixed.start_times, refill=chosen.refill,
                          pool=chosen.pool, drawn_cards=chosen.drawn_cards)


def check(table: Table, fixed: Fixed, prizes: tuple[Prize, ...]) -> Points:
    """What the regulation forbids in this table, every point of it at once."""
    rules: Rules = table.rules
    points, laws = Points(table), fixed.laws
    need = points.require
    need(table.places in fixed.places, laws["places"], "places", table.places,
         " or ".join(map(str, fixed.places)))
    need(rules.packs in fixed.packs, laws["packs"], "rules.packs", rules.packs,
         " or ".join(map(str, fixed.packs)))
    points.limits(laws["limits"], laws["unit"], fixed.unit, times=fixed.times,
                  times_law=laws["times"], exactly=fixed.exactly, multiples=laws["limits"])
    points.places_each(laws["places-each"])
    need(rules.shuffler in SHUFFLERS, laws["shuffler"], "rules.shuffler", repr(rules.shuffler),
         '"", "batch" or "continuous"')
    need(rules.lid_every == 1 or (rules.shuffler == "continuous" and 1 <= rules.lid_every <= LID),
         laws["lid"], "rules.lid_every", rules.lid_every,
         f"1 to {LID} with a continuous shuffler, else 1")
    if rules.replace_damaged_only:
        need(any(one.option == ONE_CARD for one in table.authorisations), laws["damaged-only"],
             "rules.replace_damaged_only", "yes without authorisation",
             f"an entry of [[authorisations]] for option {ONE_CARD}")
    if rules.jackpot is not None:
        points.require_authorisation("rules.jackpot", fixed.word)
    jackpot(points, fixed, prizes)
    return points
