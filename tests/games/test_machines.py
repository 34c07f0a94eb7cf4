"""Machines as the regulation has them: what may open, what is shown, what games pay."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sabot.families.machine import linepay
from sabot.families.machine.file import shipped_models
from sabot.families.machine.model import Model, Symbol
from sabot.games import game, read_table
from sabot.games.machines.round import Meters
from sabot.procedure import (
    LATER,
    Act,
    Call,
    Claim,
    Dealer,
    Incident,
    Move,
    Refusal,
    Result,
    Scripted,
    redact,
    replay,
)
from sabot.procedure.table import Table, Violation
from support.wire import wire

ROW = "pt-217-2007/maquinas-automaticas"
GAME = game("machines")


def machine_table(rules: str = "", minimum: str = '"0.10"', maximum: str = "10",
                  more: str = "") -> Any:
    return read_table(f"""
game = "machines"
name = "A machine"
minimum = {minimum}
maximum = {maximum}
{more}
[rules]
number = "M1"
{rules}
""")


def lawful(rules: str = "", **keys: str) -> Table:
    found = machine_table(rules, **keys)
    assert isinstance(found, Table), found
    return found


def unlawful(rules: str, **keys: str) -> list[Violation]:
    found = machine_table(rules, **keys)
    assert isinstance(found, list), "nothing is wrong with it"
    return found


REELS = """
[rules.reels]
name = "Own"
version = "1"
window = [1, 1]
lines = [[1, 1]]
reels = ["a b b b", "a b b b"]
[rules.reels.symbols]
b = {{}}
[rules.reels.pays]
a = {{ 2 = {prize} }}
"""


def leave(model: Model, requested: str = "2026-01-05", effective: str = "2026-02-05") -> str:
    return (f'\n[[authorisations]]\noption = "{model.identity}"\nby = "SRIJ"\nreference = "7/26"\n'
            f"requested = {requested}\neffective = {effective}\n")


def own(prize: int) -> Model:
    return Model(name="Own", version="1", window=(1, 1), lines=((1, 1),),
                 reels=("a b b b", "a b b b"), symbols={"b": Symbol()}, pays={"a": {"2": prize}})


# -- what may open (2, 7, 8, 10, 12) ---------------------------------------------------------------


@pytest.mark.law(f"{ROW}/2")
def test_a_machine_that_returns_less_than_eighty_per_cent_does_not_open() -> None:
    """One result of sixteen pays: thirteen coins are 81.25 %, twelve are 75 %."""
    lawful(REELS.format(prize=13) + leave(own(13)))
    (wrong,) = unlawful(REELS.format(prize=12) + leave(own(12)))
    assert wrong.clause == f"{ROW}/2" and wrong.allowed == "at least 80 %, with every bet"
    assert wrong.found.startswith("a return of 75.0000 %")


@pytest.mark.law(f"{ROW}/2", "ir/314")
def test_every_number_of_lines_must_return_it() -> None:
    """The first line alone returns 112.5 %; the second hardly ever wins, and both return 62.5 %."""
    both = Model(name="Two", version="1", window=(2, 2), lines=((1, 1), (2, 2)), taken=(1, 2),
                 reels=("a b", "a b"), weights=((3, 1), (3, 1)), symbols={"b": Symbol()},
                 pays={"a": {"2": 2}})
    one = msgspec.structs.replace(both, taken=(1,))
    text = """
[rules.reels]
name = "Two"
version = "1"
window = [2, 2]
lines = [[1, 1], [2, 2]]
taken = %s
reels = ["a b", "a b"]
weights = [[3, 1], [3, 1]]
[rules.reels.symbols]
b = {}
[rules.reels.pays]
a = { 2 = 2 }
"""
    lawful(text % "[1]" + leave(one))
    (wrong,) = unlawful(text % "[1, 2]" + leave(both))
    assert wrong.clause == f"{ROW}/2" and wrong.found.startswith("a return of 62.5000 %")


@pytest.mark.law(f"{ROW}/7", f"{ROW}/8")
def test_a_change_of_one_byte_is_another_model() -> None:
    """Approved is what was shown; who changes a prize asks again."""
    text = REELS.format(prize=13)
    lawful(text + leave(own(13)))
    (wrong,) = unlawful(REELS.format(prize=14) + leave(own(13)))
    assert wrong.clause == f"{ROW}/8" and own(14).identity in wrong.allowed
    (wrong,) = unlawful(text.replace('version = "1"', 'version = "2"') + leave(own(13)))
    assert wrong.clause == f"{ROW}/8"
    (wrong,) = unlawful(text + leave(own(13), effective="2026-01-04"))
    assert wrong.clause == f"{ROW}/7"


@pytest.mark.law(f"{ROW}/8")
def test_models_that_come_with_the_program_are_approved_for_demonstration() -> None:
    for name, model in shipped_models().items():
        assert isinstance(machine_table(f'model = "{name}"', maximum="50"), Table)
        (wrong,) = unlawful(f'model = "{name}"', maximum="50", more="demo = false")
        assert wrong.clause == f"{ROW}/8" and "demonstration only" in wrong.allowed
        lawful(f'model = "{name}"' + leave(model), maximum="50", more="demo = false")


@pytest.mark.law(f"{ROW}/10", f"{ROW}/12", f"{ROW}/9")
@pytest.mark.parametrize(("rules", "keys", "clause", "what"), [
    ('model = "azulejos"', {}, "", "rules.model"),
    ('notes = []', {}, "", "rules.notes"),
    ('notes = [5, 12]', {}, "", "rules.notes"),
    ('coins = ["0.00"]', {}, f"{ROW}/10", "rules.coins"),
    ('coins = [20]', {}, f"{ROW}/10", "minimum"),
    ('most_credit = 3', {}, "", "rules.most_credit"),
    ('', {"minimum": "20"}, f"{ROW}/10", "maximum"),
    ('', {"more": "places = 2"}, f"{ROW}/12", "places"),
    ('', {"more": 'kind = "individual"'}, f"{ROW}/9", "individual"),
    ('jackpot = { share = "a tenth", symbol = "tile", count = 3 }', {}, f"{ROW}/3",
     "rules.jackpot.share"),
    ('jackpot = { share = "1/0", symbol = "tile", count = 3 }', {}, f"{ROW}/3",
     "rules.jackpot.share"),
    ('jackpot = { share = "30 %", symbol = "tile", count = 3 }', {}, f"{ROW}/3",
     "rules.jackpot.share"),
    ('jackpot = { share = "1/100", symbol = "moon", count = 3 }', {}, f"{ROW}/3",
     "rules.jackpot.symbol"),
    ('jackpot = { share = "1/100", symbol = "tile", count = 4 }', {}, f"{ROW}/3",
     "rules.jackpot.count"),
    ('jackpot = { share = "1/100", symbol = "tile", count = 3, least = 50 }', {}, f"{ROW}/3",
     "rules.jackpot.least"),
    ('jackpot = { share = "1/100", symbol = "tile", count = 3, pool = "P", start = 5 }', {},
     f"{ROW}/4", "rules.jackpot.start"),
    ('cards = { name = "J", version = "1", joker = true, pays = { three = 9 } }', {}, "",
     "rules.cards.joker"),
    ('cards = { name = "W", version = "1", wild = "1", pays = { three = 9 } }', {}, "",
     "rules.cards.wild"),
])
def test_what_is_wrong_with_a_machine_is_said_with_its_rule(
        rules: str, keys: dict[str, str], clause: str, what: str) -> None:
    found = unlawful(rules, **keys)
    assert (clause, what) in [(one.clause, one.what) for one in found], found


def test_a_model_that_cannot_be_is_said_where_it_is_wrong() -> None:
    found = unlawful(REELS.format(prize=13).replace('"a b b b", "a b b b"', '"a b b b", "a b b z"'))
    assert found[0].what == "rules.reels.reels[2]" and "'z'" in found[0].found


@pytest.mark.law(f"{ROW}/10", f"{ROW}/11")
def test_a_machine_shows_what_it_must_in_portuguese() -> None:
    """Number, bets, winning sequences and ways of payment, whatever language is beside it."""
    table = lawful('model = "costa"\ncoins = ["0.05"]\nby_hand = 100')
    shown = GAME.felt(table)
    assert shown.number == "M1"
    assert {bet.cost for bet in shown.bets} == {
        5 * lines * stake for lines in (1, 5, 10, 20) for stake in (1, 2, 5)
        if 10 <= 5 * lines * stake <= 1_000}
    model = shipped_models()["costa"]
    assert isinstance(model, Model)
    assert {(p.symbol, p.count, p.coins) for p in shown.pays} == {
        (name, count, coins) for name, prizes in model.prizes.items()
        for count, coins in prizes.items()}
    pt, en, zh = (shown.instructions[lang] for lang in ("pt", "en", "zh"))
    assert len(pt) == len(en) == len(zh) and not set(pt) & (set(en) | set(zh)) | set(en) & set(zh)
    for words in (("Máquina n.º M1",), ("Apostas de 0.10 € a 5.00 €",), ("linhas jogadas",),
                  ("100.00 €", "guia")):
        assert any(all(word in line for word in words) for line in pt), words
    assert "pelo menos 97" not in " ".join(pt) and "93.24 %" in " ".join(pt)


# -- games (1, 9, 13, 14) --------------------------------------------------------------------------


def play_game(table: Table, throws: list[tuple[int, ...]], *acts: Act | Incident) -> Dealer:
    dealer = Dealer(GAME.coup(table, GAME.opening(table)), Scripted(throws=throws))
    for act in (Act("Ana", "sit", "1"), Act("Ana", "insert", "1", 10_000), *acts):
        reply = dealer.report(act) if isinstance(act, Incident) else dealer.answer(act)
        assert not isinstance(reply, Refusal), reply
    return dealer


@pytest.mark.law(f"{ROW}/4", f"{ROW}/5")
def test_a_superjackpot_is_claimed_once_the_share_of_the_bet_is_in_it() -> None:
    """The machine does not know what lies in the pool: its keeper says, and then it is paid."""
    table = lawful('model = "azulejo"\ncoins = ["0.50"]\n'
                   'jackpot = { share = "1/50", symbol = "tile", count = 3, pool = "Norte" }')
    dealer = play_game(table, [(64, 57, 26)], Act("Ana", "spin", "1x1x50"))
    assert isinstance(dealer.awaited, Claim) and dealer.awaited.pool == "Norte"
    moves = [e.step for e in dealer.record if isinstance(e.step, Move)]
    assert [(m.kind, m.amount, m.into) for m in moves[-3:]] == [
        ("contribute", 1, "Norte"), ("collect", 49, ""), ("prize", 750, "")]
    for wrong in ("7H", (1, 2), -1):
        assert isinstance(dealer.enter(wrong), Refusal)
    dealer.enter(123_456)
    assert dealer.over
    paid = next(e.step for e in dealer.record
                if isinstance(e.step, Move) and e.step.kind == "jackpot")
    assert (paid.amount, paid.into, paid.player) == (123_456, "Norte", "Ana")
    assert dealer.outcome.meters.jackpots == 123_456
    again = replay(GAME.coup(table, GAME.opening(table)), dealer.record)
    assert again.record == dealer.record and again.outcome == dealer.outcome
    sent = [wire(redact(event, "")) for event in dealer.record if isinstance(event.step, Claim)]
    assert sent == [{"step": "claim", "law": f"{ROW}/4", "pool": "Norte", "cents": 123_456}]


def test_a_claim_waits_for_its_keeper_at_every_table() -> None:
    claim = Claim(f"{ROW}/4", pool="Norte")
    assert Scripted().resolve(claim) is LATER


@pytest.mark.law(f"{ROW}/4")
def test_a_pool_that_has_just_been_won_pays_nothing_and_the_game_goes_on() -> None:
    table = lawful('model = "azulejo"\ncoins = ["0.50"]\n'
                   'jackpot = { share = "1/50", symbol = "tile", count = 3, pool = "Norte" }')
    dealer = play_game(table, [(64, 57, 26)], Act("Ana", "spin", "1x1x50"))
    dealer.enter(0)
    assert dealer.over and dealer.outcome.meters.jackpots == 0
    assert dealer.outcome.meters.prizes == 750


@pytest.mark.law(f"{ROW}/3")
def test_a_bet_below_the_least_does_not_win_the_jackpot() -> None:
    table = lawful('model = "azulejo"\ncoins = ["0.50"]\njackpot = { share = "1/50", '
                   'symbol = "tile", count = 3, least = 1, start = 30 }')
    small = play_game(table, [(64, 57, 26)], Act("Ana", "spin", "1x1x50"))
    large = play_game(table, [(64, 57, 26)], Act("Ana", "spin", "1x2x50"))
    assert small.outcome.pool == 3_001 and small.outcome.meters.jackpots == 0
    assert large.outcome.pool == 3_000 and large.outcome.meters.jackpots == 3_002


NETS = {"costa": "20x1x5", "vindima": "25x1x5", "azulejo": "1x3x50", "cinco": "1x5x25"}


@settings(max_examples=60, deadline=None)
@given(name=st.sampled_from(sorted(NETS)), seed=st.integers(0, 10**6),
       share=st.sampled_from(("1/75", "3/1000", "0.1 %")))
def test_meters_are_what_the_record_moved(name: str, seed: int, share: str) -> None:
    """Games of any model: each meter equals the sum of its movements, and the credit what is left.
    """
    from sabot.equipment import Seeded
    from sabot.procedure import Live
    symbol = {"costa": ("net", 3), "vindima": ("snail", 3), "azulejo": ("tile", 2),
              "cinco": ("high-pair", 0)}[name]
    if name == "azulejo":
        symbol = ("tile", 3)
    table = lawful(f'model = "{name}"\ncoins = ["0.05", "0.25", "0.50"]\nby_hand = 5\n'
                   f'jackpot = {{ share = "{share}", symbol = "{symbol[0]}", count = {symbol[1]}, '
                   "start = 1 }", minimum='"0.50"')
    chance, carry = Live(Seeded(seed)), GAME.opening(table)
    sums: dict[str, int] = {}
    for n in range(12):
        dealer = Dealer(GAME.coup(table, carry), chance)
        if n == 0:
            dealer.answer(Act("Ana", "sit", "1"))
            dealer.answer(Act("Ana", "insert", "1", 50_000))
        reply = dealer.answer(Act("Ana", "spin", NETS[name]))
        assert not isinstance(reply, Refusal), reply
        while not dealer.over:
            listen = dealer.standing
            assert listen is not None
            if listen.window.startswith("hand-pay"):
                dealer.report(Incident("hand-paid", seat="1"))
            else:
                offer = next(o for o in listen.offers)
                dealer.answer(Act("Ana", offer.act, offer.spots[0]))
        carry = dealer.outcome
        for event in dealer.record:
            if isinstance(event.step, Move):
                sums[event.step.kind] = sums.get(event.step.kind, 0) + event.step.amount
    meters: Meters = carry.meters
    assert meters.games == 12
    assert meters.bets == sums["collect"] + sums.get("contribute", 0) == sums["travel"]
    assert meters.prizes == sums.get("prize", 0)
    assert meters.by_hand == sums.get("hand-pay", 0) - sums.get("jackpot-due", 0)
    assert meters.contributed == sums.get("contribute", 0)
    assert meters.jackpots == sums.get("jackpot", 0) + sums.get("jackpot-due", 0)
    assert meters.seeded == sums["seed"]
    assert carry.pool == meters.seeded + meters.contributed - meters.jackpots
    assert meters.collected == sums["stake"] == 50_000
    assert meters.credit == carry.held["1/credit"][1]


def test_a_line_tells_its_highest_combination() -> None:
    """Against the definition, for every line that a shipped model can show on its first three
    reels."""
    model = shipped_models()["costa"]
    assert isinstance(model, Model)
    read = linepay.automaton(model)
    for first in model.names:
        for second in model.names:
            line = [first, second, "lighthouse", second, first]
            state = 0
            for reel, symbol in enumerate(line):
                state = read.steps[reel][state][model.names.index(symbol)]
            won = linepay.best_win(model, line)
            assert (won.coins if won else 0) == linepay.pay(model, line) == read.settled[5][state]


def test_a_game_s_results_sum_to_its_prize() -> None:
    table = lawful('model = "costa"\ncoins = ["0.05"]')
    dealer = play_game(table, [(11, 14, 3, 2, 31)], Act("Ana", "spin", "20x2x5"))
    parts = [e.step.facts["cents"] for e in dealer.record
             if isinstance(e.step, Result) and "/" in e.step.hand]
    whole = next(e.step for e in dealer.record
                 if isinstance(e.step, Result) and e.step.hand == "1")
    assert len(parts) == 3 and sum(parts) == whole.facts["prize"] > 0
    assert msgspec.json.decode(msgspec.json.encode(whole.facts)) == whole.facts


@pytest.mark.law(f"{ROW}/9-2", "ir/326")
def test_a_game_under_way_when_the_meters_fail_is_played_to_the_end() -> None:
    """The report comes between games only; the ladder that is being climbed is climbed first."""
    table = lawful('model = "azulejo"\ncoins = ["0.10"]')
    dealer = play_game(table, [(28, 30, 40), (2,)], Act("Ana", "spin", "1x1x10"))
    reply = dealer.report(Incident("meters-failed", seat="1"))
    assert isinstance(reply, Refusal) and reply.code == "no-fault"
    dealer.answer(Act("Ana", "stop", "1"))
    assert dealer.over
    after = Dealer(GAME.coup(table, dealer.outcome), Scripted())
    after.report(Incident("meters-failed", seat="1"))
    assert [e.step.call for e in after.record if isinstance(e.step, Call)] == ["out-of-order"]
    reply = after.answer(Act("Ana", "spin", "1x1x10"))
    assert isinstance(reply, Refusal) and reply.law == f"{ROW}/9-2"
    after.answer(Act("Ana", "leave", "1"))
    assert after.standing is not None and after.standing.offers == ()
