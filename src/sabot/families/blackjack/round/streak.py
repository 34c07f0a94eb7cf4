"""Bets on several wins in a row: they stay on the table, and a button counts the wins."""

from __future__ import annotations

from sabot.families.blackjack.round.bets import parse_bet
from sabot.families.blackjack.round.round import Round, Steps
from sabot.families.blackjack.round.sides import release_won
from sabot.families.blackjack.rules.cites import flat
from sabot.families.blackjack.rules.sidebets import InARow
from sabot.procedure import Call, Result


def resume_streaks(r: Round) -> Steps:
    """Put the bets that the last round left on the table in play again."""
    bets = {bet: (player, cents) for bet, player, cents in r.carry.held}
    if bets:
        yield from r.resume(bets, *flat(r.c.streak_stays))


def settle_streaks(r: Round) -> Steps:
    """For each place that was played: a win moves its button, a loss takes its streak bets."""
    c = r.c
    bets = [bet for bet in r.stakes if r.in_a_row(bet)]
    if not bets:
        return
    places = sorted({parse_bet(bet)[0] for bet in bets}, key=int)
    playing = {(hand.place, w.player) for hand in r.hands for w in hand.wagers}
    for place in places:
        for bet in [b for b in bets if parse_bet(b)[0] == place]:
            if (place, r.stakes[bet][0]) not in playing:  # each streak bet needs a main bet
                yield Result(*c.streak_duty, hand=bet, result="lost")
                yield r.lose(bet, c.streak_duty[0])
        running = [bet for bet in r.stakes if r.in_a_row(bet) and parse_bet(bet)[0] == place]
        if running:
            yield from _count_wins(r, place, running)
        if not any(r.in_a_row(bet) and parse_bet(bet)[0] == place for bet in r.stakes):
            r.streaks.pop(place, None)


def _count_wins(r: Round, place: str, bets: list[str]) -> Steps:
    """Apply the results of a place's hands to its streak bets."""
    c = r.c
    ends = r.outcomes.get(place, [])
    wins = r.streaks.setdefault(place, 0)
    ahead = ends.count("won") - ends.count("lost")
    several = len(ends) > 1
    if r.readings.split_majority == "of-all" and 2 * ends.count("won") <= len(ends):
        ahead = min(ahead, 0)
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
        decided = r.side_bets[parse_bet(bet)[2]].decided
        if isinstance(decided, InARow) and decided.wins == wins:
            yield Result(*won, hand=bet, result="won", facts={"wins": wins})
            yield r.prize(bet, decided.pays, *flat(decided.law))
            yield release_won(r, bet, decided.law[0])
    if any(r.in_a_row(bet) > wins for bet in bets):
        moves, also = c.streak_split_won if several else c.streak_button
        if len({r.in_a_row(bet) for bet in bets}) > 1:
            also += c.streak_several
        yield Call(moves, also, call="button-moves", seat=place, facts={"to": wins + 1})


def hold_streaks(r: Round) -> Steps:
    """Keep undecided bets on the table; return them for the next round."""
    undecided = {bet for bet in r.stakes if not r.in_a_row(bet)}
    if undecided:
        raise ValueError(f"bets are left undecided: {sorted(undecided)}")
    stakes = yield from r.hold(*flat(r.c.streak_stays))
    return tuple((bet, player, cents) for bet, (player, cents) in stakes.items())
