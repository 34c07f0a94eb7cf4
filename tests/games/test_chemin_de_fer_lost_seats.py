"""Portaria 217/2007, chemin de fer: who loses the seat for not taking the hand, who does not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from support.chemin_table import (
    FOUR,
    GAME,
    IN_USE,
    begin,
    calls,
    do,
    evening,
    may,
    offer,
    play_out,
    refusal_of,
    table,
    window,
)

PONTO_WINS = "9H 2S KD 2D 2C 2H"


def law(*rules: str) -> Any:
    """The law mark of the rules of this game; ``ir/220`` stays as it is."""
    return pytest.mark.law(*(r if r.startswith("ir/") else f"{GAME.section}/{r}" for r in rules))


@law("ir/229", "85", "23", "20")
@pytest.mark.parametrize("how", ["decline-hand 3", "stand-up 3", "leave 3"])
def test_who_gave_up_a_seat_for_the_hand_has_none_until_the_shoe_has_ended(how: str) -> None:
    """Rui, who sat and has left, may sit again; Eva, who refused by any of three acts, may not,
    even at a seat that is kept for another, but plays standing."""
    coup = do(begin(evening("Ana Rui Eva Gil Bea Leo", regular=2),
                    cards=PONTO_WINS), "Zoe: book 1", "Rui: leave 2", f"Eva: {how}",
              "Rui: sit 2", "Ana: leave 1")
    for n in (1, 3, 8):
        assert refusal_of(coup, f"Eva: sit {n}") == ("barred", "85")
    if how != "stand-up 3":
        do(coup, "Eva: join 4")
    do(coup, "Gil: bank 4 500", "Gil: alone 4", "Eva: banco s" + ("3" if "up" in how else "4"))
    following = begin(play_out(coup).outcome)
    do(following, "time")  # Zoe does not come
    assert coup.outcome.lost == {"Eva": "85"}
    assert refusal_of(following, "Eva: sit 3") == ("barred", "85")
    ended = msgspec.structs.replace(coup.outcome, shoe=msgspec.structs.replace(IN_USE, last=True))
    anew = do(begin(ended), *["time"] * 5)
    assert window(anew).startswith("hand")
    do(anew, "Eva: sit 3")
    assert not GAME.reopen(table(), coup.outcome).lost


@law("ir/229", "85")
def test_who_may_refuse_the_hand_without_loss_may_sit_again() -> None:
    for how in ("decline-hand", "stand-up", "leave"):
        coup = do(begin(evening(FOUR + " Bea", regular=2), table(refusal_costs_seat=False)),
                  f"Eva: {how} 3", *(["Eva: sit 3"] if how != "decline-hand" else []))
        assert calls(coup) == ["bank-refused 3"] and window(coup) == "hand:4"


@law("ir/229", "16", "15")
def test_who_lost_a_seat_may_sit_again_where_play_has_stopped_for_want_of_players() -> None:
    coup = do(begin(evening(regular=2)), "Eva: decline-hand 3")
    assert not coup.outcome.lost
    do(begin(coup.outcome), "Eva: sit 3")
    few = do(begin(evening("Ana Rui Gil", lost={"Eva": "94"})), "Eva: sit 4")
    assert window(few) == "cut:4"


@law("81", "ir/363")
@pytest.mark.parametrize("how", ["time", "Gil: decline-hand 4", "Gil: stand-up 4"])
def test_who_took_the_hand_out_of_turn_and_lays_no_bank_loses_nothing(how: str) -> None:
    """It goes back to Rui, whose turn it is and who loses the seat by refusing."""
    coup = do(begin(evening(FOUR + " Bea", regular=1)), "report out-of-turn-dealt 4")
    assert window(coup) == "hand:4" and not offer(coup, "Gil", "decline-hand").note
    assert coup.standing.default_law == "ir/363"
    assert {"out-of-turn", "out-of-turn-dealt"}.isdisjoint(coup.standing.faults)
    do(coup, how)
    assert calls(coup) == ["hand-kept 4", "bank-refused 4", "hand-returned 2"]
    assert window(coup) == "hand:2" and offer(coup, "Rui", "decline-hand").note == "loses-seat"
    if "stand-up" in how:
        do(coup, "Gil: sit 4")
    else:
        assert "stand-up" in may(coup, "Gil")
    do(coup, "Rui: decline-hand 2")
    assert calls(coup)[3:] == ["bank-refused 2", "seat-lost 2"] and window(coup) == "hand:3"
    assert refusal_of(coup, "Rui: sit 2") == ("barred", "85")


@law("81", "21", "ir/363")
def test_who_leaves_while_another_has_the_hand_wrongly_has_left_the_seat() -> None:
    coup = do(begin(evening(FOUR + " Bea", regular=1)), "report out-of-turn-dealt 4",
              "Rui: leave 2", "time")
    assert calls(coup) == ["hand-kept 4", "bank-refused 4"] and window(coup) == "hand:3"
    do(coup, "Rui: sit 2")
    few = do(begin(evening(regular=1)), "report out-of-turn-dealt 4", "Gil: leave 4")
    assert few.over and "too-few" in calls(few)
