"""Who has the hand, and the bets before the cards (29, 30, 81 to 84, 90, 91, 102)."""

from __future__ import annotations

from sabot import regulations as law
from sabot.families.pokertable import absences, buy_in, session
from sabot.families.pokertable.round import Round, Steps
from sabot.procedure import Call
from sabot.regulations import IR, cite_clause

L = law.Section("pt-217-2007/poquer-nao-bancado")


def assign_hand(r: Round) -> Steps:
    """The hand goes to the first player at the dealer's left, then to the next one clockwise; its
    marker moves."""
    able, before = set(buy_in.playing(r)), r.hand
    if r.carry.same_hand and before:
        before = (before - 2) % r.places + 1  # the place before it
    order = [n for n in r.clockwise(before or r.places) if n in able]
    r.deal_in((yield from absences.players_in_order(r, order)))
    r.hand = r.dealt[0]
    r.names = {place: r.player(place) for place in r.dealt}
    r.idle = set(r.folk.resting)
    absences.record_missed_bets(r, before)
    r.folk.entered = []
    session.had_the_hand(r)
    cite_clause(L["9.b"])
    yield Call(L["30"] if r.hands else L["29"], (IR[270],) if r.carry.same_hand else (),
               call="hand", seat=str(r.hand))


def forced_bets(r: Round) -> Steps:
    """The small and the big bet, or everybody's ante."""
    t = r.terms
    if t.ante:
        for place in r.dealt:
            yield r.bet(place, min(t.ante, r.cave(place)), L["102"])
    if t.posts:
        yield from post_bets(r)
    elif t.big:
        small, big = r.dealt[0], r.dealt[1]
        if t.blind_button and len(r.dealt) == 2:
            small, big = big, small
        for place, amount, cite in ((small, t.small, L["81"]), (big, t.big, L["81"])):
            paid = min(amount, r.cave(place))
            if paid:
                cut = (IR[331],) if place == small and 2 * t.small != t.big else ()
                yield r.bet(place, paid, cite, L["82"] if place == small else L["83"], *cut)
            r.wagered[place] = paid
        r.level = r.last_raise = t.big
        yield from absences.restore_missed_bets(r)  # 89, 90


def post_bets(r: Round) -> Steps:
    """Bets before the deal that differ from the small and the big bet."""
    t = r.terms
    owed = {place: min(amount, r.cave(place)) for place, amount, _ in t.posts}
    if t.trimmed:
        most = sorted(owed.values())[-2]
        owed = {place: min(amount, most) for place, amount in owed.items()}
    for place, _, post in t.posts:
        if dead := owed[place]:
            yield (r.bet if t.trimmed else r.pay_dead)(place, dead, L["81"])
        if live := min(post, r.cave(place)):
            yield r.bet(place, live, L["81"])
            r.wagered[place] = live
    most = max(post for _, _, post in t.posts)
    if most:
        r.level = max(t.big, most) if t.full else max(r.wagered.values(), default=0)
    r.last_raise = 0 if t.climbing else t.big


def _after_a_round(r: Round, round_: int) -> tuple[int, tuple[str, ...]]:
    """Who begins a later round of synthetic poker: the player who made the highest bet. While
    nobody has bet, it is as in the first round; by another reading only the last round counts, and
    the hand begins where all checked in it; by another the highest bet of one round counts (IR
    285)."""
    usual = r.readings.begins == "highest-of-hand"
    of_round = r.readings.begins == "highest-of-round"
    leader = 0 if of_round and r.led < round_ - 1 else r.leader
    first = leader or (r.hand if of_round else next(r.after(r.hand)))
    return first if first in r.live else next(r.after(first)), (
        L["108-2"], L["36"], *(() if leader and usual else (IR[285],)))


def first_to_speak(r: Round, round_: int) -> tuple[int, tuple[str, ...]]:
    """Who speaks first in a betting round, counted from 1, and the clauses."""
    if r.variant.antes:
        if round_ == 1:
            return next(r.after(r.hand)), (L["107-2"], L["36"])
        return _after_a_round(r, round_)
    if round_ == 1:
        if r.terms.speaks:
            return r.terms.speaks, (L["84"], L["36"])
        if r.terms.blind_button and len(r.dealt) == 2:
            return r.dealt[1], (L["36"],)
        return next(r.after(r.dealt[1])), (L["84"], L["36"])
    # If the hand has folded, the next place in play.
    return r.live[0], (L["85"], (L["42"], L["44"], L["46"])[round_ - 2])

