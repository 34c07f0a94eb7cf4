"""The rules of a machine: what Portaria 217/2007 fixes, and the options of the house."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple

import msgspec

from sabot import regulations as law
from sabot.families.machine.combinations import can_win
from sabot.families.machine.draw import Draw
from sabot.families.machine.draw import faults as card_faults
from sabot.families.machine.file import AnyModel, approvals, shipped_models
from sabot.families.machine.minimum_return import LEAST, Winners, bet_of
from sabot.families.machine.model import Model
from sabot.families.machine.model_faults import ModelFault, faults
from sabot.families.machine.return_readings import judged_return
from sabot.procedure import readings
from sabot.procedure.conduct import conduct
from sabot.procedure.printed_codes import normalise_code
from sabot.procedure.table import Money, Table, Violation
from sabot.procedure.violations import LegalityCheck
from sabot.regulations import IR
from sabot.words import phrase

L = law.Section("pt-217-2007/maquinas-automaticas")

MAX_SHARE = 1 - LEAST  # the most that a jackpot can take of a bet (2, 3)
TWO = 2  # cents: the minimum bet from which a share can be taken
ONE = 1  # a machine has one player
DEFAULT = "azulejo"
_SHARE = re.compile(r"(?P<part>[0-9]{1,9}(?:\.[0-9]{1,9})?)(?:/(?P<parts>[0-9]{1,9}))?"
                    r" ?(?P<percent>%)?", re.ASCII)
CONDUCT = conduct({}, places=IR[322], place=IR[322], limits=L["10"], authorisation=L["8"])


class Jackpot(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A progressive prize (3) of this machine, or of the ``pool`` of a group of machines, by its
    name (4).

    ``share``: the part of every bet that goes to it, an exact fraction such as "1/100" or "0.75 %".
    It is won by ``count`` of ``symbol`` on a played line, in ways or scattered, or at video poker
    by the combination ``symbol``, with a bet of ``least`` cents or more. ``start``: what the bank
    puts into an empty jackpot of this machine; a pool has its own start.
    """

    share: str
    symbol: str
    count: int = 0
    least: Money = 0
    start: Money = 0
    pool: str = ""


class Readings(readings.Readings, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The readings that a machine may choose.

    The eighty per cent are read under the ``return_of`` the best play, or of the play that returns
    least (IR 312); the ``jackpot_counts`` as a prize of them, or comes on top (IR 313); of each
    bet, or of the ``return_over`` all bets, each played equally often (IR 314). ``redeemed_by``:
    who brings a ticket, or only who printed it (IR 317). ``second_machine``: free while nobody
    waits, or never the last free one of a type (IR 318). ``credit_of``: the player who put it in,
    or whoever sits at the machine where they leave it (IR 322). ``tickets``: they are means of
    payment (IR 324). ``broken_game``: a game under way when the machine may not be played is played
    out or void (IR 326). ``wrong_meters``: the machine stays closed, or open while they are looked
    into (IR 327).
    """

    return_of: Literal["best-play", "least-play"] = "best-play"
    jackpot_counts: bool = False
    return_over: Literal["each-bet", "all-bets"] = "each-bet"
    redeemed_by: Literal["bearer", "printer"] = "bearer"
    second_machine: Literal["while-nobody-waits", "never-the-last"] = "while-nobody-waits"
    credit_of: Literal["player", "whoever-sits"] = "player"
    tickets: bool = True
    broken_game: Literal["played-out", "void"] = "played-out"
    wrong_meters: Literal["closed", "open"] = "closed"


class Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The options of one machine.

    ``number``: its identification number (10). Its model is a ``model`` that comes with the
    program, by name, or a model of the table file: ``reels`` or ``cards``. ``coins``: its
    denominations in cents; by default one, with which the minimum bet is the table's minimum.
    ``notes``: the banknotes that it accepts; ``most_credit``: the maximum credit up to which money
    can be inserted. Prizes of ``by_hand`` or more are paid by the cashier against a voucher (13);
    0 for none. ``jackpot``: 3, 4. ``readings``: see `Readings`.
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
    readings: Readings = Readings()


class Bet(NamedTuple):
    """A bet that a machine takes: ``stake`` coins of ``coin`` cents on each of ``lines`` lines.
    Where every way pays, ``lines`` is the cost of a game in coins; at video poker it is 1."""

    lines: int
    stake: int
    coin: int

    @property
    def seat(self) -> str:
        """The bet as an act names it: "20x1x5"."""
        return f"{self.lines}x{self.stake}x{self.coin}"

    @property
    def cost(self) -> int:
        """The cost of a game in cents."""
        return self.lines * self.stake * self.coin

    @property
    def unit(self) -> int:
        """The value in cents of a coin of the pay table: that of the stake on one line."""
        return self.stake * self.coin


def model_of(rules: Rules) -> AnyModel:
    """The model of a machine. KeyError if no model of this name comes with the program."""
    return rules.reels or rules.cards or shipped_models()[rules.model]


def coins_of(table: Table) -> tuple[int, ...]:
    """The denominations of a machine in cents, the smallest first."""
    rules: Rules = table.rules
    if rules.coins:
        return tuple(sorted(set(rules.coins)))
    lines, stakes = _lines_and_stakes(model_of(rules))
    return (max(1, table.minimum // (min(lines) * min(stakes))),)


@lru_cache(maxsize=64)
def bets_of(table: Table) -> dict[str, Bet]:
    """Every bet between the table's limits, by the seat that names it."""
    lines, stakes = _lines_and_stakes(model_of(table.rules))
    every = (Bet(many, stake, coin) for coin in coins_of(table) for many in lines
             for stake in stakes)
    return {bet.seat: bet for bet in every if table.minimum <= bet.cost <= table.maximum}


def rate_of(jackpot: Jackpot | None) -> Fraction:
    """The part of each bet that goes to a jackpot. ValueError if its share is not a fraction of a
    bet."""
    if jackpot is None:
        return Fraction(0)
    match = _SHARE.fullmatch(jackpot.share.strip())
    if match is None or int(match["parts"] or 1) == 0:
        raise ValueError(phrase("{share} is no share of a bet", share=repr(jackpot.share[:40])))
    share = Fraction(match["part"]) / int(match["parts"] or 1) / (100 if match["percent"] else 1)
    if share >= 1:
        raise ValueError(phrase("{share} is no share of a bet", share=repr(jackpot.share[:40])))
    return share


def winners_by_bet(table: Table) -> dict[int, Winners] | None:
    """The bets that can win the jackpot, by the number of lines or of coins (`bet_of`): those that
    cost enough and can show its symbol. None without a jackpot."""
    jackpot, model = table.rules.jackpot, model_of(table.rules)
    if jackpot is None:
        return None
    costs: dict[int, list[int]] = {}
    for bet in bets_of(table).values():
        costs.setdefault(bet_of(model, bet.lines, bet.stake), []).append(bet.cost)
    winners = {}
    for level, of_level in costs.items():
        eligible = [cost for cost in of_level if cost >= jackpot.least]
        if eligible and _can_win_jackpot(model, jackpot, level):
            winners[level] = Winners(min(eligible), len(eligible) == len(of_level))
    return winners


def _can_win_jackpot(model: AnyModel, jackpot: Jackpot, level: int) -> bool:
    """Whether one of the bets of a model can win a jackpot: of so many lines, or coins."""
    if isinstance(model, Draw):
        return model.pay_table(level).get(jackpot.symbol, 0) > 0
    lines = level
    if model.by_coins:
        model, lines = model.for_coins(level), model.bets_by_coins[level][0]
    return jackpot.symbol in model.prizes and can_win(model, jackpot.symbol, jackpot.count, lines)


def _lines_and_stakes(model: AnyModel) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The numbers of lines, and of coins on each, that may be played."""
    if isinstance(model, Draw):
        return (1,), model.stakes
    if model.ways:
        return (model.ways,), model.stakes
    return model.taken or (len(model.lines),), model.stakes


def number_of(table: Table) -> str:
    """The identification number of a machine (10), as printed on tickets and vouchers."""
    return normalise_code(table.rules.number)


def queue_key(table: Table) -> tuple[object, ...]:
    """The key of machines of the same type and bets (12): everything that determines what a bet can
    win, and the bets."""
    return model_of(table.rules).identity, coins_of(table), table.minimum, table.maximum


# -- violations ------------------------------------------------------------------------------------


def violations(table: Table) -> list[Violation]:
    """Every violation of the regulation by this machine."""
    points, rules = LegalityCheck(table), table.rules
    need, money = points.require, points.money
    need(table.places == ONE, L["12"], "places", table.places, "1: one player at a machine")
    need(table.places_per_player == ONE, L["12"], "places_per_player", table.places_per_player, "1")
    need(not table.individual, L["9"], "individual", "one player",
         "multi: one machine with one set of meters for all players")
    need(bool(normalise_code(rules.number)) and len(rules.number) <= 40, L["10"], "rules.number",
         repr(rules.number), "the machine's identification number: up to 40 characters, with at "
         "least one digit or letter")
    own = [name for name in ("reels", "cards") if getattr(rules, name) is not None]
    need(len(own) < 2, "", "rules.cards", "reels and cards", "one of the two")
    need(bool(own) or rules.model in shipped_models(), "", "rules.model", repr(rules.model),
         phrase("one of {names}, or a section rules.reels or rules.cards",
                names=", ".join(shipped_models())))
    if any(not violation.clause for violation in points.violations):
        return points.violations
    problems = _model_faults(rules)
    for fault in problems:
        need(False, "", f"rules.{own[0]}.{fault.where}", fault.found, fault.allowed)
    if problems:
        return points.violations
    need(rules.cards is None or not rules.cards.joker, "", "rules.cards.joker", "true",
         "false: the regulation does not forbid a joker, but the sealed packs of tables have 52 "
         "cards here; a model with a joker can be priced and simulated")
    _check_approval(points)
    _check_money(points)
    if not bets_of(table):
        lines, stakes = _lines_and_stakes(model_of(rules))
        costs = sorted({many * stake * coin for coin in coins_of(table) for many in lines
                        for stake in stakes})
        need(False, L["10"], "minimum", phrase("{low} to {high}",
                                               low=money(table.minimum),
                                               high=money(table.maximum)),
             phrase("limits with a bet between them: {sums}",
                    sums=", ".join(map(money, costs[:6]))))
    _check_jackpot(points)
    _check_return(points)
    return points.violations


def _model_faults(rules: Rules) -> list[ModelFault]:
    """The faults of the model of the table file."""
    if rules.reels is not None:
        return faults(rules.reels)
    return list(card_faults(rules.cards)) if rules.cards is not None else []


def _check_approval(points: LegalityCheck) -> None:
    """A machine opens only with exactly the model that was approved (8)."""
    table = points.table
    identity = model_of(table.rules).identity
    approval = approvals().get(identity)
    demo = bool(approval) and table.demo
    entries = [entry for entry in table.authorisations if entry.option == identity]
    points.require(demo or bool(entries), L["8"], "rules.model",
                   phrase("the model {identity}…", identity=identity[:16]),
                   phrase("an approved model: an entry of [[authorisations]] with the option "
                          "{option} (approved for demonstration only)" if approval else
                          "an approved model: an entry of [[authorisations]] with the option "
                          "{option}", option=identity))
    for entry in entries:
        points.require(
            entry.requested <= entry.effective, L["7"], f"authorisations, {identity[:16]}…",
            phrase("requested {requested}, effective {effective}", requested=entry.requested,
                   effective=entry.effective),
            "an approval not before its request")


def _check_money(points: LegalityCheck) -> None:
    """Limits, denominations, notes and the maximum credit must fit one another."""
    table, rules, money = points.table, points.table.rules, points.money
    points.require(0 < table.minimum <= table.maximum, L["10"], "maximum",
                   phrase("{low} to {high}", low=money(table.minimum),
                          high=money(table.maximum)), "at least the minimum")
    points.require(all(1 <= coin <= 100_000 for coin in rules.coins), L["10"], "rules.coins",
                   ", ".join(map(money, rules.coins)), phrase("{low} to {high} each",
                                                              low=money(1),
                                                              high=money(100_000)))
    least = min(rules.notes, default=0)
    points.require(least > 0 and all(note % least == 0 for note in rules.notes), "", "rules.notes",
                ", ".join(map(money, rules.notes)) or "nothing",
                "notes that are multiples of the smallest one")
    points.require(rules.most_credit >= max(table.maximum, least), "", "rules.most_credit",
                money(rules.most_credit),
                phrase("at least the maximum bet and the smallest note, {maximum}",
                       maximum=money(max(table.maximum, least))))


def _check_return(points: LegalityCheck) -> None:
    """The plan of prizes must return at least eighty per cent with every bet, or as the machine
    reads it (2)."""
    rules: Rules = points.table.rules
    chosen, share, winners = rules.readings, Fraction(0), None
    if chosen.jackpot_counts and not points.violations:
        share, winners = rate_of(rules.jackpot), winners_by_bet(points.table)
    together = chosen.return_over == "all-bets"
    judged = judged_return(model_of(rules), share, winners, together=together,
                           least_play=chosen.return_of == "least-play")
    if judged is None:
        points.require(False, IR[312], "rules.model", "cards, which may all be thrown away",
                       "a machine that returns 80 % with any play")
        return
    returned, bet = judged
    with_bets = "all bets together" if together else phrase("the bet {bet}", bet=bet)
    points.require(returned >= LEAST, L["2"], "rules.model",
                   phrase("a return of {percent} % with {bets}",
                          percent=f"{float(100 * returned):.4f}", bets=with_bets),
                   "at least 80 %, with all bets together" if together else
                   "at least 80 %, with every bet")


def _check_jackpot(points: LegalityCheck) -> None:
    """The share of a jackpot must be lawful, and the machine must be able to show what wins it."""
    jackpot: Jackpot | None = points.table.rules.jackpot
    if jackpot is None:
        return
    need, money = points.require, points.money
    clause = L["4"] if jackpot.pool else L["3"]
    try:
        share = rate_of(jackpot)
    except ValueError:
        need(False, clause, "rules.jackpot.share", repr(jackpot.share),
             'a fraction such as "1/100" or "0.75 %"')
    else:
        need(0 < share <= MAX_SHARE, clause, "rules.jackpot.share", jackpot.share,
             phrase("more than 0, at most {most}", most=MAX_SHARE))
    symbols = symbols_of(model_of(points.table.rules))
    maximum = symbols.get(jackpot.symbol, -1)
    need(maximum >= 0, clause, "rules.jackpot.symbol", repr(jackpot.symbol),
         phrase("one of {names}", names=", ".join(symbols)))
    if maximum >= 0:
        need(min(1, maximum) <= jackpot.count <= maximum, clause, "rules.jackpot.count",
             jackpot.count,
             phrase("1 to {most}", most=maximum) if maximum else
             "0: a combination of cards has no number")
    costs = [bet.cost for bet in bets_of(points.table).values()]
    need(jackpot.least <= max(costs, default=0), clause, "rules.jackpot.least",
         money(jackpot.least), phrase("at most the maximum bet, {high}",
                                      high=money(max(costs, default=0))))
    # The fractions of bets of one cent add up to a whole cent: a contribution would be a whole bet.
    need(min(costs, default=TWO) >= TWO, clause, "minimum", money(min(costs, default=0)),
         phrase("bets of {low} or more when a share of each goes to a jackpot", low=money(TWO)))
    need(not (jackpot.pool and jackpot.start), clause, "rules.jackpot.start", money(jackpot.start),
         "0: the pool of a group has its own start")


def symbols_of(model: AnyModel) -> dict[str, int]:
    """The symbols or combinations that can win a jackpot, with the maximum number that the machine
    can show; 0 for combinations of cards."""
    if isinstance(model, Draw):
        return dict.fromkeys(model.pays, 0)
    return {name: sum(model.window) if model.symbol(name).scatter else
            len(model.mixed[name].symbols) if name in model.mixed else len(model.window)
            for name in model.prizes}
