"""What Portaria 217/2007 fixes for machines, and what it leaves to the house."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import msgspec

from sabot import law
from sabot.families.machine.combinations import can_win
from sabot.families.machine.draw import Draw
from sabot.families.machine.draw import faults as card_faults
from sabot.families.machine.file import AnyModel, approvals, shipped
from sabot.families.machine.minimum_return import Winners, least_return
from sabot.families.machine.model import Model, Wrong, faults
from sabot.law import IR, figure
from sabot.procedure.conduct import conduct
from sabot.procedure.printed_codes import normalise_code
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck

L = law.Section("pt-217-2007/maquinas-automaticas")

LEAST = figure(Fraction(80, 100), L["2"])
MOST_SHARE = Fraction(1, 5)  # what the eighty per cent leave (2, 3)
TWO = 2  # cents: the least bet of which a share can be taken
ONE = 1  # a machine has one player
DEFAULT = "azulejo"
CONDUCT = conduct({}, places=IR[322], place=IR[322], limits=L["10"], authorisation=L["8"])


class Jackpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A prize that grows by what is played (3), on this machine alone or in the ``pool`` of a group
    of machines, by its name (4).

    ``share`` of every bet goes to it: an exact fraction, as "1/100" or "0.75 %". It falls to who
    shows ``count`` of ``symbol`` on a line that is played, in ways or scattered, or with cards
    the combination ``symbol``, with a bet of ``least`` cents or more. ``start`` is what the bank
    puts into a machine's own when it is empty; a pool has a start of its own.
    """

    share: str
    symbol: str
    count: int = 0
    least: Money = 0
    start: Money = 0
    pool: str = ""


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One machine.

    ``number`` is its identification number (10). What it plays is a ``model`` that comes with the
    program, by its name, or one that the file itself holds: ``reels`` or ``cards``. ``coins`` are
    its denominations, in cents; where nothing is said it has one, with which its least bet is the
    table's minimum. ``notes`` are what it takes, ``most_credit`` how much of it may lie there by
    putting more in. Prizes of ``by_hand`` or more are paid by the cashier against a voucher (13),
    none where it is 0. ``jackpot``: 3, 4.
    """

    number: str = "0001"
    model: str = DEFAULT
    reels: Model | None = None
    cards: Draw | None = None
    coins: tuple[Money, ...] = ()
    notes: tuple[Money, ...] = (500, 1_000, 2_000, 5_000)
    most_credit: Money = 200_000
    by_hand: Money = 500_000
    jackpot: Jackpot | None = None


class Bet(NamedTuple):
    """One of the bets that a machine takes: so many lines (for a model in ways the coins that a
    game costs, for one of cards 1), ``stake`` coins on each, of ``coin`` cents."""

    lines: int
    stake: int
    coin: int

    @property
    def seat(self) -> str:
        """The bet as an act names it: "20x1x5"."""
        return f"{self.lines}x{self.stake}x{self.coin}"

    @property
    def cost(self) -> int:
        """The cents of a game."""
        return self.lines * self.stake * self.coin

    @property
    def unit(self) -> int:
        """The cents that a coin of the pay table is worth: those of one coin on a line."""
        return self.stake * self.coin


def model_of(rules: Rules) -> AnyModel:
    """What a machine plays. KeyError where no model of this name comes with the program."""
    return rules.reels or rules.cards or shipped()[rules.model]


def coins_of(table: Table) -> tuple[int, ...]:
    """The denominations of a machine, in cents, the least first."""
    rules: Rules = table.rules
    if rules.coins:
        return tuple(sorted(set(rules.coins)))
    lines, stakes = _played(model_of(rules))
    return (max(1, table.minimum // (min(lines) * min(stakes))),)


@lru_cache(maxsize=64)
def bets_of(table: Table) -> dict[str, Bet]:
    """Every bet between the table's limits, by the seat that names it."""
    lines, stakes = _played(model_of(table.rules))
    every = (Bet(many, stake, coin) for coin in coins_of(table) for many in lines
             for stake in stakes)
    return {bet.seat: bet for bet in every if table.minimum <= bet.cost <= table.maximum}


def rate_of(jackpot: Jackpot | None) -> Fraction:
    """What part of each bet a jackpot takes; ValueError where its file says no fraction."""
    if jackpot is None:
        return Fraction(0)
    text = jackpot.share.strip()
    if text.endswith("%"):
        return Fraction(text[:-1].strip()) / 100
    return Fraction(text)


def won_by(table: Table) -> dict[int, Winners] | None:
    """Which bets may win the jackpot: those that cost what it asks for, if what it falls to can be
    paid to them; None without a jackpot. By the number of lines, or of coins for cards."""
    jackpot, model = table.rules.jackpot, model_of(table.rules)
    if jackpot is None:
        return None
    costs: dict[int, list[int]] = {}
    for bet in bets_of(table).values():
        costs.setdefault(bet.stake if isinstance(model, Draw) else bet.lines, []).append(bet.cost)
    found = {}
    for level, every in costs.items():
        able = [cost for cost in every if cost >= jackpot.least]
        if able and _falls_to(model, jackpot, level):
            found[level] = Winners(min(able), len(able) == len(every))
    return found


def _falls_to(model: AnyModel, jackpot: Jackpot, level: int) -> bool:
    """Whether a jackpot can fall to a bet of so many lines, or coins for cards."""
    if isinstance(model, Draw):
        return model.table(level).get(jackpot.symbol, 0) > 0
    return jackpot.symbol in model.prizes and can_win(model, jackpot.symbol, jackpot.count, level)


def _played(model: AnyModel) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """How many lines, and how many coins on each, may be played."""
    if isinstance(model, Draw):
        return (1,), model.stakes
    if model.ways:
        return (model.ways,), model.stakes
    return model.taken or (len(model.lines),), model.stakes


def number_of(table: Table) -> str:
    """The identification number of a machine (10), as tickets and vouchers bear it."""
    return normalise_code(table.rules.number)


def alike(table: Table) -> tuple[object, ...]:
    """What machines of one type and bet have in common (12): all that decides what a bet may win,
    and the bets."""
    return model_of(table.rules).identity, coins_of(table), table.minimum, table.maximum


# -- what is unlawful ------------------------------------------------------------------------------


def violations(table: Table) -> list[Violation]:
    """What the regulation forbids in this machine, every point of it at once."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(table.places == ONE, L["12"], "places", table.places, "1: one player at a machine")
    need(table.places_per_player == ONE, L["12"], "places_per_player", table.places_per_player, "1")
    need(not table.individual, L["9"], "individual", "one player",
         "multi: one machine with one set of meters for all who play it")
    need(bool(normalise_code(rules.number)) and len(rules.number) <= 40, L["10"], "rules.number",
         repr(rules.number), "the machine's identification number: up to 40 characters, among them "
         "a digit or a letter")
    own = [name for name in ("reels", "cards") if getattr(rules, name) is not None]
    need(len(own) < 2, "", "rules.cards", "reels and cards", "one of the two")
    need(bool(own) or rules.model in shipped(), "", "rules.model", repr(rules.model),
         f"one of {', '.join(shipped())}, or a section rules.reels or rules.cards")
    if points.violations:
        return points.violations
    wrong = _faults(rules)
    for one in wrong:
        need(False, "", f"rules.{own[0]}.{one.where}", one.found, one.allowed)
    if wrong:
        return points.violations
    _approved(points)
    _money(points)
    if not bets_of(table):
        lines, stakes = _played(model_of(rules))
        costs = sorted({many * stake * coin for coin in coins_of(table) for many in lines
                        for stake in stakes})
        need(False, L["10"], "minimum", f"{money(table.minimum)} to {money(table.maximum)}",
             f"limits with a bet between them: {', '.join(map(money, costs[:6]))}")
    _jackpot(points)
    _returns(points)
    return points.violations


def _faults(rules: Rules) -> list[Wrong]:
    """What is wrong with the form of a model that the file holds."""
    if rules.reels is not None:
        return faults(rules.reels)
    return list(card_faults(rules.cards)) if rules.cards is not None else []


def _approved(points: LegalityCheck) -> None:
    """Nobody changes an approved model: of one that was not approved as it is nothing opens (8)."""
    table = points.table
    identity = model_of(table.rules).identity
    shown = approvals().get(identity)
    demo = bool(shown) and table.demo
    leaves = [one for one in table.authorisations if one.option == identity]
    points.require(demo or bool(leaves), L["8"], "rules.model", f"the model {identity[:16]}…",
                   "one that was approved: an entry of [[authorisations]] with the option "
                   f"{identity}" + (" (approved for demonstration only)" if shown else ""))
    for one in leaves:
        points.require(one.requested <= one.effective, L["7"], f"authorisations, {identity[:16]}…",
                       f"requested {one.requested}, effective {one.effective}",
                       "an approval that is no older than its request")


def _money(points: LegalityCheck) -> None:
    table, rules, money = points.table, points.table.rules, points.money
    points.require(0 < table.minimum <= table.maximum, L["10"], "maximum",
                   f"{money(table.minimum)} to {money(table.maximum)}", "at least the minimum")
    points.require(all(1 <= coin <= 100_000 for coin in rules.coins), L["10"], "rules.coins",
                   ", ".join(map(money, rules.coins)), f"{money(1)} to {money(100_000)} each")
    least = min(rules.notes, default=0)
    points.require(least > 0 and all(note % least == 0 for note in rules.notes), "", "rules.notes",
                   ", ".join(map(money, rules.notes)) or "nothing",
                   "notes of which each is so many times the least")
    points.require(rules.most_credit >= max(table.maximum, least), "", "rules.most_credit",
                money(rules.most_credit),
                f"at least the greatest bet and the least note, {money(max(table.maximum, least))}")


def _returns(points: LegalityCheck) -> None:
    """The plan of prizes returns at least eighty per cent, whatever is bet (2)."""
    returned, bet = least_return(model_of(points.table.rules))
    points.require(returned >= LEAST, L["2"], "rules.model",
                   f"{float(100 * returned):.4f} % of what is played comes back ({bet})",
                   "at least 80 %, with every bet")


def _jackpot(points: LegalityCheck) -> None:
    """What a jackpot takes and what wins it: something that the machine can show."""
    jackpot: Jackpot | None = points.table.rules.jackpot
    if jackpot is None:
        return
    need, money = points.require, points.money
    law_ = L["4"] if jackpot.pool else L["3"]
    try:
        share = rate_of(jackpot)
    except (ValueError, ZeroDivisionError):
        need(False, law_, "rules.jackpot.share", repr(jackpot.share),
             'a fraction such as "1/100" or "0.75 %"')
    else:
        need(0 < share <= MOST_SHARE, law_, "rules.jackpot.share", jackpot.share,
             f"more than nothing, at most {MOST_SHARE}")
    shown = symbols_of(model_of(points.table.rules))
    most = shown.get(jackpot.symbol, -1)
    need(most >= 0, law_, "rules.jackpot.symbol", repr(jackpot.symbol),
         f"one of {', '.join(shown)}")
    if most >= 0:
        need(min(1, most) <= jackpot.count <= most, law_, "rules.jackpot.count", jackpot.count,
             f"1 to {most}" if most else "0: cards are a combination or none")
    costs = [bet.cost for bet in bets_of(points.table).values()]
    need(jackpot.least <= max(costs, default=0), law_, "rules.jackpot.least",
         money(jackpot.least), f"at most the greatest bet, {money(max(costs, default=0))}")
    # Of a bet of one cent the share would sooner or later be all: no part of it were left to bet.
    need(min(costs, default=TWO) >= TWO, law_, "minimum", money(min(costs, default=0)),
         f"bets of {money(TWO)} or more where a share of each goes to a jackpot")
    need(not (jackpot.pool and jackpot.start), law_, "rules.jackpot.start", money(jackpot.start),
         "nothing: the pool of a group has a start of its own")


def symbols_of(model: AnyModel) -> dict[str, int]:
    """What a jackpot may fall to, and how many of it at most can be shown; 0 for combinations of
    cards, of which there is one."""
    if isinstance(model, Draw):
        return dict.fromkeys(model.pays, 0)
    return {name: sum(model.window) if model.symbol(name).scatter else len(model.window)
            for name in model.prizes}
