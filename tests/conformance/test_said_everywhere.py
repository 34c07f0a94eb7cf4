"""What any coup tells and offers: no raw key, in no language, and no two acts under one letter."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from sabot.games import catalogue
from sabot.procedure import Event, Listen, offers_for
from sabot.procedure.game import Game
from sabot.procedure.table import Table
from sabot.procedure.tell import Teller
from sabot.procedure.view import whole
from sabot.words import LANGS
from support.random_play import PLAYERS, Walk

GAMES = list(catalogue().values())
every_game = pytest.mark.parametrize("of", GAMES, ids=list(catalogue()))
# Names that people gave, and numbers of the wheel, are the same in every language.
BARE = ("bet.",)


class Heard(Teller):
    """A teller that keeps which words it had to do without."""

    missing: set[str]

    def word(self, key: str) -> str:
        if key.rpartition(".")[2] and key not in self._words \
                and not (key.startswith(BARE) and key.rpartition(".")[2][:1].isdigit()):
            self.missing.add(key)
        return super().word(key)


@cache
def walked(game: str) -> tuple[Event, ...]:
    """Some coups of a game, one after another, with what went wrong in them."""
    of, found = catalogue()[game], list[Event]()
    times = (of.times or (30,))[0]
    table = Table(game=game, name="walk", rules=of.rules(), minimum=500, maximum=500 * times,
                  unit=100, places=of.places or 3)
    for seed in range(4):
        carry = None
        for more in range(3):
            walk = Walk(of, table, 10 * seed + more, carry, faults=0.05)
            found += walk.dealer.record
            carry = walk.dealer.outcome
    return tuple(found)


@every_game
@pytest.mark.parametrize("lang", LANGS)
def test_no_line_of_a_coup_shows_a_raw_key(of: Game, lang: str) -> None:
    teller = Heard(of.words[lang], of.label, lang, of.currency, named=True)
    teller.missing = set()
    for event in walked(of.id):
        teller.line(whole(event))
    assert teller.missing == set()


def offered(game: str) -> Iterator[set[str]]:
    """What one player may do at each question of these coups."""
    for event in walked(game):
        if isinstance(event.step, Listen):
            yield from ({offer.act for offer in offers_for(event.step, player)}
                        for player in (*PLAYERS, "nobody"))


@every_game
def test_what_one_player_is_offered_at_once_has_a_letter_each(of: Game) -> None:
    together = {frozenset(acts) for acts in offered(of.id)}
    for acts in together:
        for lang in LANGS:
            for one, other in combinations(sorted(acts), 2):
                assert of.words[lang][f"key.{one}"] != of.words[lang][f"key.{other}"], (lang, acts)
