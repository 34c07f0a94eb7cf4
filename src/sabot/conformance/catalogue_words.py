"""Checks that all words of a game exist in every language, and that letters of acts differ."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec

from sabot.conformance.findings import Broken, Finding, Plan, collecting, name_of, need, once
from sabot.conformance.random_players import PLAYERS, Walk
from sabot.conformance.random_tables import default_table
from sabot.house.table.ready import may_end_early
from sabot.procedure import Attended, Event, Listen, offers_for
from sabot.procedure.game import Game
from sabot.procedure.narration import Narrator
from sabot.procedure.view import inspect
from sabot.words import LANGS

EVENINGS = 4
"""Evenings of three coups each for ten coups of a plan."""
# Keys that may be without a word: numbers are the same in every language.
BARE = ("bet.",)


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """All languages have the same words and none is empty; no line of a coup shows a raw key; acts
    that are offered to a player at the same time have different letters."""
    yield from once(game, plan, alike)
    findings: list[Finding] = []
    table = [default_table(game, "walk")]
    with collecting(findings, game, "spoken.walked", plan.seed, table, plan.coups):
        events = play_evenings(game, plan)
        for lang in LANGS:
            with collecting(findings, game, name_of(no_raw_key), plan.seed, table, plan.coups):
                no_raw_key(game, lang, events)
        with collecting(findings, game, name_of(a_letter_each), plan.seed, table, plan.coups):
            a_letter_each(game, events)
    yield from findings


def alike(game: Game) -> None:
    """Every language has the same keys, each with a word, and a name of the game."""
    need(set(game.names) == set(LANGS) and all(game.names.values()),
         f"its name must be in {', '.join(LANGS)}; it is in {', '.join(game.names)}")
    need(set(game.words) == set(LANGS),
         f"its words must be in {', '.join(LANGS)}; they are in {', '.join(game.words)}")
    all_keys = {key for words in game.words.values() for key in words}
    for lang, words in game.words.items():
        if missing := sorted(key for key in all_keys if not words.get(key)):
            raise Broken(f"no word in {lang!r} for {', '.join(missing[:9])}")


def play_evenings(game: Game, plan: Plan) -> list[Event]:
    """The events of some evenings, with faults."""
    events, table = list[Event](), default_table(game, "walk")
    attended_table = msgspec.structs.replace(table, attended=True)
    for seed in plan.seeds(EVENINGS):
        carry: Any = None
        for n in range(3):
            walk = Walk(game, table, 10 * seed + n, carry, faults=0.05)
            events += walk.dealer.record
            carry = walk.dealer.outcome
        if not game.violations(attended_table):  # with real cards, and their faults
            events += Walk(
                game, attended_table, seed, chance=Attended(), unseen=0.3, eager=True
            ).record
        plan.done["coups"] += 4
    plan.done["steps"] += len(events)
    return events


class WordCollector(Narrator):
    """A narrator that collects missing words."""

    missing: set[str]

    def word(self, key: str) -> str:
        """The word of a key; the key is noted as used."""
        if key.rpartition(".")[2] and key not in self._words \
                and not (key.startswith(BARE) and key.rpartition(".")[2][:1].isdigit()):
            self.missing.add(key)
        return super().word(key)


def no_raw_key(game: Game, lang: str, events: list[Event]) -> None:
    """Every line of these coups has its words in this language."""
    narrator = WordCollector(game.words[lang], game.label, lang, game.currency, named=True)
    narrator.missing = set()
    for event in events:
        narrator.line(inspect(event))
    if narrator.missing:
        raise Broken(f"a line of a coup in {lang!r} has no word: "
                     f"{', '.join(sorted(narrator.missing)[:9])}")


def a_letter_each(game: Game, events: list[Event]) -> None:
    """Acts offered to a player at the same time have different letters in every language; so has
    the button of players who need no more time, while the question has a time that may end
    early."""
    offered_together = {
        frozenset(offer.act for offer in offers_for(event.step, player))
        | ({"ready"} if may_end_early(event.step) else frozenset())
        for event in events if isinstance(event.step, Listen) for player in (*PLAYERS, "nobody")}
    for acts in offered_together:
        for lang in LANGS:
            words = game.words[lang]
            if without_letter := sorted(act for act in acts if f"key.{act}" not in words):
                raise Broken(f"{', '.join(without_letter)} is offered and has no letter in "
                             f"{lang!r}")
            for act, other in combinations(sorted(acts), 2):
                if words[f"key.{act}"] == words[f"key.{other}"]:
                    raise Broken(f"{act!r} and {other!r} are offered at the same time, and both "
                                 "have the "
                                 f"letter {words[f'key.{act}']!r} in {lang!r}")
