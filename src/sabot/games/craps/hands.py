"""Whose hand the dice are in: who throws, which two of the five, when they pass, the last play."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sabot import law
from sabot.families.layout.round import Round, Steps
from sabot.games.craps.spots import SEVEN
from sabot.law import IR, figure
from sabot.procedure import Act, Call, Handle, Listen, Offer
from sabot.procedure.opening_hours import LastPlay

L = law.Section("pt-217-2007/craps")

DICE = figure(5, L["2"])
THROWN = figure(2, L["4"])
MINUTES = figure(5, L["13.3.b-2"])
LAST_PLAY = LastPlay("last-play", MINUTES, L["13.3.b-2"])

PAIRS = tuple("-".join(map(str, pair)) for pair in combinations(range(1, DICE + 1), THROWN))
"""Two dice of the five, which are numbered (2)."""

LAST, OVER = "last", "over"
ENGLISH = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
           "twelve")


def acts(r: Round, player: str) -> Iterator[Offer]:
    """Who throws may take other dice before each throw: IR 170."""
    if r.table.individual or (not r.passes and r.place(player) == r.shooter):
        yield Offer("dice", "", L["4"], player, also=(IR[170],), seats=PAIRS)


def chosen(r: Round, heard: Act) -> Steps:
    """Two dice are taken."""
    r.dice = heard.seat
    yield Handle(L["4"], (L["2"],), what="take-dice", seat=r.place(heard.player),
                 facts={"dice": heard.seat})


def last_play(r: Round) -> Steps:
    """The last play is announced: the series that is on, or the one that begins (IR 174)."""
    if not r.closing:
        r.closing = LAST
    yield Call(L["13.3.b"], (L["13.3.b-2"], L["13.3"], IR[174]), call="last-play",
               facts={"minutes": MINUTES})


class Closed(Exception):
    """The room closes and no play is on: none begins any more (IR 360)."""


def closing_time(r: Round) -> Steps:
    """The closing hour, at a table that has hours: the series that is on is the last, and between
    two nobody bets any more (IR 360). Raises Closed where nothing is left to decide."""
    if not r.state and not _undecided(r):
        raise Closed
    r.closing = LAST if r.state else OVER
    yield Call(L["13.3.b"], (L["13.3.b-2"], L["13.3"], IR[360]),
               call="closing-time" if r.state else "bets-end")


# -- who throws ------------------------------------------------------------------------------------


def take_dice(r: Round) -> Steps:
    """The dice are in the hand of somebody who has bet; they have been looked at."""
    new = r.passes
    if not new and not r.bets.get(r.seats[int(r.shooter) - 1]):
        yield Call(L["8.a"], (L["8"], IR[179]), call="dice-pass", seat=r.shooter)
        new = True
    if new:
        yield from _offered(r)
    point = "same-point" if r.state else "new-point"
    yield Call(L["13.3.a"], (L["13.3"],), call=f"{'new' if new else 'same'}-shooter-{point}",
               seat=r.shooter, facts={"point": r.state, "english": ENGLISH[r.state or 0]})
    found = yield Handle(L["3"], what="check-dice", seat=r.shooter, facts={"dice": r.dice},
                         answers=("sound", *r.dice.split("-")))
    if found not in (None, "sound"):
        yield from replaced(r, found, L["3"])


def in_turn(r: Round) -> list[str]:
    """Who may throw, in the order in which they are asked: those with a bet on the pass line, then
    the others with any bet, each from the left of the stickman on, or from who threw last."""
    count = len(r.seats)
    after = [(int(r.shooter or 0) + n) % count + 1 for n in range(count)]
    betting = [place for place in after if r.bets.get(r.seats[place - 1])]
    betting.sort(key=lambda place: "pass" not in r.bets[r.seats[place - 1]])  # 5-2
    return [str(place) for place in betting]


def _offered(r: Round) -> Steps:
    """Five dice are offered to one after the other until somebody takes two of them."""
    places = in_turn(r)
    yield Handle(L["4"], (L["2"],), what="offer-dice", facts={"dice": DICE})
    place = next(iter(places), "1")  # the bets of people who are not seated any more
    r.dice = r.dice if r.table.individual and r.dice else PAIRS[0]
    if not r.table.individual:
        for place in places:
            answer = yield _asked(r, place, last=place == places[-1])
            if not isinstance(answer, Act):
                break
            if answer.act == "dice":
                r.dice = answer.seat
                break
    r.shooter, r.passes = place, False


def _asked(r: Round, place: str, last: bool) -> Listen:
    """The bettor at a place takes two dice, or leaves them to those who follow."""
    player = r.seats[int(place) - 1]
    offers = [Offer("dice", "", L["4"], player, also=(IR[170],), seats=PAIRS)]
    if not last:
        offers.append(Offer("decline", place, L["5"], player, also=(IR[169],)))
    return Listen(L["5"], (L["5-2"], IR[168]), offers=tuple(offers), window=f"dice:{place}",
                  clock="decision", default="dice", default_law=IR[169])


def replaced(r: Round, out: str, cite: str) -> Steps:
    """A die gives way to the first of those that were left."""
    kept = [die for die in r.dice.split("-") if die != out]
    other = next(str(n) for n in range(1, DICE + 1) if str(n) not in r.dice.split("-"))
    r.dice = "-".join(sorted((*kept, other)))
    yield Handle(cite, what="replace-die", facts={"out": out, "in": other})


# -- after the throw -------------------------------------------------------------------------------


def passes(r: Round, total: int) -> Steps:
    """A seven that loses the bets on the pass line gives the dice to another."""
    if r.state and total == SEVEN:  # 8.b
        r.passes = True
        yield Call(L["8.b"], (L["8"],), call="dice-pass", seat=r.shooter)


def closes(r: Round, then: int) -> Steps:
    """After the last play no bet is made. Once no bet waits that its owner may not take back, the
    others go back to theirs and everybody gets up (IR 174): whether that has come."""
    if r.closing == LAST and not then:
        r.closing = OVER
    if r.closing != OVER or _undecided(r):
        return False
    yield from rise(r, then)
    return True


def _undecided(r: Round) -> bool:
    """Whether bets wait for another throw that their owners may not take back."""
    return any(bet.partition("/")[2].startswith(("come/", "dont-come/")) for bet in r.stakes)


def rise(r: Round, then: int, *also: str) -> Steps:
    """Everything goes back to whom it belongs, and everybody gets up (IR 174)."""
    also = (IR[174], *also)
    for bet, (_, staked) in list(r.stakes.items()):
        yield r.release("return", bet, staked, L["13.3.b"], *also)
    if then:
        yield Handle(L["10.1-2"], what="marker-off", facts={"point": then})
    yield Call(L["13.3.b"], also, call="table-closes")
    r.seats = [""] * len(r.seats)
    r.closing, r.shooter, r.passes, r.dice = "", "", True, ""
