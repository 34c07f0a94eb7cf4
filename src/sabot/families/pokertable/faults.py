"""Faults of players at a real table, and how play goes on (53-2, 57, 70.b, 71, 91, 111).

`reportable` lists what may be reported while a place is asked, and `apply_fault` applies it.
`call_for_cards` and `ask_agreement` are the dealer's moments before and after the cards are shown,
when faults may also be found (62 to 65, 70.a).
"""

from __future__ import annotations

from collections.abc import Callable

from sabot import regulations as law
from sabot.families.pokertable import cards, conduct, early_cards, misdeal, people
from sabot.families.pokertable.irregularities import Annulled, Shared
from sabot.families.pokertable.round import CAVE, POT, Round, Steps
from sabot.families.pokertable.wagers import (
    call,
    exact_maximum,
    raise_bet,
    raise_bounds,
    raises_capped,
    withdraw,
)
from sabot.money import euros
from sabot.procedure import Act, Call, Detail, Handle, Incident, Listen, Offer
from sabot.regulations import IR

L = law.Section("pt-217-2007/poquer-nao-bancado")
Reportable = tuple[tuple[str, ...], tuple[Detail, ...]]
NONE: Reportable = (), ()

FAVOUR = ("favour", "against")
REBUILT = ("no", "yes")


class Turn:
    """The turn in which a fault is reported: the place asked, the amount due, who has spoken."""

    def __init__(self, place: int, due: int, spoken: set[int]) -> None:
        self.place, self.due, self.spoken = place, due, spoken


# -- what may be reported --------------------------------------------------------------------------


def reportable(r: Round, turn: Turn) -> Reportable:
    """The faults at a real table after which play can go on, while a place is asked, with their
    details."""
    kinds, details = misdeal.reportable(r)
    breaches, breach_details = conduct.reportable(r, turn.place)
    own = _own_faults(r, turn) + _other_faults(r, turn)
    return ((*kinds, *early_cards.reportable(r), *(detail.kind for detail in own), *breaches),
            (*details, *own, *breach_details))


def reportable_unseen(r: Round, turn: Turn | None = None, high: int = 0) -> Reportable:
    """The faults at a real table after which play can go on, during bets on unseen cards before the
    first betting round (106). ``turn`` is given where one place is asked, who may raise by up to
    ``high`` above the amount due."""
    if not r.table.attended:
        return NONE
    kinds, details = misdeal.reportable(r)
    place = turn.place if turn else 0
    breaches, breach_details = conduct.reportable(r, place)  # without a turn anybody may speak
    own = _card_faults(r) + _first_bet_faults(r)
    if turn:
        own += [Detail("absent", (str(place),)), *_chip_faults(r, turn)]
        own += _announcement_faults(r, turn, r.terms.least, high)
    return ((*kinds, *(detail.kind for detail in own), *breaches),
            (*details, *own, *breach_details))


def _own_faults(r: Round, turn: Turn) -> tuple[Detail, ...]:
    """Possible faults of the player who is asked."""
    place, due, t = turn.place, turn.due, r.trouble
    seats = (str(place),)
    details = [Detail("skipped", seats)]
    if r.street == 1 and place not in t.acted:
        details.append(Detail("absent", seats))
    if place not in t.bound:
        details.append(Detail("looked-again", seats))
    if not adds_nothing(r, place):
        details += _chip_faults(r, turn)
    if may_raise(r, place, turn.spoken):
        low, top = raise_bounds(r, due)
        details += _announcement_faults(r, turn, low, min(top, r.cave(place) - due))
    return tuple(details)


def _chip_faults(r: Round, turn: Turn) -> list[Detail]:
    """Chips that are fewer than the amount due, or more of them without an announcement (71.c,
    71.d)."""
    seats, unit, due, cave = (str(turn.place),), r.terms.unit, turn.due, r.cave(turn.place)
    details = []
    if (high := (min(due, cave) - 1) // unit * unit) > 0:
        details.append(Detail("short", seats, unit, high, unit))
    # Any player who faces a bet may raise it, also the big bet its own.
    if (low := (due // unit + 1) * unit) <= cave and r.level:
        details.append(Detail("unannounced", seats, low, cave // unit * unit, unit))
    return details


def _announcement_faults(r: Round, turn: Turn, low: int, high: int) -> list[Detail]:
    """Chips that differ from the announced raise (53-2)."""
    high = high // r.terms.unit * r.terms.unit
    return [Detail("announced", (str(turn.place),), low, high, r.terms.unit)] if low <= high else []


def _other_faults(r: Round, turn: Turn) -> tuple[Detail, ...]:
    """Possible faults of any player in the hand."""
    t, unit = r.trouble, r.terms.unit
    details = _card_faults(r)
    if t.acted or r.readings.deal_errors == "last-card":
        details.append(Detail("late-plea", tuple(map(str, r.live))))
    to_act = [n for n in r.live if n != turn.place and r.cave(n) >= unit
              and (n not in turn.spoken or r.wagered.get(n, 0) < r.level)]
    if to_act:
        most = max(map(r.cave, to_act)) // unit * unit
        details.append(Detail("out-of-turn", tuple(map(str, to_act)), unit, most, unit))
    return (*details, *_first_bet_faults(r))


def _card_faults(r: Round) -> list[Detail]:
    """Possible faults of any player with their cards."""
    live = tuple(map(str, r.live))
    details = [Detail("mixed", live), Detail("mixed-together", live)]
    if covered := tuple(str(n) for n in r.live if n not in r.trouble.open):
        details.append(Detail("uncovered", covered))
    return details


def _first_bet_faults(r: Round) -> list[Detail]:
    """Players whose first bet may be missing."""
    owing = tuple(map(str, _first_bettors(r)))
    return [Detail("no-first-bet", owing), Detail("first-bet-unknown")] if owing else []


def _first_bettors(r: Round) -> list[int]:
    """Places that made a first bet before the cards and have not decided yet (91, 111)."""
    if r.street != 1:
        return []
    return [n for n in r.live if n not in r.trouble.acted and first_bet(r, n)]


def first_bet(r: Round, place: int) -> int:
    """The bet of a place before the cards, in cents (81, 89, 102)."""
    amount = r.terms.ante if r.variant.antes else r.wagered.get(place, 0)
    return min(amount, r.in_pot(place))


def adds_nothing(r: Round, place: int) -> bool:
    """Whether a place that bet out of turn may not even match what others have bet since (71.f, IR
    272)."""
    return r.readings.late_call == "adds-nothing" and r.trouble.bound.get(place) == L["71.f"]


def may_raise(r: Round, place: int, spoken: set[int]) -> bool:
    """Whether a place may bet or raise after what has happened."""
    return not (raises_capped(r, place) or place in spoken or r.trouble.barred(place, not r.level)
                ) and any(r.cave(other) for other in r.live if other != place)


# -- what follows ----------------------------------------------------------------------------------


def apply_fault(r: Round, incident: Incident, turn: Turn) -> Steps:
    """Applies a fault that was reported while a place was asked."""
    kind = incident.kind
    if kind in conduct.KINDS:
        yield from conduct.apply_report(r, incident)
        yield from people.publish_menus(r)
    elif kind in early_cards.STREETS or kind == "one-more":
        yield from early_cards.apply_fault(r, incident)
    elif kind in PLAYERS:
        yield from PLAYERS[kind](r, incident, turn)
    else:
        yield from misdeal.apply_error(r, incident)
    r.side_acts = None  # the offers to sit and to leave may change


def _absent(r: Round, incident: Incident, turn: Turn) -> Steps:
    """Cards were dealt to a player who is not there in time to bet: they are withdrawn (70.b)."""
    yield Call(L["70.b"], call="absent", seat=incident.seat)
    r.timed_out.add(turn.place)
    yield from withdraw(r, turn.place, L["70.b"])


def _short(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A call with too few chips: it may be completed, but not taken back (71.c)."""
    place = turn.place
    r.wagered[place] = r.wagered.get(place, 0) + incident.amount
    r.trouble.bound[place] = L["71.c"]
    yield r.bet(place, incident.amount, L["71.c"], L["53"])
    yield Call(L["71.c"], call="short", seat=incident.seat)


def _unannounced(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A raise that was not announced is a call, and the rest goes back (71.d)."""
    place, excess = turn.place, incident.amount - turn.due
    r.wagered[place] = r.wagered.get(place, 0) + turn.due
    yield r.bet(place, incident.amount, L["71.d"], L["53"])
    yield Call(L["71.d"], call="counts-as-call", seat=incident.seat)
    yield r.travel(f"{place}{POT}", f"{place}{CAVE}", L["71.d"], amount=excess)
    _mark_decided(r, turn, place)


def _announced(r: Round, incident: Incident, turn: Turn) -> Steps:
    """The chips differ from the announced raise: they are changed to match it (53-2)."""
    yield Call(L["53-2"], call="announced", seat=incident.seat,
               facts={"amount": euros(incident.amount)})
    yield from _apply_raise(r, turn, turn.place, turn.due, incident.amount)


def _looked_again(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A player who looks at their cards again may call, but not raise (57)."""
    r.trouble.bound[turn.place] = L["57"]
    yield Call(L["57"], call="looked-again", seat=incident.seat)


def _skipped(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A player's turn was skipped: the inspector decides whether they may still match the bet
    (71.i)."""
    place = turn.place
    decision = yield Handle(L["71.i"], (IR[279],), what="inspector", seat=incident.seat,
                            answers=FAVOUR)
    yield Call(L["71.i"], (IR[279],), call="skipped-heard" if decision != FAVOUR[1] else
               "skipped-lost", seat=incident.seat)
    if decision != FAVOUR[1]:
        r.trouble.bound[place] = L["71.i"]
    elif turn.due > 0 or r.readings.lost_turn == "out":
        yield from withdraw(r, place, L["71.i"])
    else:
        _mark_decided(r, turn, place, bet=False)


def _mixed(r: Round, incident: Incident, turn: Turn | None = None) -> Steps:
    """A player's cards are mixed with folded cards: they are found again, or the player has lost
    the pot (71.b)."""
    answer = yield Handle(L["71.b"], what="rebuild", seat=incident.seat, answers=REBUILT)
    if answer == REBUILT[1]:
        yield Call(L["71.b"], call="rebuilt", seat=incident.seat)
        return
    yield Call(L["71.b"], call="not-rebuilt", seat=incident.seat)
    r.trouble.null.add(int(incident.seat))
    yield from withdraw(r, int(incident.seat), L["71.b"])


def _mixed_together(r: Round, incident: Incident, turn: Turn | None = None) -> Steps:
    """Two players' cards are mixed: both hands are null (71.g)."""
    first = int(incident.seat)
    others = [n for n in r.live if n != first]
    other = others[0]
    if len(others) > 1:
        answer = yield Handle(L["71.g"], what="with-whom", seat=incident.seat,
                              answers=tuple(map(str, others)))
        other = int(answer or other)
    for place in (first, other):
        yield Call(L["71.g"], call="hand-null", seat=str(place))
        r.trouble.null.add(place)
        yield from withdraw(r, place, L["71.g"])
    if not r.live:
        if r.readings.both_null == "shared":
            raise Shared([first, other])
        raise Annulled(L["71.g"], IR[273])


def _uncovered(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A player shows their cards too early: the hand goes on (71.e)."""
    place = int(incident.seat)
    yield Call(L["71.e"], call="uncovered", seat=incident.seat)
    yield from cards.turn_up(r, place, L["71.e"])
    r.trouble.open.add(place)


def _late_plea(r: Round, incident: Incident, turn: Turn | None = None) -> Steps:
    """A player pleads an error in the deal after betting has begun: they are out (71.h)."""
    yield Call(L["71.h"], (L["71.h-2"], IR[278]), call="late-plea", seat=incident.seat)
    r.trouble.null.add(int(incident.seat))
    yield from withdraw(r, int(incident.seat), L["71.h"])


def _out_of_turn(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A bet out of turn is valid, and may not be raised when its turn comes (71.f)."""
    place = int(incident.seat)
    cave, due = r.cave(place), r.level - r.wagered.get(place, 0)
    amount = min(incident.amount, cave)
    by, (least, top) = amount - due, raise_bounds(r, due)
    whole = amount == cave and (by >= least or r.readings.short_all_in != "call-only")
    if whole and by <= exact_maximum(r, due):
        top = max(top, by)
    is_raise = (by > 0 and (by >= least or whole) and (by <= top or least <= top)
                and may_raise(r, place, turn.spoken))
    by = min(by, top if is_raise else 0)  # chips above a call or the limit stay in the stack
    yield Call(L["71.f"], (IR[272],), call="out-of-turn", seat=incident.seat,
               facts={"amount": euros(due + by)})
    r.trouble.bound[place] = L["71.f"]
    if is_raise:
        yield from _apply_raise(r, turn, place, due, by)
    elif by == 0 or amount == cave:
        if due > 0:
            yield call(r, place, due)
            _mark_decided(r, turn, place)
    else:
        r.wagered[place] = r.wagered.get(place, 0) + amount
        yield r.bet(place, amount, L["71.f"], L["71.c"])


def _no_first_bet(r: Round, incident: Incident, turn: Turn) -> Steps:
    """A first bet was not made when the cards were dealt: the hand is valid, and the player must
    make it to take part (91, 111)."""
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
            yield from people.apply_act(r, answer)
            continue
        break
    if isinstance(answer, Act) and answer.act == "bet":
        yield r.bet(place, amount, cite, L["38"])
    else:
        yield from withdraw(r, place, cite, L["39.a"])


def _first_bet_unknown(r: Round, incident: Incident, turn: Turn) -> Steps:
    """It is unknown whose first bet is missing: the hand is valid, with the pot as it is; by
    another reading the lowest first bet is taken from all of them in equal parts (91-2, 111-2, IR
    274)."""
    cite = L["111-2"] if r.variant.antes else L["91-2"]
    yield Call(cite, (IR[274],), call="reduced-pot")
    if r.readings.reduced_pot == "as-it-is":
        return
    owing = _first_bettors(r)
    missing = min(first_bet(r, place) for place in owing)
    for n, place in enumerate(owing):
        if part := missing // len(owing) + (n < missing % len(owing)):
            yield r.travel(f"{place}{POT}", f"{place}{CAVE}", cite, IR[274], amount=part)


def _apply_raise(r: Round, turn: Turn, place: int, due: int, by: int) -> Steps:
    """A bet or a raise goes into the pot; the others are asked again."""
    if (yield from raise_bet(r, place, due, by)):
        turn.spoken.clear()
    _mark_decided(r, turn, place)


def _mark_decided(r: Round, turn: Turn, place: int, *, bet: bool = True) -> None:
    """Records that a place has decided."""
    r.decided.add(place)
    turn.spoken.add(place)
    r.trouble.acted.add(place)
    r.trouble.spoken.add(place)
    if bet:
        r.trouble.bet.add(place)
        r.bettors.add(place)


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
"""Faults of players that are still possible when the cards are called for."""


def call_for_cards(r: Round) -> Steps:
    """The dealer calls for the cards. Until then hands may have been mixed, and an error of the
    deal may be found or pleaded (62, 69, 71.b, 71.g, 71.h)."""
    if not r.table.attended:
        return
    while len(r.live) > 1:
        live = tuple(map(str, r.live))
        kinds, details = misdeal.reportable(r)
        answer = yield Handle(L["62"], what="turn-up", faults=(*kinds, *SHOWN),
                              details=(*details, *(Detail(kind, live) for kind in SHOWN)))
        if not isinstance(answer, Incident):
            return
        if answer.kind in SHOWN:
            yield from SHOWN[answer.kind](r, answer)
        else:
            yield from misdeal.apply_error(r, answer)


def ask_agreement(r: Round, winner: int) -> Steps:
    """All have seen the winning combination and agree. A wrong announcement by the dealer or a
    player is corrected by the cards (63 to 65, 70.a); an error of the deal may still be found
    (69)."""
    if not r.table.attended:
        return
    kinds, details = misdeal.reportable(r)
    while isinstance(answer := (yield Handle(
            L["65"], (L["63"], L["64"]), what="agreed", details=details,
            faults=("wrong-winner", "wrong-announcement", *kinds))), Incident):
        if answer.kind == "wrong-winner":
            yield Call(L["70.a"], (L["64"],), call="rectified", seat=str(winner))
        elif answer.kind == "wrong-announcement":
            yield Call(L["63"], (L["64"],), call="cards-speak", seat=answer.seat)
        else:
            yield from misdeal.apply_error(r, answer)
