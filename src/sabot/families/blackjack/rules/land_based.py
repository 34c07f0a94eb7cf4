"""What the two regulations of casino floors share: the house's options, the table law, the checks.

Each game keeps its own figures and clauses, and the rules that only its regulation has.
"""

from __future__ import annotations

import msgspec

from sabot import deprecated
from sabot.families.blackjack.rules import readings, round_readings
from sabot.families.blackjack.rules.legality import Points
from sabot.families.blackjack.rules.table_law import Jackpot, Prize, TableLaw
from sabot.procedure.table import Table
from sabot.words import either, phrase

SHUFFLERS = ("", "batch", "continuous")
ONE_CARD = "5-3"  # the option to authorise: a damaged card is replaced without its pack
LID = 4  # a lid that stays shut for more rounds than this is a fault


class FixedRules(msgspec.Struct, frozen=True, kw_only=True):
    """What a regulation fixes about a table outside its `TableLaw`.

    ``places`` and ``packs``: the lawful numbers. ``unit``: the unit that makes every payment whole
    cents. ``times``: the maximum as a multiple of the minimum, exactly (``exactly``) or at most.
    ``start_times``: the minimum of chips with which a jackpot starts. ``word``: the rules under
    which a jackpot is reported to the authority or decided by it, each with its clause. ``laws``:
    the clause of each check.
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
    ``rate`` the increment in hundredths of the chip.

    ``manual``: marked by hand (41.b). ``refill``: IR 94. ``pool``: the name of a pool that several
    tables share. ``drawn_cards``: a card that a hand draws counts as well as those dealt to it (42,
    IR 45).
    """

    chip: str = "1.00"
    rate: int = 60
    start: str = "10000.00"
    manual: bool = False
    refill: bool = False
    pool: str = ""
    drawn_cards: bool = False


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's options.

    ``packs``: 4 or 6 (3). ``shuffler``: "", "batch" or "continuous" (52 ff.); ``lid_every``: rounds
    after which a continuous shuffler takes the cards back. ``replace_damaged_only``: with
    authorisation (5-3). ``jackpot``: 38 to 50. ``standing_bets``: IR 30; ``resplit_aces``: IR 38;
    ``special_prize_on_split``: IR 42. ``readings``: see `readings.LandReadings`.
    """

    packs: int = 6
    shuffler: str = ""
    lid_every: int = 1
    replace_damaged_only: bool = False
    jackpot: JackpotRules | None = None
    standing_bets: bool = True
    resplit_aces: bool = True
    special_prize_on_split: bool = True
    readings: readings.LandReadings = readings.LandReadings()


def table_law(table: Table, fixed: TableLaw, jackpot: Jackpot | None) -> TableLaw:
    """The law of a table: ``fixed`` by the regulation, the rest chosen by the house."""
    rules: Rules = table.rules
    by_hand, chosen = not rules.shuffler, rules.readings
    return msgspec.structs.replace(
        fixed, packs=rules.packs, source=rules.shuffler or "hand",
        warning=fixed.warning if by_hand else 0, cut="order" if by_hand else "",
        burn_shuffled=rules.shuffler == "batch", lid_every=rules.lid_every,
        spoilt_only=rules.replace_damaged_only, unit=table.minimum, jackpot=jackpot,
        standing=rules.standing_bets, resplit_aces=rules.resplit_aces,
        split_rank=chosen.split_by == "rank",
        surrender="decision" if chosen.surrender_asked == "in-turn" else fixed.surrender,
        burn_coup=fixed.burn if chosen.burns == "each-round" and rules.shuffler != "batch" else 0,
        must_hit=0 if chosen.low_hands == "may-stand" else fixed.must_hit,
        readings=round_readings.of_table(chosen),
        special=msgspec.structs.replace(fixed.special, on_split=rules.special_prize_on_split)
        if fixed.special is not None else None)


def check_jackpot(points: Points, fixed: FixedRules, prizes: tuple[Prize, ...]) -> Jackpot | None:
    """The jackpot of the table; None if it has none, or an unlawful one (a violation)."""
    chosen: JackpotRules | None = points.table.rules.jackpot
    if chosen is None:
        return None
    return points.check_jackpot(chosen.chip, chosen.rate, chosen.start, prizes, chosen.manual,
                                laws=fixed.laws, times=fixed.start_times, refill=chosen.refill,
                                pool=chosen.pool, drawn_cards=chosen.drawn_cards)


def check_table(table: Table, fixed: FixedRules, prizes: tuple[Prize, ...]) -> Points:
    """All violations of the regulation in this table."""
    rules: Rules = table.rules
    points, laws = Points(table), fixed.laws
    need = points.require
    need(table.places in fixed.places, laws["places"], "places", table.places,
         either(map(str, fixed.places)))
    need(rules.packs in fixed.packs, laws["packs"], "rules.packs", rules.packs,
         either(map(str, fixed.packs)))
    points.check_limits(laws["limits"], laws["unit"], fixed.unit, times=fixed.times,
                        times_law=laws["times"], exactly=fixed.exactly, multiples=laws["limits"])
    points.check_places_per_player(laws["places-each"])
    need(rules.shuffler in SHUFFLERS, laws["shuffler"], "rules.shuffler", repr(rules.shuffler),
         '"", "batch" or "continuous"')
    need(rules.lid_every == 1 or (rules.shuffler == "continuous" and 1 <= rules.lid_every <= LID),
         laws["lid"], "rules.lid_every", rules.lid_every,
         phrase("1 to {most} with a continuous shuffler, else 1", most=LID))
    if rules.replace_damaged_only:
        need(any(authorisation.option == ONE_CARD for authorisation in table.authorisations),
             laws["damaged-only"], "rules.replace_damaged_only", "yes without authorisation",
             phrase("an entry of [[authorisations]] for option {option}", option=ONE_CARD))
    if rules.jackpot is not None:
        points.require_authorisation("rules.jackpot", fixed.word)
    check_jackpot(points, fixed, prizes)
    return points


deprecated.install(__name__)
