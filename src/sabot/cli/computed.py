"""Texts that are computed in English, and stored and sent as such, in the language of the command
line: assumptions of odds, descriptions of strategies, outcomes, and names of bets."""

from __future__ import annotations

import re
import string
from functools import cache
from importlib import resources

from sabot import families
from sabot.cli.language import ENGLISH, language, rendered
from sabot.families.blackjack.face.odds_words import ODDS
from sabot.games import catalogue
from sabot.reports import odds_report
from sabot.words import Phrase, Verbatim, read_words

TEMPLATES = (
    # assumptions of a layout's odds
    "{n} spots, as {spot}",
    "pays {odds} to 1",
    "{chips} chips, which gain {odds} to 1 together",
    "one throw decides",
    "one coup decides",
    "{n} throws on average",
    "{n} coups on average",
    "it is of {conditions}",
    "it {conditions}",
    # blackjack
    "best play: {play}",
    "best play, {play}",
    "per unit of the initial bet",
    "the bank shows an ace",
    "the bettor's own cards are not known",
    "a hand that takes a third card whatever it holds",
    "the prize has no stake of its own and is counted for one unit of the main bet",
    "every act by all cards of the hand",
    "every act by all cards of the hand, those of a split as if there were none",
    "the first act by the two cards, later ones by the total",
    "every act by the total",
    "every act by the total, those given up weighed as if they were played",
    "the first pair only",
    "every pair of sevens is split",
    "no pair of sevens is split",
    "a third card follows every pair of sevens",
    "no third card follows a pair of sevens",
    "the highest kind of pair is paid",
    "every kind of pair is paid",
    "an ace counts {n}",
    "{wins} wins in a row at the play priced for the main bet, which must be made in each of these "
    "rounds",
    "no pair is split",
    "every pair is split, into up to {n} hands, aces whenever they come, no other card is taken, "
    "and each further pair wins as much again",
    "every pair is split, into up to {n} hands, aces once, no other card is taken, and each "
    "further pair wins as much again",
    "every pair is split, once, aces whenever they come, no other card is taken, and each further "
    "pair wins as much again",
    "every pair is split, once, aces once, no other card is taken, and each further pair wins as "
    "much again",
    "the pool holds {sum} and its lesser prizes are paid in full",
    "who may still reach a higher line always splits",
    "no pair is split, and who may still reach a higher line draws",
    "cards are taken below {low} and never from {high} up",
    "no double, split, surrender, insurance or even money",
    "as the chart in the file says",
    "as the chart says",
    "aces split into {n} hands",
    "tens split into {n} hands",
    "{rank}s split into {n} hands",
    "a blackjack",
    "a double that wins",
    "a special prize",
    "no ten",
    "one ten",
    "two tens",
    # bounds
    "nothing limits how many may bet on one place",
    "additional bets are left out: nothing limits how many people make them",
    "a bound: every bet that can win on one outcome, each at its maximum, and none that loses",
    "limits that several bets share are not counted",
    "a royal flush",
    # poker without draw
    "by all five cards and the open one",
    "by ranks alone, suits not looked at",
    "a pair or better",
    "ace and king by three rules of thumb",
    "ace, king, jack, 8 and 3 or better",
    "a pair or better, or ace and king with a card of the open one's rank",
    "ace and king or better: what the bank plays with",
    "every hand",
    "goes on with {hands}",
    "the pool holds {sum}, nobody else has the same combination, and a player who passes gets "
    "nothing",
    # chemin de fer
    "by rules 64 and 67, free only where they leave it",
    "by rules 64 and 67",
    "banco: each side may depart from the rules (70)",
    "banco: each side may depart from the rules",
    "best play of both from six packs, {by}",
    "best play of both from the cards that are left, {by}",
    "the best play of both sides by their totals",
    "each side by its total",
    "each side by its two cards",
    "the ponto by total, the banker by two cards",
    "cards put back, each side by its total",
    "cards put back, each side by its two cards",
    "the banker wins what the ponto loses",
    "the house takes {part} of what the bank wins (47)",
    # simulations
    "one place at the minimum",
    "{n} places at the minimum each",
    "one place",
    "a full shoe for each coup",
    "with each main bet also the minimum on {bets}, insurance whenever it is offered",
    "with each main bet also the minimum on {bets}",
    "each bet is made again as soon as it can be",
    "without a bet, the minimum on the first open spot",
    "{n} of the house's own players, each in the style of their place",
    "the mean is what all of them lose together, in minimum bets, {n} coups an evening",
    "{hand} of one suit",
    "bank_{n}",
    "{sum} on {spot}, {rest}",
    "{sum} on {spot}",
    "{a} or {b}",
)
"""What the computations write, with facts in braces; parts are joined with semicolons."""


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    patterns = []
    for template in TEMPLATES:
        pattern = "".join(re.escape(text) + (f"(?P<{name}>.+?)" if name else "")
                          for text, name, _, _ in string.Formatter().parse(template))
        patterns.append((re.compile(pattern), template))
    return tuple(patterns)


def translated(text: str) -> str:
    """A computed text in the language of the command line; in English, and where it is none of
    `TEMPLATES`, as it is."""
    if language() == ENGLISH or isinstance(text, Phrase):
        return rendered(text)
    return rendered("; ").join(map(_part, text.split("; ")))


def _part(text: str) -> str:
    if (known := rendered(text)) != text:
        return known
    for pattern, template in _patterns():
        if match := pattern.fullmatch(text):
            facts = {name: Verbatim(fact) if name in ("spot", "bets") else _part(fact)
                     for name, fact in match.groupdict().items()}
            return rendered(Phrase(template, facts))
    return text


@cache
def _words(game_id: str) -> dict[str, dict[str, str]]:
    """The words of a game, or of the general rules of a family, for its odds."""
    game = catalogue().get(game_id)
    if game is not None:
        return {lang: {**texts, **odds_report.words(game)[lang]}
                for lang, texts in game.words.items()}
    return ODDS if game_id in families.general_families() else {}


def word_of(game_id: str, *keys: str, usual: str) -> str:
    """The first of these words that the game has in the language of the command line; in English,
    and where it has none, ``usual``."""
    texts = {} if language() == ENGLISH else _words(game_id).get(language(), {})
    return next((texts[key] for key in keys if texts.get(key)), usual)


def bet_name(game_id: str, bet: str, usual: str = "") -> str:
    """The name of a bet; in English its code."""
    name = word_of(game_id, f"odds.{bet}", f"bet.{bet}", usual="")
    if not name and "/" in bet and language() != ENGLISH:
        return " / ".join(bet_name(game_id, part) for part in bet.split("/"))
    return name or usual or bet


def event_name(game_id: str, event: str) -> str:
    """The name of what happens so often in a game; in English its code."""
    if hands := re.fullmatch(r"(\d+) hands", event):
        return word_of(game_id, "often.hands", usual=event).replace("{n}", hands[1])
    return word_of(game_id, f"often.{event}", usual=event)


def outcome_name(game_id: str, outcome: str) -> str:
    """The name of an outcome; in English its code."""
    return word_of(game_id, f"often.{outcome.removeprefix('a ')}", f"often.{outcome}",
                   usual="") or translated(outcome)


def act_name(game_id: str, act: str) -> str:
    """The name of an act, or of what comes instead of one; in English its code."""
    return word_of(game_id, f"act.{act}", f"often.{act}", usual=act)


@cache
def _cabinet_words() -> dict[str, dict[str, str]]:
    return read_words(resources.files("sabot.web") / "words" / "cabinet.toml")


def symbol_name(model: str, symbol: str) -> str:
    """The name of a symbol or of a combination of cards of a machine; in English its code."""
    if language() == ENGLISH:
        return symbol
    words = _cabinet_words()[language()]
    keys = (f"cabinet.symbol.{model.partition(' ')[0].lower()}.{symbol}",
            f"cabinet.combo.{symbol}")
    return next((words[key] for key in keys if key in words), rendered(symbol))


def count_name(count: str) -> str:
    """The name of what a simulation counts; in English its code."""
    return symbol_name("", count) if f"cabinet.combo.{count}" in _cabinet_words()[ENGLISH] \
        else translated(count)
