"""The shooter: who throws, with which two of the five dice, when the dice pass, the last play."""

from __future__ import annotations

from collections.abc import Collection, Generator, Iterator, Sequence
from itertools import combinations
from typing import Any

from sabot import regulations as law
from sabot.families.layout.round import Round, Steps, spot_of
from sabot.games.craps.spots import SEVEN
from sabot.procedure import Act, AnyStep, Call, Handle, Listen, Offer
from sabot.procedure.opening_hours import LastPlay
from sabot.regulations import IR, figure

L = law.Section("pt-217-2007/craps")

DICE = figure(5, L["2"])
THROWN = figure(2, L["4"])
MINUTES = figure(5, L["13.3.b-2"])
LAST_PLAY = LastPlay("last-play", MINUTES, L["13.3.b-2"])

PAIRS = tuple("-".join(map(str, pair)) for pair in combinations(range(1, DICE + 1), THROWN))
"""Every pair of the five numbered dice (2)."""

LAST, OVER = "last", "over"
WON = "won"
"""The note of the bets that have won and play on."""
LOST_DICE = "lost-dice"
"""The note of the player who has lost the dice with a seven."""
ENGLISH = ("", "", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
           "twelve")


def acts(r: Round, player: str) -> Iterator[Offer]:
    """The shooter may take other dice before each throw: IR 170."""
    if r.first or r.table.rules.readings.dice_chosen == "each-throw":
        return  # the dice have been given out, or are chosen when they are
    if r.table.individual or (not r.passes and r.place(player) == r.shooter):
        yield Offer("dice", "", L["4"], player, also=(IR[170],), seats=PAIRS)


def take_two_dice(r: Round, act: Act) -> Steps:
    """The shooter takes two dice."""
    r.dice = act.seat
    yield Handle(L["4"], (L["2"],), what="take-dice", seat=r.place(act.player),
                 facts={"dice": act.seat})


def forget_dice(r: Round) -> tuple[AnyStep, ...]:
    """The dice of a player who leaves a table for one are not those of the next (IR 170)."""
    if r.table.individual and not any(r.seats):
        r.dice = ""
    return ()


def last_play(r: Round) -> Steps:
    """Announce the last play: the current series, or the one that begins now (IR 174)."""
    if not r.closing:
        r.closing = LAST
    yield Call(L["13.3.b"], (L["13.3.b-2"], L["13.3"], IR[174]), call="last-play",
               facts={"minutes": MINUTES})


class NobodyThrows(Exception):
    """All who bet have declined the dice (IR 169)."""


class Closed(Exception):
    """The room closes between two series: no other series begins (IR 360)."""


def closing_time(r: Round) -> Steps:
    """The closing time of a table with opening hours: the current series is the last; between two
    series no bet is accepted any more (IR 360). Raises Closed when nothing is left to decide."""
    decides = r.table.rules.readings.last_play == "series" and _undecided(
        r, [bet for bet in r.came if waits(r, bet)])
    if not r.state and not decides:
        raise Closed
    r.closing = LAST if r.state else OVER
    yield Call(L["13.3.b"], (L["13.3.b-2"], L["13.3"], IR[360]),
               call="closing-time" if r.state else "bets-end")


# -- who throws ------------------------------------------------------------------------------------


def give_dice(r: Round) -> Steps:
    """Give two dice that have been checked to a shooter with a bet, and announce the play."""
    asked = yield from _find_shooter(r)
    if not asked:
        yield from choose_dice(r)
    yield from check_dice(r)


def _find_shooter(r: Round) -> Generator[AnyStep, Any, bool]:
    """Find a shooter with a bet, and announce the play. Returns whether they have just been asked
    to choose dice."""
    new = r.passes
    if not new and not _keeps_dice(r):
        yield Call(L["8.a"], (L["8"], IR[179]), call="dice-pass", seat=r.shooter)
        new = True
    if new:
        yield from _offer_dice(r)
    point = "same-point" if r.state else "new-point"
    yield Call(L["13.3.a"], (L["13.3"],), call=f"{'new' if new else 'same'}-shooter-{point}",
               seat=r.shooter, facts={"point": r.state, "english": ENGLISH[r.state or 0]})
    return new and not r.table.individual


def choose_dice(r: Round) -> Steps:
    """Ask the shooter for two dice, where they are chosen before each throw (IR 170)."""
    player = r.seats[int(r.shooter) - 1]
    if r.table.rules.readings.dice_chosen == "each-throw" and player:
        answer = yield from _choice_of_dice(r, player, PAIRS, IR[170])
        if isinstance(answer, Act):
            r.dice = answer.seat


def check_dice(r: Round) -> Steps:
    """Check the dice before they are given to the shooter; a bad one is replaced."""
    check = yield Handle(L["3"], what="check-dice", seat=r.shooter, facts={"dice": r.dice},
                         answers=("sound", *r.dice.split("-")))
    if check not in (None, "sound"):
        yield from replace_die(r, check, L["3"])


def odds_only(r: Round) -> bool:
    """Whether bets are open after a null throw for those alone who take back odds (IR 370)."""
    return r.reopened > 0 and r.table.rules.readings.after_null == "bets-stay"


def waits(r: Round, bet: str) -> bool:
    """Whether a throw has left a bet undecided: not one that has won and plays on (IR 121)."""
    return bet in r.came and bet not in r.notes.get(WON, "").split()


def note_won(r: Round, won: Collection[str]) -> None:
    """Note the bets of which the winning stake plays on: they are as free as new bets (IR 121)."""
    r.notes.pop(WON, None)
    if bets := [bet for bet in r.stakes if bet in won]:
        r.notes[WON] = " ".join(bets)


def shooter_bets(r: Round) -> bool:
    """Whether who throws has any bet."""
    return bool(r.bets.get(r.seats[int(r.shooter) - 1]))


def _keeps_dice(r: Round) -> bool:
    """Whether who threw last still bets: with any bet, or with a new one (IR 179)."""
    if r.table.rules.readings.keeps_dice == "any-bet":
        return shooter_bets(r)
    player = r.seats[int(r.shooter) - 1]
    return any(cents > r.came.get(bet, 0) for bet, (owner, cents) in r.stakes.items()
               if owner == player)


def shooters_in_order(r: Round) -> list[str]:
    """The places that may throw, in the order in which they are asked: those with a bet on the pass
    line, then the others with any bet; each group from the stickman's left, or from the last
    shooter. By the other reading of IR 168 all are one group."""
    count = len(r.seats)
    in_order = [(int(r.shooter or 0) + n) % count + 1 for n in range(count)]
    betting = [place for place in in_order if r.bets.get(r.seats[place - 1])]
    if r.table.rules.readings.offered_first != "turn":
        betting.sort(key=lambda place: "pass" not in r.bets[r.seats[place - 1]])  # 5-2
    betting.sort(key=lambda place: r.seats[place - 1] == r.notes.get(LOST_DICE))  # IR 373
    return [str(place) for place in betting]


def _offer_dice(r: Round) -> Steps:
    """Offer the five dice to one player after the other until somebody takes two of them. Raises
    NobodyThrows where all may decline and do (IR 169)."""
    declines = r.table.rules.readings.no_answer == "declines"
    places = shooters_in_order(r)
    yield Handle(L["4"], (L["2"],), what="offer-dice", facts={"dice": DICE})
    place = next(iter(places), "1")  # only bets of players who are not seated any more
    r.dice = r.dice if r.table.individual and r.dice else PAIRS[0]
    if not r.table.individual:
        for place in places:
            answer = yield _dice_prompt(r, place, last=place == places[-1])
            if not isinstance(answer, Act):
                if declines:
                    continue
                break
            if answer.act == "dice":
                r.dice = answer.seat
                break
        else:
            if declines:
                raise NobodyThrows
    r.shooter, r.passes = place, False
    r.notes.pop(LOST_DICE, None)


def _dice_prompt(r: Round, place: str, last: bool) -> Listen:
    """The question to a bettor: take two dice, or leave them to the next."""
    player = r.seats[int(place) - 1]
    offers = [Offer("dice", "", L["4"], player, also=(IR[170],), seats=PAIRS)]
    declines = r.table.rules.readings.no_answer == "declines"
    if not last or declines:
        offers.append(Offer("decline", place, L["5"], player, also=(IR[169],)))
    return Listen(L["5"], (L["5-2"], IR[168], IR[373]), offers=tuple(offers),
                  window=f"dice:{place}", clock="decision",
                  default="decline" if declines else "dice", default_law=IR[169])


def replace_die(r: Round, removed: str, cite: str) -> Steps:
    """Replace a die by the first die that is not in use, or by one that who throws chooses (IR
    376)."""
    dice = r.dice.split("-")
    remaining = next(die for die in dice if die != removed)
    pairs = ["-".join(sorted((remaining, str(n)))) for n in range(1, DICE + 1)
             if str(n) not in dice]
    r.dice, player = pairs[0], r.seats[int(r.shooter) - 1]
    if r.table.rules.readings.replaced_die == "chosen" and player:
        answer = yield from _choice_of_dice(r, player, pairs, IR[376])
        if isinstance(answer, Act):
            r.dice = answer.seat
    other = next(die for die in r.dice.split("-") if die != remaining)
    yield Handle(cite, (IR[376],), what="replace-die", facts={"out": removed, "in": other})


def _choice_of_dice(r: Round, player: str, pairs: Sequence[str], read: str) -> Generator[
        AnyStep, Any, Any]:
    """Ask who throws for one of these pairs of dice; the clause is that of the reading."""
    return (yield Listen(L["4"], (read,), offers=(
        Offer("dice", "", L["4"], player, also=(read,), seats=tuple(pairs)),),
        window=f"dice:{r.shooter}", clock="decision", default="dice", default_law=read))


# -- after the throw -------------------------------------------------------------------------------


def pass_dice(r: Round, total: int) -> Steps:
    """Pass the dice when a seven loses the bets on the pass line, or may have lost them (IR
    374)."""
    chosen = r.table.rules.readings
    takes = any(spot_of(move.bet)[1] == "pass" for move in r.collected)
    if r.state and total == SEVEN and (takes or chosen.seven_passes == "any"):  # 8.b
        r.passes = True
        if chosen.after_seven == "last":
            r.notes[LOST_DICE] = r.seats[int(r.shooter) - 1]
        yield Call(L["8.b"], (L["8"], IR[374]), call="dice-pass", seat=r.shooter)


def return_bets(r: Round) -> Steps:
    """Nobody throws: return all bets; the series is over (IR 169)."""
    yield Call(IR[169], call="nobody-throws")
    for bet, (_, staked) in list(r.stakes.items()):
        yield r.release("return", bet, staked, IR[169])
    if r.state:
        yield Handle(L["10.1-2"], (IR[169],), what="marker-off", facts={"point": r.state})
    r.passes = True


def bets_follow(r: Round, point: int) -> bool:
    """Whether bets may still be made after a throw that leaves this point: not when the last play
    is over with it (IR 174)."""
    if r.closing == LAST:
        return bool(point) and r.table.rules.readings.last_play != "throw"
    return r.closing != OVER


def close(r: Round, point: int) -> Steps:
    """After the last play no bet is accepted. When no locked bet waits for another throw, close the
    table; or at once, by other readings (IR 174). Returns whether the table is closed."""
    reading = r.table.rules.readings.last_play
    if r.closing == LAST and not bets_follow(r, point):
        r.closing = OVER
    if r.closing != OVER:
        return False
    if reading == "series" and _undecided(r, r.stakes):
        if r.table.rules.readings.free_bets == "back-at-once":
            yield from _return_free_bets(r)
        return False
    yield from close_table(r, point)
    return True


def _undecided(r: Round, thrown: Collection[str]) -> bool:
    """Whether locked bets wait for another throw; ``thrown``: the bets that have seen one."""
    return any(_is_bound(r, bet) for bet in r.stakes if bet in thrown)


def _is_bound(r: Round, bet: str) -> bool:
    """Whether a bet that has seen a throw may not be withdrawn."""
    chosen, spot = r.table.rules.readings, spot_of(bet)[1]
    if chosen.waiting_bets == "bound":
        return not spot.startswith("odds/")
    bound: tuple[str, ...] = ("come/", "dont-come/")
    if chosen.bar_bet == "stays-locked":
        bound += "dont-pass", "dont-come"
    return spot.startswith(bound)


def _return_free_bets(r: Round) -> Steps:
    """Return the bets that may be withdrawn when no bet is accepted any more; odds stay with the
    bets that they accompany (IR 377)."""
    for bet, (_, staked) in list(r.stakes.items()):
        if not _is_bound(r, bet.replace("/odds/", "/")):
            yield r.release("return", bet, staked, L["13.3.b"], IR[377])


def close_table(r: Round, point: int, *also: str) -> Steps:
    """Return all bets, and free all places (IR 174)."""
    also = (IR[174], IR[377], *also)
    for bet, (_, staked) in list(r.stakes.items()):
        yield r.release("return", bet, staked, L["13.3.b"], *also)
    if point:
        yield Handle(L["10.1-2"], what="marker-off", facts={"point": point})
    yield Call(L["13.3.b"], also, call="table-closes")
    r.seats = [""] * len(r.seats)
    r.closing, r.shooter, r.passes, r.dice = "", "", True, ""
