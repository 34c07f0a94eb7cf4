"""Who bets what where, until the bets are closed; and who then decides for a place."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

from sabot.families.blackjack.round.round import Hand, Round, Steps, Wager
from sabot.families.blackjack.round.seats import sit
from sabot.families.blackjack.round.shoe import anew, by_hand
from sabot.families.blackjack.rules.cites import Cite, either
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.families.blackjack.rules.code import Jackpot, RuleBook, Source, TableLaw
from sabot.families.blackjack.rules.sidebets import SideBet
from sabot.procedure import Call, Handle, Incident, Listen, Offer, TimeOut
from sabot.procedure.table import Table

SPREADS: tuple[Source, ...] = ("hand", "batch")
"""Where the cards do not stay in a machine all the time."""
Lying = tuple[tuple[str, tuple[str, int]], ...]


def spot_of(bet: str) -> tuple[str, str, str]:
    """Place, number of the bettor ("+1" or "") and spot ("" for the main bet) of a bet's name."""
    base, _, spot = bet.partition("/")
    place, plus, number = base.partition("+")
    return place, plus + number, spot


def take_bets(r: Round) -> Steps:
    """Places are taken and bets made until the period ends, or a lone player has the cards dealt.
    """
    law, also = r.c.open_bets
    yield Call(law, also, call="place-your-bets")
    yield from listen(r, 0)


def listen(r: Round, after: int) -> Steps:
    """Bets on the places after this one, until the time is over."""
    c, running = r.c, tuple(r.streaks)
    while True:
        heard = yield betting(r.book, r.table, tuple(r.seats), tuple(r.stakes.items()), after,
                              running, commands(r, after))
        if type(heard) is Incident:
            yield from spread(r) if heard.kind == "spread" else reshuffle(r)
            continue
        if type(heard) is TimeOut or heard.act == "deal":
            return
        place, _, spot = heard.seat.partition("/")
        player = heard.player
        if heard.act == "sit":
            r.seats[int(place) - 1] = player
        elif heard.act == "leave":
            for bet in [b for b, (who, _) in r.stakes.items()
                        if who == player and spot_of(b)[0] == place and not r.in_a_row(b)]:
                yield from r.change(bet, player, 0, c.unbet[0], return_law=c.unbet[0])
            r.seats[int(place) - 1] = ""
            if not any(r.seats):
                r.cutter = 0  # play is interrupted: the right to cut begins anew
        else:
            bet = place + tag_of(r.stakes, r.seats, place, player) + (spot and f"/{spot}")
            amount = heard.amount if heard.act == "bet" else 0
            law = c.stake if not spot else c.chip if spot == "jackpot" else \
                r.beside[spot].law
            yield from r.change(bet, player, amount, law[0], *law[1], return_law=c.unbet[0])


def commands(r: Round, after: int) -> tuple[str, ...]:
    """What a supervisor may order between two coups, beside what was laid down for the table."""
    if after or r.code.source not in SPREADS:
        return ()
    found = ("spread",) if r.c.spread[0] and not r.stakes else ()
    again = r.c.reshuffle[0] and not r.fresh and not r.machine
    return (*found, "reshuffle") if again else found


def reshuffle(r: Round) -> Steps:
    """The bank uses its right to shuffle before the shoe has come to its end."""
    yield Handle(*r.c.reshuffle, what="reshuffle")
    yield from by_hand(r, r.c.reshuffle)


def spread(r: Round) -> Steps:
    """Nobody bets: the croupier spreads the cards of the shoe, and play begins anew with others."""
    yield Handle(*r.c.spread, what="spread-cards")
    yield from anew(r, r.c.spread)


def tag_of(stakes: dict[str, tuple[str, int]], seats: list[str] | tuple[str, ...], place: str,
           player: str) -> str:
    """The number of a bettor at a place: the one that he has there, else the next; "" if he holds
    it."""
    last, free = 0, seats[int(place) - 1] == player
    if free and place in stakes and stakes[place][0] == player:
        return ""
    for bet, (who, _) in stakes.items():
        at, tag, _ = spot_of(bet)
        if at == place:
            if who == player:
                return tag
            last, free = max(last, int(tag or 0)), free and tag != ""
    return "" if free else f"+{last + 1}"


@lru_cache(maxsize=4096)
def betting(book: RuleBook, table: Table, seats: tuple[str, ...], lying: Lying, after: int,
            running: tuple[str, ...], faults: tuple[str, ...] = ()) -> Listen:
    """Places to take, bets to make and to take back, and what ends the period."""
    c, code = book.laws(table), book.code(table)
    held = [player for player in seats if player]
    only = held[0] if held and table.individual else ""
    mains: dict[str, dict[str, int]] = {}
    for bet, (who, cents) in lying:
        place, _, spot = spot_of(bet)
        if not spot:
            mains.setdefault(place, {})[who] = cents
    at = _places_of(seats, mains if code.counts_bets else {})
    everything = sum(cents for at in mains.values() for cents in at.values())
    room = code.table_high - everything if code.table_high else None
    offers: list[Offer] = []
    for number, player in enumerate(seats, start=1):
        if number <= after:
            continue
        place = str(number)
        full = tuple(sorted(who for who, places in at.items()
                            if len(places) >= table.places_per_player and place not in places))
        if not player and not (only and only in full):
            offers.append(sit(c, table, place, (c.sit_alone if only else c.sit)[0], full, only))
        offers += _mains(book, code, table, place, player, mains.get(place, {}), room, only,
                         tuple(sorted(set(held))), full if code.counts_bets else ())
        if player and after == 0:
            offers.append(Offer("leave", place, c.leave[0], player))
    if after == 0:
        offers += _sides(book, code, table, seats, mains, lying, running)
    if table.individual and (mains or after):
        offers.append(Offer("deal", "table", c.deal_alone[0],
                            held[0] if held else next(iter(next(iter(mains.values()))))))
    timed = bool(mains) and not table.individual
    law = c.late if after else c.betting_alone if table.individual else c.betting
    return Listen(*law, offers=tuple(offers), window=f"late:{after}" if after else "bets",
                  clock=("late" if after else "betting") if timed else "",
                  default="no-more-bets" if timed else "",
                  default_law=law[0] if timed else "", faults=faults)


def _places_of(seats: tuple[str, ...], mains: dict[str, dict[str, int]]) -> dict[str, set[str]]:
    """The places that each player holds, and those of ``mains`` on which he bets."""
    found: dict[str, set[str]] = {}
    for number, player in enumerate(seats, start=1):
        if player:
            found.setdefault(player, set()).add(str(number))
    for place, there in mains.items():
        for player in there:
            found.setdefault(player, set()).add(place)
    return found


def _mains(
    book: RuleBook,
    code: TableLaw,
    table: Table,
    place: str,
    holder: str,
    there: dict[str, int],
    room: int | None,
    only: str,
    seated: tuple[str, ...],
    busy: tuple[str, ...],
) -> list[Offer]:
    """Main bets of one place: each bettor changes his own, and another adds one that still fits.

    Who is ``busy`` bets on as many places as he may.
    """
    c = book.laws(table)
    used = sum(there.values()) if code.place_together else 0
    full = 0 < code.bettors <= len(there)
    offers: list[Offer] = []
    mine = dict(there)
    if holder:
        mine.setdefault(holder, 0)

    away = tuple(p for p in seated if p not in there)
    others = tuple(p for p in seated if p not in mine)

    most = c.place_limit if holder else either(c.vacant_limit, c.place_limit)

    def main(law: Cite, player: str, own: int, limit: str, players: tuple[str, ...] = (),
             barred: tuple[str, ...] = ()) -> None:
        """A main bet as far as the place has room for it, and then the table."""
        high = table.maximum - (used - own if used else 0)
        if room is not None and room + own < high:
            high, limit = room + own, c.table_limit[0]
        if high >= table.minimum:
            offers.append(Offer(
                "bet", place, law[0], player, low=table.minimum, high=high, unit=code.unit,
                also=law[1], limit_law=limit, unit_law=c.unit[0], players=players,
                barred=barred,
                barred_law="" if not barred else c.more_places[0] if busy else law[0]))
        elif limit == c.table_limit[0]:
            refuse(c.table_limit, code.table_high - room if room else code.table_high,
                   code.table_high, code.unit)
        else:
            refuse(most, used, table.maximum, code.unit)

    def refuse(law: Cite, lies: int, limit: int, unit: int = 0) -> None:
        """Nobody else may bet here: who tries is told why, and what is there."""
        if not offers or offers[0].barred_law != law[0]:
            offers.insert(0, Offer("bet", place, law[0], low=lies, high=limit, unit=unit,
                                   note="full", also=law[1], players=away or ("",),
                                   barred=away, barred_law=law[0]))

    for player, cents in mine.items():
        if cents or not full:
            main(c.bet if player == holder else c.other_bet if holder else c.vacant_bet, player,
                 cents, (c.limit if used in (0, cents) else most)[0])
        if cents:
            offers.append(Offer("clear", place, c.unbet[0], player))
    if code.others and (seated or not table.individual) and only not in (*mine, *busy) and (
            code.standing or only or others):
        law = c.other_bet if holder else c.vacant_bet
        if full:
            refuse(c.bettors, len(there), code.bettors)
        else:
            main(law, only, 0, most[0], () if code.standing or only else others,
                 (*mine, *(who for who in busy if who not in mine)))
    return offers


def _sides(book: RuleBook, code: TableLaw, table: Table, seats: tuple[str, ...],
           mains: dict[str, dict[str, int]], lying: Lying, running: tuple[str, ...]
           ) -> list[Offer]:
    """Additional bets of those who have a main bet, and the chip for the jackpot."""
    c = book.laws(table)
    offers: list[Offer] = []
    bettors: dict[str, list[str]] = {}
    for place, there in mains.items():
        for player in there:
            bettors.setdefault(player, []).append(place)
    lies: dict[tuple[str, str], list[str]] = {}
    for bet, (who, _) in lying:
        place, _, spot = spot_of(bet)
        if spot:
            lies.setdefault((who, spot), []).append(place)
    for player, places in bettors.items():
        for side in code.sides:
            for why, spots in _spots(book, table, side, places, mains, player, lies, running):
                offers.append(Offer("bet", "", side.law[0], player, low=code.side_low,
                                    high=code.side_high, unit=table.unit, also=side.law[1],
                                    seats=spots, limit_law=c.side_limit[0],
                                    unit_law=c.side_limit[0], barred=(player,) if why else (),
                                    barred_law=why))
    if code.jackpot is not None:
        offers += _chips(c, code.jackpot, seats, mains, lies)
    for (player, spot), places in lies.items():
        beside = book.spots(code).get(spot)
        fixed = [p for p in places if beside is not None and beside.in_a_row and p in running]
        for why, which in (("", [p for p in places if p not in fixed]),
                           (c.streak_stays[0], fixed)):
            if which:
                offers.append(Offer("clear", "", why or c.unbet[0], player,
                                    seats=tuple(f"{p}/{spot}" for p in which),
                                    barred=(player,) if why else (), barred_law=why))
    return offers


def _chips(c: Clauses, jackpot: Jackpot, seats: tuple[str, ...], mains: dict[str, dict[str, int]],
           lies: dict[tuple[str, str], list[str]]) -> list[Offer]:
    """One chip for each holder of a place with a bet there."""
    offers: list[Offer] = []
    for player in dict.fromkeys(filter(None, seats)):
        mine = tuple(f"{n}/jackpot" for n, holder in enumerate(seats, start=1)
                     if holder == player and player in mains.get(str(n), {}))
        if mine:
            has = (player, "jackpot") in lies
            offers.append(Offer("bet", "", c.chip[0], player, low=jackpot.chip, high=jackpot.chip,
                                unit=jackpot.chip, also=c.chip[1], seats=mine,
                                limit_law=c.one_chip[0], unit_law=c.one_chip[0],
                                barred=(player,) if has else (),
                                barred_law=c.one_chip[0] if has else ""))
    return offers


def _spots(book: RuleBook, table: Table, side: SideBet, places: list[str],
           mains: dict[str, dict[str, int]], player: str, lies: dict[tuple[str, str], list[str]],
           running: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Where a player may put this additional bet, and under which clauses he may not."""
    code, c = book.code(table), book.laws(table)
    known = book.spots(code)
    found: dict[str, list[str]] = {}
    for place in mains if side.anywhere else places:
        why = ""
        if side.in_a_row and place in running:
            why = c.streak_stays[0]
        elif code.one_side and any(
                who == player and place in there and spot in known
                and known[spot].group != side.group for (who, spot), there in lies.items()):
            why = c.one_side[0]
        found.setdefault(why, []).append(f"{place}/{side.spot}")
    return [(why, tuple(spots)) for why, spots in found.items()]


# -- the bets are closed --------------------------------------------------------------------------


def close(r: Round) -> Steps:
    """The call that closes the bets, the chips of the jackpot, and what cannot stand."""
    c = r.c
    said = c.no_more_bets if r.code.jackpot is None else c.jackpot_call
    yield Call(said[0], said[1], call="no-more-bets")
    if not [bet for bet in r.stakes if "/" in bet]:
        return
    bettors = {(who, spot_of(bet)[0]) for bet, (who, _) in r.stakes.items() if "/" not in bet}
    playing = {who for who, _ in bettors}
    for bet, (who, cents) in list(r.stakes.items()):
        place, _, spot = spot_of(bet)
        side = r.beside.get(spot)
        if not spot or (side is not None and side.in_a_row and place in r.streaks):
            continue
        anywhere = side is not None and side.anywhere
        if (who, place) in bettors or (anywhere and who in playing
                                       and any(p == place for _, p in bettors)):
            continue
        law = c.chip_needs_bet if spot == "jackpot" else c.side_needs_bet
        yield r.release("return", bet, cents, law[0], *law[1])


def make_hands(r: Round, only: str = "") -> list[Hand]:
    """The hands of the places with main bets on them (of one place, where it is named), in the
    order of the places; the decider of each comes first."""
    at: dict[str, list[Wager]] = {}
    for bet, (who, cents) in r.stakes.items():
        if "/" not in bet:
            place, plus, number = bet.partition("+")
            if not only or place == only:
                at.setdefault(place, []).append(Wager(who, plus + number, cents))
    made = []
    for place in sorted(at, key=int) if len(at) > 1 else at:
        wagers = at[place]
        if len(wagers) > 1:
            chief = decider(r, place, wagers)
            wagers.remove(chief)
            wagers.insert(0, chief)
        for wager in wagers:
            r.first_bets[place, wager.tag] = wager.initial
        made.append(Hand(place, place, wagers))
    r.hands += made
    r.in_play += made
    return made


def decider(r: Round, place: str, wagers: list[Wager]) -> Wager:
    """Who decides for all bets of a place. ``wagers`` are in order of arrival."""
    holder = r.seats[int(place) - 1]
    mine = next((w for w in wagers if w.player == holder), None)
    top = max(w.initial for w in wagers)
    best = [w for w in wagers if w.initial == top]

    def rank(wager: Wager) -> int:
        """The lowest place that they hold; who holds none comes after, in order of arrival."""
        return r.seats.index(wager.player) if wager.player in r.seats else len(r.seats)

    match r.code.decider:
        case "holder":
            return mine or min(best, key=rank)
        case "seated":
            return mine or best[0]
        case "nearest":
            return mine or wagers[0]
        case "highest":
            return mine if mine is not None and mine in best else best[0]
        case _ as never:
            assert_never(never)


def tell_decider(r: Round, hand: Hand) -> Steps:
    """Where others bet too, it is told whose decision counts for all."""
    c = r.c
    holds = r.seats[int(hand.place) - 1] == hand.player
    top = max(w.initial for w in hand.wagers)
    alike = [w for w in hand.wagers if w.initial == top]
    law = c.holder_decides if holds else c.tie_decides if len(alike) > 1 else c.highest_decides
    seated = r.seats[int(hand.place) - 1]
    if seated and seated not in [w.player for w in hand.wagers]:
        law = law[0], law[1] + c.holder_absent
    if r.code.decider == "highest" and len(alike) == 1:
        law = c.highest_decides
    yield Call(*law, call="decides", seat=hand.name, facts={"bet": hand.name + hand.wagers[0].tag})
    mine = [w for w in hand.wagers if w.player == r.seats[int(hand.place) - 1]]
    if mine and c.holds_cards[0]:
        yield Call(*c.holds_cards, call="holds-cards", seat=hand.name + mine[0].tag)
