"""Every word that a coup says exists in every language, and no two acts have one letter."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import msgspec

from sabot.conformance.findings import Broken, Finding, Plan, name_of, need, noted, once
from sabot.conformance.random_players import PLAYERS, Walk
from sabot.conformance.random_tables import usual
from sabot.procedure import Attended, Event, Listen, offers_for
from sabot.procedure.game import Game
from sabot.procedure.narration import Narrator
from sabot.procedure.view import inspect
from sabot.words import LANGS

EVENINGS = 4
"""So many evenings of three coups each for ten coups of a plan."""
# Names that people gave, and numbers of the wheel, are the same in every language.
BARE = ("bet.",)


def check(game: Game, plan: Plan) -> Iterator[Finding]:
    """The words of a game are the same in every language and none is empty; no line of a coup
    shows a raw key; what one player is offered at once has a letter each."""
    yield from once(game, plan, alike)
    found: list[Finding] = []
    table = [usual(game, "walk")]
    with noted(found, game, "spoken.walked", plan.seed, table, plan.coups):
        events = walked(game, plan)
        for lang in LANGS:
            with noted(found, game, name_of(no_raw_key), plan.seed, table, plan.coups):
                no_raw_key(game, lang, events)
        with noted(found, game, name_of(a_letter_each), plan.seed, table, plan.coups):
            a_letter_each(game, events)
    yield from found


def alike(game: Game) -> None:
    """The same keys in each language, each with a word; a name in each."""
    need(set(game.names) == set(LANGS) and all(game.names.values()),
         f"its name is wanted in {', '.join(LANGS)}; it is in {', '.join(game.names)}")
    need(set(game.words) == set(LANGS),
         f"its words are wanted in {', '.join(LANGS)}; they are in {', '.join(game.words)}")
    every = {key for words in game.words.values() for key in words}
    for lang, words in game.words.items():
        if lacking := sorted(key for key in every if not words.get(key)):
            raise Broken(f"no word in {lang!r} for {', '.join(lacking[:9])}")


def walked(game: Game, plan: Plan) -> list[Event]:
    """Some coups of a game, one after another, with what went wrong in them."""
    found, table = list[Event](), usual(game, "walk")
    real = msgspec.structs.replace(table, attended=True)
    for seed in plan.seeds(EVENINGS):
        carry: Any = None
        for more in range(3):
            walk = Walk(game, table, 10 * seed + more, carry, faults=0.05)
            found += walk.dealer.record
            carry = walk.dealer.outcome
        if not game.violations(real):  # its cards are real ones, and what goes wrong there is told
            found += Walk(game, real, seed, chance=Attended(), unseen=0.3, eager=True).record
        plan.done["coups"] += 4
    plan.done["steps"] += len(found)
    return found


class Heard(Narrator):
    """A teller that keeps which words it had to do without."""

    missing: set[str]

    def word(self, key: str) -> str:
        if key.rpartition(".")[2] and key not in self._words \
                and not (key.startswith(BARE) and key.rpartition(".")[2][:1].isdigit()):
            self.missing.add(key)
        return super().word(key)


def no_raw_key(game: Game, lang: str, events: list[Event]) -> None:
    """Every line of these coups has its words in a language."""
    teller = Heard(game.words[lang], game.label, lang, game.currency, named=True)
    teller.missing = set()
    for event in events:
        teller.line(inspect(event))
    if teller.missing:
        raise Broken(f"a coup says in {lang!r} what has no word: "
                     f"{', '.join(sorted(teller.missing)[:9])}")


def a_letter_each(game: Game, events: list[Event]) -> None:
    """What one player is offered at once has a letter each, in every language."""
    together = {frozenset(offer.act for offer in offers_for(event.step, player))
                for event in events if isinstance(event.step, Listen)
                for player in (*PLAYERS, "nobody")}
    for acts in together:
        for lang in LANGS:
            words = game.words[lang]
            if mute := sorted(act for act in acts if f"key.{act}" not in words):
                raise Broken(f"{', '.join(mute)} is offered, and has no letter in {lang!r}")
            for one, other in combinations(sorted(acts), 2):
                if words[f"key.{one}"] == words[f"key.{other}"]:
                    raise Broken(f"{one!r} and {other!r} are offered at once, and both have the "
                                 f"letter {words[f'key.{one}']!r} in {lang!r}")
