"""Hands played elsewhere, judged by the regulation of non-banked poker (Portaria 217/2007).

A foreign hand is played by the terms used elsewhere; here each of its acts is also offered to the
law in the same state of the hand. What the law refuses is a `Departure` with its clause. At the end
the pot is divided again by the law's rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from sabot import regulations as law
from sabot.families.pokertable.betting import choices
from sabot.families.pokertable.betting_terms import Terms, lawful
from sabot.families.pokertable.hand_values import strengths
from sabot.families.pokertable.percentage import HAND_MOST
from sabot.families.pokertable.phh import BadHand, Hand, chips
from sabot.families.pokertable.phh_accounts import OWN, rake
from sabot.families.pokertable.phh_replay import Decision, Replay, refusal_text, replay
from sabot.families.pokertable.pots import divide
from sabot.families.pokertable.rules import LEAST, Rules
from sabot.procedure import Listen, Refusal
from sabot.procedure.acceptance import check
from sabot.procedure.table import Table
from sabot.words import joined, phrase

L = law.Section("pt-217-2007/poquer-nao-bancado")
LAWS = ("pt-217-2007",)
"""The laws by which a hand can be judged."""


@dataclass(frozen=True)
class Departure:
    """A point in which a law decides otherwise: its ``clause``, ``action``: the number of the act
    in the file, 0 for what is no act, and ``text``: what was found and what is allowed.

    >>> import sabot.hands
    >>> [hand] = sabot.hands.read('''variant = "NT"
    ... antes = [0, 0, 0, 0]
    ... blinds_or_straddles = [1, 2, 0, 0]
    ... min_bet = 2
    ... starting_stacks = [100, 100, 100, 100]
    ... actions = ["p3 cbr 4", "p4 cbr 6", "p1 cbr 8", "p2 cbr 10", "p3 f", "p4 f", "p1 f"]
    ... ''')
    >>> [departure] = hand.departures()
    >>> departure.clause, departure.action
    ('pt-217-2007/poquer-nao-bancado/87', 4)
    """

    clause: str
    action: int
    text: str


def departures_from_law(hand: Hand, key: str) -> tuple[Departure, ...]:
    """The points in which this law would have decided otherwise, in the order of the hand.

    BadHand where the hand cannot be played, and for a law without non-banked poker.
    """
    if key not in LAWS:
        raise BadHand(phrase("no hand can be judged by {law}; {laws} can be named", law=repr(key),
                             laws=joined(LAWS)))
    if OWN in hand.more:
        return ()
    terms = _lawful_terms(hand)
    departures = list(_of_the_table(hand, terms))

    def watch(decision: Decision) -> None:
        refusal = _refusal(decision, terms)
        if refusal is not None:
            action = decision.action
            why = phrase("no further raise is open to {name}", name=hand.name(action.player)) \
                if refusal.code == "barred" else refusal_text(refusal, decision.round.level)
            departures.append(Departure(refusal.law, action.n, phrase(
                "action {n}: {text} is refused: {why}", n=action.n,
                text=repr(hand.actions[action.n - 1]), why=why)))

    played = replay(hand, watch)
    return (*departures, *_of_the_division(hand, played, terms), *_of_the_percentage(hand, played))


def _lawful_terms(hand: Hand) -> Terms:
    """The terms of a lawful table with the minimum of the hand, and with its limit of bets where 21
    has it, otherwise the total of the bets (86)."""
    variant, limit, _, _ = hand.code
    rules = Rules(limit="total" if limit == "fixed" else limit, rate=0, minimum_share=False)
    return lawful(Table(game=variant.name, name="hand", minimum=hand.least, unit=hand.unit,
                        places=variant.places, rules=rules), variant)


def _of_the_table(hand: Hand, terms: Terms) -> Iterator[Departure]:
    """What the law does not have before the first act."""
    count = len(hand.stacks)
    if count < LEAST:
        yield Departure(L["24"], 0, phrase("{n} players: at least {least} must sit", n=count,
                                           least=LEAST))
    if hand.code.limit == "fixed":
        yield Departure(L["21"], 0, phrase("a fixed limit of bets: the limit is half the pot, the "
                                           "pot, the stack or the total of the bets"))
    if hand.code.low:
        yield Departure(L["65"], 0, phrase("half of the pot is for the lowest hand: the best hand "
                                           "wins the pot"))
    if hand.further_boards:
        yield Departure(L["45"], 0, phrase("{n} boards of common cards: one is dealt",
                                           n=len(hand.further_boards) + 1))
    if any(hand.antes):
        yield Departure(L["81"], 0, phrase("antes: the small and the big bet are the only bets "
                                           "before the cards"))
    by_order = hand.blinds[::-1] if count == 2 else hand.blinds
    for n, (paid, due) in enumerate(zip(map(abs, by_order), (terms.small, terms.big, *[0] * count),
                                        strict=False), start=1):
        if paid != due and paid < hand.stacks[n - 1] - hand.antes[n - 1]:
            yield Departure(L["82"] if n == 1 else L["83"] if n == 2 else L["81"], 0, phrase(
                "{name} posts {paid} before the cards: {due} is due", name=hand.name(n),
                paid=chips(paid), due=chips(due)))


def _refusal(decision: Decision, terms: Terms) -> Refusal | None:
    """Why the law refuses this act; None where it accepts it."""
    r, place = decision.round, int(decision.act.seat)
    elsewhere = r.terms
    r.terms = terms
    try:
        offers = choices(r, place)
    finally:
        r.terms = elsewhere
    return check(Listen(L["37"], offers=offers, window="turn"), decision.act)


def _of_the_division(hand: Hand, played: Replay, terms: Terms) -> Iterator[Departure]:
    """The chips that the law gives to other players, for the same bets and cards."""
    r = played.final
    if not r.live or hand.code.low or hand.further_boards or len(r.live) < 2:
        return
    groups = _groups(played, hand)
    bets = {place: amount for place, amount in played.put.items() if amount}
    folded = {n for n in range(1, len(hand.stacks) + 1) if n not in r.live}
    division = divide(bets, folded & set(bets), groups, 1, len(hand.stacks), terms.odd,
                      dead=sum(played.dead.values()), reading=terms.shares)
    ours = {place: got for place, got in enumerate(played.got, start=1) if got}
    lawful_chips = {**division.won}
    for place, amount in division.back.items():
        lawful_chips[place] = lawful_chips.get(place, 0) + amount
    others = [place for place in sorted({*ours, *lawful_chips})
              if ours.get(place, 0) != lawful_chips.get(place, 0)]
    if others:
        proportion = any(part.word == "proportion" for part in division.parts)
        clause = L["50"] if proportion else L["67"]
        yield Departure(clause, 0, phrase("the pot is divided otherwise: {chips}", chips=joined(
            phrase("{name} gets {ours} here and {lawful} by the law", name=hand.name(place),
                   ours=chips(ours.get(place, 0)), lawful=chips(lawful_chips.get(place, 0)))
            for place in others)))


def _groups(played: Replay, hand: Hand) -> Sequence[Sequence[int]]:
    """The hands that stayed in, the best first; those that nobody saw last."""
    r = played.final
    open_hands = [place for place in r.live if place not in r.terms.unseen]
    value = strengths(hand.code.variant, {place: r.cards[place] for place in open_hands}, r.board)
    groups: list[list[int]] = []
    for place in sorted(open_hands, key=value.__getitem__, reverse=True):
        if groups and value[groups[-1][0]] == value[place]:
            groups[-1].append(place)
        else:
            groups.append([place])
    hidden = [place for place in r.live if place in r.terms.unseen]
    return [*groups, hidden] if hidden else groups


def _of_the_percentage(hand: Hand, played: Replay) -> Iterator[Departure]:
    took = rake(hand)
    if took and Fraction(took) > played.pot * HAND_MOST:
        yield Departure(L["7.a"], 0, phrase(
            "the house takes {sum} of a pot of {pot}: at most {most} per cent are allowed",
            sum=chips(took), pot=chips(played.pot), most=int(100 * HAND_MOST)))
