"""Replays hands of the PHH format, and computes each player's stack after them.

A hand played elsewhere is replayed under the terms used elsewhere. A hand exported here names its
terms of the law (`OWN`) and is replayed under these. The format leaves two things open: whether the
big bet is called in full where its player had less, and who gets the odd chips where several are
left. By default a call matches the largest bet, as the format says, and each pot is divided by
itself with an odd chip to each winner in turn, as in card rooms. Where the file gives the stacks
after the hand and another reading reproduces them, that reading is used (`OpenRule`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from typing import NamedTuple

import msgspec

from sabot.equipment import PACK
from sabot.error_texts import error_text
from sabot.families.pokertable.betting_terms import Terms, general, lawful
from sabot.families.pokertable.coup import play_hand as play_hand
from sabot.families.pokertable.phh import (
    AS_DEALT,
    BOARDS,
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
from sabot.families.pokertable.phh_accounts import OWN, Accounts, compare
from sabot.families.pokertable.pots import side_pots, uncalled
from sabot.families.pokertable.round import CAVE, DEAD, POT, Carry, Round
from sabot.families.pokertable.rules import Rules, violations
from sabot.families.pokertable.variant import Variant
from sabot.procedure import Act, Dealer, Move, Refusal, Scripted
from sabot.procedure.table import Table
from sabot.words import both, phrase, sentences

LAW = "pt-217-2007"
RULED = "_ruled"
"""The field with the faults of a real table after which play went on in a way that the format
cannot express."""


class OpenRule(Enum):
    """A rule that the format leaves open and on which programs differ. The value says in a note how
    a hand was played where the default does not come to the chips of its file."""

    BIG_BLIND_IN_FULL = "the big bet is called in full, though its player had less"
    ODD_CHIPS_TOGETHER = "odd chips of all pots together go to the first winner"
    FIRST_TO_ACT_OF_FILE = ("the player of the big bet had no chips left for it, and the player "
                            "whom the file names acts first")


READINGS: tuple[tuple[OpenRule, ...], ...] = (
    (), (OpenRule.BIG_BLIND_IN_FULL,), (OpenRule.ODD_CHIPS_TOGETHER,),
    (OpenRule.BIG_BLIND_IN_FULL, OpenRule.ODD_CHIPS_TOGETHER), (OpenRule.FIRST_TO_ACT_OF_FILE,),
    (OpenRule.FIRST_TO_ACT_OF_FILE, OpenRule.ODD_CHIPS_TOGETHER))
"""The rules other than the default by which a hand is tried, in this order."""


class Decision(NamedTuple):
    """A decision before it is applied: the ``act``, and the state of the hand (``round``)."""

    action: Action
    act: Act
    round: Round


Watch = Callable[[Decision], None]
"""What is called before each decision of a replayed hand."""


@dataclass(frozen=True)
class Replay:
    """A replayed hand: each player's stack after it, and the record.

    In cents by player: ``got``, what came back to each from the pots; ``back``, the part of it that
    was their own uncalled bet. ``taken``: the percentage of the house. ``rules``: those by which
    the hand was played where the default does not come to the chips of its file. ``put`` and
    ``dead``: the bets of each player, and their dead money. ``final``: the state at the end.
    """

    stacks: tuple[int, ...]
    dealer: Dealer
    got: tuple[int, ...]
    back: tuple[int, ...]
    taken: int
    put: Mapping[int, int]
    dead: Mapping[int, int]
    final: Round
    rules: tuple[OpenRule, ...] = ()

    @property
    def pot(self) -> int:
        """What was won and lost, without uncalled bets, in cents."""
        return sum(self.put.values()) + sum(self.dead.values()) - sum(self.back)

    def differences(self, hand: Hand) -> str:
        """The differences of stacks, winnings, pot and percentage from those of the file; "" for
        none."""
        return sentences(compare(hand, self.accounts).differences)

    def notes(self, hand: Hand) -> list[str]:
        """Remarks on how the file was read."""
        notes = [phrase(rule.value) for rule in self.rules]
        notes += [phrase("the format has no field {key}; it is ignored", key=repr(key))
                  for key in hand.unknown_fields]
        return [*notes, *compare(hand, self.accounts).notes]

    @property
    def accounts(self) -> Accounts:
        """The chips of this hand, to compare with its file."""
        return Accounts(self.stacks, self.got, self.back, self.pot, self.taken)


def replay(hand: Hand, watch: Watch | None = None) -> Replay:
    """Replays a hand under the terms used elsewhere (a button, minimum raises, side pots), or under
    those of the law where it was played here. ``watch`` is called before each decision.

    Unknown cards are any that are left, and decide nothing: a hand that is not shown loses to one
    that is. BadHand for an action that the procedure refuses, for a hand that ends before or after
    its actions, and where the winner cannot be known.
    """
    if RULED in hand.more:
        raise BadHand(phrase("after a fault at the table ({more}) play went on in a way that the "
                             "format cannot express", more=_join(hand.more[RULED])))
    result = _by_first_rules_that_agree(hand)
    return _replay(hand, result.rules, watch) if watch else result


def _by_first_rules_that_agree(hand: Hand) -> Replay:
    first: Replay | BadHand | None = None
    possible = _possible_rules(hand)
    for rules in READINGS:
        if not possible.issuperset(rules):
            continue
        try:
            result = _replay(hand, rules)
        except BadHand as why:
            first = first or why
            continue
        if not result.differences(hand):
            return result
        first = first or result
    if isinstance(first, Replay):
        return first
    raise first or BadHand("no hand")


def _possible_rules(hand: Hand) -> set[OpenRule]:
    """The rules by which a hand may be played other than by default."""
    if OWN in hand.more:
        return set()
    left = [stack - min(ante, stack) for ante, stack in zip(hand.antes, hand.stacks, strict=True)]
    possible = {OpenRule.ODD_CHIPS_TOGETHER}
    if any(abs(blind) > chips_left for blind, chips_left in zip(hand.blinds, left, strict=True)):
        possible.add(OpenRule.BIG_BLIND_IN_FULL)
    if any(blind == max(hand.blinds) > 0 == chips_left
           for blind, chips_left in zip(hand.blinds, left, strict=True)):
        possible.add(OpenRule.FIRST_TO_ACT_OF_FILE)
    return possible


def _join(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _replay(hand: Hand, rules: tuple[OpenRule, ...], watch: Watch | None = None) -> Replay:
    variant = hand.code.variant
    count = len(hand.stacks)
    names = tuple(f"p{n}" for n in range(1, count + 1))
    dealt, unseen = _deal(hand, variant)
    terms = replace(_terms(hand, rules), unseen=frozenset(unseen))
    table = Table(game=variant.name, name="hand", rules=Rules(), minimum=1, unit=1, places=count)
    r = Round(table, Carry(names, hand=count), variant, terms)
    for place, stack in enumerate(hand.stacks, start=1):
        r.stakes[f"{place}{CAVE}"] = (names[place - 1], stack)
    dealer = Dealer(play_hand(r), Scripted(dealt))
    for place in _folded_all_in(hand):
        r.give_up(place)
    common = 0
    for action in hand.parse_actions():
        common += len(cards(action.cards)) if action.what == "db" else 0
        _apply_action(hand, r, dealer, action, common, watch)
    if not dealer.over:
        raise BadHand(phrase("the actions end while {dealer} must decide",
                             dealer=", ".join(_players_asked(dealer))))
    if common != len(r.board):
        raise BadHand(phrase("the file deals {common} common cards, but the hand has {n}",
                             common=common, n=len(r.board)))
    put, dead, taken = _sum_moves(dealer)
    _check_known(hand, terms, put, dead, unseen)
    stacks = tuple(r.cave(place) for place in range(1, count + 1))
    got = tuple(has - had + put.get(n, 0) + dead.get(n, 0) for n, (has, had)
                in enumerate(zip(stacks, hand.stacks, strict=True), start=1))
    returned = uncalled(put, _folded_players(hand))
    back = tuple(returned.get(n, 0) for n in range(1, count + 1))
    return Replay(stacks, dealer, got, back, taken, put, dead, r, rules)


def _folded_all_in(hand: Hand) -> set[int]:
    """The players who fold though their ante or blind took all they had: elsewhere the cards of
    players who are away are folded even then, and they are asked nothing."""
    return {place for place in _folded_players(hand)
            if hand.stacks[place - 1] <= hand.antes[place - 1] + abs(hand.blinds[place - 1])}


def _terms(hand: Hand, rules: tuple[OpenRule, ...]) -> Terms:
    """The terms of a hand: those under which it was played here, or those used elsewhere."""
    variant, limit, low, _ = hand.code
    posts = tuple((n, ante, abs(blind)) for n, (ante, blind)
                  in enumerate(zip(hand.antes, hand.blinds, strict=True), start=1))
    if OWN in hand.more:
        return replace(_own_terms(hand, variant), posts=posts, speaks=3 if len(posts) > 2 else 1)
    return replace(general(0, hand.least, posts=posts, limit=limit), odd=hand.unit,
                   big=max(post for _, _, post in posts),
                   speaks=_speaks(hand, OpenRule.FIRST_TO_ACT_OF_FILE in rules),
                   full=OpenRule.BIG_BLIND_IN_FULL in rules,
                   as_one=OpenRule.ODD_CHIPS_TOGETHER in rules, reopens=limit == "fixed",
                   sizes=(hand.least, hand.big_bet), low=low,
                   boards=tuple(map(len, hand.further_boards)),
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
        raise BadHand(phrase("{own}: only terms of the law {law} are known here", own=OWN,
                             law=repr(LAW)))
    if "unit" not in named:
        raise BadHand(phrase("{key}: missing fields: {missing}", key=OWN, missing="unit"))
    sums = {key: cents(f"{OWN}: {key}", named.get(key, 0)) for key in ("unit", "cap")}
    chosen = {key: value for key, value in named.items() if key not in ("law", *sums)}
    try:
        rules = msgspec.convert({**chosen, "cap": sums["cap"], "minimum_share": False}, Rules)
    except msgspec.ValidationError as why:
        raise BadHand(phrase("{key}: {why}", key=OWN, why=error_text(why))) from None
    table = Table(game=variant.name, name="hand", rules=rules, minimum=hand.least,
                  unit=sums["unit"], places=variant.places)
    if broken := violations(variant, table):
        raise BadHand(phrase("{key}: {what}: {found}; {allowed}", key=OWN, what=broken[0].what,
                             found=broken[0].found, allowed=broken[0].allowed))
    return lawful(table, variant)


def _speaks(hand: Hand, of_file: bool) -> int:
    """Who speaks first: the player after the last one of the highest posts. A post as high as
    another before it is a straddle or the post of a newcomer; the first action shows which.
    ``of_file``: whoever acts first in the file."""
    count = len(hand.stacks)
    live = [min(blind, max(stack - ante, 0)) for ante, blind, stack
            in zip(hand.antes, hand.blinds, hand.stacks, strict=True)]
    acts = next((action.player for action in hand.parse_actions()
                 if action.what in ("f", "cc", "cbr")), 0)
    most = max(live)
    if most <= 0 or (of_file and acts):
        return acts if of_file and acts else 1
    after = [n % count + 1 for n, post in enumerate(live, start=1) if post == most]
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
            raise BadHand(phrase(
                "{names} have not shown their cards: the winner of {sum} of the pot is not known",
                names=both(map(hand.name, pot.eligible)), sum=chips(pot.amount)))


def _apply_action(hand: Hand, r: Round, dealer: Dealer, action: Action, common: int,
                  watch: Watch | None) -> None:
    """Applies a player's action, which must come after ``common`` common cards."""
    if not action.player or action.what == "sm":
        return
    place, n = action.player, action.n
    text = hand.actions[n - 1]
    if action.what == "f" and place in r.folded and place in _folded_all_in(hand):
        return
    if dealer.standing is None:
        if action.what == "cc" and _only_one_able(hand, dealer, place):
            return
        raise BadHand(phrase("action {n}: {text} comes after the end of the hand", n=n,
                             text=repr(text)))
    _skip_checks(r, dealer, place)
    player = f"p{place}"
    offers = {offer.act: offer for offer in dealer.standing.offers if offer.player == player}
    if "fold" not in offers:
        raise BadHand(phrase("action {n}: {text}, but it is the turn of {dealer}", n=n,
                             text=repr(text), dealer=", ".join(_players_asked(dealer))))
    if common != len(r.board):
        raise BadHand(phrase("action {n}: {text} comes after {n2} common cards, but the file deals "
                             "{common} before it", n=n, text=repr(text), n2=len(r.board),
                             common=common))
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
    decision = Act(player, act, str(place), amount)
    if watch:
        watch(Decision(action, decision, r))
    level = r.level
    answer = dealer.answer(decision)
    if isinstance(answer, Refusal):
        raise BadHand(phrase("action {n}: {text} is refused: {why}", n=n, text=repr(text),
                             why=refusal_text(answer, level)))


def refusal_text(refusal: Refusal, level: int) -> str:
    """Why an act is refused, with sums in chips: those that a player bets or raises to, where the
    highest bet of the betting round is ``level``."""
    facts = refusal.facts
    if "low" in facts and "high" in facts:
        low, high = (chips(int(facts[key]) + level) for key in ("low", "high"))
        return phrase("a bet or a raise is to {low}", low=low) if low == high else \
            phrase("a bet or a raise is to {low} at least and to {high} at most", low=low,
                   high=high)
    return refusal.text


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
        raise BadHand(phrase("action {n}: {revealed} are shown, but {dealt} were dealt", n=n,
                             revealed=spell(revealed), dealt=spell(dealt)))
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
            raise BadHand(phrase("action {n}: p{place} already has cards", n=n, place=place))
        elif action.what in ("dh", "sm") and named:
            own[place] = _merge_cards(n, own[place], named)
            if action.what == "sm" and UNKNOWN in named:
                unseen.add(place)
        elif action.what == "sm" and action.cards != AS_DEALT:
            unseen.add(place)
    boards = hand.further_boards
    seen = [card for part in (*own.values(), board, *boards) for card in part if card != UNKNOWN]
    if twice := sorted({card for card in seen if seen.count(card) > 1}):
        raise BadHand(phrase("the same card twice: {twice}", twice=spell(twice)))
    most = sum(variant.board)
    if len(board) > most:
        raise BadHand(phrase("{n} common cards are dealt, but a hand has {most}; the cards of a "
                             "second board belong in the field {key}", n=len(board), most=most,
                             key=BOARDS))
    spare = [card for card in PACK if card not in seen]
    unseen |= {n for n, dealt in own.items() if UNKNOWN in dealt or len(dealt) < variant.hole}

    def fill(dealt: Sequence[str], size: int) -> list[str]:
        if len(dealt) > size:
            raise BadHand(phrase("{dealt}: at most {size} cards are dealt there",
                                 dealt=spell(dealt), size=size))
        full = [*dealt, *[UNKNOWN] * (size - len(dealt))]
        return [spare.pop() if card == UNKNOWN else card for card in full]

    hole = [fill(own[n], variant.hole) for n in own]
    common = fill(board, most)
    dealt = [hand_[k] for k in range(variant.hole) for hand_ in hole]
    for size in variant.board:
        dealt += [spare.pop(), *common[:size]]
        common = common[size:]
    return dealt + [card for further in boards for card in further], unseen
