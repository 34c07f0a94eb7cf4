"""The page of what hands of poker win: it counts for who studies, and for nobody at a table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

from sabot.families.poker.forms import FORMS
from sabot.families.pokertable import phh
from sabot.games import catalogue
from support.open_house import Doors, Visitor, table

TABLE = """
game = "holdem"
name = "Ria"
places = 10
minimum = 2
maximum = 1000
[rules]
minimum_share = false
limit = "cave"
"""


@pytest.fixture(scope="module")
def doors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Doors]:
    folder: Path = tmp_path_factory.mktemp("equity")
    with Doors(folder, tables={"ria": table(TABLE)}) as opened:
        yield opened


def ask(doors: Any, *hands: str, **more: str) -> Any:
    return asked(doors.visitor(), *hands, **more)


def asked(visitor: Visitor, *hands: str, **more: str) -> Any:
    query = urlencode([*(("hand", hand) for hand in hands), *more.items()])
    return visitor.get(f"/api/equity?{query}")


def test_two_hands_are_counted_over_every_deal(doors: Doors) -> None:
    answer = ask(doors, "AsKs", "QhQd").json()
    assert answer["exact"] and answer["deals"] == 1_712_304
    assert [player["hand"] for player in answer["players"]] == ["AsKs", "QhQd"]
    assert sum(player["equity"] for player in answer["players"]) == pytest.approx(1, abs=1e-12)
    # The usual race: queens are ahead by a little.
    assert 0.53 < answer["players"][1]["equity"] < 0.55


@pytest.mark.more
@pytest.mark.parametrize(("hands", "more", "exact"), [
    (("random", "random"), {}, False), (("AsKs", "random"), {}, False),
    (("22+", "22+", "A2+"), {"board": "2c3d4h"}, False), (("AsKs", "QQ", "JJ"), {}, True),
    (("random", "random"), {"form": "synthetic"}, True)])
def test_no_question_keeps_the_page_waiting(
        doors: Doors, hands: tuple[str, ...], more: dict[str, str], exact: bool) -> None:
    """What would look at thousands of millions of hands is drawn by chance, however few hands are
    named."""
    answer = ask(doors, *hands, **more).json()
    assert answer["exact"] is exact and (exact or answer["deals"] == 400_000)


@pytest.mark.more
def test_many_ranges_are_drawn_with_an_interval(doors: Doors) -> None:
    answer = ask(doors, "TT+", "AKs", "random").json()
    assert not answer["exact"]
    low, high = answer["players"][0]["interval"]
    assert low < answer["players"][0]["equity"] < high


@pytest.mark.parametrize(("hands", "more", "expected"), [
    (("AsKs",), {}, "2 to 6 hands, not 1"),
    (("AsKs", "AsQs"), {}, "need the same cards"),
    (("AsKs", "xyz"), {}, "xyz"),
    (("AsKs", "QQ"), {"board": "2c2c7d"}, "the same card twice"),
    (("AsKs", "QQ"), {"form": "whist"}, "no poker game 'whist'"),
    (("2s3s", "QQ"), {"form": "synthetic"}, "2S"),
    (("A" * 300, "QQ"), {}, ""),
])
def test_what_cannot_be_counted_is_refused_in_words(
        doors: Doors, hands: tuple[str, ...], more: dict[str, str], expected: str) -> None:
    answer = ask(doors, *hands, **more)
    assert answer.status_code == 400 and expected in answer.json()["text"]


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/56")
def test_who_sits_at_a_table_of_poker_is_told_nothing(doors: Doors) -> None:
    """Nobody is helped with a hand in play: they must get up first."""
    ana = doors.guest("Ana")
    assert asked(ana, "AsKs", "QhQd").status_code == 200
    with ana.table("ria") as line:
        line.until("snapshot")
        sat = line.do("sit", "1", 4_000)
        assert sat["t"] == "ack", sat
        refused = asked(ana, "AsKs", "QhQd")
        assert refused.status_code == 409 and refused.json()["code"] == "at-a-table"
        assert refused.json()["law"].endswith("/56")
        assert line.do("leave", "1")["t"] == "ack"
    assert asked(ana, "AsKs", "QhQd").status_code == 200


def test_every_form_belongs_to_a_game() -> None:
    assert {of.hands.equity_form for of in catalogue().values() if of.hands} \
        == set(FORMS)


# -- who watches a table ---------------------------------------------------------------------------


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/62", "pt-217-2007/poquer-nao-bancado/54", "ir/332")
def test_who_watches_is_told_what_open_hands_had_and_who_sits_is_not(tmp_path: Path) -> None:
    """Four go all in before the flop. Until their cards are turned nobody learns anything; then
    watchers see three streets, in each of which the hands have one pot together."""
    with Doors(tmp_path, tables={"ria": table(TABLE)}) as doors:
        watcher, players = doors.visitor(), [doors.guest(name) for name in ("Ana", "Rui", "Eva",
                                                                            "Gil")]
        lines = {player.id: player.table("ria") for player in players}
        for n, line in enumerate(lines.values(), start=1):
            line.until("snapshot")
            assert line.do("sit", str(n), 4_000)["t"] == "ack"
        doors.later(60)
        desk = doors.house.rooms["ria"].desk
        assert watcher.get("/api/tables/ria/race").json()["streets"] == []
        for act in ("all-in", "call", "call", "call"):
            assert watcher.get("/api/tables/ria/race").json()["streets"] == []
            assert desk.dealer and desk.dealer.standing
            one = next(o for o in desk.dealer.standing.offers if o.act == act)
            assert lines[one.player].do(act, one.seat)["t"] == "ack"
        answer = watcher.get("/api/tables/ria/race").json()
        assert answer["coup"] == desk.state.coup and answer["law"].endswith("/62")
        assert [len(street["board"]) for street in answer["streets"]] == [0, 3, 4]
        for street in answer["streets"]:
            assert len(street["hands"]) == 4
            assert sum(hand["equity"] for hand in street["hands"].values()) == pytest.approx(1)
        refused = players[0].get("/api/tables/ria/race")
        assert refused.status_code == 409 and refused.json()["law"].endswith("/56")
        assert watcher.get("/api/tables/none/race").status_code == 404
        taken_home(players, answer["coup"])
        for line in lines.values():
            line.__exit__()


def taken_home(players: list[Visitor], coup: str) -> None:
    """Each may download the hand as they saw it, in a file that other programs read; who has not
    played it may not."""
    for player in players:
        answer = player.get(f"/api/coups/{coup}/history")
        assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain")
        hand = phh.read(answer.text)
        assert hand.variant == "NT" and len(hand.actions) == 15
        assert sum(", " in name for name in hand.players) == 1
        assert not any(other.id in answer.text for other in players)
        assert sum(one.startswith("p") and " sm " in one for one in hand.actions) == 4
    stranger = players[0].doors.guest("Bea")
    assert stranger.get(f"/api/coups/{coup}/history").status_code == 404
    assert stranger.doors.visitor().get(f"/api/coups/{coup}/history").status_code == 401


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/54")
def test_the_order_of_a_pack_of_poker_is_opened_to_nobody(tmp_path: Path) -> None:
    """Other shoes are opened to who played with them once another is shuffled; in this one lie the
    cards that were given up and those that nobody was dealt."""
    with Doors(tmp_path, tables={"ria": table(TABLE)}) as doors:
        players = [doors.guest(name) for name in ("Ana", "Rui", "Eva", "Gil")]
        lines = {player.id: player.table("ria") for player in players}
        for n, line in enumerate(lines.values(), start=1):
            line.until("snapshot")
            assert line.do("sit", str(n), 4_000)["t"] == "ack"
        desk = doors.house.rooms["ria"].desk
        for _ in range(12):  # the clock folds for all of them, hand after hand
            doors.later(61)
        assert desk.state.no > 2
        for player in players:
            coup = player.get("/api/coups/ria-1").json()
            assert coup["seal"] and coup["opening"] is None
            dealt = [e["to"] for e in coup["events"] if e.get("step") == "deal" and e.get("card")]
            assert len(dealt) == 2 and len(set(dealt)) == 1
        assert players[0].get("/api/tables/ria").json()["unopened"].endswith("/54")
        for line in lines.values():
            line.__exit__()


def test_a_table_of_another_kind_has_no_hands_to_tell_of(tmp_path: Path) -> None:
    with Doors(tmp_path) as doors:
        assert doors.visitor().get("/api/tables/shared/race").json()["streets"] == []
