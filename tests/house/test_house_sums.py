"""What a session counts where a throw decides, not a card."""

from __future__ import annotations

from sabot.games import game, read_table
from sabot.house.table.session import tally, was_dealt
from sabot.procedure import Act, Dealer, Refusal, Scripted

TABLE = """
game = "american-roulette"
name = "Tejo"
kind = "individual"
places = 1
minimum = 2
maximum = 60
"""


def play_coup(*acts: tuple[str, str, int], throws: int = 1) -> Dealer:
    """A coup of one player at an own table; the ball falls on 17."""
    table = read_table(TABLE)
    assert not isinstance(table, list), table
    played = game(table.game)
    dealer = Dealer(played.coup(table, played.opening(table)),
                    Scripted((), throws=[(17,)] * throws))
    for act, seat, amount in (("sit", "1", 0), *acts):
        reply = dealer.answer(Act("Ana", act, seat, amount))
        assert not isinstance(reply, Refusal), reply
    return dealer


def test_what_a_throw_decided_was_staked_and_what_was_taken_back_was_not() -> None:
    dealer = play_coup(("bet", "straight/17", 200), ("bet", "red", 400), ("bet", "black", 600),
                       ("bet", "even", 800), ("clear", "even", 0), ("spin", "table", 0))
    assert dealer.over
    sums = tally(dealer.record)["Ana"]
    assert (sums.staked, sums.won) == (200 + 400 + 600, 200 + 7000 + 600 + 600)
    assert sums.net == 7000 + 600 - 400
    assert was_dealt(dealer.record)


def test_before_the_ball_falls_nothing_was_staked() -> None:
    dealer = play_coup(("bet", "straight/17", 200), throws=0)
    assert tally(dealer.record) == {}
    assert not was_dealt(dealer.record)
