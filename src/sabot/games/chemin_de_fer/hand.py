"""Whose hand it is: the banker goes on or passes it, or it is given (29 to 35, 39, 76 to 94)."""

from __future__ import annotations

from collections.abc import Iterator

from sabot import law
from sabot.families.layout.cloth import Cite
from sabot.games.chemin_de_fer import bank, conduct, people
from sabot.games.chemin_de_fer.auction import auctioned, gives_up, must_take
from sabot.games.chemin_de_fer.offer import at_level
from sabot.games.chemin_de_fer.round import BANK, OF_ASSOCIATE, Round, Steps
from sabot.games.chemin_de_fer.rules import HALVES, LEAST, MOST, SEATS, least_bank
from sabot.games.chemin_de_fer.standing import stands_up
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import Act, Call, Incident, Listen, Offer, Void

L = law.Section("pt-217-2007/chemin-de-fer")

OUT_OF_TURN, CONSUMMATED = "out-of-turn", "out-of-turn-dealt"
"""Somebody takes the hand before his turn, and is seen before or after cards are delivered (81)."""

GOES = ("leave", "stand-up")
"""What who sits does to give the seat up."""


def given(r: Round) -> Steps:
    """Somebody holds the hand, with a bank on the table; its value is called (96.a-2). Where so
    many give up their seats that fewer than four are left, the coup ends here (16)."""
    if r.banker and r.capital:
        yield from _goes_on(r)
    elif r.banker:  # his bank went back with a void coup
        yield from _asked(r, r.seats.index(r.banker) + 1 if r.banker in r.seats else 0,
                          (L["39"], (IR[224],)), held=True)
    if not r.banker:
        yield from _in_turn(r)
    if not r.banker or sum(map(bool, r.seats)) < LEAST:
        yield from people.halted(r)
        raise Void(people.HALTED)
    if not r.due and not r.associate:
        yield from _associated(r)
    r.won, r.covered, r.due = 0, False, ""
    yield Call(L["96.a-2"], (L["39"], L["96"]), call="bank-of", seat=r.place(r.banker),
               facts={"amount": euros(r.capital)})


# -- the banker goes on ----------------------------------------------------------------------------


def _goes_on(r: Round) -> Steps:
    """The banker is asked whether he goes on, and with how much; who says nothing gives up."""
    fresh = not r.shoe.coups and r.carry.shoe.coups > 0  # made ready in this coup
    if fresh and r.due in ("won", "tie"):
        yield Call(L["96.c-8"], (L["32"], IR[257]), call="hand-stays", seat=r.place(r.banker))
    done: set[str] = set()
    yield from people.requests(r)
    while True:
        answer = yield Listen(
            L["77"] if r.due == "won" else L["76-2"], (IR[227],),
            offers=(*_choices(r, fresh, done), *people.offers(r)), window="hand", clock="decision",
            default="pass-hand", default_law=L["96.c-3"], faults=conduct.faults(r),
            details=conduct.details(r), menus=people.menus(r))
        if isinstance(answer, Incident):
            yield from conduct.reported(r, answer)
        elif not isinstance(answer, Act):
            yield from _passed(r, "left")
            return
        elif answer.player != r.banker:
            people.heard(r, answer)
        elif answer.act in GOES:
            yield from _passed(r, "left", gone=answer)
            return
        elif answer.act == "pass-hand":
            yield from _passed(r, r.due if r.due in ("won", "tie") else "left")
            return
        elif answer.act == "pay-outside":
            yield bank.make_good(r)
        elif answer.act in ("halve", "reduce"):
            done.add(answer.act)
            yield from _reduced(r, answer.act, fresh)
        elif answer.act == "continue":
            return
        else:
            people.heard(r, answer)


def _choices(r: Round, fresh: bool, done: set[str]) -> Iterator[Offer]:
    """What the banker may do before his next coup."""
    place, banker = r.place(r.banker), r.banker
    yield Offer("continue", place, L["77"] if r.due == "won" else L["76-2"], banker)
    cite = {"won": L["77"], "tie": L["89"]}.get(r.due, L["96.c-3"])
    yield Offer("pass-hand", place, cite, banker, also=(L["78"],))
    if "halve" not in done and _half(r) and (fresh or _odd_win(r)):
        cite = L["34"] if _odd_win(r) else L["33"]
        yield Offer("halve", place, cite, banker, also=(L["35"],))
    if "reduce" not in done and _double(r):
        yield Offer("reduce", place, L["46"], banker, also=(L["35"],))
    if r.cut and not r.associate:
        yield Offer("pay-outside", place, L["47"], banker, cost=r.cut, also=(IR[223],))
    yield Offer("leave", place if r.banker in r.seats else people.TABLE, L["96.c-3"], banker)
    if r.banker in r.seats:
        yield stands_up(r, int(place), L["96.c-3"])


def _odd_win(r: Round) -> bool:
    """After the third coup won and each odd one that follows; a tie is none (34)."""
    return r.due == "won" and r.wins >= HALVES and r.wins % 2 == 1


def _half(r: Round) -> int:
    """What half of the bank is, nothing where what remains would be below the least bank."""
    half = r.capital // 2
    return half if r.capital - half >= least_bank(r.table) else 0


def _double(r: Round) -> int:
    """What is left over when the bank is double the bets won last, nothing where it may not be."""
    kept = 2 * r.won
    if r.due != "won" or r.covered or kept < least_bank(r.table):
        return 0
    return max(0, r.capital - kept)


def _reduced(r: Round, act: str, fresh: bool) -> Steps:
    if act == "reduce":
        yield from bank.aside(r, _double(r), (L["46"], ()))
    else:
        cite: Cite = (L["34"], ()) if _odd_win(r) else (L["33"], (IR[228],))
        yield from bank.aside(r, _half(r), cite)
    yield Call(L["39"], (L["96"],), call="bank-is", seat=r.place(r.banker),
               facts={"amount": euros(r.capital)})


# -- the hand is passed ----------------------------------------------------------------------------


def _passed(r: Round, why: str, gone: Act | None = None) -> Steps:
    """The hand passes: at its level, then by auction, then to who must take it.

    ``why``: "won" or "tie", after which the banker passes it; "left" where he gives it up, by an
    act of his or without a word.
    """
    passer, level, place = r.banker, r.capital, r.place(r.banker)
    if why == "left":
        yield Call(L["96.c-3"], (IR[227],), call="hand-abandoned", seat=place)
    else:
        yield Call(L["77"] if why == "won" else L["89"], call="hand-passed", seat=place)
    yield from bank.returned(r, (L["76-2"] if why == "tie" else L["77"], ()))
    _bars(r, passer)
    r.banker = r.associate = ""
    taken = yield from at_level(r, passer, level, keeps=not gone)
    if not taken and not (yield from auctioned(r, passer)):
        yield from must_take(r, passer)
    if gone:
        people.heard(r, gone)
    if not r.banker:
        r.due = "first"


def _bars(r: Round, passer: str) -> None:
    """Who may not bid for this hand (86, 88, 89-2, 90); one who gives it up without a word is
    treated as one who passes it (IR 227)."""
    if r.due == "tie":
        r.barred[passer] = "89-2"
        return
    r.barred[passer] = "88" if not r.coups else \
        "90" if r.auctioned and r.coups == 1 and r.due == "won" else "86"
    if r.associate:
        r.barred[r.associate] = "86"


# -- the hand is given in turn ---------------------------------------------------------------------


def _in_turn(r: Round) -> Steps:
    """The hand goes from seat to seat until somebody takes it; if nobody will, it is auctioned."""
    start = SEATS if r.due == "first" else r.regular
    cite = {"first": L["29"], "regular": L["91"]}.get(
        r.due, L["32"] if not r.shoe.coups else L["96.c-2"])
    for n in list(r.from_right(start or SEATS)):
        player = r.seats[n - 1]
        if not player:
            yield from people.lapses(r, n)
        elif player in r.skips:
            r.skips.remove(player)
            yield Call(L["96.c-7"], (L["92"],), call="hand-skips", seat=str(n))
        else:
            yield from _asked(r, n, (cite, (L["30"],)))
            if r.banker or sum(map(bool, r.seats)) < LEAST:
                return
    if sum(map(bool, r.seats)) and not (yield from auctioned(r, "")):
        yield from must_take(r, "")
    if not r.banker:
        r.due = "first"


def _asked(r: Round, n: int, cite: Cite, *, held: bool = False, early: bool = False) -> Steps:
    """One player is asked for his bank; where he refuses it the hand goes on.

    ``held``: the hand was his before, and his bank went back with a void coup: he may give it up.
    ``early``: they took it before their turn, and cards are delivered: it is theirs with the bank
    that they lay, and without one whose turn it is has it again (81).
    """
    player = r.seats[n - 1] if n else r.banker
    place, r.banker = r.place(player), ""
    must = r.table.rules.refusal_costs_seat and n > 0 and not held and not early
    otherwise = IR[363] if early else IR[229]
    taken = () if early else (OUT_OF_TURN, CONSUMMATED)
    yield from people.requests(r)
    while True:
        r.asked = n
        answer = yield Listen(
            cite[0], cite[1],
            offers=(*_hand_of(r, player, place, must, otherwise), *people.offers(r)),
            window=f"hand:{place}", clock="decision", default="decline-hand",
            default_law=L["94"] if must else otherwise,
            faults=(*conduct.faults(r), *taken), details=conduct.details(r),
            menus=people.menus(r))
        if isinstance(answer, Incident) and answer.kind in taken:
            taker = r.seats[int(answer.seat) - 1] if answer.seat in map(str, range(1, 10)) else ""
            if answer.kind == CONSUMMATED and taker and taker != player:
                yield Call(L["81"], call="hand-kept", seat=answer.seat)
                yield from _asked(r, int(answer.seat), (L["81"], (IR[363],)), early=True)
                if r.banker or r.place(player) != place or sum(map(bool, r.seats)) < LEAST:
                    return
                yield Call(L["81"], (IR[363],), call="hand-returned", seat=place)
            else:
                yield Call(L["81"], call="hand-returned", seat=place)
        elif isinstance(answer, Incident):
            yield from conduct.reported(r, answer)
        elif not isinstance(answer, Act) or (
                answer.player == player and answer.act in ("decline-hand", *GOES)):
            yield from _refused(r, player, answer, must, otherwise)
            return
        elif answer.player == player and answer.act == "bank":
            yield r.stake(BANK, player, answer.amount, L["39"], L["35"])
            if n:
                r.regular = n
            yield from bank.laid(r, player, cite)
            return
        else:
            people.heard(r, answer)


def _hand_of(r: Round, player: str, place: str, must: bool, otherwise: str
             ) -> tuple[Offer, ...]:
    refuses = Offer("decline-hand", place, L["85"], player, note="loses-seat",
                    also=(L["23"], IR[229])) if must \
        else Offer("decline-hand", place, L["96.c-9"], player, also=(otherwise,))
    least, unit = least_bank(r.table), r.table.unit
    return (Offer("bank", place, L["39"], player, low=-(-least // unit) * unit,
                  high=MOST // unit * unit, unit=unit, also=(L["35"], L["37"]),
                  limit_law=L["35"], unit_law=IR[230]),
            refuses,
            people.refused(r, "bank", L["81"], but=player))


def _refused(r: Round, player: str, answer: object, must: bool, otherwise: str) -> Steps:
    """Who refuses the hand that comes to them in turn, or is not there to take it, gives up the
    seat (23, 85, 94, 21), unless the table leaves them free; who leaves when asked has given it up
    as well."""
    if must and not (isinstance(answer, Act) and answer.act in GOES):
        yield from gives_up(r, player, *(("85", L["23"]) if isinstance(answer, Act)
                                         else ("94", L["21"])), IR[229])
        return
    yield Call(L["96.c-9"], (L["85"], L["23"], otherwise) if must else (otherwise,),
               call="bank-refused", seat=r.place(player))
    if isinstance(answer, Act) and answer.act in GOES:
        people.heard(r, answer)
        if must:
            r.lost[player] = "85"


# -- association -----------------------------------------------------------------------------------


def _associated(r: Round) -> Steps:
    """At the start of a hand somebody may add as much as the bank, if the banker accepts (31)."""
    bid: list[str] = []
    offered = r.staked(BANK)
    banker, place = r.banker, r.place(r.banker)
    others = list(r.in_order())
    while True:
        answer = yield Listen(L["31"], offers=(
            *(Offer("associate", r.place(p), L["31"], p, cost=offered) for p in others
              if p not in bid),
            *(Offer("accept", r.place(p), L["31"], banker) for p in bid),
            Offer("alone", place, L["31"], banker)), window="associate", clock="call",
            default="alone", default_law=L["31"])
        if not isinstance(answer, Act) or answer.act == "alone":
            chosen = ""
            break
        if answer.act == "accept":
            chosen = next(p for p in bid if r.place(p) == answer.seat)
            break
        bid.append(answer.player)
        yield r.stake(f"bank/claim/{r.place(answer.player)}", answer.player, offered, L["31"])
    for player in bid:
        bet = f"bank/claim/{r.place(player)}"
        if player != chosen:
            yield r.release("return", bet, offered, L["31"])
    if chosen:
        yield r.travel(f"bank/claim/{r.place(chosen)}", BANK + OF_ASSOCIATE, L["31"], L["31-2"])
        r.associate = chosen
