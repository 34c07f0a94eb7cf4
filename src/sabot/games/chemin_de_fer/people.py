"""Seats and people at the table: sitting, standing, waiting, moving (15 to 26, 92, 93, 107).

`offers`: what people may do about their places whenever the table waits; `menus`: what they may ask
for before the hand is given. A phase adds these to its own offers, passes acts that it does not
handle to `process_act`, and incidents to `process_report`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabot import regulations as law
from sabot.games.chemin_de_fer import places
from sabot.games.chemin_de_fer.round import BANK, GARAGE, Round, Steps
from sabot.games.chemin_de_fer.rules import MIN_SEATED, MINUTES, SEATS
from sabot.games.chemin_de_fer.standing import (
    join_offers,
    leave_place,
    stand_behind,
    stand_up_offer,
)
from sabot.procedure import RISES, Act, Call, Handle, Incident, Listen, Menu, Offer, Open
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.steps import CLOSING, NO, TIME_LEFT, YES
from sabot.regulations import IR

L = law.Section("pt-217-2007/chemin-de-fer")

TABLE = places.TABLE
LAST_SHOE = "last-shoe"
"""The report twenty minutes before the closing time (107)."""
LAST_PLAY = LastPlay(LAST_SHOE, MINUTES, L["107"])
TOO_FEW = "too-few"
"""The cause of a coup that ends before it begins: fewer than four players sit (16)."""


# -- acts about places -----------------------------------------------------------------------------


def takes_part(r: Round, player: str) -> bool:
    """Whether a player takes part in this coup: money in play, the hand, or the ponto's cards."""
    return player in (r.banker, r.associate, r.ponto) or any(
        owner == player for owner, _ in r.stakes.values())


def _free_seats(r: Round) -> list[int]:
    """The seats without a player, and without the bet of one who has left it (IR 220)."""
    return [n for n in range(1, SEATS + 1) if not r.seats[n - 1] and not r.staked(str(n))]


def _may_leave(r: Round, player: str) -> bool:
    """Whether a player may leave the seat although they take part in the coup: with no more than a
    bet, by the other reading of IR 220."""
    return r.readings.leaving == "any-time" and player not in (r.banker, r.associate, r.ponto) \
        and r.staked(r.place(player)) > 0


def reserved_seats(r: Round) -> dict[int, str]:
    """The free seats that are reserved for registered players, in the order of registration (19,
    20)."""
    reserved: dict[int, str] = {}
    free = _free_seats(r)
    for player, seat in r.booked:
        n = seat if seat in free else next(iter(free), 0) if not seat else 0
        if n and player not in r.seats:
            reserved[n] = player
            free.remove(n)
    return reserved


def offers(r: Round) -> Iterator[Offer]:
    """What people may do about their places."""
    seated, standing = [p for p in r.seats if p], [p for p in r.standing if p]
    reserved = reserved_seats(r)
    free = tuple(str(n) for n in _free_seats(r) if n not in reserved)
    engaged_standing = tuple(player for player in standing if takes_part(r, player))
    yield from _lost_seat_offers(r)
    if free:
        yield Offer("sit", "", L["17"], seats=free, also=(L["21"], L["23"]),
                    barred=(*seated, *engaged_standing, *r.lost), barred_law=L["17"])
        yield no_hand_offer(free, seated)
    for n, player in reserved.items():
        yield Offer("sit", str(n), L["26"], players=(player,), also=(L["19"], L["20"]),
                    barred=engaged_standing, barred_law=L["17"])
        yield no_hand_offer((str(n),), (), player)
    listed = [player for player, _ in r.booked]
    occupied = tuple(str(n) for n, player in enumerate(r.seats, start=1) if player)
    yield Offer("book", "", L["18"], seats=(*occupied, TABLE), also=(L["20-2"],),
                barred=(*seated, *listed, *r.lost), barred_law=L["18"])
    yield from join_offers(r)
    for player in dict.fromkeys((*standing, *listed)):
        if player not in seated:
            yield _own_offer("leave", TABLE, L["24"], player, engaged_standing)
    engaged = tuple(player for player in seated if takes_part(r, player))
    for n, player in enumerate(r.seats, start=1):
        if player:
            yield _own_offer("leave", str(n), L["21"], player,
                             () if _may_leave(r, player) else engaged)
            stand_up = stand_up_offer(r, n, L["24"])
            yield (
                stand_up
                if stand_up.barred
                else _own_offer("stand-up", str(n), L["24"], player, engaged)
            )


def no_hand_offer(seats: tuple[str, ...], barred: Iterable[str], *players: str) -> Offer:
    """The act to sit down without taking the hand in turn, which is barred to all (23)."""
    return Offer("sit-no-hand", "", L["23"], seats=seats, players=players, note="full",
                 barred=tuple(barred), barred_law=L["23"])


def _lost_seat_offers(r: Round) -> Iterator[Offer]:
    """Offers to sit or to register, barred to players who lost a seat in this shoe because they did
    not take the hand (85, 94)."""
    free = tuple(str(n) for n, player in enumerate(r.seats, start=1) if not player)
    for act, seats in (("sit", free), ("book", (*map(str, range(1, SEATS + 1)), TABLE))):
        for player in r.lost if seats else ():
            yield Offer(act, "", L[r.lost[player]], player, seats=seats, also=(L["23"], IR[229]),
                        barred=(player,), barred_law=L[r.lost[player]])


def send_menus(r: Round) -> Iterator[Menu]:
    """Send the menus of seated and of standing players, once per coup."""
    if not r.menus_sent:
        r.menus_sent = True
        by_table = tuple(Offer(act, TABLE, L["101"], also=(L["102"],))
                         for act in ("by-the-table", "by-choice"))
        seats = tuple(str(n) for n in range(1, SEATS + 1))
        yield Menu(L["20"], name="seated", offers=(
            *by_table, Offer("shuffle", TABLE, L["12"]),
            Offer("change-seat", "", L["20"], seats=seats, also=(L["20-2"],))))
        yield Menu(L["24"], name="standing", offers=by_table)


def menus(r: Round) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The players who may choose from each menu."""
    return (("seated", tuple(p for p in r.seats if p)),
            ("standing", tuple(p for p in r.standing if p)))


def refusal_offer(r: Round, act: str, cite: str, *, but: str) -> Offer:
    """An act that is barred to everybody but one player, with the clause for the others."""
    others = tuple(p for p in (*r.seats, *r.standing) if p and p != but)
    return Offer(act, "", cite, seats=tuple(map(r.place, others)), players=others, barred=others,
                 barred_law=cite)


def _own_offer(act: str, seat: str, cite: str, player: str, barred: tuple[str, ...]) -> Offer:
    """An act of one player about their own place, barred while they take part in the coup."""
    return Offer(act, seat, cite, player, barred=tuple(p for p in barred if p == player),
                 barred_law=IR[220])


def process_act(r: Round, act: Act) -> None:
    """Carry out an act about places."""
    player = act.player
    if act.act == "sit":
        sit_down(r, player, int(act.seat))
    elif act.act == "join":
        stand_behind(r, player, 0 if act.seat == TABLE else int(act.seat))
    elif act.act == "book":
        r.booked.append((player, 0 if act.seat == TABLE else int(act.seat)))
    elif act.act == "change-seat":
        r.booked = [(booker, seat) for booker, seat in r.booked if booker != player]
        r.booked.append((player, int(act.seat)))
    elif act.act in ("leave", "stand-up"):
        give_up_place(r, player)
        if act.act == "stand-up":
            stand_behind(r, player, int(act.seat))
    elif act.act == "shuffle" and player not in r.shufflers:
        r.shufflers.append(player)
    elif act.act == "by-the-table" and player not in r.novices:
        r.novices.append(player)
    elif act.act == "by-choice" and player in r.novices:
        r.novices.remove(player)


def sit_down(r: Round, player: str, n: int) -> None:
    """Seat a player. One who had another seat in this shoe and is nearer now skips a hand (92)."""
    r.seats[n - 1] = player
    leave_place(r, player)
    r.booked = [(booker, seat) for booker, seat in r.booked if booker != player]
    before = r.risen.pop(player, 0)
    if before and player not in r.skips and _seats_until(r, n) < _seats_until(r, before):  # 92
        r.skips.append(player)


def give_up_place(r: Round, player: str) -> None:
    """A player gives up the seat, the standing place or the registration. A player who must let a
    hand pass (92) still must after getting up again."""
    if player in r.seats:
        n = r.seats.index(player)
        r.seats[n] = ""
        r.risen[player] = n + 1
    leave_place(r, player)
    r.booked = [(booker, seat) for booker, seat in r.booked if booker != player]


def _seats_until(r: Round, n: int) -> int:
    """The number of seats that the hand passes before it comes to this one: from the banker, or
    from the seat that is asked; before the first hand from the dealer (29)."""
    place, asked = r.place(r.banker), 0 if r.banker else r.asked
    last = SEATS if r.due == "first" else r.regular
    start = int(place) if place.isdigit() else asked or last
    return (n - start - 1) % SEATS


def reportable(r: Round) -> tuple[str, ...]:
    """The reports about the closing time that are possible now."""
    return (LAST_SHOE, CLOSING) if r.table.closes else (LAST_SHOE,)


def process_report(r: Round, incident: Incident) -> Steps:
    """Twenty minutes before the closing time: the shoe in use is the last one (107)."""
    if not r.closing:
        r.closing = "last"
        yield Call(L["107"], (IR[360],) if incident.kind == CLOSING else (), call=incident.kind)


def check_time(r: Round) -> Steps:
    """Ask whether a shoe may begin now; not in the last minutes before the closing time (107)."""
    if r.table.closes and not r.closing:
        answer = yield Handle(L["107"], (IR[360],), what=TIME_LEFT, answers=(YES, NO))
        if answer == NO:
            r.closing = "last"


# -- before the coup -------------------------------------------------------------------------------


def wait_for_players(r: Round) -> Steps:
    """Wait until four players sit (15, 16). Registered players get seats first; at the end of a
    shoe, seated players who asked for another seat before them (20)."""
    if r.shoe_ended:
        yield from _change_seats(r)
    yield from _call_registered(r)
    if sum(map(bool, r.seats)) >= MIN_SEATED:
        return
    if r.shoe.seal or r.stakes:
        yield from halt(r)
    faults = reportable(r)
    while sum(map(bool, r.seats)) < MIN_SEATED:
        if r.closing:
            yield from close_table(r)
            faults = ()  # later coups belong to another opening of the table
        yield from send_menus(r)
        answer = yield Listen(L["16"], offers=tuple(offers(r)), window="seats", faults=faults,
                              menus=menus(r))
        if isinstance(answer, Incident):
            yield from process_report(r, answer)
        else:
            process_act(r, answer)
    r.halted = False


def halt(r: Round) -> Steps:
    """Stop play, too few players: the stakes go back, and all cards are spread face up. By the
    other reading of IR 221 bank and garage wait for the next coup."""
    yield Call(L["16"], call="too-few")
    waits = r.readings.stopped == "bank-waits" and r.banker and r.capital  # IR 221
    for bet in list(r.stakes):
        if not (waits and bet.startswith((BANK, GARAGE))):
            yield r.release("return", bet, r.staked(bet), L["16"], IR[221])
    yield Handle(L["15"], (IR[221],) if waits else (), what="spread-cards")
    if r.shoe.seal and not r.table.attended:
        yield Open(L["15"], seal=r.shoe.seal)
    r.shoe.seal, r.shoe.last, r.shoe.cutter = "", False, 0
    r.suivi = r.tabled = ""
    if waits:
        r.halted, r.lost = True, {}
        return
    r.banker = r.associate = ""
    r.due, r.halted, r.lost = "first", True, {}


def _change_seats(r: Round) -> Steps:
    """At the end of a shoe, move seated players to the seats they asked for, in order (20)."""
    while change := next(((booker, seat) for booker, seat in r.booked
                          if booker in r.seats and not r.seats[seat - 1]), None):
        player, seat = change
        before = r.seats.index(player) + 1
        give_up_place(r, player)
        sit_down(r, player, seat)
        yield Call(L["20"], (L["20-2"],), call="seat-changed", seat=str(seat),
                   facts={RISES: before})
    r.risen, r.stood, r.lost = {}, {}, {}
    r.skips = [booker for booker in r.skips if booker in r.seats]


def _call_registered(r: Round) -> Steps:
    """Call registered players to free seats; those who do not answer lose their right (22)."""
    while call := next(
        ((n, p) for n, p in reserved_seats(r).items() if not takes_part(r, p)), None
    ):
        n, player = call
        yield Call(L["96"], (L["22"],), call="called", seat=str(n))
        answer = yield Listen(L["22"], offers=(
            Offer("sit", str(n), L["22"], player, also=(L["23"],)),
            no_hand_offer((str(n),), (), player), Offer("leave", TABLE, L["22"], player)),
            window=f"called:{n}", clock="call", default="leave", default_law=L["22"])
        if isinstance(answer, Act) and answer.act == "sit":
            sit_down(r, player, n)
        else:
            r.booked = [(booker, seat) for booker, seat in r.booked if booker != player]


def lapse_registration(r: Round, n: int) -> Steps:
    """The hand comes to a free seat: registrations for this seat lapse (19-2, 21)."""
    lapsed = [(booker, seat) for booker, seat in r.booked if seat == n and booker not in r.seats]
    if lapsed:
        r.booked = [booking for booking in r.booked if booking not in lapsed]
        yield Call(L["19-2"], (L["21"],), call="booking-lapses", seat=str(n))


def close_table(r: Round) -> Steps:
    """The last shoe has ended: stakes go back, and everybody leaves (107)."""
    for bet in list(r.stakes):
        yield r.release("return", bet, r.staked(bet), L["107"], IR[221])
    yield Call(L["107"], call="table-closes", facts={RISES: 0})
    r.seats, r.standing = [""] * SEATS, []
    r.booked, r.skips, r.novices = [], [], []
    r.risen, r.stood, r.lost, r.barred = {}, {}, {}, {}
    r.banker = r.associate = r.suivi = r.tabled = r.closing = ""
    r.due, r.regular, r.shoe.cutter = "first", 0, 0
