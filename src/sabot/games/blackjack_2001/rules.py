"""What Portaria 1364/2001 fixes, and what it leaves to the house; each number with its clause."""

from __future__ import annotations

import msgspec

from sabot import law
from sabot.families.blackjack import Book, Code, Jackpot, Prize
from sabot.families.blackjack.tables import Points
from sabot.games.blackjack_2001.clauses import CLAUSES
from sabot.law import IR
from sabot.money import EVENS, Odds, unit_for
from sabot.procedure.game import Conduct
from sabot.procedure.table import Table, Violation

L = law.Section("pt-1364-2001/blackjack")

PLACES = (6, 7)                 # 2
PACKS = (4, 6)                  # 3
WARNING = 50                    # 9: cards from the end
BURN = 1                        # 10
BETS_CLOSE = "first-card"       # 13: each place until its own first card
MAX_OVER_MIN = 30               # 37: exactly
MUST_HIT = 11                   # 18-2
BANK_STANDS = 17                # 19
BLACKJACK_PAYS = Odds(3, 2)     # 21
WIN_PAYS = EVENS                # 23
DOUBLE_FROM, DOUBLE_TO = 9, 11  # 29
INSURANCE_PART = 50             # 33-2: hundredths of the initial bet, at most
INSURANCE_PAYS = Odds(2)        # 33-3
EVEN_MONEY = EVENS              # 34
SPECIAL_PAYS = Odds(3)          # 35
SURRENDER_PART = 2              # 36: one half is lost
START_OVER_CHIP = 10_000        # 44
UNIT = unit_for(BLACKJACK_PAYS, Odds(1, SURRENDER_PART))  # IR 51

SCALE = (
    Prize(name="aces-2", cards=2, times=25),                     # 43.e
    Prize(name="aces-2-suit", cards=2, alike="suit", times=100),  # 43.d
    Prize(name="aces-3", cards=3, times=250),                    # 43.c
    Prize(name="aces-3-suit", cards=3, alike="suit", times=2500),  # 43.b
    Prize(name="aces-4", cards=4, alike="colour", share=100),    # 43.a
)

CONDUCT = Conduct(
    idle_seconds=180, missed_coups=5, grace_seconds=60, grace_coups=1,
    laws={
        **dict.fromkeys((
            "session", "summary", "information", "last-coup", "idle-individual", "idle-multi",
            "invitation", "warning", "line", "line-valid", "void", "refund", "demo", "demo-prize",
            "demo-convert", "real-time", "credit", "session-is", "virtual", "line-session",
            "void-by", "idle-moments", "demo-award"), IR[24]),
        "places": L["15"], "place": L["2"], "individual": IR[25], "limits": L["14"],
        "line-default": IR[88], "complaint-until": L["62"],
    },
)


class JackpotRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The jackpot as the Inspectorate fixed it (40): ``chip`` and ``start`` in euros as text,
    ``rate`` the increment in hundredths of the chip. ``manual``: marked by hand (41.b)."""

    chip: str = "1.00"
    rate: int = 60
    start: str = "10000.00"
    manual: bool = False


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The house's choices.

    ``packs``: 4 or 6 (3). ``shuffler``: "", "batch" or "continuous" (52 to 61); ``lid_every``: the
    continuous one takes the cards back after so many coups (61). ``replace_damaged_only``: with
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


def code(table: Table) -> Code:
    """The law of one table: what the regulation fixes and what the house chose."""
    rules: Rules = table.rules
    pool = Points(table)
    jackpot = _jackpot(pool, rules)
    named = (DOUBLE_FROM, DOUBLE_TO)
    return Code(
        packs=rules.packs, source=rules.shuffler or "hand",
        warning=0 if rules.shuffler else WARNING, alone_half=True,
        cut="" if rules.shuffler else "order", burn=BURN,
        burn_shuffled=rules.shuffler == "batch", lid_every=rules.lid_every,
        spoilt_only=rules.replace_damaged_only,
        close=BETS_CLOSE, unit=table.minimum, standing=rules.standing_bets, decider="holder",
        jackpot=jackpot,
        must_hit=MUST_HIT, double=named, double_split=named, double_named=named, fixes_ace=True,
        resplit_aces=rules.resplit_aces, surrender="pass", insure_to=INSURANCE_PART,
        stands=BANK_STANDS, at_once=True, on_split=rules.special_prize_on_split,
        blackjack_pays=BLACKJACK_PAYS, win_pays=WIN_PAYS, even_money_pays=EVEN_MONEY,
        insurance_pays=INSURANCE_PAYS, special_pays=SPECIAL_PAYS, surrender_part=SURRENDER_PART)


BOOK = Book(CLAUSES, code)
CHOICES = {"shuffler": ("", "batch", "continuous"), "lid_every": (1, 2, 4),
           "jackpot": (None, JackpotRules(), JackpotRules(manual=True, rate=85))}


def _jackpot(points: Points, rules: Rules) -> Jackpot | None:
    """The jackpot of the table, if it has one that is lawful."""
    if rules.jackpot is None:
        return None
    return points.jackpot(
        rules.jackpot.chip, rules.jackpot.rate, rules.jackpot.start, SCALE, rules.jackpot.manual,
        laws={"chip": L["40"], "rate": L["40"], "start": L["44"], "prizes": L["43"],
              "cards": L["42"]}, times=START_OVER_CHIP)


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this table, every point of it at once."""
    rules: Rules = table.rules
    points = Points(table)
    need = points.need
    need(table.places in PLACES, L["2"], "places", table.places, "6 or 7")
    need(rules.packs in PACKS, L["3"], "rules.packs", rules.packs, "4 or 6")
    points.limits(L["14"], IR[51], UNIT, times=MAX_OVER_MIN, times_law=L["37"],
                  exactly=True, multiples=L["14"])
    points.places_each(L["15"])
    need(rules.shuffler in CHOICES["shuffler"], L["52"], "rules.shuffler",
         repr(rules.shuffler), '"", "batch" or "continuous"')
    need(rules.lid_every == 1 or (rules.shuffler == "continuous" and 1 <= rules.lid_every <= 4),
         L["61"], "rules.lid_every", rules.lid_every, "1 to 4 with a continuous shuffler, else 1")
    _jackpot(points, rules)
    return points.found
