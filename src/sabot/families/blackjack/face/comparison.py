"""The points on which blackjacks differ, in words: what a ``TableLaw`` says about each of them.

``DIMENSIONS`` follows the fields of `TableLaw`; `dimensions` adds the points of side bets;
``MOMENTS`` names the parts of `Clauses`. Comparisons of regulations are made from these and from
the games' own rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple, TypeVar

from sabot.families.blackjack.rules.sidebets import SideBet, prize_lines
from sabot.families.blackjack.rules.table_law import (
    SHUFFLERS,
    Cutter,
    Decider,
    EvenMoney,
    FaceDown,
    SecondCard,
    Source,
    Surrender,
    TableLaw,
)
from sabot.money import Odds
from sabot.words import joined, phrase

Value = str | int | tuple[str, ...]
"""A text; a number, shown with others as a range; or a list of parts that may each be present."""


class Dimension(NamedTuple):
    """One point of comparison: fields of `TableLaw`, the value there, and the fields of `Clauses`
    that order it.

    ``laws``: clauses that the table law itself gives for it. ``unit``: what a number counts, such
    as "{numbers} packs". ``varies``: the text for all values where more than one is lawful, if
    given. A value "" means that the question does not arise.
    """

    group: str
    title: str
    fields: tuple[str, ...]
    value: Callable[[TableLaw], Value]
    clauses: tuple[str, ...] = ()
    unit: str = ""
    varies: str = ""
    laws: Callable[[TableLaw], tuple[str, ...]] = lambda table_law: ()


def _yes(field: str, yes: str, no: str) -> Callable[[TableLaw], Value]:
    return lambda table_law: yes if getattr(table_law, field) else no


Word = TypeVar("Word", bound=str)

# The text of a comparison for each word of a `TableLaw`.
SOURCES: Mapping[Source, str] = {
    "sealed": "a program, sealed before play", "hand": "the croupier, into a shoe",
    "batch": "a machine", "continuous": "a continuous machine",
    "box": "the croupier, one pack in a metal box"}
CUTTERS: Mapping[Cutter, str] = {
    "": "nobody", "order": "the players in turn", "any": "any player"}
DECIDERS: Mapping[Decider, str] = {
    "holder": "its holder, else the highest bet", "seated": "the seated player",
    "nearest": "the seated player, else the bet nearest to the bank", "highest": "the highest bet"}
SECONDS: Mapping[SecondCard, str] = {
    "hidden": "face down at once", "late": "dealt after the decisions"}
DOWN: Mapping[FaceDown, str] = {
    "": "face up", "first": "the first face down", "second": "the second face down",
    "both": "face down"}
SURRENDERS: Mapping[Surrender, str] = {
    "": "not offered", "decision": "as the first decision",
    "pass": "before anybody takes a card"}
EVENS: Mapping[EvenMoney, str] = {
    "none": "none", "A": "under an ace", "AT": "under an ace or ten"}


def _word(
    field: Callable[[TableLaw], Word], words: Mapping[Word, str]
) -> Callable[[TableLaw], Value]:
    """The text of a field's value; there is one for each value."""
    return lambda table_law: words[field(table_law)]


def _number(field: str, none: str = "0") -> Callable[[TableLaw], Value]:
    return lambda table_law: getattr(table_law, field) or none


def format_odds(paid: Odds) -> str:
    """Odds as the laws write them: "3 to 2"."""
    return phrase("{win} to {per}", win=paid.win, per=paid.per)


def _odds(field: str) -> Callable[[TableLaw], Value]:
    """The odds in a field."""
    return lambda table_law: format_odds(getattr(table_law, field))


def _totals(field: str) -> Callable[[TableLaw], Value]:
    def value(table_law: TableLaw) -> Value:
        totals = getattr(table_law, field)
        if not totals:
            return "never"
        low, high = totals
        if (low, high) == (0, 21):
            return phrase("on any total")
        return phrase("on {total}", total=low) if low == high else \
            phrase("on {low} to {high}", low=low, high=high)
    return value


def _insurance(table_law: TableLaw) -> Value:
    if table_law.insurance is None:
        return "not offered"
    low, high = table_law.insurance.low, table_law.insurance.high
    least, most = (phrase("half of the bet") if percent == 50 else
                   phrase("the whole bet") if percent == 100 else f"{percent} %"
                   for percent in (low, high))
    if low == high:
        return phrase("exactly {part}", part=most)
    return phrase("from {low} to {high}", low=least, high=most) if low else \
        phrase("at most {part}", part=most)


def _scale(table_law: TableLaw) -> Value:
    if table_law.jackpot is None:
        return ""
    return joined(
        phrase("{prize} {share} % of the pool", prize=p.name, share=p.share) if p.share else
        phrase("{prize} {n} times", prize=p.name, n=p.times) for p in table_law.jackpot.prizes)


_SHOE, _BETS, _DEAL, _DECIDE = "The cards", "Bets", "The deal", "Decisions"
_BANK, _PAY, _SIDE, _POOL = "The bank", "Payment", "Additional bets", "The jackpot"
D = Dimension

DIMENSIONS = (
    D(_SHOE, "packs", ("packs",), _number("packs"), ("shuffle",), "{numbers} packs"),
    D(_SHOE, "shuffling and dealing", ("source",),
      _word(lambda table_law: table_law.source, SOURCES), ("shuffle", "shuffle_machine")),
    D(_SHOE, "warning card", ("warning",), _number("warning", "none"), ("warning", "shoe_ends"),
      "{numbers} cards from the end"),
    D(_SHOE, "warning card with one player", ("alone_half",),
      _yes("alone_half", "in the middle", "as always"), ("warning_alone",)),
    D(_SHOE, "who cuts", ("cut",), _word(lambda table_law: table_law.cut, CUTTERS),
      ("cut_first", "cut_next", "house_cuts")),
    D(_SHOE, "the packs are shown before play", ("shows_packs",),
      _yes("shows_packs", "yes", "no"), ("show_packs", "show_packs_shuffler")),
    D(_SHOE, "cards burned at first", ("burn",), _number("burn", "none"), ("burn",),
      varies="one, or one for each pack"),
    D(_SHOE, "burned at each later round", ("burn_coup",), _yes("burn_coup", "one", "none"),
      ("burn_coup",)),
    D(_SHOE, "burned before the bank's second card", ("burn_bank",),
      _yes("burn_bank", "one", "none"), ("burn_bank",)),
    D(_SHOE, "burned after each shuffle of a machine", ("burn_shuffled", "source"),
      lambda table_law: "" if table_law.source not in SHUFFLERS else
      "one" if table_law.burn_shuffled else "none", ("burn",)),
    D(_SHOE, "a new shuffle for each round", ("each_coup",), _yes("each_coup", "yes", "no"),
      ("shoe_ends",)),
    D(_SHOE, "rounds until a machine takes its cards back", ("lid_every", "source"),
      lambda table_law: table_law.lid_every if table_law.source in SHUFFLERS else "",
      ("return_cards", "lid_closed")),
    D(_SHOE, "a damaged card", ("spoilt_only", "source"),
      lambda table_law: "" if table_law.source == "sealed" else "only the card is replaced"
      if table_law.spoilt_only or table_law.source in SHUFFLERS else "its packs are replaced",
      ("replace_packs", "replace_card", "damaged")),

    D(_SHOE, "a deal that cannot be corrected", ("cancels_all", "source"),
      lambda table_law: "" if table_law.source == "sealed" else
      "also returns collected bets" if table_law.cancels_all else
      "returns undecided bets", ("cancelled",)),

    D(_BETS, "bets close", ("close", "jackpot"),
      lambda table_law: "at the call, before the deal"
      if table_law.close == "call" or table_law.jackpot is not None else
      "for each place at its own first card", ("no_more_bets", "late")),
    D(_BETS, "bets on the places of others", ("others",), _yes("others", "yes", "no"),
      ("other_bet",)),
    D(_BETS, "places for each player", ("counts_bets",),
      _yes("counts_bets", "counted by bets and by seats", "counted by seats"), ("more_places",)),
    D(_BETS, "bets of people without a place", ("standing", "others"),
      lambda table_law: "" if not table_law.others else "yes" if table_law.standing else "no",
      ("vacant_bet",)),
    D(_BETS, "who decides for a place", ("decider", "others"),
      lambda table_law: DECIDERS[table_law.decider] if table_law.others else "its player",
      ("holder_decides", "highest_decides", "tie_decides")),
    D(_BETS, "maximum bettors on one place", ("bettors", "others"),
      lambda table_law: (table_law.bettors or "no limit") if table_law.others else 1,
      ("other_bet",)),
    D(_BETS, "the maximum of a place", ("place_together", "others"),
      lambda table_law: "" if not table_law.others else
      "of all bets on it together" if table_law.place_together else "of each bet on it",
      ("place_limit",)),
    D(_BETS, "a limit for the whole table", ("table_high",),
      _yes("table_high", "set by the house", "none"), ("table_limit",)),

    D(_DEAL, "the bank's second card", ("second",),
      _word(lambda table_law: table_law.second, SECONDS), ("bank_hidden", "bank_late")),
    D(_DEAL, "the croupier peeks under an ace or ten", ("peek",),
      _yes("peek", "yes", "no"), ("peek",)),
    D(_DEAL, "the players' cards", ("down",), _word(lambda table_law: table_law.down, DOWN),
      ("first_card", "second_card")),
    D(_DEAL, "a card found face up", ("exposed_any", "first_exposed", "source"),
      lambda table_law: "" if table_law.source == "sealed" else
      "void, except the first card of the game" if table_law.first_exposed else
      "void" if table_law.exposed_any else "void if it had to be face down",
      ("exposed", "exposed_first")),
    D(_DEAL, "totals are announced", ("announce",), _yes("announce", "yes", "no"),
      ("announce",)),

    D(_DECIDE, "must take a card up to", ("must_hit",), _number("must_hit", "never"),
      ("must_hit",)),
    D(_DECIDE, "doubling", ("double", "double_named"), _totals("double"),
      ("double", "double_any", "eleven")),
    D(_DECIDE, "doubling after a split", ("double_split",), _totals("double_split"),
      ("double_split", "double_any_split")),
    D(_DECIDE, "the ace of a double on 9 or 10", ("fixes_ace",),
      _yes("fixes_ace", "stays 1", "counts 1 or 11"), ("ace_fixed",)),
    D(_DECIDE, "pairs that split", ("split_rank",),
      _yes("split_rank", "of one rank", "of one value"), ("split", "split_rank")),
    D(_DECIDE, "maximum splits at one place", ("max_splits",), _number("max_splits", "no limit"),
      ("split_limit",)),
    D(_DECIDE, "splitting again", ("resplit",), _yes("resplit", "yes", "no"), ("split_again",)),
    D(_DECIDE, "splitting aces again", ("resplit_aces",), _yes("resplit_aces", "yes", "no"),
      ("split_aces_again",)),
    D(_DECIDE, "a declined split", ("refusal_final",),
      _yes("refusal_final", "is not offered again", "may be taken later"), ("split_again",)),
    D(_DECIDE, "surrender of half", ("surrender",),
      _word(lambda table_law: table_law.surrender, SURRENDERS), ("surrender", "surrender_final")),
    D(_DECIDE, "insurance", ("insurance",), _insurance, ("insure",)),
    D(_DECIDE, "insurance of a blackjack", ("insurance",),
      lambda table_law: "" if table_law.insurance is None else
      "yes" if table_law.insurance.natural else "no, even money instead", ("insure",)),
    D(_DECIDE, "even money", ("even_money",), _word(lambda table_law: table_law.even_money, EVENS),
      ("even_money",)),
    D(_DECIDE, "five cards", ("five",), _yes("five", "may be cashed", "are an ordinary hand"),
      ("five",)),

    D(_BANK, "it stands on", ("stands",), _number("stands"), ("bank_result",)),
    D(_BANK, "it draws on ace and six", ("hit_soft",), _yes("hit_soft", "yes", "no"),
      ("bank_draws_soft",)),
    D(_BANK, "it plays when no player is left", ("plays_always",),
      _yes("plays_always", "yes", "no"), ("coup_ends",)),
    D(_BANK, "a card that it drew in error, unseen", ("unseen_out", "source"),
      lambda table_law: "" if table_law.source == "sealed" else "may be taken away"
      if table_law.unseen_out else "does not count",
      ("bank_drew", "bank_drew_unseen")),
    D(_BANK, "results shown", ("results",), _number("results"), ("indicator",)),

    D(_PAY, "a blackjack that the bank cannot equal", ("at_once",),
      _yes("at_once", "is paid at once", "waits for the bank"), ("paid_at_once",)),
    D(_PAY, "blackjack", ("blackjack_pays",), _odds("blackjack_pays"), ("blackjack",)),
    D(_PAY, "a win", ("win_pays",), _odds("win_pays"), ("won",)),
    D(_PAY, "even money pays", ("even_money_pays",), _odds("even_money_pays"), ("even_money",)),
    D(_PAY, "insurance pays", ("insurance",),
      lambda table_law: format_odds(table_law.insurance.pays) if table_law.insurance else "",
      ("insurance_won",)),
    D(_PAY, "surrender costs", ("surrender_part", "surrender"),
      lambda table_law: phrase("1/{n} of the bet", n=table_law.surrender_part)
      if table_law.surrender else "",
      ("surrendered",)),
    D(_PAY, "6-7-8 of one suit, three sevens", ("special",),
      lambda table_law: format_odds(table_law.special.pays) if table_law.special else "not paid",
      ("special",)),
    D(_PAY, "this prize on split hands", ("special",),
      lambda table_law: "" if table_law.special is None else
      "yes" if table_law.special.on_split else "no", ("special_split",)),
    D(_PAY, "this prize is paid", ("special",),
      lambda table_law: "" if table_law.special is None else
      "at once" if table_law.special.at_once else "with the other bets", ("special_paid",)),
    D(_PAY, "five cards pay", ("five_pays", "five"),
      lambda table_law: format_odds(table_law.five_pays) if table_law.five else "", ("five",)),
    D(_PAY, "a blackjack of the bank collects of splits", ("keeps_split",),
      _yes("keeps_split", "the initial bet", "all bets"), ("keeps_split",)),
    D(_PAY, "a blackjack of the bank collects of doubles", ("keeps_double",),
      _yes("keeps_double", "the initial bet", "all bets"), ("keeps_double",)),
    D(_PAY, "a blackjack of the bank collects of doubles on 11", ("keeps_eleven", "double"),
      _yes("keeps_eleven", "the initial bet", "all bets"), ("keeps_eleven",)),

    D(_SIDE, "offered", ("sides",), lambda table_law: tuple(side.title for side in table_law.sides),
      laws=lambda table_law: tuple(side.law[0] for side in table_law.sides)),
    D(_SIDE, "only one for each player", ("one_side", "sides"),
      lambda table_law: "" if not table_law.sides else "yes" if table_law.one_side else "no",
      ("one_side",)),

    D(_POOL, "offered", ("jackpot",), _yes("jackpot", "yes", "no"), ("chip",)),
    D(_POOL, "scale", ("jackpot",), _scale, ("jackpot_prize",),
      varies="as the authority approved it"),
    D(_POOL, "cards that count", ("jackpot",),
      lambda table_law: "" if table_law.jackpot is None else "all cards received, up to the fourth"
      if table_law.jackpot.drawn_cards else "those first dealt and those dealt to a split, up to "
      "the fourth", ("jackpot_prize",)),
    D(_POOL, "chips collected by hand", ("jackpot",),
      lambda table_law: "" if table_law.jackpot is None else
      "yes" if table_law.jackpot.manual else "no", ("collect_chips", "collect_manual")),
)

def dimensions(bets: Iterable[SideBet]) -> tuple[Dimension, ...]:
    """Every point of comparison, including those of these side bets."""
    at = 1 + max(n for n, each in enumerate(DIMENSIONS) if each.group == _SIDE)
    return (*DIMENSIONS[:at], *_side_bet_dimensions(bets), *DIMENSIONS[at:])


def _side_bet_dimensions(bets: Iterable[SideBet]) -> tuple[Dimension, ...]:
    """The points of side bets: what each of their lines pays, and their further readings."""
    titles = dict.fromkeys(title for bet in bets for title in (
        *(title for _, title, *_ in prize_lines(bet)), *(title for title, *_ in bet.readings)))
    return tuple(Dimension(_SIDE, title, ("sides",), partial(_reading_text, title),
                           laws=partial(_reading_clauses, title)) for title in titles)


def _readings(table_law: TableLaw, title: str) -> Iterator[tuple[str, str]]:
    """What the side bets of a table say on a point, each with its clause."""
    for bet in table_law.sides:
        yield from (
            (format_odds(paid), law[0]) for _, of, paid, law in prize_lines(bet) if of == title
        )
        yield from ((text, law) for of, text, law in bet.readings if of == title)


def _reading_text(title: str, table_law: TableLaw) -> Value:
    return next((text for text, _ in _readings(table_law, title)), "")


def _reading_clauses(title: str, table_law: TableLaw) -> tuple[str, ...]:
    return tuple(law for _, law in _readings(table_law, title))


# Fields that belong to a table and not to a law.
OF_TABLE = frozenset((
    "unit", "side_low", "side_high", "readings", "chips_alone"))

# Where each part of `Clauses` begins.
MOMENTS = {
    "show_packs": "the shoe", "damaged": "faults", "open_bets": "bets", "first_card": "the deal",
    "call_insurance": "before the decisions", "decide": "decisions", "coup_ends": "the bank",
    "insurance_won": "payment", "streak_stays": "streaks",
    "jackpot_prize": "the jackpot", "ace_value": "values and results",
}
