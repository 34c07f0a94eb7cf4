"""A betting round (36 to 44, 47 to 53, 84 to 88, 107-2, 108-2).

Each player in turn folds (*não vou*), checks (*passo*), calls or raises (*jogo mais*). A raise
names the amount added to the bets of the others (39.d), not the total.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import cycle, islice

from sabot import regulations as law
from sabot.families.pokertable import faults, limit_change, people, session
from sabot.families.pokertable.pots import side_pots, uncalled
from sabot.families.pokertable.round import CAVES, SEATS, Round, Steps
from sabot.families.pokertable.wagers import (
    RaiseCites,
    call,
    exact_maximum,
    fold,
    general_rules_only,
    raise_bet,
    raise_bounds,
    raise_cites,
    raises_capped,
)
from sabot.money import euros
from sabot.procedure import Act, Call, Incident, InTurn, Listen, Offer
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")

DECISIONS = ("fold", "check", "call", "bet", "raise", "all-in")


@lru_cache
def in_turn(place: int) -> InTurn:
    """The turn of a place: the dealer announces it and accepts bets from nobody else (37, 9.e)."""
    return InTurn(str(place), DECISIONS, L["9.e"])


def begin_street(r: Round) -> None:
    """Starts a new betting round, in which nobody has bet yet."""
    r.street += 1
    r.level = r.last_raise = r.raise_count = 0
    r.wagered, r.raises_of, r.began = {}, {}, len(r.live)
    r.trouble.begin()


def betting(r: Round, first: int, also: tuple[str, ...]) -> Steps:
    """One betting round, from the place that speaks first under these clauses. It ends when all
    players in the hand have bet the same, or one is left (48, 51). A player who cannot bet does not
    open it; if nobody can, the previous round was the last (62-2, IR 320)."""
    r.opener = r.opener or first
    spoken, begun = _decided_before(r), False
    turns = _turns(r, first)
    while place := _next_place(r, turns, spoken):
        alone = not _other_able(r, place)
        if alone and (r.wagered.get(place, 0) >= r.level or len(r.live) < 2):
            break  # no other player can bet, or none is left
        if not begun:
            r.opener, begun = place, True
        opens = yield from _ask(r, place, also, spoken, alone)
        if opens is None:  # a fault was reported: determine the turn again
            turns = _turns(r, place)
            continue
        if opens:
            spoken = set()
        also = ()
        spoken.add(place)
    yield from _announce_pots(r)


def _decided_before(r: Round) -> set[int]:
    """The places that have no decision in a round unless somebody raises: by one reading the one
    that made the big bet (81, IR 295)."""
    if r.readings.big_bet == "asked" or r.variant.antes or r.street > 1:
        return set()
    cite_clause(IR[295])
    return {r.dealt[1]}


def _announce_pots(r: Round) -> Steps:
    """Where a player is all-in, announces each pot on the table and who may win it (38-2). How an
    all-in hand is paid is decided later (IR 232)."""
    stakes = r.stakes
    if len(r.live) < 2 or all(CAVES[place] in stakes for place in r.live):
        return
    bets = r.bets
    folded = r.folded & set(bets)
    returned = uncalled(bets, r.forfeits) if r.readings.unmatched == "returned" else {}  # IR 233
    pots = side_pots({place: bet - returned.get(place, 0) for place, bet in bets.items()}, folded,
                     r.dead)
    if len(pots) < 2 or pots == r.pots:
        return
    r.pots = pots
    for n, pot in enumerate(pots):
        yield Call(L["38-2"], (L["38"], IR[232]), call="side-lies" if n else "main-lies",
                   facts={"amount": euros(pot.amount), "seats": ", ".join(map(str, pot.eligible))})


def _turns(r: Round, first: int) -> Iterator[int]:
    """The places dealt in, cyclically, from this one."""
    turn = r.dealt.index(first)
    return cycle(r.dealt[turn:] + r.dealt[:turn])


def _next_place(r: Round, turns: Iterator[int], spoken: set[int]) -> int:
    """The place whose turn it is; 0 when the round is over."""
    folded, put, level, stakes = r.folded, r.wagered, r.level, r.stakes
    for place in islice(turns, len(r.dealt)):
        if (place not in folded and (place not in spoken or put.get(place, 0) < level)
                and CAVES[place] in stakes):
            return place
    return 0


def _other_able(r: Round, place: int) -> int:
    """Another place in the hand that has chips to bet; 0 for none."""
    stakes = r.stakes
    for other in r.live:
        if other != place and CAVES[other] in stakes:
            return other
    return 0


# -- one turn --------------------------------------------------------------------------------------


def _ask(r: Round, place: int, also: tuple[str, ...], spoken: set[int], alone: bool) -> Steps:
    """One player decides. Returns whether the others may raise again, or None after a fault.

    A player who has ``spoken`` in this round is asked again only after all-ins of less than a
    raise. They may not raise then, unless, where raises climb, these all-ins add up to a raise; nor
    may a player who alone has chips to bet (``alone``).
    """
    player, due = r.seats[place - 1], r.level - r.wagered.get(place, 0)
    closed = place in spoken and (not r.terms.climbing or due < r.last_raise)
    offers = _choices(r, place, player, due, alone or closed)
    kinds, details = faults.reportable(r, faults.Turn(place, due, spoken)) if r.table.attended \
        else faults.NONE
    limit_kinds, new_limits = limit_change.reportable(r)
    default, cite = ("check", L["39.b"]) if not due else ("fold", L["39.a"])
    window, turn = _window(r.street, place), in_turn(place)
    while True:
        if r.side_acts is None:
            yield from people.renew_menus(r)
        others, reports, menus = r.side_acts or people.side_acts(r)
        answer = yield Listen(
            L["37"], also, offers=offers + others, window=window, clock="decision",
            default=default, default_law=cite, faults=kinds + reports + limit_kinds,
            details=details + new_limits, menus=menus, turn=turn)
        if type(answer) is Act:
            if answer.player == player and answer.act in DECISIONS:
                act, by = answer.act, answer.amount
                r.decided.add(place)
                break
            yield from people.apply_act(r, answer)
        elif not isinstance(answer, Incident):
            act, by = default, 0
            r.timed_out.add(place)
            break
        elif answer.kind in session.REPORTS:
            yield from session.apply_report(r, answer)
            r.side_acts = None
        elif answer.kind in limit_kinds:
            yield from limit_change.apply_change(r, answer)
            return None
        else:
            yield from faults.apply_fault(r, answer, faults.Turn(place, due, spoken))
            return None
    r.trouble.acted.add(place)
    r.trouble.spoken.add(place)
    if act == "check":
        return False
    if act == "fold":
        yield from fold(r, place)
        return False
    r.trouble.bet.add(place)
    r.bettors.add(place)
    if act == "call":
        yield call(r, place, due)
        return False
    return (yield from raise_bet(r, place, due, by if act != "all-in" else r.cave(place) - due))


@lru_cache
def _window(street: int, place: int) -> str:
    return f"turn:{street}:{place}"


def choices(r: Round, place: int) -> tuple[Offer, ...]:
    """The decisions open to a place if it were its turn, and if it may raise at all."""
    due = r.level - r.wagered.get(place, 0)
    return _choices(r, place, r.seats[place - 1], due, not _other_able(r, place))


def _choices(r: Round, place: int, player: str, due: int, closed: bool) -> tuple[Offer, ...]:
    """The decisions open to a player in their turn."""
    seat, cave, t = SEATS[place], r.stakes[CAVES[place]][1], r.terms
    if due > 0 and faults.adds_nothing(r, place):
        return (Offer("fold", seat, L["39.a"], player, also=(L["39.a-2"], L["71.f"], IR[272])),)
    if closed or cave <= due:
        return _matching(seat, player, due, cave)
    clause = r.trouble.barred(place, not r.level) if r.trouble.bound else ""
    if not clause and t.max_raises and raises_capped(r, place):
        clause = L["87"]
    least, top = raise_bounds(r, due)
    # Where the limit is more than the player has, their stack limits the raise.
    limit = "cave" if t.limit == "total" and cave - due <= top else t.limit
    cited = raise_cites(limit, general_rules_only(r), r.level > 0,
                        t.two_free and len(r.live) == 2, cave - due < t.least)
    whole = cave - due >= least or r.readings.short_all_in != "call-only"
    whole_top = max(top, exact_maximum(r, due))
    return _with_raises(seat, player, due, cave, least, top, whole_top, t.unit, cited, clause,
                        whole)


@lru_cache(maxsize=10_000)  # the same state has the same offers
def _matching(seat: str, player: str, due: int, cave: int) -> tuple[Offer, ...]:
    """The offers to fold, and to check or to call."""
    folding = Offer("fold", seat, L["39.a"], player, also=(L["39.a-2"],))
    if due <= 0:
        return folding, Offer("check", seat, L["39.b"], player, also=(L["39.b-2"], IR[295]))
    if cave <= due:
        return folding, Offer("call", seat, L["49"], player, cost=cave, note="all-in",
                              also=(L["39.c"],))
    return folding, Offer("call", seat, L["39.c"], player, cost=due)


@lru_cache(maxsize=10_000)
def _with_raises(seat: str, player: str, due: int, cave: int, least: int, top: int,
                 whole_top: int, unit: int, cited: RaiseCites, clause: str, whole: bool
                 ) -> tuple[Offer, ...]:
    """The offers of `_matching`, and to bet or to raise up to ``top``, or, where the ``whole``
    stack may go in, to go all-in with up to ``whole_top``; ``clause``, if any, bars these."""
    offers, barred = [*_matching(seat, player, due, cave)], (player,) if clause else ()
    rest = cave - due
    high = min(top, rest) // unit * unit
    if high >= least:
        offers.append(Offer(cited.act, seat, cited.law, player, low=least, high=high, unit=unit,
                            also=(cited.more, *cited.read), limit_law=cited.least,
                            high_law=cited.most, unit_law=L["20-2"], barred=barred,
                            barred_law=clause))
    if whole and rest <= whole_top:
        offers.append(Offer("all-in", seat, L["49"], player, cost=cave, note="all-in",
                            also=cited.read, barred=barred, barred_law=clause))
    return tuple(offers)
