"""The declaration of a blackjack game: what comes from the family, and what each game adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from sabot.families.blackjack.face.odds_words import ODDS
from sabot.families.blackjack.pricing.liability import maximum_liability
from sabot.families.blackjack.pricing.odds import CLASSES, edge, price, simpler, waterfall
from sabot.families.blackjack.pricing.odds_answer import ChartAnswer
from sabot.families.blackjack.round.coup import coup, describe_carry
from sabot.families.blackjack.round.round import Carry, hold_stakes, opening, reopen
from sabot.families.blackjack.rules.hand import label
from sabot.families.blackjack.rules.sidebets import missing_parts
from sabot.families.blackjack.rules.table_law import RuleBook
from sabot.money import EURO
from sabot.probability.answer import Answer, ChartLoss, HandAdvice
from sabot.probability.tally import Strategy
from sabot.procedure.capabilities import (
    AMOUNTS,
    Amount,
    Note,
    OpenChoices,
    PoolTerms,
    Pricing,
    Simulation,
    Trial,
)
from sabot.procedure.dealer import Coup
from sabot.procedure.felt import Felt
from sabot.procedure.game import Conduct, Game, ShoeAt
from sabot.procedure.hints import Hint, Seen
from sabot.procedure.menu import MenuBet
from sabot.procedure.table import Table, Violation
from sabot.words import LANGS

if TYPE_CHECKING:
    from sabot.families.blackjack.charts.chart import Chart
    from sabot.families.blackjack.kernel.batch import TableBatch
    from sabot.families.blackjack.kernel.chartplayer import ChartPlayer
    from sabot.families.blackjack.kernel.player import Player
    from sabot.families.blackjack.pricing.expected_values import Worth


def load_kernel(book: RuleBook, table: Table, chart: Chart | None = None, *, seats: int = 1,
                fresh: bool = False, bets: tuple[str, ...] = ()) -> Player:
    """The kernel of a table. It needs the compiler, so it is imported only here."""
    from sabot.families.blackjack.kernel.player import kernel
    return kernel(book, table, chart, seats=seats, fresh=fresh, bets=bets)


def load_batch(book: RuleBook, table: Table, n: int, *, fresh: bool = False,
               amounts: Sequence[Amount] = AMOUNTS) -> TableBatch:
    """A batch of ``n`` tables that wait for decisions, in compiled code. The stake is the minimum:
    ``amounts`` change nothing."""
    from sabot.families.blackjack.kernel.batch import TableBatch
    return TableBatch(book.table_law(table), table.minimum, n, fresh)


def _worth(book: RuleBook, table: Table, play: str) -> Worth:
    """The price of the best play of a class at a table."""
    from sabot.families.blackjack.pricing.expected_values import worth
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    return worth(pricing_terms(book.table_law(table)), play)


def load_advice(book: RuleBook, table: Table, hand: str, up: str) -> HandAdvice:
    """The value of every act of one hand of a table."""
    from sabot.families.blackjack.pricing.one_hand import advice
    return advice(book, table, hand, up)


def load_hint(book: RuleBook, table: Table, seen: Seen, answer: Answer | None) -> Hint | None:
    """What the acts and bets that are open to a player cost."""
    from sabot.families.blackjack.pricing.hints import hint
    return hint(book, table, seen, answer)


def best_strategy(book: RuleBook, table: Table, *, play: str = "composition") -> Strategy:
    """The best play of a class (see `worth`), with its exact mean return."""
    price = _worth(book, table, play)
    return Strategy(price.chart, f"best play, {CLASSES[play]}", price.mean)


def mimic_strategy(book: RuleBook, table: Table) -> Strategy:
    """The strategy that plays as the bank must."""
    from sabot.families.blackjack.charts.chart import mimic
    stands = book.table_law(table).stands
    return Strategy(mimic(stands),
                    f"cards are taken below {stands} and never from {stands} up; no double, split, "
                    "surrender, insurance or even money")


def read_chart(book: RuleBook, table: Table, text: str) -> Strategy:
    """The strategy in a chart file; ValueError names its faults."""
    from sabot.families.blackjack.charts.chartfile import load
    return Strategy(load(book, table, text, table.game), "as the chart in the file says")


def compare_chart(book: RuleBook, table: Table, chart: Chart) -> ChartLoss:
    """What a chart loses at a table compared with the best play; ValueError for no chart."""
    from sabot.families.blackjack.charts.chart import Chart
    from sabot.families.blackjack.pricing.chart_loss import chart_loss
    if not isinstance(chart, Chart):
        raise ValueError(f"chart: found {chart!r}; allowed: the name of a strategy, the text of a "
                         "chart file, a Strategy, or the chart in one")
    return chart_loss(book, table, chart)


def write_chart(book: RuleBook, table: Table, game: str, play: str = "composition") -> str:
    """The best play of a class as a chart file."""
    from sabot.families.blackjack.charts.chartfile import dump
    return dump(book, table, _worth(book, table, play).chart, game=game,
                name=f"best play, {CLASSES[play]}")


def sample_table_chart(book: RuleBook, table: Table, seed: int) -> Chart:
    """A random legal chart of a table."""
    from numpy.random import default_rng

    from sabot.families.blackjack.charts.legal import sample_chart
    from sabot.families.blackjack.rules.pricing_rules import pricing_terms
    return sample_chart(pricing_terms(book.table_law(table)), default_rng(seed))


def reference_player(
    book: RuleBook, coup: Callable[[Table, Carry], Coup], table: Table, kernel: Player
) -> ChartPlayer:
    """The reference engine, played with the same chart, places and bets as a kernel of the table.
    """
    from sabot.families.blackjack.kernel.chartplayer import ChartPlayer
    return ChartPlayer(
        book, table, kernel.chart, kernel.seats, kernel.bets, kernel.lane_count)


NO_WORDS: Mapping[str, Mapping[str, str]] = MappingProxyType({})
STEPS_BOUND = 6_000  # with several bettors on each place


def _jackpot_start(book: RuleBook, table: Table) -> int:
    """The start of a table's jackpot, in cents; 0 without one."""
    jackpot = book.table_law(table).jackpot
    return jackpot.start if jackpot else 0


NO_TRIAL = Trial()


def blackjack(book: RuleBook, *, id: str, section: str, names: dict[str, str], rules: type[Any],
              violations: Callable[[Table], list[Violation]],
              felt: Callable[[Table], Felt],
              bets: Callable[[Table], tuple[MenuBet, ...]], conduct: Conduct,
              words: dict[str, dict[str, str]],
              odds_words: Mapping[str, Mapping[str, str]] = NO_WORDS,
              choices: Mapping[str, Sequence[Any]] | None = None,
              notes: Callable[[Table], list[Note]] | None = None,
              open_choices: OpenChoices | None = None,
              put_away: Callable[[Any], bool] | None = None,
              steps_bound: int = STEPS_BOUND, currency: str = EURO, all_places: bool = False,
              complaint_open: Callable[..., bool] | None = None,
              trial: Trial = NO_TRIAL) -> Game:
    """Declare one blackjack game: see `Game` for each part.

    The procedure, the carry and the odds are the family's and read ``book``. ``odds_words`` adds
    names of bets to those of the odds page. ValueError where a side bet lacks a clause, or a word
    in one of the languages.
    """
    of_odds = {lang: {**ODDS[lang], **odds_words.get(lang, {})} for lang in LANGS}
    if missing := missing_parts(book.sides, words, of_odds):
        raise ValueError(f"{id}: the side bets lack {', '.join(missing)}")
    return Game(
        id=id,
        section=section,
        names=names,
        rules=rules,
        carry=Carry,
        opening=opening,
        reopen=reopen,
        hold_stakes=hold_stakes,
        coup=partial(coup, book),
        violations=violations,
        felt=felt,
        bets=bets,
        public_state=partial(describe_carry, book),
        label=label,
        conduct=conduct,
        shoe=lambda carry: ShoeAt(carry.seal, carry.drawn, carry.at),
        steps_bound=steps_bound,
        words=words,
        complaint_open=complaint_open,
        currency=currency,
        all_places=all_places,
        choices=choices or {},
        notes=notes,
        open_choices=open_choices,
        put_away=put_away,
        book=book,
        pricing=Pricing(
            odds=partial(price, book), answer=ChartAnswer, words=of_odds, classes=tuple(CLASSES),
            edge=partial(edge, book), waterfall=partial(waterfall, book),
            class_values=partial(simpler, book), liability=partial(maximum_liability, book),
            advice=partial(load_advice, book), chart_loss=partial(compare_chart, book)),
        hints=partial(load_hint, book),
        simulation=Simulation(
            kernel=partial(load_kernel, book),
            engine=partial(reference_player, book),
            any_chart=partial(sample_table_chart, book),
            batch=partial(load_batch, book),
            strategies={
                "best": partial(best_strategy, book),
                "mimic": partial(mimic_strategy, book),
                **{name: partial(best_strategy, book, play=name) for name in CLASSES},
            },
            read_chart=partial(read_chart, book),
            write_chart=partial(write_chart, book),
        ),
        pool=PoolTerms(start=partial(_jackpot_start, book)),
        trial=trial,
    )


def book_of(game: Game) -> RuleBook | None:
    """The rule book of a blackjack; None for another game."""
    return game.book if isinstance(game.book, RuleBook) else None
