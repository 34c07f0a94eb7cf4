"""Who sits, stands, waits and moves at a table of chemin de fer (15 to 26, 92, 93, 107).

`offers` are what people may do about their places at any quiet moment, `menus` what they may ask
for before the hand is given; a phase that asks others besides adds them to its own and gives what
it does not know itself to `heard`, and an incident to `reported`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sabot import law
from sabot.games.chemin_de_fer import places
from sabot.games.chemin_de_fer.round import Round, Steps
from sabot.games.chemin_de_fer.rules import LEAST, MINUTES, SEATS
from sabot.games.chemin_de_fer.standing import comes, goes, joins, stands_up
from sabot.law import IR
from sabot.procedure import RISES, Act, Call, Handle, Incident, Listen, Menu, Offer, Open
from sabot.procedure.opening_hours import LastPlay
from sabot.procedure.steps import CLOSING, NO, TIME_LEFT, YES

L = law.Section("pt-217-2007/chemin-de-fer")

TABLE = places.TABLE
LAST_SHOE = "last-shoe"
"""What is reported twenty minutes before the closing time (107)."""
LAST_PLAY = LastPlay(LAST_SHOE, MINUTES, L["107"])
HALTED = "too-few"
"""Why a coup ends before it has begun: fewer than four sit (16)."""


# -- what may be done at any quiet moment ----------------------------------------------------------


def engaged(r: Round, player: str) -> bool:
    """Whether a player has a part in this coup: money in play, the hand, the punter's cards."""
    return player in (r.banker, r.associate, r.ponto) or any(
        owner == player for owner, _ in r.stakes.values())


def marked(r: Round) -> dict[int, str]:
    """The free seats that are kept for somebody who registered, in the order of the book (19, 20).
    """
    found: dict[int, str] = {}
    free = [n for n in range(1, SEATS + 1) if not r.seats[n - 1]]
    for player, seat in r.booked:
        n = seat if seat in free else next(iter(free), 0) if not seat else 0
        if n and player not in r.seats:
            found[n] = player
            free.remove(n)
    return found


def offers(r: Round) -> Iterator[Offer]:
    """What people may do about their places."""
    seated, standing = [p for p in r.seats if p], [p for p in r.standing if p]
    kept = marked(r)
    free = tuple(str(n) for n in range(1, SEATS + 1) if not r.seats[n - 1] and n not in kept)
    busy = tuple(player for player in standing if engaged(r, player))
    yield from _without(r)
    if free:
        yield Offer("sit", "", L["17"], seats=free, also=(L["21"], L["23"]),
                    barred=(*seated, *busy, *r.lost), barred_law=L["17"])
        yield unwilling(free, seated)
    for n, player in kept.items():
        yield Offer("sit", str(n), L["26"], players=(player,), also=(L["19"], L["20"]),
                    barred=busy, barred_law=L["17"])
        yield unwilling((str(n),), (), player)
    listed = [player for player, _ in r.booked]
    taken = tuple(str(n) for n, player in enumerate(r.seats, start=1) if player)
    yield Offer("book", "", L["18"], seats=(*taken, TABLE), also=(L["20-2"],),
                barred=(*seated, *listed, *r.lost), barred_law=L["18"])
    yield from joins(r)
    for player in dict.fromkeys((*standing, *listed)):
        if player not in seated:
            yield _own("leave", TABLE, L["24"], player, busy)
    tied = tuple(player for player in seated if engaged(r, player))
    for n, player in enumerate(r.seats, start=1):
        if player:
            yield _own("leave", str(n), L["21"], player, tied)
            up = stands_up(r, n, L["24"])
            yield up if up.barred else _own("stand-up", str(n), L["24"], player, tied)


def unwilling(seats: tuple[str, ...], barred: Iterable[str], *players: str) -> Offer:
    """To sit down and say that one will not take the hand in one's turn, which nobody may (23)."""
    return Offer("sit-no-hand", "", L["23"], seats=seats, players=players, note="full",
                 barred=tuple(barred), barred_law=L["23"])


def _without(r: Round) -> Iterator[Offer]:
    """To sit or to register for a seat, which until the shoe has ended nobody may who gave one up
    for not taking the hand (85, 94)."""
    free = tuple(str(n) for n, player in enumerate(r.seats, start=1) if not player)
    for act, seats in (("sit", free), ("book", (*map(str, range(1, SEATS + 1)), TABLE))):
        for player in r.lost if seats else ():
            yield Offer(act, "", L[r.lost[player]], player, seats=seats, also=(L["23"], IR[229]),
                        barred=(player,), barred_law=L[r.lost[player]])


def requests(r: Round) -> Iterator[Menu]:
    """What those who sit and those who stand may ask for, told once a coup."""
    if not r.told:
        r.told = True
        knows = tuple(Offer(act, TABLE, L["101"], also=(L["102"],))
                      for act in ("by-the-table", "by-choice"))
        seats = tuple(str(n) for n in range(1, SEATS + 1))
        yield Menu(L["20"], name="seated", offers=(
            *knows, Offer("shuffle", TABLE, L["12"]),
            Offer("change-seat", "", L["20"], seats=seats, also=(L["20-2"],))))
        yield Menu(L["24"], name="standing", offers=knows)


def menus(r: Round) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Who may choose from what was told so."""
    return (("seated", tuple(p for p in r.seats if p)),
            ("standing", tuple(p for p in r.standing if p)))


def refused(r: Round, act: str, cite: str, *, but: str) -> Offer:
    """An act that is open to nobody but one player, so that the others hear why not."""
    others = tuple(p for p in (*r.seats, *r.standing) if p and p != but)
    return Offer(act, "", cite, seats=tuple(map(r.place, others)), players=others, barred=others,
                 barred_law=cite)


def _own(act: str, seat: str, cite: str, player: str, barred: tuple[str, ...]) -> Offer:
    """An act of one player about his own place, which who has a part in the coup may not do."""
    return Offer(act, seat, cite, player, barred=tuple(p for p in barred if p == player),
                 barred_law=IR[220])


def heard(r: Round, act: Act) -> None:
    """What people did about their places."""
    player = act.player
    if act.act == "sit":
        sits(r, player, int(act.seat))
    elif act.act == "join":
        comes(r, player, 0 if act.seat == TABLE else int(act.seat))
    elif act.act == "book":
        r.booked.append((player, 0 if act.seat == TABLE else int(act.seat)))
    elif act.act == "change-seat":
        r.booked = [(who, seat) for who, seat in r.booked if who != player]
        r.booked.append((player, int(act.seat)))
    elif act.act in ("leave", "stand-up"):
        rises(r, player)
        if act.act == "stand-up":
            comes(r, player, int(act.seat))
    elif act.act == "shuffle" and player not in r.shufflers:
        r.shufflers.append(player)
    elif act.act == "by-the-table" and player not in r.novices:
        r.novices.append(player)
    elif act.act == "by-choice" and player in r.novices:
        r.novices.remove(player)


def sits(r: Round, player: str, n: int) -> None:
    """A player takes a seat; who had another one in this shoe may have come nearer to the hand."""
    r.seats[n - 1] = player
    goes(r, player)
    r.booked = [(who, seat) for who, seat in r.booked if who != player]
    before = r.risen.pop(player, 0)
    if before and player not in r.skips and _turns(r, n) < _turns(r, before):  # 92
        r.skips.append(player)


def rises(r: Round, player: str) -> None:
    """A player gives up his seat, his standing place or what he had registered for. Who has a hand
    to let pass (92) does not escape that by getting up once more."""
    if player in r.seats:
        n = r.seats.index(player)
        r.seats[n] = ""
        r.risen[player] = n + 1
    goes(r, player)
    r.booked = [(who, seat) for who, seat in r.booked if who != player]


def _turns(r: Round, n: int) -> int:
    """How many seats the hand has yet to pass before it comes to this one: from the banker, or
    while it goes round from the seat to which it has come."""
    place, comes_to = r.place(r.banker), 0 if r.banker else r.asked
    at = int(place) if place.isdigit() else comes_to or r.regular
    return (n - at - 1) % SEATS


def faults(r: Round) -> tuple[str, ...]:
    """What may be reported of the closing time; its hour itself where the table has hours."""
    return (LAST_SHOE, CLOSING) if r.table.closes else (LAST_SHOE,)


def reported(r: Round, incident: Incident) -> Steps:
    """Twenty minutes before the closing time: the shoe that is in play is the last (107)."""
    if not r.closing:
        r.closing = "last"
        yield Call(L["107"], (IR[360],) if incident.kind == CLOSING else (), call=incident.kind)


def in_time(r: Round) -> Steps:
    """Whether a shoe may be begun now; none is in the last minutes of a table that has hours."""
    if r.table.closes and not r.closing:
        left = yield Handle(L["107"], (IR[360],), what=TIME_LEFT, answers=(YES, NO))
        if left == NO:
            r.closing = "last"


# -- before the coup -------------------------------------------------------------------------------


def enough(r: Round) -> Steps:
    """Four people sit; until then nobody plays. First those get seats who asked for them; at the
    end of a shoe those who sit and asked for another one before all others (20)."""
    if r.shoe_ended:
        yield from _moved(r)
    yield from _called(r)
    if sum(map(bool, r.seats)) >= LEAST:
        return
    if r.shoe.seal or r.stakes:
        yield from halted(r)
    told = faults(r)
    while sum(map(bool, r.seats)) < LEAST:
        if r.closing:
            yield from closes(r)
            told = ()  # once is enough: what is played after it is another game
        yield from requests(r)
        answer = yield Listen(L["16"], offers=tuple(offers(r)), window="seats", faults=told,
                              menus=menus(r))
        if isinstance(answer, Incident):
            yield from reported(r, answer)
        else:
            heard(r, answer)
    r.halted = False


def halted(r: Round) -> Steps:
    """Play stops for want of players: the stakes go back and all cards are spread face up."""
    yield Call(L["16"], call="too-few")
    for bet in list(r.stakes):
        yield r.release("return", bet, r.staked(bet), L["16"], IR[221])
    yield Handle(L["15"], what="spread-cards")
    if r.shoe.seal and not r.table.attended:
        yield Open(L["15"], seal=r.shoe.seal)
    r.shoe.seal, r.shoe.last, r.shoe.cutter = "", False, 0
    r.banker = r.associate = r.suivi = r.tabled = ""
    r.due, r.halted, r.lost = "first", True, {}


def _moved(r: Round) -> Steps:
    """At the end of a shoe those who sit and asked for another seat go first, in their order."""
    while moves := next(((who, seat) for who, seat in r.booked
                         if who in r.seats and not r.seats[seat - 1]), None):
        player, seat = moves
        before = r.seats.index(player) + 1
        rises(r, player)
        sits(r, player, seat)
        yield Call(L["20"], (L["20-2"],), call="seat-changed", seat=str(seat),
                   facts={RISES: before})
    r.risen, r.stood, r.lost = {}, {}, {}
    r.skips = [who for who in r.skips if who in r.seats]


def _called(r: Round) -> Steps:
    """Who is registered is called when a seat is free, and answers or loses his right (22)."""
    while called := next(((n, p) for n, p in marked(r).items() if not engaged(r, p)), None):
        n, player = called
        yield Call(L["96"], (L["22"],), call="called", seat=str(n))
        answer = yield Listen(L["22"], offers=(
            Offer("sit", str(n), L["22"], player, also=(L["23"],)),
            unwilling((str(n),), (), player), Offer("leave", TABLE, L["22"], player)),
            window=f"called:{n}", clock="call", default="leave", default_law=L["22"])
        if isinstance(answer, Act) and answer.act == "sit":
            sits(r, player, n)
        else:
            r.booked = [(who, seat) for who, seat in r.booked if who != player]


def lapses(r: Round, n: int) -> Steps:
    """The hand comes to a free seat: what was registered for it counts no more (19-2, 21)."""
    gone = [(who, seat) for who, seat in r.booked if seat == n and who not in r.seats]
    if gone:
        r.booked = [one for one in r.booked if one not in gone]
        yield Call(L["19-2"], (L["21"],), call="booking-lapses", seat=str(n))


def closes(r: Round) -> Steps:
    """The last shoe has ended: everything goes back and everybody gets up (107)."""
    for bet in list(r.stakes):
        yield r.release("return", bet, r.staked(bet), L["107"], IR[221])
    yield Call(L["107"], call="table-closes", facts={RISES: 0})
    r.seats, r.standing = [""] * SEATS, []
    r.booked, r.skips, r.novices = [], [], []
    r.risen, r.stood, r.lost, r.barred = {}, {}, {}, {}
    r.banker = r.associate = r.suivi = r.tabled = r.closing = ""
    r.due, r.regular, r.shoe.cutter = "first", 0, 0
