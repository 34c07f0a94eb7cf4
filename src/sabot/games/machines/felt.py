"""The machine as it is drawn: its reels, and what it must show to its players (10, 11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, TypedDict, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from sabot import regulations as law
from sabot.families.machine.draw import Draw
from sabot.families.machine.drawhands import HAND
from sabot.families.machine.file import AnyModel
from sabot.families.machine.minimum_return import bets as levels
from sabot.families.machine.minimum_return import return_to_player
from sabot.families.machine.model import Mixed, Model
from sabot.games.machines.rules import Rules, bets_of, coins_of, model_of, rate_of
from sabot.games.machines.words import GLASS
from sabot.money import euros
from sabot.probability.exact import text
from sabot.procedure.felt import CabinetFelt
from sabot.procedure.felt.cabinet import (
    BetReturns,
    CabinetLaws,
    Features,
    FreeFeature,
    HoldFeature,
    LadderFeature,
    LineRules,
    MachineBet,
    MachineJackpot,
    MachinePays,
    MachineSign,
    MixedPays,
    RespinFeature,
)
from sabot.procedure.felt.parts import FeltPlace
from sabot.procedure.menu import MenuBet, MenuPays
from sabot.procedure.table import Table
from sabot.regulations import IR, cite_clause
from sabot.words import LANGS

L = law.Section("pt-217-2007/maquinas-automaticas")


def felt(table: Table) -> CabinetFelt:
    """Everything that a cabinet shows: number, bets, winning sequences, methods of payment."""
    rules, model = table.rules, model_of(table.rules)
    cite_clause(L["10"], L["11"], L["2"])
    returns = [(bet, return_to_player(model, bet)) for bet in levels(model)]
    return CabinetFelt(
        cloth="slots",
        places=(FeltPlace(place="1", law=IR[322]),), number=rules.number, name=model.name,
        version=model.version, identity=model.identity, model=_model(rules),
        **(_cards(model) if isinstance(model, Draw) else _reels(model)),
        bets=tuple(MachineBet(seat=bet.seat, lines=bet.lines, stake=bet.stake, coin=bet.coin,
                              cost=bet.cost) for bet in bets_of(table).values()),
        coins=tuple(coins_of(table)), notes=tuple(sorted(rules.notes)),
        most_credit=rules.most_credit, by_hand=rules.by_hand,
        returned=tuple(BetReturns(bet=bet, returned=text(share), percent=percent(share))
                       for bet, share in returns),
        sign=_sign(rules, model, [share for _, share in returns]),
        instructions={lang: instructions(table, lang) for lang in LANGS},
        laws=CabinetLaws(number=L["10"], bet=L["10"], pays=L["10"], payment=L["10"],
                         portuguese=L["11"], returned=L["2"], hand=L["13"], records=L["14"],
                         last=IR[322]),
        jackpot=_jackpot(table))


def _model(rules: Rules) -> str:
    """The name of a model that comes with the program, "" for a model of the table file."""
    return "" if rules.reels or rules.cards else rules.model


def _sign(rules: Rules, model: AnyModel, returns: list[Fraction]) -> MachineSign:
    """The sign of a machine: its number, its model, the minimum and the maximum return of a bet."""
    return MachineSign(number=rules.number, name=model.name, model=_model(rules),
                       symbols=() if isinstance(model, Draw) else tuple(model.names),
                       returned=(percent(min(returns)), percent(max(returns))))


def _jackpot(table: Table) -> MachineJackpot | UnsetType:
    """The jackpot as it is shown: its share of each bet, and what wins it."""
    jackpot = table.rules.jackpot
    if jackpot is None:
        return UNSET
    clause = L["4"] if jackpot.pool else L["3"]
    cite_clause(clause, L["5"])
    return MachineJackpot(pool=jackpot.pool, share=text(rate_of(jackpot)),
                          percent=percent(rate_of(jackpot)), symbol=jackpot.symbol,
                          count=jackpot.count, least=jackpot.least, start=jackpot.start, law=clause)


class _Window(TypedDict):
    """What a model shows; see `CabinetFelt` for the keys."""

    play: Literal["lines", "ways", "cards"]
    reels: tuple[tuple[str, ...], ...]
    free_reels: tuple[tuple[str, ...], ...] | None
    window: tuple[int, ...]
    lines: tuple[tuple[int, ...], ...]
    scatters: tuple[str, ...]
    wilds: tuple[str, ...]
    times: dict[str, int]
    groups: dict[str, tuple[str, ...]]
    pair: str
    wild_rank: str
    line_rules: LineRules
    by_coins: dict[str, tuple[MachinePays, ...]]
    pays: tuple[MachinePays, ...]
    features: Features


def _reels(model: Model) -> _Window:
    return {
        "play": "ways" if model.ways else "lines",
        "reels": model.strips,
        "free_reels": model.extra.strips if model.free and model.free.reels else None,
        "window": model.window, "lines": model.lines, "scatters": tuple(model.scatters),
        "wilds": tuple(name for name in model.names if model.symbol(name).wild),
        "times": {name: model.times(name) for name in model.names if model.times(name) > 1},
        "groups": model.groups, "pair": "", "wild_rank": "",
        "line_rules": LineRules(
            anywhere=model.anywhere, from_right=model.from_right, needs_own=model.needs_own,
            wilds=model.wilds, fixed=model.fixed,
            mixed={name: MixedPays(symbols=one.symbols, order=one.order)
                   for name, one in model.mixed.items()}),
        "by_coins": {str(coins): _pays(model.for_coins(coins))
                     for coins in (model.bets_by_coins if model.by_coins else ())},
        "pays": _pays(model),
        "features": Features(
            free=_as(model.free, FreeFeature), hold=_as(model.hold, HoldFeature),
            ladder=_as(model.ladder, LadderFeature), falls=model.falls,
            respin=_as(model.respin, RespinFeature),
            expands=tuple(sorted(model.base.expands)))}


def _pays(model: Model) -> tuple[MachinePays, ...]:
    """The pay table of reels."""
    return tuple(MachinePays(symbol=name, count=count, coins=coins,
                             scatter=model.symbol(name).scatter)
                 for name, prizes in model.prizes.items() for count, coins in prizes.items())


S = TypeVar("S")


def _as(feature: object, kind: type[S]) -> S | UnsetType:
    """A feature of a model as the struct that is shown; UNSET for none."""
    return msgspec.convert(feature, kind, from_attributes=True) if feature else UNSET


def _cards(model: Draw) -> _Window:
    return {"play": "cards", "reels": (), "free_reels": None, "window": (1,) * HAND, "lines": (),
            "scatters": (), "wilds": (), "times": {}, "groups": {}, "pair": model.pair,
            "wild_rank": model.wild, "line_rules": LineRules(), "by_coins": {},
            "pays": tuple(MachinePays(symbol=name, count=stake, scatter=False,
                                      coins=stake * model.pay_table(stake).get(name, 0))
                          for name in model.pays for stake in model.stakes),
            "features": Features()}


def percent(share: Fraction) -> str:
    """A share in per cent with two decimals, rounded down so that no return is shown too high."""
    hundredths = int(share * 10_000)
    return f"{hundredths // 100}.{hundredths % 100:02d} %"


def instructions(table: Table, lang: str) -> tuple[str, ...]:
    """The instructions on the machine for its players, in one language (10, 11)."""
    rules, model, bets = table.rules, model_of(table.rules), bets_of(table).values()
    lines = ["number", "bets", "cards" if isinstance(model, Draw) else
             "ways" if model.ways else "lines"]
    facts = {"number": rules.number, "name": model.name, "version": model.version,
             "least": euros(min((bet.cost for bet in bets), default=0)),
             "most": euros(max((bet.cost for bet in bets), default=0)),
             "coins": ", ".join(map(euros, coins_of(table))), "by_hand": euros(rules.by_hand),
             "least_return": percent(min(return_to_player(model, bet) for bet in levels(model)))}
    if isinstance(model, Model):
        lines += [key for key, used in (
            ("from-right", model.from_right), ("anywhere", model.anywhere), ("mixed", model.mixed),
            ("by-coins", model.by_coins), ("expands", model.base.expands)) if used]
        lines += ["scatter"] * any(model.prizes.get(name) for name in model.scatters)
        lines += [name for name in ("respin", "free", "hold", "ladder", "falls")
                  if getattr(model, name)]
        facts |= {"times": str(model.free.times) if model.free else "",
                  "turns": str(model.hold.turns) if model.hold else "",
                  "anywhere": ", ".join(model.anywhere),
                  "expanding": ", ".join(sorted(model.base.expands)),
                  "respin_symbol": model.respin.symbol if model.respin else "",
                  "mixed": "; ".join(_sequence(one) for one in model.mixed.values())}
    elif model.wild:
        lines.append("wild-rank")
        facts["wild_rank"] = model.wild
    if jackpot := rules.jackpot:
        facts |= {"share": percent(rate_of(jackpot)),
                  "trigger": f"{jackpot.count} × {jackpot.symbol}" if jackpot.count
                  else jackpot.symbol}
        lines.append("jackpot")
    lines += ["pays", *(["hand"] if rules.by_hand else []), "returned"]
    return tuple(GLASS[lang][name].format(**facts) for name in lines)


def _sequence(mixed: Mixed) -> str:
    """A combination of different symbols as text: with dashes in its order, else with commas."""
    return (" - " if mixed.order == "given" else ", ").join(mixed.symbols)


def menu(table: Table) -> tuple[MenuBet, ...]:
    """The bets and the pay table, in coins of the unit of the bet."""
    model = model_of(table.rules)
    if isinstance(model, Draw):
        names = dict(model.pays)
    else:
        names = {f"{name} {count}": coins for name, prizes in model.prizes.items()
                 for count, coins in prizes.items()}
    pays = tuple(MenuPays(what=name, odds=f"{coins}x", law=L["10"])
                 for name, coins in names.items())
    bets = bets_of(table).values()
    cite_clause(L["10"])
    return (MenuBet(bet="spin", law=L["10"], minimum=min((bet.cost for bet in bets), default=0),
                    maximum=max((bet.cost for bet in bets), default=0),
                    unit=min((bet.unit for bet in bets), default=0), pays=pays),)
