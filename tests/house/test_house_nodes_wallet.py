"""Several nodes of one house, with the players' money in an operator's wallet."""

from __future__ import annotations

import pytest
from test_house_wallet import Safe

from sabot.certify.audit.verify import verify
from sabot.ledger import Ledger
from sabot.ledger.wallet import NoAnswer
from support.house_nodes import SILENCE, NodeDoors, two_nodes, until
from support.open_house import Visitor

pytestmark = [pytest.mark.postgres, pytest.mark.xdist_group("nodes")]


class Bank(Safe):
    """A wallet that can refuse to hear of credits and of rollbacks."""

    deaf = False

    def credit(self, key: str, player: str, amount: int, currency: str = "") -> None:
        if self.deaf:
            raise NoAnswer
        super().credit(key, player, amount, currency)

    def rollback(self, key: str) -> None:
        if self.deaf:
            raise NoAnswer
        super().rollback(key)


def enter(node: NodeDoors, player: str) -> Visitor:
    """Somebody whom the operator sends in."""
    visitor = node.visitor()
    launch = node.signer.launch(player, "Ana")
    answer = visitor.get(f"/enter?launch={launch}")
    assert answer.status_code == 303, answer.text
    visitor.id = player
    return visitor


def table_of(node: NodeDoors) -> str:
    return min(name for name in node.runs() if name != "alone")



def test_bets_at_the_tables_of_two_nodes_are_paid_by_one_wallet(postgres: str, nats: str) -> None:
    bank = Bank(ana=1_500)
    with two_nodes(postgres, nats, wallet=bank) as (a, b):
        ana = enter(a, "ana")
        with ana.table(table_of(a)) as here, ana.table(table_of(b)) as there:
            for n, line in enumerate((here, there)):
                line.take()
                assert line.do("sit", "1", key=f"sit-{n}")["t"] == "ack"
            assert here.do("bet", "1", 1_000)["t"] == "ack"
            refused = there.do("bet", "1", 1_000, key="there-1")
            assert (refused["code"], refused["facts"]) == ("credit", {"have": 500, "need": 1_000})
            assert there.do("bet", "1", 400, key="there-2")["t"] == "ack"
            assert bank.cents == {"ana": 100}
    with Ledger.open(postgres) as books:
        assert not verify(books).faults


def test_what_a_node_has_left_at_the_wallet_another_finishes(postgres: str, nats: str) -> None:
    """A smaller bet gives money back; the wallet does not hear of it before the node is gone."""
    bank = Bank(ana=1_500)
    with two_nodes(postgres, nats, wallet=bank, silence=SILENCE) as (a, b):
        ana, name = enter(b, "ana"), table_of(a)
        with ana.table(name) as line:
            line.take()
            assert line.do("sit", "1")["t"] == "ack"
            assert line.do("bet", "1", 1_000)["t"] == "ack"
            bank.deaf = True
            assert line.do("bet", "1", 200)["t"] == "ack", "less lies there: 8 euros go back"
        assert bank.cents == {"ana": 500}
        until(lambda: a.ledger.outgoing_credits())
        a.silence()
        until(lambda: name in b.runs())
        bank.deaf = False
        until(lambda: bank.cents == {"ana": 1_300})
        until(lambda: not b.ledger.outgoing_credits())
    with Ledger.open(postgres) as books:
        assert not verify(books).faults
