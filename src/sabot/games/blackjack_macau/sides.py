"""The side bets of Despacho 57/2009 (13, 14): what decides each of them, and what it pays."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from sabot.families.blackjack import ACE, cite, hard, has_ace
from sabot.families.blackjack.rules.sidebets import (
    Alike,
    EveryPair,
    FirstCards,
    InARow,
    Line,
    SideBet,
    Test,
    ThirdCard,
    alike,
)
from sabot.games.blackjack_macau.readings import Readings
from sabot.money import EVENS, Odds
from sabot.regulations import IR, Section, figure, figures
from sabot.words import phrase

L = Section("mo-57-2009/black-jack")

PAIR_PAYS = figure(Odds(11), L["14.1"])
TWO_SEVENS_PAY = figure(Odds(50), L["14.2.1"])
TWO_SUITED_PAY = figure(Odds(150), L["14.2.2"])
THREE_SEVENS_PAY = figure(Odds(500), L["14.2.3"])
THREE_SUITED_PAY = figure(Odds(5000), L["14.2.4"])
THIRTEEN_PAYS = figure(EVENS, L["14.3"])
MIXED_PAYS = figure(Odds(5), L["14.4.1"])
COLOUR_PAYS = figure(Odds(12), L["14.4.2"])
PERFECT_PAYS = figure(Odds(25), L["14.4.3"])
STREAK_PAYS = figures((3, 8, 18, 38), L["14.5.1"], L["14.5.2"], L["14.5.3"], L["14.5.4"])
MIDDLE = figure(13, L["13.3"])


def of_one_colour(cards: Sequence[str]) -> bool:
    """A pair of one colour and two suits (13.4.(2))."""
    return Alike()(cards) and alike(cards) == "colour"


def over(cards: Sequence[str]) -> bool:
    """The first two cards count more than 13, an ace as 1 (13.3, IR 71)."""
    return hard(cards) > MIDDLE


def over_with_ace(cards: Sequence[str]) -> bool:
    """The same, where an ace may count 11 too."""
    return hard(cards) + 10 * has_ace(cards) > MIDDLE


def over_with_aces(cards: Sequence[str]) -> bool:
    """The same, where each ace may count 11 (IR 396)."""
    return hard(cards) + 10 * sum(card[0] == ACE for card in cards) > MIDDLE


def under(cards: Sequence[str]) -> bool:
    """The first two cards count less than 13 with an ace as 1 (13.3): 13 itself loses."""
    return hard(cards) < MIDDLE


ANY_PAIR = SideBet(
    spot="pair", law=cite(L["13.1"], L["13"], IR[68]), anywhere=True,
    lost=cite(L["13.1"], L["13.1.(1)"]), lettering="Par", title="any pair",
    readings=(("any pair after a split", "pays again", L["13.1.(2)"]),),
    decided=EveryPair(
        pays=PAIR_PAYS, law=cite(L["14.1"], L["13.1.(1)"], L["14"]),
        further=cite(L["13.1.(2)"], L["14.1"], IR[69]),
        listed="any pair", title="any pair", called="pair"))
ONE_PAIR = replace(  # IR 69
    ANY_PAIR, readings=(("any pair after a split", "pays once", L["13.1.(2)"]),),
    decided=FirstCards(conditions="the first pair only", lines=(
        Line(wins=Alike(), pays=PAIR_PAYS, law=cite(L["14.1"], L["13.1.(1)"], L["14"]),
             listed="any pair", title="any pair"),)))
SEVENS = SideBet(
    spot="sevens", law=cite(L["13.2"], L["13"], IR[68], IR[70]),
    lost=cite(L["13.2"], L["13.2.(1)"]), lettering="7·7", title="sevens",
    decided=ThirdCard(
        conditions="every pair of sevens is split",
        conditions_unsplit="no pair of sevens is split", lines=(
            Line(wins=Alike(2, "7"), pays=TWO_SEVENS_PAY, called="77",
                 law=cite(L["14.2.1"], L["14.2"], L["13.2.(1)"]),
                 listed="two sevens", title="two sevens"),
            Line(wins=Alike(2, "7", "suit"), pays=TWO_SUITED_PAY, called="77",
                 law=cite(L["14.2.2"], L["14.2"], L["13.2.(1)"]),
                 listed="two sevens of one suit", title="two sevens of one suit"),
            Line(wins=Alike(3, "7"), pays=THREE_SEVENS_PAY, called="777",
                 law=cite(L["14.2.3"], L["14.2"], L["13.2.(2)"], IR[70], IR[74]),
                 listed="three sevens", title="three sevens"),
            Line(wins=Alike(3, "7", "suit"), pays=THREE_SUITED_PAY, called="777",
                 law=cite(L["14.2.4"], L["14.2"], L["13.2.(2)"], IR[70]),
                 listed="three sevens of one suit", title="three sevens of one suit"))))
ANY_SEVEN = replace(  # IR 70
    SEVENS, decided=replace(
        SEVENS.decided, conditions="a third card follows every pair of sevens",
        conditions_unsplit="no third card follows a pair of sevens"))


def of_three_suits(cards: Sequence[str]) -> bool:
    """Three sevens, no two of one suit (IR 74)."""
    return Alike(3, "7")(cards) and len({card[1] for card in cards[:3]}) == 3


def sevens(readings: Readings) -> SideBet:
    """The bet on sevens, by the readings of a table."""
    bet = ANY_SEVEN if readings.third_seven == "any" else SEVENS
    if readings.suits_of_sevens == "not-all-one" or not isinstance(bet.decided, ThirdCard):
        return bet
    two, suited, three, three_suited = bet.decided.lines
    return replace(bet, decided=replace(bet.decided, lines=(
        *(replace(line, law=(line.law[0], (*line.law[1], IR[74]))) for line in (two, suited)),
        replace(three, wins=of_three_suits), three_suited)))


def by_readings(bet: SideBet, readings: Readings) -> SideBet:
    """A side bet on the hands on which a table takes it (IR 394), and over and under 13 together or
    only one of them (IR 395)."""
    if readings.side_hands != "any-pair":
        bet = replace(bet, law=(bet.law[0], (*bet.law[1], IR[394])),
                      anywhere=readings.side_hands == "every-kind" and not bet.in_a_row)
    if bet.kind == "thirteen" and readings.over_under_bets == "one":
        bet = replace(bet, law=(bet.law[0], (*bet.law[1], IR[395])), alone=True)
    return bet


KINDS = (
    Line(wins=Alike(), pays=MIXED_PAYS, called="mixed",
         law=cite(L["14.4.1"], L["13.4.(1)"], L["14.4"]), listed="mixed pair", title="mixed pair"),
    Line(wins=of_one_colour, pays=COLOUR_PAYS, called="colour",
         law=cite(L["14.4.2"], L["13.4.(2)"], L["14.4"]),
         listed="colour pair", title="pair of one colour"),
    Line(wins=Alike(2, "", "suit"), pays=PERFECT_PAYS, called="perfect",
         law=cite(L["14.4.3"], L["13.4.(3)"], L["14.4"], IR[72]),
         listed="perfect pair", title="perfect pair"))
PERFECT_PAIR = SideBet(
    spot="perfect", law=cite(L["13.4"], L["13"], IR[87]), lost=cite(L["13.4"]), lettering="P.P.",
    title="perfect pair",
    readings=(("pairs of a perfect pair", "the best kind pays", L["13.4"]),),
    decided=FirstCards(conditions="the highest kind of pair is paid", lines=KINDS))
EVERY_KIND = replace(  # IR 72
    PERFECT_PAIR, readings=(("pairs of a perfect pair", "each kind pays", L["13.4"]),),
    decided=FirstCards(conditions="every kind of pair is paid", each=True, lines=KINDS))


def over_and_under(*, any_ace: bool, two_aces: str = "12") -> tuple[SideBet, SideBet]:
    """Over and under 13; ``any_ace``: an ace counts 1 or 11, whichever favours the bet (IR 71), and
    ``two_aces`` up to 12 or 22 (IR 396)."""
    wins_over = over_with_ace if two_aces == "12" else over_with_aces
    law = cite(L["13.3"], L["13"], IR[68])
    if two_aces == "22":
        law = cite(L["13.3"], L["13"], IR[68], IR[396])
    ace = "1 or 11 as the bettor likes" if any_ace else "1"
    reads = "counts as the bet likes" if any_ace else "counts 1"

    def bet(spot: str, lettering: str, wins: Test) -> SideBet:
        return SideBet(
            spot=spot, kind="thirteen", law=law,
            lost=cite(L["13.3"], IR[71]), lettering=lettering, title=f"{spot} 13",
            readings=(("the ace of over and under 13", reads, L["13.3"]),),
            decided=FirstCards(conditions=phrase("an ace counts {points}", points=ace), lines=(
                Line(wins=wins, pays=THIRTEEN_PAYS, law=cite(L["14.3"], L["13.3"], IR[71]),
                     listed=f"{spot} 13", title="over or under 13"),)))

    return bet("over", ">13", wins_over if any_ace else over), bet("under", "<13", under)


def streak(wins: int, law: str, pays: str) -> SideBet:
    """A bet on ``wins`` wins in a row, under its paragraphs of 13.5 and of 14.5."""
    return SideBet(
        spot=f"streak{wins}", kind="streak", law=cite(law, L["13.5.(1)"], L["13.5"], L["13"]),
        lettering=str(wins), title=phrase("a streak of {n}", n=wins),
        decided=InARow(
            wins=wins, pays=Odds(STREAK_PAYS[wins - 2]), law=cite(pays, L["14.5"], law),
            conditions=phrase(
                "{n} wins in a row at the play priced for the main bet, which must be made in each "
                "of these rounds", n=wins)))


THIRTEEN = over_and_under(any_ace=False)
ANY_ACE = over_and_under(any_ace=True)
TWO_ACES = over_and_under(any_ace=True, two_aces="22")
STREAKS = (streak(2, L["13.5.(1).i"], L["14.5.1"]), streak(3, L["13.5.(1).ii"], L["14.5.2"]),
           streak(4, L["13.5.(1).iii"], L["14.5.3"]), streak(5, L["13.5.(1).iv"], L["14.5.4"]))
EVERY = (ANY_PAIR, SEVENS, *THIRTEEN, PERFECT_PAIR, *STREAKS)
"""Every bet that a house may offer, as the text has it; the others are further readings."""
