"""Hands of the PHH format played again, and what each player has after them.

A hand of elsewhere is played in the terms of games elsewhere; one that was exported here says under
which terms of the law it was played (`OWN`), and is played under them. Two things the format leaves
open: whether the big bet is called in full where who made it had less, and who gets the odd chips
where several are left. The first is read by its words (a call matches the largest bet), the second
as card rooms have it (each pot by itself, an odd chip to each winner in turn). Where the file tells
what players had after the hand, and another reading comes to it, that one holds (`READINGS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

import msgspec

from sabot.equipment import PACK
from sabot.families.pokertable.betting_terms import Terms, general, lawful
from sabot.families.pokertable.coup import hand as told
from sabot.families.pokertable.phh import (
    AS_DEALT,
    CODES,
    UNKNOWN,
    Action,
    BadHand,
    Hand,
    cards,
    cents,
    chips,
    number,
    spelt,
)
from sabot.families.pokertable.pots import side_pots, uncalled
from sabot.families.pokertable.round import CAVE, DEAD, POT, Carry, Round
from sabot.families.pokertable.rules import Rules, violations
from sabot.families.pokertable.variant import Variant
from sabot.procedure import Act, Dealer, Move, Refusal, Scripted
from sabot.procedure.table import Table

OWN = "_terms"
"""The field in which a hand that was played here says under which terms."""
LAW = "pt-217-2007"
RAKE = ("_rake", "rake")
"""The fields that say what the house took of a hand; the first is written here."""
RULED = "_ruled"
"""The field in which a hand of a real table names the faults after which play went on in a way that
the format has no words for."""
MOST_KEPT = 10
"""The per cent of a pot up to which a house may have kept what `winnings` lack."""


class Reading(NamedTuple):
    """What the format leaves open: the big bet is called ``full`` though who made it had less; pots
    that the same hands win are divided ``as_one``, and all odd chips go to the first winner."""

    full: bool = False
    as_one: bool = False


READINGS = {
    Reading(): "",
    Reading(full=True): "the big bet is called in full, though who made it had less",
    Reading(as_one=True): "odd chips of all pots together go to the first winner",
    Reading(full=True, as_one=True): "the big bet is called in full, though who made it had less, "
                                     "and odd chips of all pots together go to the first winner"}


@dataclass(frozen=True)
class Played:
    """A hand as the procedure plays it: what each has after it, and the record.

    In cents by player: ``got``, what came back to each of the pots, and ``back``, what of it was
    their own bet that nobody matched. ``kept``: what the house took of the hand. ``reading``: how
    it was read where the format leaves it open, "" for as usual.
    """

    stacks: tuple[int, ...]
    dealer: Dealer
    got: tuple[int, ...]
    back: tuple[int, ...]
    kept: int = 0
    reading: str = ""

    def differs(self, hand: Hand) -> str:
        """How stacks, winnings and what the house took differ from those that the file tells, ""
        where they do not."""
        return "; ".join([*self._stacks(hand), *self._house(hand), *self._winnings(hand)[0]])

    def notes(self, hand: Hand) -> list[str]:
        """What is to be known of how the file is read."""
        notes = [self.reading] if self.reading else []
        notes += [f"the format has no field {key!r}, which is passed over" for key in hand.strange]
        return notes + self._winnings(hand)[1]

    def _stacks(self, hand: Hand) -> list[str]:
        if hand.finishing is None or hand.finishing == self.stacks:
            return []
        less = [ours - theirs for ours, theirs in zip(self.stacks, hand.finishing, strict=True)]
        kept = _kept(less, self.got)
        if kept and kept == rake(hand):
            return []
        said = [f"{hand.name(n)} has {chips(ours)}, the file says {chips(theirs)}"
                for n, (ours, theirs) in enumerate(
                    zip(self.stacks, hand.finishing, strict=True), start=1) if ours != theirs]
        return [*said, f"a house may have kept these {chips(kept)}, but the file does not say so"
                ] if kept and rake(hand) is None else said

    def _house(self, hand: Hand) -> list[str]:
        said = rake(hand)
        if OWN not in hand.more or said == self.kept:
            return []
        return [f"the house takes {chips(self.kept)}, the file says {chips(said or 0)}"]

    def _winnings(self, hand: Hand) -> tuple[list[str], list[str]]:
        """What differs of the winnings, and what is to be known of them. Files tell them with and
        without a bet that nobody matched, and less what a house kept."""
        if hand.winnings is None:
            return [], []
        without = tuple(got - back for got, back in zip(self.got, self.back, strict=True))
        for ours in (without, self.got):
            less = [won - theirs for won, theirs in zip(ours, hand.winnings, strict=True)]
            kept = _kept(less, ours)
            if not any(less) or (kept and kept == rake(hand)):
                return [], []
            if kept and rake(hand) is None and kept * 100 <= MOST_KEPT * sum(ours):
                return [], [f"the winnings of the file are {chips(kept)} less than the pots, which "
                            "a house may have kept"]
        return [f"{hand.name(n)} collects {chips(won)}, the file says {chips(theirs)}"
                for n, (won, theirs) in enumerate(zip(without, hand.winnings, strict=True), start=1)
                if won != theirs], []


def _kept(less: Sequence[int], got: Sequence[int]) -> int:
    """What a house has kept if these are the sums that players lack: 0 where somebody has more, or
    lacks more than they won."""
    return sum(less) if all(0 <= one <= most for one, most in zip(less, got, strict=True)) else 0


def rake(hand: Hand) -> int | None:
    """What the file says that the house took, in cents; None where it says nothing."""
    key = next((key for key in RAKE if key in hand.more), None)
    return None if key is None else cents(key, hand.more[key])


def play(hand: Hand) -> Played:
    """Play a hand again: in the terms of games elsewhere (a button, least raises, side pots), or in
    those of the law where it was played here.

    Cards that the file does not know are any that are left, and decide nothing: who does not show
    theirs has lost to who does. BadHand for an action that the procedure refuses, for a hand that
    ends before its actions or after them, and where nobody can tell who won.
    """
    if RULED in hand.more:
        raise BadHand(f"after a fault at the table ({_row(hand.more[RULED])}) play went on in a "
                      "way that the format has no words for")
    first: Played | BadHand | None = None
    short = any(abs(blind) > stack - min(ante, stack) for ante, blind, stack
                in zip(hand.antes, hand.blinds, hand.stacks, strict=True))
    for reading, said in READINGS.items():
        if reading == Reading() or (OWN not in hand.more and (short or not reading.full)):
            try:
                played = _play(hand, reading)
            except BadHand as why:
                first = first or why
                continue
            if not played.differs(hand):
                return replace(played, reading=said)
            first = first or played
    if isinstance(first, Played):
        return first
    raise first or BadHand("no hand")


def _row(found: object) -> str:
    return ", ".join(map(str, found)) if isinstance(found, list) else str(found)


def _play(hand: Hand, reading: Reading) -> Played:
    variant, _ = CODES[hand.variant]
    count = len(hand.stacks)
    names = tuple(f"p{n}" for n in range(1, count + 1))
    dealt, unseen = _deal(hand, variant)
    terms = replace(_terms(hand, reading), unseen=frozenset(unseen))
    table = Table(game=variant.name, name="hand", rules=Rules(), minimum=1, unit=1, places=count)
    r = Round(table, Carry(names, hand=count), variant, terms)
    for place, stack in enumerate(hand.stacks, start=1):
        r.stakes[f"{place}{CAVE}"] = (names[place - 1], stack)
    dealer = Dealer(told(r), Scripted(dealt))
    lie = 0
    for action in hand.told():
        lie += len(cards(action.cards)) if action.what == "db" else 0
        _acts(hand, r, dealer, action, lie)
    if not dealer.over:
        raise BadHand(f"the actions end while {', '.join(_asked(dealer))} must decide")
    if lie != len(r.board):
        raise BadHand(f"{lie} common cards are told, and the hand comes to {len(r.board)}")
    put, dead, kept = _moved(dealer)
    _known(hand, terms, put, dead, unseen)
    after = tuple(r.cave(place) for place in range(1, count + 1))
    got = tuple(has - had + put.get(n, 0) + dead.get(n, 0) for n, (has, had)
                in enumerate(zip(after, hand.stacks, strict=True), start=1))
    back = uncalled(put, _folded(hand))
    return Played(after, dealer, got, tuple(back.get(n, 0) for n in range(1, count + 1)), kept)


def _terms(hand: Hand, reading: Reading) -> Terms:
    """The terms of a hand: those under which it was played here, or those of games elsewhere."""
    variant, limit = CODES[hand.variant]
    posts = tuple((n, ante, abs(blind)) for n, (ante, blind)
                  in enumerate(zip(hand.antes, hand.blinds, strict=True), start=1))
    if OWN in hand.more:
        return replace(_own(hand, variant), posts=posts, speaks=3 if len(posts) > 2 else 1)
    return replace(general(0, hand.least, posts=posts, limit=limit), odd=hand.unit,
                   big=max(post for _, _, post in posts), full=reading.full,
                   as_one=reading.as_one, speaks=_speaks(hand),
                   trimmed=hand.trimmed, dead_for_all=True)


def terms_of(table: Table) -> dict[str, object]:
    """What a hand that is played at this table says of its terms, sums in chips."""
    rules: Rules = table.rules
    by_hand = rules.percentage == "hand"
    return {"law": LAW, "limit": rules.limit, "counts": rules.counts, "shares": rules.shares,
            "tied": rules.tied, "unit": number(table.unit), "rate": rules.rate if by_hand else 0,
            "cap": number(rules.cap if by_hand else 0)}


def _own(hand: Hand, variant: Variant) -> Terms:
    """The terms of the law under which a hand says that it was played here."""
    said = hand.more[OWN]
    if not isinstance(said, dict) or said.get("law") != LAW:
        raise BadHand(f"{OWN}: terms of the law {LAW!r} are known here, and no others")
    sums = {key: cents(f"{OWN}: {key}", said.get(key, 0)) for key in ("unit", "cap")}
    chosen = {key: one for key, one in said.items() if key not in ("law", *sums)}
    try:
        rules = msgspec.convert({**chosen, "cap": sums["cap"], "minimum_share": False}, Rules)
    except msgspec.ValidationError as why:
        raise BadHand(f"{OWN}: {why}") from None
    table = Table(game=variant.name, name="hand", rules=rules, minimum=hand.least,
                  unit=sums["unit"], places=variant.places)
    if wrong := violations(variant, table):
        raise BadHand(f"{OWN}: {wrong[0].what}: {wrong[0].found}; {wrong[0].allowed}")
    return lawful(table, variant)


def _speaks(hand: Hand) -> int:
    """Who speaks first: after the last of those who put in the most. One that is as high as another
    before it is a straddle or the post of somebody who comes in; who acts first says which."""
    count = len(hand.stacks)
    live = [min(blind, max(stack - ante, 0)) for ante, blind, stack
            in zip(hand.antes, hand.blinds, hand.stacks, strict=True)]
    most = max(live)
    if most <= 0:
        return 1
    after = [n % count + 1 for n, one in enumerate(live, start=1) if one == most]
    acts = next((one.who for one in hand.told() if one.what in ("f", "cc", "cbr")), 0)
    return acts if acts in after else after[-1]


def _folded(hand: Hand) -> set[int]:
    return {action.who for action in hand.told() if action.what == "f"}


def _moved(dealer: Dealer) -> tuple[dict[int, int], dict[int, int], int]:
    """What each put into the pots as bets, what besides, and what the house took."""
    put: dict[int, int] = {}
    dead: dict[int, int] = {}
    kept = 0
    for event in dealer.record:
        step = event.step
        if not isinstance(step, Move):
            continue
        if step.kind == "commission":
            kept += step.amount
        elif step.kind == "travel" and step.into.endswith((POT, DEAD)):
            into, place = put if step.into.endswith(POT) else dead, int(step.bet.partition("/")[0])
            into[place] = into.get(place, 0) + step.amount
    return put, dead, kept


def _known(hand: Hand, terms: Terms, put: dict[int, int], dead: dict[int, int], unseen: set[int]
           ) -> None:
    """BadHand where nobody can tell who won a pot."""
    folded = _folded(hand)
    stayed = set(range(1, len(hand.stacks) + 1)) - folded
    if len(stayed) < 2:
        return
    if stayed <= unseen:
        raise BadHand("nobody has shown their cards: who won is not known")
    if any(UNKNOWN in cards(one.cards) for one in hand.told() if one.what == "db"):
        raise BadHand("not all common cards are known: who won is not known")
    back = uncalled(put, folded)
    bets = {place: put.get(place, 0) - back.get(place, 0) for place in {*put, *stayed}}
    for pot in side_pots(bets, folded, sum(dead.values()), for_all=terms.dead_for_all):
        if len(pot.eligible) > 1 and unseen.issuperset(pot.eligible):
            raise BadHand(f"{' and '.join(map(hand.name, pot.eligible))} have not shown their "
                          f"cards: who won {chips(pot.amount)} of the pot is not known")


def _acts(hand: Hand, r: Round, dealer: Dealer, action: Action, lie: int) -> None:
    """What a player does, when so many common cards were told."""
    if not action.who or action.what == "sm":
        return
    place, n = action.who, action.n
    text = hand.actions[n - 1]
    if dealer.standing is None:
        if action.what == "cc" and _alone(hand, dealer, place):
            return
        raise BadHand(f"action {n}: {text!r} comes after the end of the hand")
    _passed_over(r, dealer, place)
    who = f"p{place}"
    mine = {offer.act: offer for offer in dealer.standing.offers if offer.player == who}
    if "fold" not in mine:
        raise BadHand(f"action {n}: {text!r}, and {', '.join(_asked(dealer))} is to speak")
    if lie != len(r.board):
        raise BadHand(f"action {n}: {text!r} comes with {len(r.board)} common cards, and {lie} are "
                      "told before it")
    amount = 0
    if action.what == "f":
        act = "fold"
    elif action.what == "cc":
        act = "check" if "check" in mine else "call"
    else:
        total = cents(f"action {n}", Decimal(action.sum))
        more = total - r.put.get(place, 0)
        act = "all-in" if more == r.cave(place) else "raise" if r.level else "bet"
        amount = 0 if act == "all-in" else total - r.level
    answer = dealer.answer(Act(who, act, str(place), amount))
    if isinstance(answer, Refusal):
        raise BadHand(f"action {n}: {text!r} is refused: {answer.text}")


def _alone(hand: Hand, dealer: Dealer, place: int) -> bool:
    """Whether at the end of a hand this player alone had something left to bet against others who
    had nothing: that they check says nothing."""
    put, dead, _ = _moved(dealer)
    stayed = set(range(1, len(hand.stacks) + 1)) - _folded(hand)
    has = {n for n in stayed if hand.stacks[n - 1] > put.get(n, 0) + dead.get(n, 0)}
    return len(stayed) > 1 and has == {place}


def _passed_over(r: Round, dealer: Dealer, place: int) -> None:
    """Who is asked and could only check, since nobody else can put in more than they have, is
    passed over in some files."""
    while dealer.standing:
        checks = [one for one in dealer.standing.offers if one.act == "check"]
        asked = r.place(checks[0].player) if checks else place
        if asked == place or any(r.put.get(other, 0) + r.cave(other) > r.put.get(asked, 0)
                                 for other in r.live if other != asked):
            return
        dealer.answer(Act(checks[0].player, "check", str(asked)))


def _asked(dealer: Dealer) -> list[str]:
    offers = dealer.standing.offers if dealer.standing else ()
    return sorted({offer.player for offer in offers if offer.act == "fold"}) or ["nobody"]


# -- the cards -------------------------------------------------------------------------------------


def _together(n: int, before: list[str], said: list[str]) -> list[str]:
    """What is known of cards that were dealt, and are shown."""
    known = {card for card in before if card != UNKNOWN}
    if before and (len(said) != len(before)
                   or (UNKNOWN not in said and not known <= set(said))):
        raise BadHand(f"action {n}: {spelt(said)} are shown, and {spelt(before)} were dealt")
    return said if UNKNOWN not in said else before or said


def _deal(hand: Hand, variant: Variant) -> tuple[list[str], set[int]]:
    """The cards in the order in which they leave the pack; what nobody saw is any that is left. And
    the players whose cards are not all known, or who say that they do not show all of them."""
    own: dict[int, list[str]] = {n: [] for n in range(1, len(hand.stacks) + 1)}
    board: list[str] = []
    unseen: set[int] = set()
    for action in hand.told():
        place, said, n = action.to or action.who, cards(action.cards), action.n
        if action.what == "db":
            board += said
        elif action.what == "dh" and own[place]:
            raise BadHand(f"action {n}: p{place} has cards already")
        elif action.what in ("dh", "sm") and said:
            own[place] = _together(n, own[place], said)
            if action.what == "sm" and UNKNOWN in said:
                unseen.add(place)
        elif action.what == "sm" and action.cards != AS_DEALT:
            unseen.add(place)
    seen = [card for cards_ in (*own.values(), board) for card in cards_ if card != UNKNOWN]
    if twice := sorted({card for card in seen if seen.count(card) > 1}):
        raise BadHand(f"the same card twice: {spelt(twice)}")
    most = sum(variant.board)
    if len(board) > most:
        raise BadHand(f"{len(board)} common cards are dealt, and a hand has {most}; two boards for "
                      "one hand are not played here")
    spare = [card for card in PACK if card not in seen]
    unseen |= {n for n, dealt in own.items() if UNKNOWN in dealt or len(dealt) < variant.hole}

    def known(dealt: Sequence[str], size: int) -> list[str]:
        if len(dealt) > size:
            raise BadHand(f"{spelt(dealt)}: {size} cards are dealt there")
        full = [*dealt, *[UNKNOWN] * (size - len(dealt))]
        return [spare.pop() if card == UNKNOWN else card for card in full]

    hole = [known(own[n], variant.hole) for n in own]
    common = known(board, most)
    dealt = [hand_[k] for k in range(variant.hole) for hand_ in hole]
    for size in variant.board:
        dealt += [spare.pop(), *common[:size]]
        common = common[size:]
    return dealt, unseen
