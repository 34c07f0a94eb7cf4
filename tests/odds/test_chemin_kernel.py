"""Compiled coups of chemin de fer: the same as single coups, and the exact mean."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot import games
from sabot.certify.kernel_equality import any_chart, difference
from sabot.equipment import PACK
from sabot.equipment.streams import Stream
from sabot.families.baccarat.values import points, value
from sabot.games.chemin_de_fer.chances.duel import CARDS, TOTAL, side
from sabot.games.chemin_de_fer.chances.kernel import Player, burns
from sabot.games.chemin_de_fer.chances.plays import best_play, format_play, parse_play, random_play
from sabot.games.chemin_de_fer.drawing import NONE
from sabot.games.chemin_de_fer.parts import GAME
from sabot.probability.tally import tally_shoes
from sabot.procedure.table import Table
from sabot.simulation.figures import figures

UNIT = 1000


class PlainCoups:
    """Coups with real cards in plain Python, from the words of the stream that the loop reads."""

    def __init__(self, player: Player, stream: Stream) -> None:
        self.play, self.player, self.stream = player.play, player, stream
        self.cards = list(PACK) * 6
        self.at = len(self.cards)
        self.names = side(CARDS).names
        self.shoes: list[list[int]] = []

    def draw(self, count: int = 1) -> list[str]:
        for ahead in self.stream.draws(len(self.cards) - self.at, count):
            there = self.at + ahead
            self.cards[self.at], self.cards[there] = self.cards[there], self.cards[self.at]
            self.at += 1
        return self.cards[self.at - count:self.at]

    def takes(self, chance: Fraction) -> bool:
        if 0 < chance < 1:
            return self.stream.word() < int(chance * (1 << 64))
        return chance == 1

    def hand(self, cards: list[str]) -> int:
        low, high = sorted(map(value, cards))
        return self.names.index(f"{low}-{high}")

    def coup(self) -> int:
        # The warning card lies before the last seven: who finds it on top plays one coup more.
        if self.player.fresh or len(self.cards) - self.at < 7:
            self.at = 0
            self.shoes.append([])
            if not self.player.fresh:
                number = burns(self.draw()[0])
                for _ in range(number - 1 if self.player.first_counts else number):
                    self.draw()
        a, b, c, d = self.draw(4)
        ponto, banca = [a, c], [b, d]
        if points(ponto) < 8:
            card = self.takes(self.play.ponto[self.hand(ponto)])
            if points(banca) < 8:
                mine = self.hand(banca) * (NONE + 1)
                if card:
                    ponto += self.draw()
                third = value(ponto[2]) if card else NONE
                if self.takes(self.play.banker[mine + third]):
                    banca += self.draw()
        net = UNIT * ((points(ponto) > points(banca)) - (points(ponto) < points(banca)))
        self.shoes[-1].append(net)
        return net


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10 ** 6), number=st.integers(0, 9), fresh=st.booleans(),
       first=st.booleans())
def test_the_same_coups_as_told_one_by_one(seed: int, number: int, fresh: bool, first: bool
                                           ) -> None:
    player = Player(random_play(seed), UNIT, "", first, fresh)
    plain = PlainCoups(player, Stream(seed, number))
    assert player.each(seed, number, 400) == [plain.coup() for _ in range(400)]
    found, slow = player.block(seed, number, 400), tally_shoes(plain.shoes)
    assert not found.wrong()
    for name in ("coups", "shoes", "nn", "ns", "ss", "nets"):
        assert getattr(found, name) == getattr(slow, name)


def test_what_the_first_card_burns() -> None:
    """A ten burns ten, though it has no points; a figure itself alone."""
    assert [burns(card) for card in ("AS", "9D", "TC", "JH", "QH", "KH")] == [1, 9, 10, 0, 0, 0]


def test_as_many_coups_as_a_shoe_has() -> None:
    """305 cards stand before the warning card, some five of them a coup, some burned."""
    found = Player(best_play(False), UNIT, "").block(1, 0, 200_000)
    assert 60 < found.coups / found.shoes < 63


@pytest.mark.parametrize("known", (TOTAL, CARDS))
@pytest.mark.parametrize("banco", (False, True))
def test_the_exact_mean(banco: bool, known: str) -> None:
    player = Player(best_play(banco, known), UNIT, "", fresh=True)
    found = figures(player.block(3, 1, 4_000_000), UNIT)
    assert abs(found.mean - float(player.play.mean)) < 4 * found.error


def test_a_shorter_block_is_the_beginning_of_the_longer_one() -> None:
    player = Player(best_play(True), UNIT, "")
    assert player.each(5, 3, 1000) == player.each(5, 3, 3000)[:1000]
    assert Counter(player.each(5, 3, 3000)) == player.block(5, 3, 3000).nets


def test_a_kernel_is_a_plain_value() -> None:
    player = Player(best_play(True), UNIT, "")
    again = pickle.loads(pickle.dumps(player))
    assert again.identity == player.identity and again.block(1, 2, 99) == player.block(1, 2, 99)
    others = (Player(best_play(False), UNIT, ""), Player(best_play(True), UNIT, "", fresh=True),
              Player(best_play(True), UNIT, "", False), Player(best_play(True), 500, ""))
    assert len({one.identity for one in (player, *others)}) == 5


# -- charts as files -------------------------------------------------------------------------------


@given(seed=st.integers(0, 10 ** 6))
def test_a_play_is_read_as_it_was_written(seed: int) -> None:
    play = random_play(seed)
    assert parse_play(format_play(play, GAME), GAME)[:3] == play[:3]


def test_what_a_file_does_not_name_is_played_by_the_table() -> None:
    """And drawn where the table leaves it free (102)."""
    assert parse_play("{}", GAME)[:3] == best_play(False)[:3]
    play = parse_play('{"banco": true, "ponto": {"5": "9/11", "2-3": 0}, '
                '"banker": {"6": {"none": "859/2288"}, "0-6": {"none": 1}}}', GAME)
    names = side(CARDS).names
    assert play.ponto[names.index("1-4")] == Fraction(9, 11)
    assert play.ponto[names.index("2-3")] == 0
    assert play.banker[names.index("1-5") * (NONE + 1) + NONE] == Fraction(859, 2288)
    assert play.banker[names.index("0-6") * (NONE + 1) + NONE] == 1
    assert play.ponto[names.index("0-7")] == 0 and play.ponto[names.index("0-0")] == 1


@pytest.mark.parametrize("text, words", (
    ("[", "not JSON"), ("[]", "must be an object"), ('{"player": {}}', "not a key of a chart"),
    ('{"game": "craps"}', "is for 'craps'"), ('{"banco": 1}', "true or false"),
    ('{"ponto": []}', "object by hand"), ('{"ponto": {"8": 1}}', "'8' is not a hand"),
    ('{"ponto": {"5": 0.5}}', "not a chance"), ('{"ponto": {"5": "1/0"}}', "not a chance"),
    ('{"ponto": {"5": 2}}', "from 0 to 1"), ('{"ponto": {"6": 1}}', "must stand.*/64"),
    ('{"ponto": {"4": "1/2"}}', "must draw.*/64"), ('{"banker": {"3": 1}}', "by the third card"),
    ('{"banker": {"3": {"10": 1}}}', "not a third card"),
    ('{"banker": {"3": {"8": 1}}}', "must stand.*/67"),
    ('{"banco": true, "banker": {"0": {"none": 0}}}', "must draw.*/70")))
def test_a_wrong_file(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        parse_play(text, GAME)


# -- the reference engine --------------------------------------------------------------------------

SHARED = 'game = "chemin-de-fer"\nname = "-"\nminimum = 5\nmaximum = 500\n'


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 10 ** 6), number=st.integers(0, 9), fresh=st.booleans(),
       rules=st.sampled_from(("", "[rules]\nburn_first = false\n",
                              "[rules]\nbank = 50\ncagnotte = 0\n")))
def test_the_reference_engine_plays_the_same_coups(seed: int, number: int, fresh: bool, rules: str
                                                   ) -> None:
    table = games.read_table(SHARED + rules)
    assert isinstance(table, Table), table
    game = games.game(GAME)
    assert not difference(game, table, any_chart(game, table, seed), 150, fresh=fresh, seed=seed,
                          number=number)
