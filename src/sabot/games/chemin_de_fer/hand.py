"""Whose hand it is: the banker keeps or passes it, or a player takes it (29 to 35, 39, 76 to
94)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import regulations as law
from sabot.families.layout.cloth import Cite
from sabot.games.chemin_de_fer import bank, conduct, people
from sabot.games.chemin_de_fer.auction import auction_hand, impose_hand, lose_seat
from sabot.games.chemin_de_fer.offer import offer_at_level
from sabot.games.chemin_de_fer.round import BANK, OF_ASSOCIATE, Round, Steps
from sabot.games.chemin_de_fer.rules import (
    MAX_BANK,
    MIN_SEATED,
    SEATS,
    WINS_TO_HALVE,
    bank_step,
    minimum_bank,
)
from sabot.games.chemin_de_fer.standing import stand_up_offer
from sabot.money import euros
from sabot.procedure import Act, Call, Incident, Listen, Offer, Void
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

OUT_OF_TURN, OUT_OF_TURN_DEALT = "out-of-turn", "out-of-turn-dealt"
"""A player took the hand before their turn; noticed before or after cards are dealt (81)."""

LEAVING = ("leave", "stand-up")
"""Acts with which a player gives up the seat."""


def give_hand(r: Round) -> Steps:
    """Find a banker with a bank on the table, and call its value (96.a-2). The coup ends here when
    so many players give up their seats that fewer than four are left (16)."""
    if r.banker and r.readings.later_shoe == "first-seat" and _shoe_is_new(r):  # IR 257
        yield from bank.return_bank(r, (L["29"], (IR[257],)))
        r.banker, r.associate, r.due = "", "", "first"
    if r.banker and r.capital:
        yield from _ask_banker(r)
    elif r.banker:  # the bank went back with a void coup
        yield from _ask_player(r, r.seats.index(r.banker) + 1 if r.banker in r.seats else 0,
                               (L["39"], (IR[224],)), had_hand=True)
    if not r.banker and sum(map(bool, r.seats)) >= MIN_SEATED:
        yield from _give_in_turn(r)
    if not r.banker or sum(map(bool, r.seats)) < MIN_SEATED:
        yield from people.halt(r)
        raise Void(people.TOO_FEW)
    if not r.due and not r.associate:
        yield from _find_associate(r)
    r.won, r.covered, r.due = 0, False, ""
    yield Call(L["96.a-2"], (L["39"], L["96"]), call="bank-of", seat=r.place(r.banker),
               facts={"amount": euros(r.capital)})


def _shoe_is_new(r: Round) -> bool:
    """Whether the shoe was prepared in this coup, after another one."""
    return not r.shoe.coups and r.carry.shoe.coups > 0


# -- the banker goes on ----------------------------------------------------------------------------


def _ask_banker(r: Round) -> Steps:
    """Ask whether the banker goes on, and with how much; a silent banker gives up the hand."""
    fresh = _shoe_is_new(r)
    if fresh and r.due in ("won", "tie"):
        yield Call(L["96.c-8"], (L["32"], IR[257]), call="hand-stays", seat=r.place(r.banker))
    used, gives_up = set[str](), r.readings.silent_banker == "gives-up"
    yield from people.send_menus(r)
    while True:
        answer = yield Listen(
            L["77"] if r.due == "won" else L["76-2"],
            (IR[227],),
            offers=(*_banker_offers(r, fresh, used), *people.offers(r)),
            window="hand",
            clock="decision",
            default="pass-hand" if gives_up else "continue",
            default_law=L["96.c-3"] if gives_up else IR[227],
            faults=conduct.reportable(r),
            details=conduct.details(r),
            menus=people.menus(r),
        )
        if isinstance(answer, Incident):
            yield from conduct.process_report(r, answer)
        elif not isinstance(answer, Act) and not gives_up:  # IR 227
            return
        elif not isinstance(answer, Act):
            yield from _pass_hand(r, "left")
            return
        elif answer.player != r.banker:
            people.process_act(r, answer)
        elif answer.act in LEAVING:
            yield from _pass_hand(r, "left", leaving=answer)
            return
        elif answer.act == "pass-hand":
            yield from _pass_hand(r, r.due if r.due in ("won", "tie") else "left")
            return
        elif answer.act == "pay-outside":
            yield bank.pay_percentage(r)
        elif answer.act in ("halve", "reduce"):
            used.add(answer.act)
            yield from _reduce_bank(r, answer.act, fresh)
        elif answer.act == "continue":
            return
        else:
            people.process_act(r, answer)


def _banker_offers(r: Round, fresh: bool, used: set[str]) -> Iterator[Offer]:
    """The banker's offers before the next coup."""
    place, banker = r.place(r.banker), r.banker
    yield Offer("continue", place, L["77"] if r.due == "won" else L["76-2"], banker)
    cite = {"won": L["77"], "tie": L["89"]}.get(r.due, L["96.c-3"])
    yield Offer("pass-hand", place, cite, banker, also=(L["78"],))
    if "halve" not in used and _half_of_bank(r) and (fresh or _odd_win(r)):
        cite = L["34"] if _odd_win(r) else L["33"]
        yield Offer("halve", place, cite, banker, also=(L["35"],))
    if "reduce" not in used and _excess(r):
        yield Offer("reduce", place, L["46"], banker, also=(L["35"],))
    if r.cut and not r.associate:
        yield Offer("pay-outside", place, L["47"], banker, cost=r.cut, also=(IR[223],))
    yield Offer("leave", place if r.banker in r.seats else people.TABLE, L["96.c-3"], banker)
    if r.banker in r.seats:
        yield stand_up_offer(r, int(place), L["96.c-3"])


def _odd_win(r: Round) -> bool:
    """Whether the bank has won its third coup, or a later odd one; ties do not count (34)."""
    return r.due == "won" and r.wins >= WINS_TO_HALVE and r.wins % 2 == 1


def _half_of_bank(r: Round) -> int:
    """Half of the bank; 0 when less than the minimum bank would remain."""
    half = r.capital // 2
    return half if r.capital - half >= _least_bank(r) else 0


def _least_bank(r: Round) -> int:
    """The capital below which no bank is reduced: the minimum of a bank (35), or that of a bet
    against it (IR 428)."""
    by_bet = r.readings.reduced_bank == "minimum-bet"
    return r.table.minimum if by_bet else minimum_bank(r.table)


def _excess(r: Round) -> int:
    """The bank above twice the bets won last; 0 when it may not be reduced to that (46)."""
    remaining = 2 * r.won
    if r.due != "won" or r.covered or remaining < _least_bank(r):
        return 0
    return max(0, r.capital - remaining)


def _reduce_bank(r: Round, act: str, fresh: bool) -> Steps:
    """Set aside a part of the bank: half of it, or all above twice the bets won last."""
    cite: Cite = (L["46"], ()) if act == "reduce" else \
        (L["34"], ()) if _odd_win(r) else (L["33"], (IR[228],))
    aside = _excess(r) if act == "reduce" else _half_of_bank(r)
    if r.capital - aside < minimum_bank(r.table):
        cite = cite[0], (*cite[1], IR[428])
    yield from bank.set_aside(r, aside, cite)
    yield Call(L["39"], (L["96"],), call="bank-is", seat=r.place(r.banker),
               facts={"amount": euros(r.capital)})


# -- the hand is passed ----------------------------------------------------------------------------


def _pass_hand(r: Round, reason: str, leaving: Act | None = None) -> Steps:
    """Pass the hand: offer it at its level, then by auction, then impose it on a player.

    ``reason``: "won" or "tie", the result after which the banker passes it; "left" when the banker
    gives it up, by an act or by silence. ``leaving``: the act with which the banker leaves.
    """
    passer, level, place = r.banker, _level(r), r.place(r.banker)
    if reason == "left":
        yield Call(L["96.c-3"], (IR[227],), call="hand-abandoned", seat=place)
    else:
        yield Call(L["77"] if reason == "won" else L["89"], call="hand-passed", seat=place)
    yield from bank.return_bank(r, (L["76-2"] if reason == "tie" else L["77"], ()))
    _bar_bidders(r, passer)
    r.banker = r.associate = ""
    has_taker = yield from offer_at_level(r, passer, level, passer_too=not leaving)
    if not has_taker and not (yield from auction_hand(r, passer)):
        yield from impose_hand(r, passer)
    if leaving:
        people.process_act(r, leaving)
    if not r.banker:
        r.due = "first"


def _level(r: Round) -> int:
    """The capital with which a passed hand is offered: the whole bank, or the bank as far as the
    banker could have reduced it after a win (IR 225)."""
    if r.readings.level == "whole-bank" or r.due != "won":
        return r.capital
    return r.capital - max(_excess(r), _half_of_bank(r) if _odd_win(r) else 0)


def _bar_bidders(r: Round, passer: str) -> None:
    """Bar players from bidding for this hand (86, 88, 89-2, 90). A banker who gives it up in
    silence counts as one who passes it (IR 227)."""
    if r.due == "tie":
        r.barred[passer] = "89-2"
        return
    r.barred[passer] = "88" if not r.coups else \
        "90" if r.auctioned and r.coups == 1 and r.due == "won" else "86"
    if r.associate:
        r.barred[r.associate] = "86"


# -- the hand is given in turn ---------------------------------------------------------------------


def _give_in_turn(r: Round) -> Steps:
    """Offer the hand from seat to seat until a player takes it; if nobody does, auction it."""
    start = SEATS if r.due == "first" else r.regular
    cite = {"first": L["29"], "regular": L["91"]}.get(
        r.due, L["32"] if not r.shoe.coups else L["96.c-2"])
    for n in list(r.from_right(start or SEATS)):
        player = r.seats[n - 1]
        if not player:
            yield from people.lapse_registration(r, n)
        elif player in r.skips:
            r.skips.remove(player)
            yield Call(L["96.c-7"], (L["92"],), call="hand-skips", seat=str(n))
        else:
            yield from _ask_player(r, n, (cite, (L["30"],)))
            if r.banker or sum(map(bool, r.seats)) < MIN_SEATED:
                return
    if sum(map(bool, r.seats)) and not (yield from auction_hand(r, "")):
        yield from impose_hand(r, "")
    if not r.banker:
        r.due = "first"


def _ask_player(
    r: Round, n: int, cite: Cite, *, had_hand: bool = False, early: bool = False
) -> Steps:
    """Ask one player for a bank; if they refuse, the hand goes on.

    ``had_hand``: they had the hand before, and the bank went back with a void coup: they may give
    it up. ``early``: they took it before their turn, and cards were dealt: the hand is theirs if
    they put down a bank, else it returns to the player whose turn it is (81).
    """
    player = r.seats[n - 1] if n else r.banker
    place, r.banker = r.place(player), ""
    costs_seat = r.readings.early_refusal == "costs-seat"  # IR 363
    must_take = r.table.rules.refusal_costs_seat and n > 0 and not had_hand and not early
    if early and costs_seat:
        must_take = r.table.rules.refusal_costs_seat
    otherwise = IR[363] if early else IR[229]
    reported = () if early else (OUT_OF_TURN, OUT_OF_TURN_DEALT)
    yield from people.send_menus(r)
    while True:
        r.asked = n
        answer = yield Listen(
            cite[0], cite[1],
            offers=(*_hand_offers(r, player, place, must_take, otherwise), *people.offers(r)),
            window=f"hand:{place}", clock="decision", default="decline-hand",
            default_law=L["94"] if must_take else otherwise,
            faults=(*conduct.reportable(r), *reported), details=conduct.details(r),
            menus=people.menus(r))
        if isinstance(answer, Incident) and answer.kind in reported:
            taker = r.seats[int(answer.seat) - 1] if answer.seat in map(str, range(1, 10)) else ""
            if answer.kind == OUT_OF_TURN_DEALT and taker and taker != player:
                yield Call(L["81"], call="hand-kept", seat=answer.seat)
                yield from _ask_player(r, int(answer.seat), (L["81"], (IR[363],)), early=True)
                if costs_seat and not r.banker and sum(map(bool, r.seats)) >= MIN_SEATED:
                    r.regular, r.due = int(answer.seat), "next"  # it goes on from there
                    yield from _give_in_turn(r)
                    return
                if r.banker or r.place(player) != place or sum(map(bool, r.seats)) < MIN_SEATED:
                    return
                yield Call(L["81"], (IR[363],), call="hand-returned", seat=place)
            else:
                yield Call(L["81"], call="hand-returned", seat=place)
        elif isinstance(answer, Incident):
            yield from conduct.process_report(r, answer)
        elif not isinstance(answer, Act) or (
                answer.player == player and answer.act in ("decline-hand", *LEAVING)):
            yield from _refuse_hand(r, player, answer, must_take, otherwise)
            return
        elif answer.player == player and answer.act == "bank":
            yield r.stake(BANK, player, answer.amount, L["39"], L["35"])
            if n:
                r.regular = n
            yield from bank.begin_hand(r, player, cite)
            return
        else:
            people.process_act(r, answer)
            if not n and r.place(player):  # a standing player sits down (17)
                place = r.place(player)


def _hand_offers(r: Round, player: str, place: str, must_take: bool, otherwise: str
                 ) -> tuple[Offer, ...]:
    """The offers to take the hand with a bank, or to refuse it."""
    refusal = Offer("decline-hand", place, L["85"], player, note="loses-seat",
                    also=(L["23"], IR[229])) if must_take \
        else Offer("decline-hand", place, L["96.c-9"], player, also=(otherwise,))
    minimum, unit = minimum_bank(r.table), bank_step(r.table)
    return (Offer("bank", place, L["39"], player, low=-(-minimum // unit) * unit,
                  high=MAX_BANK // unit * unit, unit=unit, also=(L["35"], L["37"]),
                  limit_law=L["35"], unit_law=IR[230]),
            refusal,
            people.refusal_offer(r, "bank", L["81"], but=player))


def _refuse_hand(r: Round, player: str, answer: object, must_take: bool, otherwise: str) -> Steps:
    """A player refuses the hand in turn, or is absent: they lose the seat (23, 85, 94, 21), unless
    the table lets them refuse. A player who leaves when asked gives it up as well."""
    if must_take and not (isinstance(answer, Act) and answer.act in LEAVING):
        yield from lose_seat(r, player, *(("85", L["23"]) if isinstance(answer, Act)
                                         else ("94", L["21"])), IR[229])
        return
    yield Call(L["96.c-9"], (L["85"], L["23"], otherwise) if must_take else (otherwise,),
               call="bank-refused", seat=r.place(player))
    if isinstance(answer, Act) and answer.act in LEAVING:
        people.process_act(r, answer)
        if must_take:
            r.lost[player] = "85"


# -- association -----------------------------------------------------------------------------------


def _find_associate(r: Round) -> Steps:
    """At the start of a hand a player may double the bank, if the banker accepts (31)."""
    candidates: list[str] = []
    amount = r.staked(BANK)
    banker, place = r.banker, r.place(r.banker)
    others = list(r.by_priority())
    while True:
        answer = yield Listen(L["31"], offers=(
            *(Offer("associate", r.place(p), L["31"], p, cost=amount) for p in others
              if p not in candidates),
            *(Offer("accept", r.place(p), L["31"], banker) for p in candidates),
            Offer("alone", place, L["31"], banker)), window="associate", clock="call",
            default="alone", default_law=L["31"])
        if not isinstance(answer, Act) or answer.act == "alone":
            accepted = ""
            break
        if answer.act == "accept":
            accepted = next(p for p in candidates if r.place(p) == answer.seat)
            break
        candidates.append(answer.player)
        yield r.stake(f"bank/claim/{r.place(answer.player)}", answer.player, amount, L["31"])
    for player in candidates:
        bet = f"bank/claim/{r.place(player)}"
        if player != accepted:
            yield r.release("return", bet, amount, L["31"])
    if accepted:
        yield r.travel(f"bank/claim/{r.place(accepted)}", BANK + OF_ASSOCIATE, L["31"], L["31-2"])
        r.associate = accepted
