"""The shooter: who throws, with which two of the five dice, when the dice pass, the last play."""

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
"""Every pair of the five numbered dice (2)."""

LAST, OVER = "last", "over"
ENGLISH = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
           "twelve")


def acts(r: Round, player: str) -> Iterator[Offer]:
    """The shooter may take other dice before each throw: IR 170."""
    if r.table.individual or (not r.passes and r.place(player) == r.shooter):
        yield Offer("dice", "", L["4"], player, also=(IR[170],), seats=PAIRS)


def take_two_dice(r: Round, act: Act) -> Steps:
    """The shooter takes two dice."""
    r.dice = act.seat
    yield Handle(L["4"], (L["2"],), what="take-dice", seat=r.place(act.player),
                 facts={"dice": act.seat})


def last_play(r: Round) -> Steps:
    """Announce the last play: the current series, or the one that begins now (IR 174)."""
    if not r.closing:
        r.closing = LAST
    yield Call(L["13.3.b"], (L["13.3.b-2"], L["13.3"], IR[174]), call="last-play",
               facts={"minutes": MINUTES})


class Closed(Exception):
    """The room closes between two series: no other series begins (IR 360)."""


def closing_time(r: Round) -> Steps:
    """The closing time of a table with opening hours: the current series is the last; between two
    series no bet is accepted any more (IR 360). Raises Closed when nothing is left to decide."""
    if not r.state and not _undecided(r):
        raise Closed
    r.closing = LAST if r.state else OVER
    yield Call(L["13.3.b"], (L["13.3.b-2"], L["13.3"], IR[360]),
               call="closing-time" if r.state else "bets-end")


# -- who throws ------------------------------------------------------------------------------------


def take_dice(r: Round) -> Steps:
    """Find a shooter with a bet, announce the play, and have the dice checked."""
    new = r.passes
    if not new and not r.bets.get(r.seats[int(r.shooter) - 1]):
        yield Call(L["8.a"], (L["8"], IR[179]), call="dice-pass", seat=r.shooter)
        new = True
    if new:
        yield from _offer_dice(r)
    point = "same-point" if r.state else "new-point"
    yield Call(L["13.3.a"], (L["13.3"],), call=f"{'new' if new else 'same'}-shooter-{point}",
               seat=r.shooter, facts={"point": r.state, "english": ENGLISH[r.state or 0]})
    check = yield Handle(L["3"], what="check-dice", seat=r.shooter, facts={"dice": r.dice},
                         answers=("sound", *r.dice.split("-")))
    if check not in (None, "sound"):
        yield from replace_die(r, check, L["3"])


def shooters_in_order(r: Round) -> list[str]:
    """The places that may throw, in the order in which they are asked: those with a bet on the pass
    line, then the others with any bet; each group from the stickman's left, or from the last
    shooter."""
    count = len(r.seats)
    in_order = [(int(r.shooter or 0) + n) % count + 1 for n in range(count)]
    betting = [place for place in in_order if r.bets.get(r.seats[place - 1])]
    betting.sort(key=lambda place: "pass" not in r.bets[r.seats[place - 1]])  # 5-2
    return [str(place) for place in betting]


def _offer_dice(r: Round) -> Steps:
    """Offer the five dice to one player after the other until somebody takes two of them."""
    places = shooters_in_order(r)
    yield Handle(L["4"], (L["2"],), what="offer-dice", facts={"dice": DICE})
    place = next(iter(places), "1")  # only bets of players who are not seated any more
    r.dice = r.dice if r.table.individual and r.dice else PAIRS[0]
    if not r.table.individual:
        for place in places:
            answer = yield _dice_prompt(r, place, last=place == places[-1])
            if not isinstance(answer, Act):
                break
            if answer.act == "dice":
                r.dice = answer.seat
                break
    r.shooter, r.passes = place, False


def _dice_prompt(r: Round, place: str, last: bool) -> Listen:
    """The question to a bettor: take two dice, or leave them to the next."""
    player = r.seats[int(place) - 1]
    offers = [Offer("dice", "", L["4"], player, also=(IR[170],), seats=PAIRS)]
    if not last:
        offers.append(Offer("decline", place, L["5"], player, also=(IR[169],)))
    return Listen(L["5"], (L["5-2"], IR[168]), offers=tuple(offers), window=f"dice:{place}",
                  clock="decision", default="dice", default_law=IR[169])


def replace_die(r: Round, removed: str, cite: str) -> Steps:
    """Replace a die by the first die that is not in use."""
    remaining = [die for die in r.dice.split("-") if die != removed]
    other = next(str(n) for n in range(1, DICE + 1) if str(n) not in r.dice.split("-"))
    r.dice = "-".join(sorted((*remaining, other)))
    yield Handle(cite, what="replace-die", facts={"out": removed, "in": other})


# -- after the throw -------------------------------------------------------------------------------


def pass_dice(r: Round, total: int) -> Steps:
    """Pass the dice when a seven loses the bets on the pass line."""
    if r.state and total == SEVEN:  # 8.b
        r.passes = True
        yield Call(L["8.b"], (L["8"],), call="dice-pass", seat=r.shooter)


def close(r: Round, point: int) -> Steps:
    """After the last play no bet is accepted. When no locked bet waits for another throw, close the
    table (IR 174). Returns whether the table is closed."""
    if r.closing == LAST and not point:
        r.closing = OVER
    if r.closing != OVER or _undecided(r):
        return False
    yield from close_table(r, point)
    return True


def _undecided(r: Round) -> bool:
    """Whether locked bets wait for another throw."""
    return any(bet.partition("/")[2].startswith(("come/", "dont-come/")) for bet in r.stakes)


def close_table(r: Round, point: int, *also: str) -> Steps:
    """Return all bets, and free all places (IR 174)."""
    also = (IR[174], *also)
    for bet, (_, staked) in list(r.stakes.items()):
        yield r.release("return", bet, staked, L["13.3.b"], *also)
    if point:
        yield Handle(L["10.1-2"], what="marker-off", facts={"point": point})
    yield Call(L["13.3.b"], also, call="table-closes")
    r.seats = [""] * len(r.seats)
    r.closing, r.shooter, r.passes, r.dice = "", "", True, ""
