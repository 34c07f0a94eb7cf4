"""The bets of each player until bets are closed, and who then decides for a place."""

from __future__ import annotations

from functools import lru_cache
from typing import assert_never

import msgspec

from sabot.families.blackjack.round.round import Hand, Round, Steps, Wager
from sabot.families.blackjack.round.seats import sit_offer
from sabot.families.blackjack.round.shoe import shuffle_by_hand, start_anew
from sabot.families.blackjack.rules.cites import Cite, either, flat
from sabot.families.blackjack.rules.clauses import Clauses
from sabot.families.blackjack.rules.sidebets import SideBet
from sabot.families.blackjack.rules.table_law import RuleBook, Source, TableLaw
from sabot.procedure import Call, Handle, Incident, Listen, Offer, TimeOut
from sabot.procedure.table import Table
from sabot.regulations import cite_clause

SPREADS: tuple[Source, ...] = ("hand", "batch")
"""The sources whose cards do not stay in a machine all the time."""
LyingBets = tuple[tuple[str, tuple[str, int]], ...]


def parse_bet(bet: str) -> tuple[str, str, str]:
    """The place, the bettor's number ("+1" or "") and the spot ("" for the main bet) in a bet's
    name."""
    base, _, spot = bet.partition("/")
    place, plus, number = base.partition("+")
    return place, plus + number, spot


def take_bets(r: Round) -> Steps:
    """Seat players and take bets until the time ends, or a lone player asks for the deal."""
    law, also = r.c.open_bets
    yield Call(law, also, call="place-your-bets")
    yield from listen_for_bets(r, 0)


def listen_for_bets(r: Round, after: int) -> Steps:
    """Take bets on the places behind this one until the time is over."""
    c, running = r.c, tuple(r.streaks)
    while True:
        answer = yield betting_prompt(r.book, r.table, tuple(r.seats), tuple(r.stakes.items()),
                                      after, running, supervisor_orders(r, after))
        if type(answer) is Incident:
            yield from spread(r) if answer.kind == "spread" else reshuffle(r)
            continue
        if type(answer) is TimeOut or answer.act == "deal":
            return
        place, _, spot = answer.seat.partition("/")
        player = answer.player
        if answer.act == "sit":
            r.seats[int(place) - 1] = player
        elif answer.act == "leave":
            alone = r.readings.empty_places == "no-bets"
            for bet, bettor in [(b, bettor) for b, (bettor, _) in r.stakes.items()
                                if (alone or bettor == player) and parse_bet(b)[0] == place
                                and not r.in_a_row(b)]:
                yield from r.change(bet, bettor, 0, c.unbet[0], return_law=c.unbet[0])
            r.seats[int(place) - 1] = ""
            if not any(r.seats):
                r.cutter = 0  # play is interrupted: the right to cut starts again
        else:
            bet = place + bettor_tag(r.stakes, r.seats, place, player) + (spot and f"/{spot}")
            amount = answer.amount if answer.act == "bet" else 0
            law = c.stake if not spot else c.chip if spot == "jackpot" else \
                r.side_bets[spot].law
            yield from r.change(bet, player, amount, law[0], *law[1], return_law=c.unbet[0])
            if r.readings.absent_holder == "no-bets" and not amount and not spot:
                yield from return_others(r, place)


def return_others(r: Round, place: str) -> Steps:
    """Return the bets on a place whose holder has taken back their own, where others may bet only
    beside it (IR 95)."""
    holder = r.seats[int(place) - 1]
    lying = [bet for bet in r.stakes if parse_bet(bet)[::2] == (place, "")]
    if holder and holder not in [r.stakes[bet][0] for bet in lying]:
        for bet in lying:
            yield r.release("return", bet, r.staked(bet), r.c.unbet[0], *r.c.holder_absent)


def supervisor_orders(r: Round, after: int) -> tuple[str, ...]:
    """What a supervisor may order between two rounds, in addition to the table's own commands."""
    if after or r.table_law.source not in SPREADS:
        return ()
    orders = ("spread",) if r.c.spread[0] and not r.stakes else ()
    may_reshuffle = r.c.reshuffle[0] and not r.fresh and not r.machine
    return (*orders, "reshuffle") if may_reshuffle else orders


def reshuffle(r: Round) -> Steps:
    """The bank uses its right to shuffle before the end of the shoe."""
    yield Handle(*r.c.reshuffle, what="reshuffle")
    yield from shuffle_by_hand(r, r.c.reshuffle)


def spread(r: Round) -> Steps:
    """Nobody bets: the croupier spreads the cards of the shoe, and play starts again with new ones.
    """
    yield Handle(*r.c.spread, what="spread-cards")
    yield from start_anew(r, r.c.spread)


def bettor_tag(stakes: dict[str, tuple[str, int]], seats: list[str] | tuple[str, ...], place: str,
               player: str) -> str:
    """The number of a bettor at a place: their own if they bet there, else the next; "" for the
    holder."""
    last, free = 0, seats[int(place) - 1] == player
    if free and place in stakes and stakes[place][0] == player:
        return ""
    for bet, (bettor, _) in stakes.items():
        at, tag, _ = parse_bet(bet)
        if at == place:
            if bettor == player:
                return tag
            last, free = max(last, int(tag or 0)), free and tag != ""
    return "" if free else f"+{last + 1}"


@lru_cache(maxsize=4096)
def betting_prompt(book: RuleBook, table: Table, seats: tuple[str, ...], lying: LyingBets,
                   after: int, running: tuple[str, ...], faults: tuple[str, ...] = ()) -> Listen:
    """The offers of the betting time: places to take, bets to make and to take back, and its end.
    """
    c, table_law = book.laws(table), book.table_law(table)
    holders = [player for player in seats if player]
    only = holders[0] if holders and table.individual else ""
    mains: dict[str, dict[str, int]] = {}
    for bet, (bettor, cents) in lying:
        place, _, spot = parse_bet(bet)
        if not spot:
            mains.setdefault(place, {})[bettor] = cents
    at = _places_by_player(seats, mains if table_law.counts_bets else {})
    total = sum(cents for at in mains.values() for cents in at.values())
    elsewhere: dict[str, int] = {}
    readings = table_law.readings
    if not table_law.others and (readings.maximum_limits == "all-bets"
                                 or readings.maximum_counts == "all-places"):
        for bets in mains.values():
            for bettor, cents in bets.items():
                elsewhere[bettor] = elsewhere.get(bettor, 0) + cents
    room = table_law.table_high - total if table_law.table_high else None
    offers: list[Offer] = []
    for number, player in enumerate(seats, start=1):
        place = str(number)
        if _turn(table_law, len(seats), place) <= after:
            continue
        full = tuple(sorted(bettor for bettor, places in at.items()
                            if len(places) >= table.places_per_player and place not in places))
        if not player and not (only and only in full):
            offers.append(
                sit_offer(c, table, place, (c.sit_alone if only else c.sit)[0], full, only)
            )
        offers += _main_bet_offers(book, table_law, table, place, player, mains.get(place, {}),
                                   room, only, tuple(sorted(set(holders))),
                                   full if table_law.counts_bets else (), elsewhere)
        if player and after == 0:
            offers.append(Offer("leave", place, c.leave[0], player))
    if after == 0:
        offers += _side_bet_offers(book, table_law, table, seats, mains, lying, running)
    elif table_law.sides:
        undealt = {n: bets for n, bets in mains.items() if _turn(table_law, len(seats), n) > after}
        at_once = msgspec.structs.replace(
            table_law, sides=tuple(side for side in table_law.sides if not side.in_a_row))
        offers += _side_bet_offers(
            book, at_once, table, seats, undealt,
            tuple(bet for bet in lying if parse_bet(bet[0])[0] in undealt), running)
    if table.individual and (mains or after):
        offers.append(Offer("deal", "table", c.deal_alone[0],
                            holders[0] if holders else next(iter(next(iter(mains.values()))))))
    timed = bool(mains) and not table.individual
    law = c.late if after else c.betting_alone if table.individual else c.betting
    return Listen(*law, offers=tuple(offers), window=f"late:{after}" if after else "bets",
                  clock=("late" if after else "betting") if timed else "",
                  default="no-more-bets" if timed else "",
                  default_law=law[0] if timed else "", faults=faults)


def _turn(table_law: TableLaw, places: int, place: str) -> int:
    """The number of a place from 1 on, in the order in which the places are dealt."""
    return places + 1 - int(place) if dealt_backward(table_law) else int(place)


def _places_by_player(
    seats: tuple[str, ...], mains: dict[str, dict[str, int]]
) -> dict[str, set[str]]:
    """The places that each player holds, and those of ``mains`` on which they bet."""
    places: dict[str, set[str]] = {}
    for number, player in enumerate(seats, start=1):
        if player:
            places.setdefault(player, set()).add(str(number))
    for place, bettors in mains.items():
        for player in bettors:
            places.setdefault(player, set()).add(place)
    return places


def _main_bet_offers(book: RuleBook, table_law: TableLaw, table: Table, place: str, holder: str,
                     bets: dict[str, int], room: int | None, only: str, seated: tuple[str, ...],
                     busy: tuple[str, ...], own_bets: dict[str, int]) -> list[Offer]:
    """The main bets of one place: each bettor changes their own, and another adds one that fits.

    ``busy``: players who already bet on as many places as they may. ``own_bets``: what the maximum
    counts of each player's bets on all places (IR 13, IR 392).
    """
    c = book.laws(table)
    used = sum(bets.values()) if table_law.place_together else 0
    full = 0 < table_law.bettors <= len(bets)
    offers: list[Offer] = []
    own = dict(bets)
    if holder:
        own.setdefault(holder, 0)

    others_seated = tuple(p for p in seated if p not in bets)
    others = tuple(p for p in seated if p not in own)

    limit_clause = c.place_limit if holder else either(c.vacant_limit, c.place_limit)

    def main(law: Cite, player: str, own: int, limit: str, players: tuple[str, ...] = (),
             barred: tuple[str, ...] = ()) -> None:
        """Offer a main bet within what is left of the place's maximum, and of the table's."""
        high = table.maximum - (used - own if used else 0)
        high = min(high, table.maximum - own_bets.get(player, 0) + own)
        if room is not None and room + own < high:
            high, limit = room + own, c.table_limit[0]
        if high >= table.minimum:
            offers.append(Offer(
                "bet", place, law[0], player, low=table.minimum, high=high, unit=table_law.unit,
                also=law[1], limit_law=limit, unit_law=c.unit[0], players=players,
                barred=barred,
                barred_law="" if not barred else c.more_places[0] if busy else law[0]))
        elif limit == c.table_limit[0]:
            refuse(c.table_limit, table_law.table_high - room if room else table_law.table_high,
                   table_law.table_high, table_law.unit)
        elif player and table_law.readings.maximum_counts == "all-places" and player in own_bets:
            offers.append(Offer(
                "bet", place, law[0], player, low=own_bets[player], high=table.maximum,
                unit=table_law.unit, note="full", also=law[1] + c.limit[1],
                barred=(player,), barred_law=limit))
        else:
            refuse(limit_clause, used, table.maximum, table_law.unit)

    def refuse(law: Cite, lies: int, limit: int, unit: int = 0) -> None:
        """Nobody else may bet here: the refusal says why, and what lies there."""
        if not offers or offers[0].barred_law != law[0]:
            offers.insert(0, Offer("bet", place, law[0], low=lies, high=limit, unit=unit,
                                   note="full", also=law[1], players=others_seated or ("",),
                                   barred=others_seated, barred_law=law[0]))

    for player, cents in own.items():
        if cents or not full:
            main(c.bet if player == holder else c.other_bet if holder else c.vacant_bet, player,
                 cents, (c.limit if used in (0, cents) else limit_clause)[0])
        if cents:
            offers.append(Offer("clear", place, c.unbet[0], player))
    vacant = table_law.readings.empty_places == "take-bets"
    invited = not holder or holder in bets or table_law.readings.absent_holder == "others-bet"
    if table_law.others and invited and (seated or not table.individual) \
            and only not in (*own, *busy) and (
                table_law.standing or only or others) and (holder or vacant):
        law = c.other_bet if holder else c.vacant_bet
        if full:
            refuse(c.bettors, len(bets), table_law.bettors)
        else:
            main(law, only, 0, limit_clause[0], () if table_law.standing or only else others,
                 (*own, *(player_id for player_id in busy if player_id not in own)))
    return offers


def _side_bet_offers(book: RuleBook, table_law: TableLaw, table: Table, seats: tuple[str, ...],
                     mains: dict[str, dict[str, int]], lying: LyingBets, running: tuple[str, ...]
                     ) -> list[Offer]:
    """The additional bets of players with a main bet, and the chip for the jackpot."""
    c = book.laws(table)
    offers: list[Offer] = []
    bettors: dict[str, list[str]] = {}
    for place, bets in mains.items():
        for player in bets:
            bettors.setdefault(player, []).append(place)
    lying_places: dict[tuple[str, str], list[str]] = {}
    for bet, (bettor, _) in lying:
        place, _, spot = parse_bet(bet)
        if spot:
            lying_places.setdefault((bettor, spot), []).append(place)
    for player, places in bettors.items():
        for side in table_law.sides:
            for refusal_law, spots in _side_bet_spots(
                book, table, side, places, mains, player, lying_places, running
            ):
                offers.append(
                    Offer("bet", "", side.law[0], player, low=table_law.side_low,
                          high=table_law.side_high, unit=table.unit, also=side.law[1], seats=spots,
                          limit_law=c.side_limit[0], unit_law=c.side_limit[0],
                          barred=(player,) if refusal_law else (), barred_law=refusal_law)
                )
    if table_law.jackpot is not None:
        offers += _chip_offers(c, table_law, seats, mains, lying_places)
    for (player, spot), places in lying_places.items():
        known = book.spots(table_law).get(spot)
        fixed = [p for p in places if known is not None and known.in_a_row and p in running]
        for refusal_law, chosen in (("", [p for p in places if p not in fixed]),
                                     (c.streak_stays[0], fixed)):
            if chosen:
                offers.append(
                    Offer("clear", "", refusal_law or c.unbet[0], player,
                          seats=tuple(f"{p}/{spot}" for p in chosen),
                          barred=(player,) if refusal_law else (), barred_law=refusal_law)
                )
    return offers


def _chip_offers(c: Clauses, table_law: TableLaw, seats: tuple[str, ...],
                 mains: dict[str, dict[str, int]],
                 lying_places: dict[tuple[str, str], list[str]]) -> list[Offer]:
    """One chip for each holder of a place with a bet there, or for each such place (IR 48)."""
    offers: list[Offer] = []
    chip = table_law.jackpot.chip if table_law.jackpot is not None else 0
    for player in dict.fromkeys(filter(None, seats)):
        own = [str(n) for n, holder in enumerate(seats, start=1)
               if holder == player and player in mains.get(str(n), {})]
        lying = lying_places.get((player, "jackpot"), [])
        each_place = table_law.readings.chips == "each-place"
        taken = [place for place in own if place in lying or (lying and not each_place)]
        for places, full in ((taken, True), ([p for p in own if p not in taken], False)):
            if places:
                offers.append(Offer("bet", "", c.chip[0], player, low=chip, high=chip, unit=chip,
                                    also=c.chip[1], seats=tuple(f"{p}/jackpot" for p in places),
                                    limit_law=c.one_chip[0], unit_law=c.one_chip[0],
                                    barred=(player,) if full else (),
                                    barred_law=c.one_chip[0] if full else ""))
    return offers


def _side_bet_spots(book: RuleBook, table: Table, side: SideBet, places: list[str],
                    mains: dict[str, dict[str, int]], player: str,
                    lying_places: dict[tuple[str, str], list[str]],
                    running: tuple[str, ...]) -> list[tuple[str, tuple[str, ...]]]:
    """Where a player may make this additional bet, by the clause that forbids it ("" where
    allowed)."""
    table_law, c = book.table_law(table), book.laws(table)
    known = book.spots(table_law)
    spots_by_law: dict[str, list[str]] = {}
    for place in mains if side.anywhere else places:
        refusal_law = ""
        if side.in_a_row and place in running:
            refusal_law = c.streak_stays[0]
        elif any(
            bettor == player
            and place in lying
            and spot in known
            and excludes(table_law, known[spot], side)
            for (bettor, spot), lying in lying_places.items()
        ):
            refusal_law = c.one_side[0]
        spots_by_law.setdefault(refusal_law, []).append(f"{place}/{side.spot}")
    return [(refusal_law, tuple(spots)) for refusal_law, spots in spots_by_law.items()]


def excludes(table_law: TableLaw, lying: SideBet, side: SideBet) -> bool:
    """Whether a side bet of a player keeps another one of theirs from the same place."""
    if lying.group == side.group:
        return side.alone and lying.spot != side.spot
    return table_law.one_side


# -- the bets are closed --------------------------------------------------------------------------


def close_bets(r: Round) -> Steps:
    """Call that bets are closed, and return side bets that may not stay."""
    c = r.c
    law = c.no_more_bets if r.table_law.jackpot is None else c.jackpot_call
    yield Call(law[0], law[1], call="no-more-bets")
    yield from return_lone_sides(r)


def return_lone_sides(r: Round) -> Steps:
    """Return side bets that lack the main bet they need."""
    c = r.c
    if not [bet for bet in r.stakes if "/" in bet]:
        return
    bettors = {
        (bettor, parse_bet(bet)[0]) for bet, (bettor, _) in r.stakes.items() if "/" not in bet
    }
    playing = {bettor for bettor, _ in bettors}
    for bet, (bettor, cents) in list(r.stakes.items()):
        place, _, spot = parse_bet(bet)
        side = r.side_bets.get(spot)
        if not spot or (side is not None and side.in_a_row and place in r.streaks):
            continue
        anywhere = side is not None and side.anywhere
        if (bettor, place) in bettors or (anywhere and bettor in playing
                                          and any(p == place for _, p in bettors)):
            continue
        law = c.chip_needs_bet if spot == "jackpot" else c.side_needs_bet
        yield r.release("return", bet, cents, law[0], *law[1])


def dealt_backward(table_law: TableLaw) -> bool:
    """Whether the place with the highest number is dealt and asked first."""
    return table_law.readings.dealt_from == "left-of-players"


def make_hands(r: Round, only: str = "") -> list[Hand]:
    """The hands of the places with main bets (of one place where ``only`` names it), in the order
    of the places; the decider of each comes first."""
    wagers_at: dict[str, list[Wager]] = {}
    for bet, (player, cents) in r.stakes.items():
        if "/" not in bet:
            place, plus, number = bet.partition("+")
            if not only or place == only:
                wagers_at.setdefault(place, []).append(Wager(player, plus + number, cents))
    hands = []
    for place in sorted(wagers_at, key=int) if len(wagers_at) > 1 else wagers_at:
        wagers = wagers_at[place]
        if len(wagers) > 1:
            chief = decider(r, place, wagers)
            wagers.remove(chief)
            wagers.insert(0, chief)
        for wager in wagers:
            r.first_bets[place, wager.tag] = wager.initial
            r.laid.append((place, wager.player, wager.initial))
        hand = Hand(place, place, wagers)
        hand.nobody = nobody_decides(r, place, wagers)
        hands.append(hand)
    if dealt_backward(r.table_law):
        hands.reverse()
    r.hands += hands
    r.in_play += hands
    return hands


def decider(r: Round, place: str, wagers: list[Wager]) -> Wager:
    """The bettor who decides for all bets of a place. ``wagers`` are in order of arrival."""
    holder = r.seats[int(place) - 1]
    own = next((w for w in wagers if w.player == holder), None)
    top = max(w.initial for w in wagers)
    highest = [w for w in wagers if w.initial == top]

    def rank(wager: Wager) -> int:
        """The lowest place that they hold; bettors without a place come after, in order of arrival.
        """
        return r.seats.index(wager.player) if wager.player in r.seats else len(r.seats)

    match r.table_law.decider:
        case "holder":
            return own or min(highest, key=rank)
        case "seated":
            return own or highest[0]
        case "nearest":
            return own or wagers[0]
        case "highest":
            return own if own is not None and own in highest else highest[0]
        case _ as never:
            assert_never(never)


def nobody_decides(r: Round, place: str, wagers: list[Wager]) -> bool:
    """Whether several people without a place have the highest bets on a place, and none of them
    decides for that reason (IR 32)."""
    if r.readings.equal_bets == "earliest" or r.seats[int(place) - 1] == wagers[0].player:
        return False
    most = max(w.initial for w in wagers)
    highest = [w.player for w in wagers if w.initial == most]
    return len(highest) > 1 and not any(player in r.seats for player in highest)


def announce_decider(r: Round, hand: Hand) -> Steps:
    """Where several bet on a place, announce whose decision counts for all."""
    c = r.c
    if hand.nobody:
        cite_clause(*flat(c.tie_decides))
        return
    holds = r.seats[int(hand.place) - 1] == hand.player
    top = max(w.initial for w in hand.wagers)
    highest = [w for w in hand.wagers if w.initial == top]
    law = c.holder_decides if holds else c.tie_decides if len(highest) > 1 else c.highest_decides
    seated = r.seats[int(hand.place) - 1]
    if seated and seated not in [w.player for w in hand.wagers]:
        law = law[0], law[1] + c.holder_absent
    if r.table_law.decider == "highest" and len(highest) == 1:
        law = c.highest_decides
    yield Call(*law, call="decides", seat=hand.name, facts={"bet": hand.name + hand.wagers[0].tag})
    own = [w for w in hand.wagers if w.player == r.seats[int(hand.place) - 1]]
    if own and c.holds_cards[0]:
        yield Call(*c.holds_cards, call="holds-cards", seat=hand.name + own[0].tag)
