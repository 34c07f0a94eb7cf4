"""A house of several nodes: any door leads to any table, and a table outlives its node."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
import sqlalchemy as sa
from click.testing import CliRunner

from sabot.certify.audit.verify import verify
from sabot.cli import main
from sabot.cli.operating.many_nodes import AWAY
from sabot.house.books.tickets import Voucher
from sabot.house.nodes.groups import DESK
from sabot.ledger import Entry, Ledger, Overtaken
from support.house_nodes import SILENCE, TABLES, NodeDoors, two_nodes, until
from support.open_house import Line
from support.own_servers import Forwarder
from support.served_house import free_port

HOLDEM = """
game = "holdem"
name = "Poker"
places = 10
minimum = 2
maximum = 1000
[rules]
minimum_share = false
limit = "cave"
"""

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("nodes")]


def table_of(node: NodeDoors, *but: str) -> str:
    """A shared table that this node runs."""
    return next(name for name in sorted(node.runs()) if name not in ("alone", "door", *but))


def moved(line: Line) -> int:
    """Read a line to its end: the code with which it was closed."""
    return line.closed()[0]


def test_each_table_is_run_by_one_node_and_each_door_leads_to_all(
        postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        assert a.runs() | b.runs() == set(TABLES) and not a.runs() & b.runs()
        ana = a.guest("Ana")
        for name in TABLES:
            with ana.table(name) as line:
                assert line.take()["t"] == "snapshot", name
            assert ana.get(f"/api/tables/{name}").json()["id"] == name
        away = table_of(b)
        with ana.table(away) as line:
            assert line.do("sit", "1")["t"] == "ack"
            assert line.do("bet", "1", 200)["t"] == "ack"
            for doors in (a, b):
                cards = {card["id"]: card for card in doors.visitor().get("/api/tables").json()}
                assert cards[away]["taken"] == 1, "every lobby sees the seat"
                assert list(cards) == list(TABLES)
            refused = line.do("bet", "1", 1_000_000)
            assert refused["t"] == "refused"
        mine = [session["table"] for session in ana.get("/api/lobby").json()["playing"]]
        assert mine == [away]
    with Ledger.open(postgres) as books:
        assert not verify(books).faults


def test_a_guest_of_one_node_is_known_and_called_alike_at_the_other(
        postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        ana, other = a.guest("Ana"), b.guest("Ana")
        names = {visitor.get("/api/session").json()["name"] for visitor in (ana, other)}
        assert names == {"Ana", "Ana 2"}, "the names are given at one place"
        assert ana.post("/api/session/name", {"name": "Beatriz"}).status_code == 200
        for node in (a, b):
            with ana.table(table_of(node)) as line:
                line.take()
                assert line.do("sit", "1")["t"] == "ack"
                assert node.house.name(ana.id) == "Beatriz"


def test_a_sign_in_that_ends_at_one_node_ends_its_lines_at_the_other(
        postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        ana = a.guest("Ana")
        with ana.table(table_of(a)) as here, ana.table(table_of(b)) as there:
            here.take()
            there.take()
            assert ana.post("/api/session/end", {}).status_code == 200
            assert moved(here) == moved(there) == 4401


def test_a_table_goes_on_elsewhere_when_its_node_gives_no_sign_of_life(
        postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats, silence=SILENCE) as (a, b):
        ana, name = b.guest("Ana"), table_of(a)
        with ana.table(name) as line:
            line.take()
            assert line.do("sit", "1")["t"] == "ack"
            assert line.do("bet", "1", 200)["t"] == "ack"
            version = line.messages[-1].get("v") or a.house.rooms[name].desk.state.version
        coup = a.house.rooms[name].desk.state.coup
        a.silence()
        until(lambda: name in b.runs())
        with ana.table(name) as line:
            assert line.take()["v"] >= version
            assert b.house.rooms[name].desk.state.coup == coup
            assert b.house.rooms[name].desk.staked == {ana.id: 200}
            assert line.do("bet", "1", 300)["t"] == "ack"
        with pytest.raises(Overtaken, match="epoch 1 of the node a has ended"):
            a.ledger.commit([Entry(kind="house")])
    with Ledger.open(postgres) as books:
        assert not verify(books).faults


def test_a_line_to_a_node_whose_epoch_has_ended_ends(postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats, silence=SILENCE) as (a, b):
        ana, name = b.guest("Ana"), table_of(a)
        with ana.table(name) as line:
            line.take()
            a.silence()
            assert moved(line) == 4503, "the page connects again, to the node that runs the table"


def test_no_node_is_given_up_because_the_database_was_away(postgres: str, nats: str) -> None:
    server = sa.make_url(postgres)
    host, port = server.host or "127.0.0.1", server.port or 5432
    with Forwarder(port, host) as of_a, Forwarder(port, host) as of_b:
        urls = [server.set(host="127.0.0.1", port=forwarder.port).render_as_string(False)
                for forwarder in (of_a, of_b)]
        with two_nodes(urls[0], nats, silence=5, second=urls[1]) as (a, b):
            for forwarder in (of_a, of_b):
                forwarder.move(free_port())
            time.sleep(6)
            of_a.move(port)
            time.sleep(1)  # now one node sees that the other has long given no sign of life
            of_b.move(port)
            until(lambda: a.node.node.others and b.node.node.others)
            assert not a.house.broken and not b.house.broken
            ana = a.guest("Ana")
            with ana.table(table_of(b)) as line:
                line.take()
                assert line.do("sit", "1")["t"] == "ack"


def test_a_node_ends_with_a_status_that_says_whether_to_start_it_again(
        tmp_path: Path, postgres: str) -> None:
    def serve(database: str) -> int:
        return CliRunner().invoke(main, [
            "serve", "--node", "a", "--database", database, "--channel", "nats://127.0.0.1:1",
            "--port", str(free_port()), "--log", "-"], env={"SABOT_VAR": str(tmp_path)}).exit_code

    assert serve(f"postgresql://127.0.0.1:{free_port()}/house") == AWAY
    with Ledger.open(postgres):
        assert serve(postgres) == 2, "a house of one process has this database"


def test_a_node_that_leaves_hands_its_tables_over(postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        ana, name = b.guest("Ana"), table_of(a)
        with ana.table(name) as line:
            line.take()
            assert line.do("sit", "1")["t"] == "ack"
            a.server.should_exit = True
            assert moved(line) in (4408, 4503), "the page connects again"
        until(lambda: b.runs() == set(TABLES))
        with ana.table(name) as line:
            line.take()
            assert line.do("bet", "1", 200)["t"] == "ack", "the seat is still theirs"
    with Ledger.open(postgres) as books:
        assert [*books.checkpoints()][-1].seq == books.head()[0], "the last node sealed it"


def test_each_request_is_answered_by_the_node_that_can(postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        voucher = Voucher(id="door-7/1", number="A-12-1", machine="A-12", table="door", name="",
                          game=1, coup="door-7", player="p_1", cents=500, at=0.0, law="")
        a.ledger.commit([Entry(kind="house", documents=(voucher.document(),))])
        other = next(node for node in (a, b) if "door" not in node.runs())
        group = other.node.door.group
        assert group("/api/staff/vouchers/door-7/1/pay", "POST") == "game machines"
        assert group("/api/staff/vouchers/door-8/1/pay", "POST") == ""
        assert group("/api/machines/door/ask", "POST") == "game machines"
        assert group("/api/tables/shared~ana/hints", "GET") == "table shared"
        assert group("/api/staff/tables/shared/void", "POST") == "table shared"
        assert group("/api/me/sessions/shared/end", "POST") == "table shared"
        assert group("/api/staff/games/craps/disable", "POST") == DESK
        assert group("/enter", "GET") == group("/api/session", "POST") == DESK
        assert group("/api/session", "GET") == group("/table.html", "GET") == ""
        assert group("/api/odds", "GET", b"table=shared") == "table shared"
        assert group("/api/odds", "GET", b"game=blackjack-online").startswith("table ")
        assert group("/api/hands", "POST") == group("/api/tables/nowhere", "GET") == ""


def test_what_staff_close_at_one_node_is_closed_at_all(postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        token = a.staff("Rui", "supervisor")
        rui = b.visitor()
        assert rui.post("/api/staff/login", {"token": token}).status_code == 200
        answer = rui.post("/api/staff/games/blackjack-online/disable", {"reason": "inspection"})
        assert answer.status_code == 200, answer.text
        ana = a.guest("Ana")
        for node in (a, b):
            with ana.table(table_of(node)) as line:
                until(lambda line=line: line.do("sit", "1")["t"] == "refused")


def test_what_lies_at_the_tables_of_another_node_counts(postgres: str, nats: str) -> None:
    """No new name and no new credits while a bet lies anywhere; no advice to who sits at a poker
    table of any node."""
    with two_nodes(postgres, nats, more={"poker": HOLDEM}) as (a, b):
        ana = a.guest("Ana")
        desk = next(node for node in (a, b) if node.node.node.owner(DESK) == node.node.node.me)
        other = a if desk is b else b
        with ana.table(table_of(other, "poker")) as line:
            line.take()
            assert line.do("sit", "1")["t"] == "ack"
            assert desk.house.whereabouts.seats(ana.id) == {table_of(other, "poker")}
            assert ana.post("/api/session/name", {"name": "Beatriz"}).status_code == 200
            assert line.do("bet", "1", 200)["t"] == "ack"
            for node in (a, b):
                assert node.house.whereabouts.at_stake(ana.id) == {table_of(other, "poker"): 200}
            refused = ana.post("/api/session/name", {"name": "Carla"})
            assert (refused.status_code, refused.json()["code"]) == (409, "bet-open")
            assert desk.house.whereabouts.staked(ana.id) == {table_of(other, "poker"): 200}
            assert line.do("clear", "1")["t"] == "ack"
            assert desk.house.whereabouts.staked(ana.id) == {}
        asked = "/api/equity?hand=AsKs&hand=QdQh"
        assert [node.visitor().get(asked).status_code for node in (a, b)] == [200, 200]
        with ana.table("poker") as line:
            line.take()
            assert line.do("sit", "1", 4_000, key="poker")["t"] == "ack"
            for node in (a, b):
                there = node.visitor()
                there.http.cookies.update(ana.http.cookies)
                assert there.get(asked).json()["code"] == "at-a-table"


def test_bets_at_a_table_that_no_node_has_any_more_are_refunded(postgres: str, nats: str) -> None:
    with two_nodes(postgres, nats) as (a, b):
        ana = a.guest("Ana")
        removed = table_of(b)
        with ana.table(removed) as line:
            assert line.do("sit", "1")["t"] == "ack"
            assert line.do("bet", "1", 200)["t"] == "ack"
        player = ana.get("/api/session").json()["player"]
        account = b.house.rooms[removed].desk.accounts.player(player)
        before = b.ledger.balance(account)
    with two_nodes(postgres, nats, without=removed) as (a, b):
        settled = [node.house.recovered.get(removed) for node in (a, b)]
        assert sorted(settled, key=bool) == [None, "refunded"], "the node of the front desk does it"
        assert a.ledger.balance(account) == before + 200
    with Ledger.open(postgres) as books:
        assert not verify(books).faults
