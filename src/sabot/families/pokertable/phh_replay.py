"""Replays hands of the PHH format, and computes each player's stack after them.

A hand played elsewhere is replayed under the terms used elsewhere. A hand exported here names its
terms of the law (`OWN`) and is replayed under these. The format leaves two things open: whether the
big bet is called in full where its player had less, and who gets the odd chips where several are
left. By default a call matches the largest bet, as the format says, and each pot is divided by
itself with an odd chip to each winner in turn, as in card rooms. Where the file gives the stacks
after the hand and another reading reproduces them, that reading is used (`READINGS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import NamedTuple

import msgspec

from sabot.equipment import PACK
from sabot.families.pokertable.betting_terms import Terms, general, lawful
from sabot.families.pokertable.coup import play_hand as play_hand
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
    spell,
)
from sabot.families.pokertable.pots import side_pots, uncalled
from sabot.families.pokertable.round import CAVE, DEAD, POT, Carry, Round
from sabot.families.pokertable.rules import Rules, violations
from sabot.families.pokertable.variant import Variant
from sabot.procedure import Act, Dealer, Move, Refusal, Scripted
from sabot.procedure.table import Table

OWN = "_terms"
"""The field with the terms of a hand that was played here."""
LAW = "pt-217-2007"
RAKE = ("_rake", "rake")
"""The fields with the percentage that the house took; the first is written here."""
RULED = "_ruled"
"""The field with the faults of a real table after which play went on in a way that the format
cannot express."""
MAX_RAKE = 10
"""The percentage of a pot up to which missing `winnings` may be the share of a house."""


class Reading(NamedTuple):
    """What the format leaves open: the big bet is called ``full`` though its player had less; pots
    that the same hands win are divided ``as_one``, and all odd chips go to the first winner."""

    full: bool = False
    as_one: bool = False


READINGS = {
    Reading(): "",
    Reading(full=True): "the big bet is called in full, though its player had less",
    Reading(as_one=True): "odd chips of all pots together go to the first winner",
    Reading(full=True, as_one=True): "the big bet is called in full, though its player had less, "
                                     "and odd chips of all pots together go to the first winner"}


@dataclass(frozen=True)
class Replay:
    """A replayed hand: each player's stack after it, and the record.

    In cents by player: ``got``, what came back to each from the pots; ``back``, the part of it that
    was their own uncalled bet. ``taken``: the percentage of the house. ``reading``: how the hand
    was read where the format leaves it open, "" for the default.
    """

    stacks: tuple[int, ...]
    dealer: Dealer
    got: tuple[int, ...]
    back: tuple[int, ...]
    taken: int = 0
    reading: str = ""

    def differences(self, hand: Hand) -> str:
        """The differences of stacks, winnings and percentage from those of the file; "" for
        none."""
        return "; ".join([*self._stack_differences(hand), *self._rake_differences(hand),
                          *self._winnings_differences(hand)[0]])

    def notes(self, hand: Hand) -> list[str]:
        """Remarks on how the file was read."""
        notes = [self.reading] if self.reading else []
        notes += [f"the format has no field {key!r}; it is ignored" for key in hand.unknown_fields]
        return notes + self._winnings_differences(hand)[1]

    def _stack_differences(self, hand: Hand) -> list[str]:
        if hand.finishing is None or hand.finishing == self.stacks:
            return []
        less = [ours - theirs for ours, theirs in zip(self.stacks, hand.finishing, strict=True)]
        taken = _house_share(less, self.got)
        if taken and taken == rake(hand):
            return []
        differences = [f"{hand.name(n)} has {chips(ours)}, the file says {chips(theirs)}"
                for n, (ours, theirs) in enumerate(
                    zip(self.stacks, hand.finishing, strict=True), start=1) if ours != theirs]
        if taken and rake(hand) is None:
            differences.append(f"a house may have taken these {chips(taken)}, but the file does "
                               "not say so")
        return differences

    def _rake_differences(self, hand: Hand) -> list[str]:
        noted = rake(hand)
        if OWN not in hand.more or noted == self.taken:
            return []
        return [f"the house takes {chips(self.taken)}, the file says {chips(noted or 0)}"]

    def _winnings_differences(self, hand: Hand) -> tuple[list[str], list[str]]:
        """The differences of the winnings, and remarks on them. Files give winnings with or without
        an uncalled bet, and less the percentage of a house."""
        if hand.winnings is None:
            return [], []
        without = tuple(got - back for got, back in zip(self.got, self.back, strict=True))
        for ours in (without, self.got):
            less = [won - theirs for won, theirs in zip(ours, hand.winnings, strict=True)]
            taken = _house_share(less, ours)
            if not any(less) or (taken and taken == rake(hand)):
                return [], []
            if taken and rake(hand) is None and taken * 100 <= MAX_RAKE * sum(ours):
                return [], [f"the winnings of the file are {chips(taken)} less than the pots, "
                            "which a house may have taken"]
        return [f"{hand.name(n)} collects {chips(won)}, the file says {chips(theirs)}"
                for n, (won, theirs) in enumerate(zip(without, hand.winnings, strict=True), start=1)
                if won != theirs], []


def _house_share(less: Sequence[int], got: Sequence[int]) -> int:
    """The sum that a house has taken if players lack these sums: 0 where a player has more, or
    lacks more than they won."""
    possible = all(0 <= missing <= most for missing, most in zip(less, got, strict=True))
    return sum(less) if possible else 0


def rake(hand: Hand) -> int | None:
    """The percentage that the house took according to the file, in cents; None where it does not
    say."""
    key = next((key for key in RAKE if key in hand.more), None)
    return None if key is None else cents(key, hand.more[key])


def replay(hand: Hand) -> Replay:
    """Replays a hand under the terms used elsewhere (a button, minimum raises, side pots), or under
    those of the law where it was played here.

    Unknown cards are any that are left, and decide nothing: a hand that is not shown loses to one
    that is. BadHand for an action that the procedure refuses, for a hand that ends before or after
    its actions, and where the winner cannot be known.
    """
    if RULED in hand.more:
        raise BadHand(f"after a fault at the table ({_join(hand.more[RULED])}) play went on in a "
                      "way that the format cannot express")
    first: Replay | BadHand | None = None
    short = any(abs(blind) > stack - min(ante, stack) for ante, blind, stack
                in zip(hand.antes, hand.blinds, hand.stacks, strict=True))
    for reading, text in READINGS.items():
        if reading == Reading() or (OWN not in hand.more and (short or not reading.full)):
            try:
                result = _replay(hand, reading)
            except BadHand as why:
                first = first or why
                continue
            if not result.differences(hand):
                return replace(result, reading=text)
            first = first or result
    if isinstance(first, Replay):
        return first
    raise first or BadHand("no hand")


def _join(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _replay(hand: Hand, reading: Reading) -> Replay:
    variant, _ = CODES[hand.variant]
    count = len(hand.stacks)
    names = tuple(f"p{n}" for n in range(1, count + 1))
    dealt, unseen = _deal(hand, variant)
    terms = replace(_terms(hand, reading), unseen=frozenset(unseen))
    table = Table(game=variant.name, name="hand", rules=Rules(), minimum=1, unit=1, places=count)
    r = Round(table, Carry(names, hand=count), variant, terms)
    for place, stack in enumerate(hand.stacks, start=1):
        r.stakes[f"{place}{CAVE}"] = (names[place - 1], stack)
    dealer = Dealer(play_hand(r), Scripted(dealt))
    common = 0
    for action in hand.parse_actions():
        common += len(cards(action.cards)) if action.what == "db" else 0
        _apply_action(hand, r, dealer, action, common)
    if not dealer.over:
        raise BadHand(f"the actions end while {', '.join(_players_asked(dealer))} must decide")
    if common != len(r.board):
        raise BadHand(f"the file deals {common} common cards, but the hand has {len(r.board)}")
    put, dead, taken = _sum_moves(dealer)
    _check_known(hand, terms, put, dead, unseen)
    stacks = tuple(r.cave(place) for place in range(1, count + 1))
    got = tuple(has - had + put.get(n, 0) + dead.get(n, 0) for n, (has, had)
                in enumerate(zip(stacks, hand.stacks, strict=True), start=1))
    returned = uncalled(put, _folded_players(hand))
    back = tuple(returned.get(n, 0) for n in range(1, count + 1))
    return Replay(stacks, dealer, got, back, taken)


def _terms(hand: Hand, reading: Reading) -> Terms:
    """The terms of a hand: those under which it was played here, or those used elsewhere."""
    variant, limit = CODES[hand.variant]
    posts = tuple((n, ante, abs(blind)) for n, (ante, blind)
                  in enumerate(zip(hand.antes, hand.blinds, strict=True), start=1))
    if OWN in hand.more:
        return replace(_own_terms(hand, variant), posts=posts, speaks=3 if len(posts) > 2 else 1)
    return replace(general(0, hand.least, posts=posts, limit=limit), odd=hand.unit,
                   big=max(post for _, _, post in posts), full=reading.full,
                   as_one=reading.as_one, speaks=_speaks(hand),
                   trimmed=hand.trimmed, dead_for_all=True)


def terms_of(table: Table) -> dict[str, object]:
    """The terms that a hand played at this table names, sums in chips."""
    rules: Rules = table.rules
    by_hand = rules.percentage == "hand"
    return {"law": LAW, "limit": rules.limit, "counts": rules.counts, "shares": rules.shares,
            "tied": rules.tied, "unit": number(table.unit), "rate": rules.rate if by_hand else 0,
            "cap": number(rules.cap if by_hand else 0)}


def _own_terms(hand: Hand, variant: Variant) -> Terms:
    """The terms of the law under which a hand was played here."""
    named = hand.more[OWN]
    if not isinstance(named, dict) or named.get("law") != LAW:
        raise BadHand(f"{OWN}: only terms of the law {LAW!r} are known here")
    sums = {key: cents(f"{OWN}: {key}", named.get(key, 0)) for key in ("unit", "cap")}
    chosen = {key: value for key, value in named.items() if key not in ("law", *sums)}
    try:
        rules = msgspec.convert({**chosen, "cap": sums["cap"], "minimum_share": False}, Rules)
    except msgspec.ValidationError as why:
        raise BadHand(f"{OWN}: {why}") from None
    table = Table(game=variant.name, name="hand", rules=rules, minimum=hand.least,
                  unit=sums["unit"], places=variant.places)
    if broken := violations(variant, table):
        raise BadHand(f"{OWN}: {broken[0].what}: {broken[0].found}; {broken[0].allowed}")
    return lawful(table, variant)


def _speaks(hand: Hand) -> int:
    """Who speaks first: the player after the last one of the highest posts. A post as high as
    another before it is a straddle or the post of a newcomer; the first action shows which."""
    count = len(hand.stacks)
    live = [min(blind, max(stack - ante, 0)) for ante, blind, stack
            in zip(hand.antes, hand.blinds, hand.stacks, strict=True)]
    most = max(live)
    if most <= 0:
        return 1
    after = [n % count + 1 for n, post in enumerate(live, start=1) if post == most]
    acts = next((action.player for action in hand.parse_actions()
                 if action.what in ("f", "cc", "cbr")), 0)
    return acts if acts in after else after[-1]


def _folded_players(hand: Hand) -> set[int]:
    return {action.player for action in hand.parse_actions() if action.what == "f"}


def _sum_moves(dealer: Dealer) -> tuple[dict[int, int], dict[int, int], int]:
    """By player the bets put into the pots and the dead money, and the percentage of the house."""
    put: dict[int, int] = {}
    dead: dict[int, int] = {}
    taken = 0
    for event in dealer.record:
        step = event.step
        if not isinstance(step, Move):
            continue
        if step.kind == "commission":
            taken += step.amount
        elif step.kind == "travel" and step.into.endswith((POT, DEAD)):
            into, place = put if step.into.endswith(POT) else dead, int(step.bet.partition("/")[0])
            into[place] = into.get(place, 0) + step.amount
    return put, dead, taken


def _check_known(hand: Hand, terms: Terms, put: dict[int, int], dead: dict[int, int],
                 unseen: set[int]) -> None:
    """Raises BadHand where the winner of a pot cannot be known."""
    folded = _folded_players(hand)
    stayed = set(range(1, len(hand.stacks) + 1)) - folded
    if len(stayed) < 2:
        return
    if stayed <= unseen:
        raise BadHand("no player has shown their cards: the winner is not known")
    if any(UNKNOWN in cards(action.cards) for action in hand.parse_actions()
           if action.what == "db"):
        raise BadHand("not all common cards are known: the winner is not known")
    returned = uncalled(put, folded)
    bets = {place: put.get(place, 0) - returned.get(place, 0) for place in {*put, *stayed}}
    for pot in side_pots(bets, folded, sum(dead.values()), for_all=terms.dead_for_all):
        if len(pot.eligible) > 1 and unseen.issuperset(pot.eligible):
            raise BadHand(f"{' and '.join(map(hand.name, pot.eligible))} have not shown their "
                          f"cards: the winner of {chips(pot.amount)} of the pot is not known")


def _apply_action(hand: Hand, r: Round, dealer: Dealer, action: Action, common: int) -> None:
    """Applies a player's action, which must come after ``common`` common cards."""
    if not action.player or action.what == "sm":
        return
    place, n = action.player, action.n
    text = hand.actions[n - 1]
    if dealer.standing is None:
        if action.what == "cc" and _only_one_able(hand, dealer, place):
            return
        raise BadHand(f"action {n}: {text!r} comes after the end of the hand")
    _skip_checks(r, dealer, place)
    player = f"p{place}"
    offers = {offer.act: offer for offer in dealer.standing.offers if offer.player == player}
    if "fold" not in offers:
        raise BadHand(f"action {n}: {text!r}, but it is the turn of "
                      f"{', '.join(_players_asked(dealer))}")
    if common != len(r.board):
        raise BadHand(f"action {n}: {text!r} comes after {len(r.board)} common cards, but the file "
                      f"deals {common} before it")
    amount = 0
    if action.what == "f":
        act = "fold"
    elif action.what == "cc":
        act = "check" if "check" in offers else "call"
    else:
        total = cents(f"action {n}", Decimal(action.sum))
        paid = total - r.wagered.get(place, 0)
        act = "all-in" if paid == r.cave(place) else "raise" if r.level else "bet"
        amount = 0 if act == "all-in" else total - r.level
    answer = dealer.answer(Act(player, act, str(place), amount))
    if isinstance(answer, Refusal):
        raise BadHand(f"action {n}: {text!r} is refused: {answer.text}")


def _only_one_able(hand: Hand, dealer: Dealer, place: int) -> bool:
    """Whether at the end of a hand only this player had chips to bet, against players without any:
    their check then means nothing."""
    put, dead, _ = _sum_moves(dealer)
    stayed = set(range(1, len(hand.stacks) + 1)) - _folded_players(hand)
    has = {n for n in stayed if hand.stacks[n - 1] > put.get(n, 0) + dead.get(n, 0)}
    return len(stayed) > 1 and has == {place}


def _skip_checks(r: Round, dealer: Dealer, place: int) -> None:
    """Skips players who could only check, since nobody else can put in more than they have; some
    files omit these checks."""
    while dealer.standing:
        checks = [offer for offer in dealer.standing.offers if offer.act == "check"]
        asked = r.place(checks[0].player) if checks else place
        if asked == place or any(r.wagered.get(other, 0) + r.cave(other) > r.wagered.get(asked, 0)
                                 for other in r.live if other != asked):
            return
        dealer.answer(Act(checks[0].player, "check", str(asked)))


def _players_asked(dealer: Dealer) -> list[str]:
    offers = dealer.standing.offers if dealer.standing else ()
    return sorted({offer.player for offer in offers if offer.act == "fold"}) or ["nobody"]


# -- the cards -------------------------------------------------------------------------------------


def _merge_cards(n: int, dealt: list[str], revealed: list[str]) -> list[str]:
    """The cards of a player from those dealt before and those shown now."""
    known = {card for card in dealt if card != UNKNOWN}
    if dealt and (len(revealed) != len(dealt)
                  or (UNKNOWN not in revealed and not known <= set(revealed))):
        raise BadHand(f"action {n}: {spell(revealed)} are shown, but {spell(dealt)} were dealt")
    return revealed if UNKNOWN not in revealed else dealt or revealed


def _deal(hand: Hand, variant: Variant) -> tuple[list[str], set[int]]:
    """The cards in the order in which they leave the pack, unknown ones being any that are left;
    and the players whose cards are not all known or not all shown."""
    own: dict[int, list[str]] = {n: [] for n in range(1, len(hand.stacks) + 1)}
    board: list[str] = []
    unseen: set[int] = set()
    for action in hand.parse_actions():
        place, named, n = action.to or action.player, cards(action.cards), action.n
        if action.what == "db":
            board += named
        elif action.what == "dh" and own[place]:
            raise BadHand(f"action {n}: p{place} already has cards")
        elif action.what in ("dh", "sm") and named:
            own[place] = _merge_cards(n, own[place], named)
            if action.what == "sm" and UNKNOWN in named:
                unseen.add(place)
        elif action.what == "sm" and action.cards != AS_DEALT:
            unseen.add(place)
    seen = [card for cards_ in (*own.values(), board) for card in cards_ if card != UNKNOWN]
    if twice := sorted({card for card in seen if seen.count(card) > 1}):
        raise BadHand(f"the same card twice: {spell(twice)}")
    most = sum(variant.board)
    if len(board) > most:
        raise BadHand(f"{len(board)} common cards are dealt, but a hand has {most}; two boards in "
                      "one hand are not played here")
    spare = [card for card in PACK if card not in seen]
    unseen |= {n for n, dealt in own.items() if UNKNOWN in dealt or len(dealt) < variant.hole}

    def fill(dealt: Sequence[str], size: int) -> list[str]:
        if len(dealt) > size:
            raise BadHand(f"{spell(dealt)}: at most {size} cards are dealt there")
        full = [*dealt, *[UNKNOWN] * (size - len(dealt))]
        return [spare.pop() if card == UNKNOWN else card for card in full]

    hole = [fill(own[n], variant.hole) for n in own]
    common = fill(board, most)
    dealt = [hand_[k] for k in range(variant.hole) for hand_ in hole]
    for size in variant.board:
        dealt += [spare.pop(), *common[:size]]
        common = common[size:]
    return dealt, unseen
