"""The betting period: boxes, initial bets and jackpot chips, until the call (16)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.jackpot.pool import CHIP, collect
from sabot.games.no_draw_poker import people
from sabot.games.no_draw_poker.clauses import BY_HAND, COMBINATION, POOL
from sabot.games.no_draw_poker.round import Round, Steps
from sabot.games.no_draw_poker.rules import ANTE_PAYS, NOT_QUALIFIED, PAYS, SECOND
from sabot.procedure import Act, Call, Incident, Listen, Offer
from sabot.procedure.menu import MenuBet, MenuPays, clauses
from sabot.procedure.table import Table
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-sem-descarte")

TABLE = "table"
"""The seat of acts of the whole table."""


def take_bets(r: Round) -> Steps:
    """Accept bets until the time is over, or until the only player asks for the cards."""
    yield Call(L["16-4"], (L["13"],), call="place-your-bets")
    while True:
        answer = yield _question(r)
        if isinstance(answer, Incident):
            yield from people.report_damage(r)
        elif not isinstance(answer, Act) or answer.act == "deal":
            break
        else:
            yield from _perform(r, answer)


def _perform(r: Round, act: Act) -> Steps:
    """Perform an act: take or leave a box; make, change or take back a bet."""
    place, player = act.seat.partition("/")[0], act.player
    n = int(place) - 1
    if act.act == "sit":
        r.seats[n] = player
        return
    if act.act == "bet":
        cite = (L["16-5"], L["3-2"]) if act.seat.endswith(CHIP) else (L["13"], L["2"])
        yield from r.change(act.seat, player, act.amount, *cite, return_law=L["16-6"])
        return
    if act.seat == place:  # without a bet in the main game no chip lies there (16-5)
        yield from r.change(place + CHIP, player, 0, L["16-5"], return_law=L["16-5"])
    if act.act == "leave":
        r.seats[n] = ""
    yield from r.change(act.seat, player, 0, L["16-6"], return_law=L["16-6"])


def _question(r: Round) -> Listen:
    """The question of the betting period: free boxes, bets, and how the period ends."""
    table, bets = r.table, r.antes()
    offers: list[Offer] = []
    seated = tuple(player for player in r.seats if player)
    full = table.individual and bool(seated)
    for n, player in enumerate(r.seats, start=1):
        place = str(n)
        if player:
            offers += _offers_of(r, place, player)
        elif not full:
            if r.barred:
                offers.append(Offer("sit", place, L["20-2"], players=r.barred, barred=r.barred,
                                    barred_law=L["20-2"]))
            offers.append(Offer("sit", place, L["5"], also=(L["5-2"],), barred=seated,
                                barred_law=L["5-3"] if seated else ""))
    if table.individual and bets:
        offers.append(Offer("deal", TABLE, IR[25], next(iter(bets.values()))))
    timed = bool(bets) and not table.individual
    return Listen(L["16-4"], (L["13"],), offers=tuple(offers), window="bets",
                  clock="betting" if timed else "", default="no-more-bets" if timed else "",
                  default_law=L["16-6"] if timed else "",
                  faults=(people.DAMAGED,) if table.attended else ())


def _offers_of(r: Round, place: str, player: str) -> list[Offer]:
    """The acts of the player of a box: bet, take back, leave."""
    table, jackpot = r.table, r.rules.jackpot
    offers = [Offer("bet", place, L["13"], player, low=table.minimum, high=table.maximum,
                    unit=table.unit, also=(L["5-2"], L["14"]), limit_law=L["13"],
                    unit_law=L["13"]),
              Offer("leave", place, IR[24], player)]
    if not r.staked(place):
        return offers
    offers.append(Offer("clear", place, L["16-6"], player))
    if jackpot is not None:
        chip = place + CHIP
        offers.append(Offer("clear", chip, L["16-6"], player) if r.staked(chip) else
                      Offer("bet", chip, L["16-5"], player, low=jackpot.chip, high=jackpot.chip,
                            unit=jackpot.chip, also=(L["3"], L["3-2"]), limit_law=L["8"],
                            unit_law=L["8"]))
    return offers


def close(r: Round) -> Steps:
    """Call 'no more bets', and collect the chips of the jackpot."""
    yield Call(L["16-6"], call="no-more-bets")
    if r.rules.jackpot is not None:
        scale = r.rules.jackpot
        r.chips = yield from collect(r, scale, BY_HAND if scale.manual else POOL)


# -- the bets as a list ----------------------------------------------------------------------------


def menu(table: Table) -> tuple[MenuBet, ...]:
    """Every bet with its limits and odds."""
    def line(name: str, odds: object, cite: str) -> MenuPays:
        return MenuPays(what=name, odds=str(odds), law=cite)

    jackpot = table.rules.jackpot
    bets: tuple[MenuBet, ...] = (
        MenuBet(bet="main", law=L["13"], minimum=table.minimum, maximum=table.maximum,
                unit=table.unit, pays=(line("win", ANTE_PAYS, L["18-5"]),
                                       line("bank-out", NOT_QUALIFIED, L["18-3"]))),
        MenuBet(bet="second", law=L["17-7"], minimum=SECOND * table.minimum,
                maximum=SECOND * table.maximum, unit=SECOND * table.unit,
                pays=tuple(line(name, odds, COMBINATION[name]) for name, odds in PAYS.items())))
    if jackpot is not None:
        bets += (MenuBet(
            bet="jackpot", law=L["16-5"], minimum=jackpot.chip, maximum=jackpot.chip,
            unit=jackpot.chip, rate=jackpot.rate, start=jackpot.start,
            pays=tuple(line(f"jackpot {prize.name}",
                            f"{prize.share} %" if prize.share else f"{prize.times}x", L["9"])
                       for prize in jackpot.prizes)),)
    cite_clause(*clauses(bets))
    return bets
