"""Bets on winning several coups in a row: they stay on the table, and a button counts the wins."""

from __future__ import annotations

from sabot.families.blackjack.round.bets import spot_of
from sabot.families.blackjack.round.round import Round, Steps
from sabot.families.blackjack.rules.cites import flat
from sabot.families.blackjack.rules.sidebets import InARow
from sabot.procedure import Call, Result


def resume(r: Round) -> Steps:
    """The bets that the last coup left on the table are in play again."""
    held = {bet: (who, cents) for bet, who, cents in r.carry.held}
    if held:
        yield from r.resume(held, *flat(r.c.streak_stays))


def settle_streaks(r: Round) -> Steps:
    """Each place that was played: a win moves its button on, a loss takes its streak bets."""
    c = r.c
    bets = [bet for bet in r.stakes if r.in_a_row(bet)]
    if not bets:
        return
    places = sorted({spot_of(bet)[0] for bet in bets}, key=int)
    playing = {(hand.place, w.player) for hand in r.hands for w in hand.wagers}
    for place in places:
        for bet in [b for b in bets if spot_of(b)[0] == place]:
            if (place, r.stakes[bet][0]) not in playing:  # the duty to bet on
                yield Result(*c.streak_duty, hand=bet, result="lost")
                yield r.lose(bet, c.streak_duty[0])
        mine = [bet for bet in r.stakes if r.in_a_row(bet) and spot_of(bet)[0] == place]
        if mine:
            yield from _count(r, place, mine)
        if not any(r.in_a_row(bet) and spot_of(bet)[0] == place for bet in r.stakes):
            r.streaks.pop(place, None)


def _count(r: Round, place: str, bets: list[str]) -> Steps:
    """What the hands of a place did to its streak bets."""
    c = r.c
    ends = r.outcomes.get(place, [])
    wins = r.streaks.setdefault(place, 0)
    ahead = ends.count("won") - ends.count("lost")
    several = len(ends) > 1
    if ends == ["surrendered"] or ahead < 0:
        law = c.streak_surrender if "surrendered" in ends else \
            c.streak_split_lost if several else c.streak_lost
        for bet in bets:
            yield Result(*law, hand=bet, result="lost", facts={"wins": wins})
            yield r.lose(bet, law[0])
        return
    if ahead == 0:
        yield Call(*(c.streak_split_tie if several else c.streak_tie), call="button-stays",
                   seat=place, facts={"wins": wins})
        return
    wins = r.streaks[place] = wins + 1
    won = c.streak_won
    if several:
        won = (won[0], won[1] + c.streak_split_won[:1])
    for bet in bets:
        decided = r.beside[spot_of(bet)[2]].decided
        if isinstance(decided, InARow) and decided.wins == wins:
            yield Result(*won, hand=bet, result="won", facts={"wins": wins})
            yield from r.pay(bet, decided.pays, decided.law, *decided.law[1], kept=decided.law[0])
    if any(r.in_a_row(bet) > wins for bet in bets):
        moves, also = c.streak_split_won if several else c.streak_button
        if len({r.in_a_row(bet) for bet in bets}) > 1:
            also += c.streak_several
        yield Call(moves, also, call="button-moves", seat=place, facts={"to": wins + 1})


def hold(r: Round) -> Steps:
    """What is not decided stays on the table: the bets as the next coup finds them."""
    left = {bet for bet in r.stakes if not r.in_a_row(bet)}
    if left:
        raise ValueError(f"bets are left undecided: {sorted(left)}")
    held = yield from r.hold(*flat(r.c.streak_stays))
    return tuple((bet, who, cents) for bet, (who, cents) in held.items())
