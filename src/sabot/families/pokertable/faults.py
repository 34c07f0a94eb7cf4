"""What players do wrong at a real table, and how play goes on from it (53-2, 57, 70.b, 71, 91,
111).

`asked` says what may be reported while a place is asked, `heard` what follows; `turned_up` and
`agreed` are the dealer's moments before and after the cards are shown, at which faults may be found
too (62 to 65, 70.a).
"""

from __future__ import annotations

from collections.abc import Callable

from sabot import law
from sabot.families.pokertable import cards, conduct, early_cards, misdeal, people
from sabot.families.pokertable.irregularities import Annulled
from sabot.families.pokertable.round import CAVE, POT, Round, Steps
from sabot.families.pokertable.wagers import bounds, calls, capped, dead, raises
from sabot.law import IR
from sabot.money import euros
from sabot.procedure import Act, Call, Detail, Handle, Incident, Listen, Offer

L = law.Section("pt-217-2007/poquer-nao-bancado")
Found = tuple[tuple[str, ...], tuple[Detail, ...]]
NONE: Found = (), ()

FAVOUR = ("favour", "against")
REBUILT = ("no", "yes")


class Turn:
    """Whose turn it is when a fault is told: the place asked, what it owes, who has spoken."""

    def __init__(self, place: int, due: int, spoken: set[int]) -> None:
        self.place, self.due, self.spoken = place, due, spoken


# -- what may be reported --------------------------------------------------------------------------


def asked(r: Round, turn: Turn) -> Found:
    """The faults of a real table from which play can go on while a place is asked, and what they
    say besides."""
    kinds, details = misdeal.reported(r)
    more, besides = conduct.reported(r, turn.place)
    own = _own(r, turn) + _others(r, turn)
    return ((*kinds, *early_cards.reported(r), *(one.kind for one in own), *more),
            (*details, *own, *besides))


def unseen(r: Round, turn: Turn | None = None, high: int = 0) -> Found:
    """The faults of a real table from which play can go on while bets are made on cards that nobody
    has seen, before the first round of betting (106); ``turn`` where one place is asked alone, who
    may raise by up to ``high`` beyond what he owes."""
    if not r.table.attended:
        return NONE
    kinds, details = misdeal.reported(r)
    place = turn.place if turn else 0
    more, besides = conduct.reported(r, place)  # all may speak where none is asked alone
    own = _cards(r) + _unpaid(r)
    if turn:
        own += [Detail("absent", (str(place),)), *_chips(r, turn)]
        own += _announces(r, turn, r.terms.least, high)
    return ((*kinds, *(one.kind for one in own), *more), (*details, *own, *besides))


def _own(r: Round, turn: Turn) -> tuple[Detail, ...]:
    """What the player who is asked may have done."""
    place, due, t = turn.place, turn.due, r.trouble
    seats = (str(place),)
    found = [Detail("skipped", seats)]
    if r.street == 1 and place not in t.acted:
        found.append(Detail("absent", seats))
    if place not in t.bound:
        found.append(Detail("looked-again", seats))
    found += _chips(r, turn)
    if may_raise(r, place, turn.spoken):
        low, top = bounds(r, due)
        found += _announces(r, turn, low, min(top, r.cave(place) - due))
    return tuple(found)


def _chips(r: Round, turn: Turn) -> list[Detail]:
    """Chips that are too few for what he owes, or more than it with no word said (71.c, 71.d)."""
    seats, unit, due, cave = (str(turn.place),), r.terms.unit, turn.due, r.cave(turn.place)
    found = []
    if (high := (min(due, cave) - 1) // unit * unit) > 0:
        found.append(Detail("short", seats, unit, high, unit))
    # Whoever a bet lies before may raise it, the big bet its own too.
    if (low := (due // unit + 1) * unit) <= cave and r.level:
        found.append(Detail("unannounced", seats, low, cave // unit * unit, unit))
    return found


def _announces(r: Round, turn: Turn, low: int, high: int) -> list[Detail]:
    """Chips that are not those of the raise that he has announced (53-2)."""
    high = high // r.terms.unit * r.terms.unit
    return [Detail("announced", (str(turn.place),), low, high, r.terms.unit)] if low <= high else []


def _others(r: Round, turn: Turn) -> tuple[Detail, ...]:
    """What any player in the hand may have done."""
    t, unit = r.trouble, r.terms.unit
    found = _cards(r)
    if t.acted:
        found.append(Detail("late-plea", tuple(map(str, r.live))))
    to_come = [n for n in r.live if n != turn.place and r.cave(n) >= unit
               and (n not in turn.spoken or r.put.get(n, 0) < r.level)]
    if to_come:
        most = max(map(r.cave, to_come)) // unit * unit
        found.append(Detail("out-of-turn", tuple(map(str, to_come)), unit, most, unit))
    return (*found, *_unpaid(r))


def _cards(r: Round) -> list[Detail]:
    """What any player may have done with his cards."""
    live = tuple(map(str, r.live))
    found = [Detail("mixed", live), Detail("mixed-together", live)]
    if shut := tuple(str(n) for n in r.live if n not in r.trouble.open):
        found.append(Detail("uncovered", shut))
    return found


def _unpaid(r: Round) -> list[Detail]:
    """Whose first bet may be missing."""
    owing = tuple(map(str, _first_bettors(r)))
    return [Detail("no-first-bet", owing), Detail("first-bet-unknown")] if owing else []


def _first_bettors(r: Round) -> list[int]:
    """Who made a first bet before the cards, and has not decided yet (91, 111)."""
    if r.street != 1:
        return []
    return [n for n in r.live if n not in r.trouble.acted and first_bet(r, n)]


def first_bet(r: Round, place: int) -> int:
    """What a place bet before the cards, in cents (81, 89, 102)."""
    made = r.terms.ante if r.variant.antes else r.put.get(place, 0)
    return min(made, r.paid(place))


def may_raise(r: Round, place: int, spoken: set[int]) -> bool:
    """Whether a place may bet or raise by what went before."""
    return not (capped(r) or place in spoken or r.trouble.barred(place, not r.level)
                ) and any(r.cave(other) for other in r.live if other != place)


# -- what follows ----------------------------------------------------------------------------------


def heard(r: Round, incident: Incident, turn: Turn) -> Steps:
    """What was reported while a place was asked."""
    kind = incident.kind
    if kind in conduct.KINDS:
        yield from conduct.heard(r, incident)
        yield from people.told(r)
    elif kind in early_cards.STREETS or kind == "one-more":
        yield from early_cards.heard(r, incident)
    elif kind in PLAYERS:
        yield from PLAYERS[kind](r, incident, turn)
    else:
        yield from misdeal.heard(r, incident)
    r.beside = None  # who may sit and leave may be others after it


def _absent(r: Round, incident: Incident, turn: Turn) -> Steps:
    """Cards were dealt to a player who is not there in time to bet: they are withdrawn (70.b)."""
    yield Call(L["70.b"], call="absent", seat=incident.seat)
    r.silent.add(turn.place)
    yield from dead(r, turn.place, L["70.b"])


def _short(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A call with too few chips: it may be completed, and not taken back (71.c)."""
    place = turn.place
    r.put[place] = r.put.get(place, 0) + incident.amount
    r.trouble.bound[place] = L["71.c"]
    yield r.bet(place, incident.amount, L["71.c"], L["53"])
    yield Call(L["71.c"], call="short", seat=incident.seat)


def _unannounced(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A raise that was not announced is a call, and what is over goes back (71.d)."""
    place, over = turn.place, incident.amount - turn.due
    r.put[place] = r.put.get(place, 0) + turn.due
    yield r.bet(place, incident.amount, L["71.d"], L["53"])
    yield Call(L["71.d"], call="counts-as-call", seat=incident.seat)
    yield r.travel(f"{place}{POT}", f"{place}{CAVE}", L["71.d"], amount=over)
    _spoke(r, turn, place)


def _announced(r: Round, incident: Incident, turn: Turn) -> Steps:
    """The chips are not what was announced: they are changed for what was (53-2)."""
    yield Call(L["53-2"], call="announced", seat=incident.seat,
               facts={"amount": euros(incident.amount)})
    yield from _raised(r, turn, turn.place, turn.due, incident.amount)


def _looked_again(r: Round, incident: Incident, turn: Turn) -> Steps:
    """Who looks at his cards again may call, and not raise (57)."""
    r.trouble.bound[turn.place] = L["57"]
    yield Call(L["57"], call="looked-again", seat=incident.seat)


def _skipped(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A player's turn went by: the inspector decides whether he may still match the bet (71.i)."""
    place = turn.place
    said = yield Handle(L["71.i"], (IR[279],), what="inspector", seat=incident.seat,
                        answers=FAVOUR)
    yield Call(L["71.i"], (IR[279],), call="skipped-heard" if said != FAVOUR[1] else
               "skipped-lost", seat=incident.seat)
    if said != FAVOUR[1]:
        r.trouble.bound[place] = L["71.i"]
    elif turn.due > 0:
        yield from dead(r, place, L["71.i"])
    else:
        _spoke(r, turn, place, bet=False)


def _mixed(r: Round, incident: Incident, turn: Turn | None = None) -> Steps:
    """A player's cards lie with those of who folded: they are found again, or he has lost the pot
    (71.b)."""
    said = yield Handle(L["71.b"], what="rebuild", seat=incident.seat, answers=REBUILT)
    if said == REBUILT[1]:
        yield Call(L["71.b"], call="rebuilt", seat=incident.seat)
        return
    yield Call(L["71.b"], call="not-rebuilt", seat=incident.seat)
    yield from dead(r, int(incident.seat), L["71.b"])


def _mixed_together(r: Round, incident: Incident, turn: Turn | None = None) -> Steps:
    """Two players' cards lie together: both hands are null (71.g)."""
    first = int(incident.seat)
    others = [n for n in r.live if n != first]
    other = others[0]
    if len(others) > 1:
        said = yield Handle(L["71.g"], what="with-whom", seat=incident.seat,
                            answers=tuple(map(str, others)))
        other = int(said or other)
    for place in (first, other):
        yield Call(L["71.g"], call="hand-null", seat=str(place))
        yield from dead(r, place, L["71.g"])
    if not r.live:
        raise Annulled(L["71.g"], IR[273])


def _uncovered(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A player shows his cards before it is time: the hand goes on (71.e)."""
    place = int(incident.seat)
    yield Call(L["71.e"], call="uncovered", seat=incident.seat)
    yield from cards.opened(r, place, L["71.e"])
    r.trouble.open.add(place)


def _late_plea(r: Round, incident: Incident, turn: Turn | None = None) -> Steps:
    """An error in the deal that a player pleads once betting has begun: he is out (71.h)."""
    yield Call(L["71.h"], (L["71.h-2"], IR[278]), call="late-plea", seat=incident.seat)
    yield from dead(r, int(incident.seat), L["71.h"])


def _out_of_turn(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A bet before its turn is valid, and may not be raised when its turn comes (71.f)."""
    place = int(incident.seat)
    cave, due = r.cave(place), r.level - r.put.get(place, 0)
    amount = min(incident.amount, cave)
    by, (least, top) = amount - due, bounds(r, due)
    raised = by > 0 and (by >= least or amount == cave) and may_raise(r, place, turn.spoken)
    by = min(by, top if raised else 0)  # what is over a call, or the limit, stays in the cave
    yield Call(L["71.f"], (IR[272],), call="out-of-turn", seat=incident.seat,
               facts={"amount": euros(due + by)})
    r.trouble.bound[place] = L["71.f"]
    if raised:
        yield from _raised(r, turn, place, due, by)
    elif by == 0 or amount == cave:
        if due > 0:
            yield calls(r, place, due)
            _spoke(r, turn, place)
    else:
        r.put[place] = r.put.get(place, 0) + amount
        yield r.bet(place, amount, L["71.f"], L["71.c"])


def _no_first_bet(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A first bet was not made when the cards were dealt: the hand is valid, and it must be made to
    take part in it (91, 111)."""
    place, cite = int(incident.seat), L["111"] if r.variant.antes else L["91"]
    player, amount = r.player(place), first_bet(r, place)
    yield Call(cite, call="first-bet-missing", seat=incident.seat)
    yield r.travel(f"{place}{POT}", f"{place}{CAVE}", cite, amount=amount)
    while True:
        answer = yield Listen(
            cite, offers=(
                Offer("bet", incident.seat, cite, player, low=amount, high=amount, unit=amount,
                      limit_law=cite, unit_law=cite),
                Offer("fold", incident.seat, L["39.a"], player), *people.offers(r)),
            window=f"first-bet:{place}", clock="decision", default="fold", default_law=cite,
            menus=people.menus(r))
        if isinstance(answer, Act) and (answer.player != player
                                        or answer.act not in ("bet", "fold")):
            yield from people.heard(r, answer)
            continue
        break
    if isinstance(answer, Act) and answer.act == "bet":
        yield r.bet(place, amount, cite, L["38"])
    else:
        yield from dead(r, place, cite, L["39.a"])


def _first_bet_unknown(r: Round, incident: Incident, turn: Turn) -> Steps:
    """Nobody can tell whose first bet is missing: the hand is valid, with the pot as it is (91-2,
    111-2)."""
    yield Call(L["111-2"] if r.variant.antes else L["91-2"], (IR[274],), call="reduced-pot")


def _raised(r: Round, turn: Turn, place: int, due: int, by: int) -> Steps:
    """A bet or a raise is in the pot; the others are asked again."""
    if (yield from raises(r, place, due, by)):
        turn.spoken.clear()
    _spoke(r, turn, place)


def _spoke(r: Round, turn: Turn, place: int, *, bet: bool = True) -> None:
    """A place has decided."""
    r.spoke.add(place)
    turn.spoken.add(place)
    r.trouble.acted.add(place)
    if bet:
        r.trouble.bet.add(place)


Handler = Callable[[Round, Incident, Turn], Steps]
PLAYERS: dict[str, Handler] = {
    "absent": _absent, "short": _short, "unannounced": _unannounced, "announced": _announced,
    "looked-again": _looked_again, "skipped": _skipped, "mixed": _mixed,
    "mixed-together": _mixed_together, "uncovered": _uncovered, "late-plea": _late_plea,
    "out-of-turn": _out_of_turn, "no-first-bet": _no_first_bet,
    "first-bet-unknown": _first_bet_unknown}


# -- when cards are shown --------------------------------------------------------------------------

SHOWN: dict[str, Callable[[Round, Incident], Steps]] = {
    "mixed": _mixed, "mixed-together": _mixed_together, "late-plea": _late_plea}
"""What a player may still have done when the cards are called for."""


def turned_up(r: Round) -> Steps:
    """The dealer calls for the cards; until then hands may have been mixed, and an error of the
    deal may be found or pleaded (62, 69, 71.b, 71.g, 71.h)."""
    if not r.table.attended:
        return
    while len(r.live) > 1:
        live = tuple(map(str, r.live))
        kinds, details = misdeal.reported(r)
        said = yield Handle(L["62"], what="turn-up", faults=(*kinds, *SHOWN),
                            details=(*details, *(Detail(kind, live) for kind in SHOWN)))
        if not isinstance(said, Incident):
            return
        if said.kind in SHOWN:
            yield from SHOWN[said.kind](r, said)
        else:
            yield from misdeal.heard(r, said)


def agreed(r: Round, winner: int) -> Steps:
    """All have seen the combination that wins and agree; what the dealer or a player announced
    wrongly is put right by the cards (63 to 65, 70.a), and what was wrong with the deal may show
    now (69)."""
    if not r.table.attended:
        return
    kinds, details = misdeal.reported(r)
    while isinstance(said := (yield Handle(
            L["65"], (L["63"], L["64"]), what="agreed", details=details,
            faults=("wrong-winner", "wrong-announcement", *kinds))), Incident):
        if said.kind == "wrong-winner":
            yield Call(L["70.a"], (L["64"],), call="rectified", seat=str(winner))
        elif said.kind == "wrong-announcement":
            yield Call(L["63"], (L["64"],), call="cards-speak", seat=said.seat)
        else:
            yield from misdeal.heard(r, said)
