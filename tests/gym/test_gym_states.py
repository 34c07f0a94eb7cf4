"""Every game as a sequential game with explicit chance: states are copied, stored and compared, the
probabilities are exact, and nothing hidden is known."""

from __future__ import annotations

import itertools
import pickle
import random
from collections import defaultdict
from copy import deepcopy
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.equipment import Seeded, Shoe
from sabot.gym.play import Play
from sabot.gym.state import FORMAT, TERMINAL, State, StoredState, new_state
from sabot.procedure import Act, Live, Shuffle

EVERY = games.ids()


def step(state: State, chance: random.Random) -> None:
    """Apply something by chance."""
    if state.is_chance():
        outcomes = state.chance_outcomes()
        assert sum(p for _, p in outcomes) == 1 and min(p for _, p in outcomes) > 0
        assert [outcome for outcome, _ in outcomes] == state.legal_actions()
        state.apply(chance.choices(*zip(*((n, float(p)) for n, p in outcomes), strict=True))[0])
    else:
        state.apply(chance.choice(state.legal_actions()))


def knowledge(state: State) -> list[Any]:
    """All that can be asked of a state."""
    return [state.current_player(), state.legal_actions(), state.returns(), state.history,
            [state.action_text(action) for action in state.legal_actions()],
            [(info.text, info.row.tobytes()) for info in map(state.information_state,
                                                             range(state.players))]]


@pytest.mark.more_of("american-roulette", "french-roulette", "omaha", "cussec", "fantan",
                     "blackjack-2001", "ponto-e-banca-macau", "sintetico", "three-card-baccarat")
@pytest.mark.parametrize("game", EVERY)
def test_states_are_copied_stored_and_compared(game: str) -> None:
    """Clones, copies, pickles and stored states are equal to their original, know the same, and
    continue independently of it."""
    state, chance = new_state(game, coups=2), random.Random(3)
    money = state.players * 1000 * state.table.minimum
    for number in range(40):
        if state.is_terminal():
            break
        if number % 6 == 0:
            before = knowledge(state)
            clones = [state.clone(), deepcopy(state)]
            if number % 12 == 0:
                clones += [pickle.loads(pickle.dumps(state)), State.from_bytes(state.to_bytes())]
            for clone in clones:
                assert clone == state and hash(clone) == hash(state)
                assert knowledge(clone) == before
            later = [State.from_bytes(state.to_bytes()), *clones]
            for clone in later:
                for _ in range(4):
                    if not clone.is_terminal():
                        step(clone, random.Random(number + len(clone.history)))
            assert all(knowledge(clone) == knowledge(later[0]) for clone in later)
            assert knowledge(state) == before and later[0] != state
        step(state, chance)
        books = state._point.session.play.money
        assert books.balanced() and sum(books.worth(f"player_{n}") for n in range(
            state.players)) == money + sum(state.returns())
    if state.is_terminal():
        assert state.current_player() == TERMINAL and not state.legal_actions()


class FixedOrder(Live):
    """A shoe whose order is known before."""

    def __init__(self, order: tuple[str, ...]) -> None:
        super().__init__(Seeded(0))
        self.order = order

    def resolve(self, step: Any) -> Any:
        if isinstance(step, Shuffle):
            self.shoe = Shoe(bytes(32), list(self.order))
            return self.shoe.seal
        return super().resolve(step)


def plain(names: list[str]) -> str:
    """A way to play that needs no thought: the minimum on the first spot, then as few cards as
    possible."""
    liked = ("stand", "bet", "wait", "deal", "no-insurance")
    return next((name for name in liked if name in names), names[0])


def test_cards_drawn_one_by_one_are_those_of_a_shuffled_shoe() -> None:
    """A shoe of seven cards: the exact distribution of what is won over the nodes of chance is that
    over all orders of the shoe, played by the engine."""
    cards = ("TS", "TS", "9H", "9H", "AS", "AS", "5D")
    root = new_state("blackjack-online", cards=cards)
    walked: dict[int, Fraction] = defaultdict(Fraction)
    places = [(root, Fraction(1))]
    while places:
        state, part = places.pop()
        if state.is_terminal():
            walked[state.returns()[0]] += part
        elif state.is_chance():
            places += [(state.child(n), part * p) for n, p in state.chance_outcomes()]
        else:
            acts = {state.actions[n].act: n for n in reversed(state.legal_actions())}
            staked = state._point.session.play.money.staked("player_0")
            name = plain([act for act in acts if not (act == "bet" and staked)])
            places.append((state.child(acts[name]), part))
    orders = set(itertools.permutations(cards))
    played: dict[int, Fraction] = defaultdict(Fraction)
    for order in orders:
        played[engine(root, order)] += Fraction(1, len(orders))
    assert len(walked) > 2 and walked == played


def engine(root: State, order: tuple[str, ...]) -> int:
    """What a player wins at the same table from a shoe in this order."""
    play = Play(games.game(root.table.game), root.table, ["player_0"], (), seed=0, purse=10**7,
                chance=FixedOrder(order))
    while play.advance():
        acts = {act: (seat, offers) for (act, seat), offers in reversed(
            play.choices("player_0").items())}
        names = [name for name in acts if not (name == "bet" and play.money.staked("player_0"))]
        name = plain([*names, *["wait"] * play.may_wait("player_0")])
        if name == "wait":
            play.wait("player_0")
        else:
            seat, offers = acts[name]
            assert play.act(Act("player_0", name, seat, offers[0].least)) is None
    return play.money.worth("player_0") - 10**7


@pytest.mark.parametrize(("game", "spot"), [("cussec", "small"), ("fantan", "fan/1"),
                                            ("american-roulette", "straight/17")])
@pytest.mark.more_of("american-roulette-straight/17", "cussec-small")
def test_the_mean_over_the_nodes_is_the_exact_edge(game: str, spot: str) -> None:
    """One bet at the minimum: what it loses on average is what the odds of the table say."""
    root = new_state(game, amounts=("least",))
    mean, stakes, places = Fraction(), set(), [(root, Fraction(1))]
    while places:
        state, part = places.pop()
        if state.is_terminal():
            mean += part * state.returns()[0]
        elif state.is_chance():
            places += [(state.child(n), part * p) for n, p in state.chance_outcomes()]
        else:
            acts = {state.action_text(n): n for n in state.legal_actions()}
            stake = state._point.session.play.money.staked("player_0")
            stakes |= {stake} - {0}
            name = next(name for name in ("open", "spin") if name in acts) if stake else \
                f"bet {spot} least"
            places.append((state.child(acts[name]), part))
    edge = next(bet.edge for bet in games.game(game).priced.odds(root.table).bets
                if bet.bet == spot.partition("/")[0])
    assert -mean / stakes.pop() == Fraction(str(edge)) and not stakes


def test_a_player_knows_nothing_that_is_hidden() -> None:
    """Two states that differ in the cards of others are the same to a player, and not to them."""
    root = new_state("holdem")
    for lot in (1, 1, 1, 1):
        root.apply(lot)
    cards = iter(range(10, 52))
    while root.is_chance():  # all hands: the cards of place 1 first
        root.apply(next(cards))
    dealt = root.history
    other = list(dealt)
    other[5], other[6] = 50, 51
    twin = new_state("holdem")
    for answer in other:
        twin.apply(answer)
    assert twin != root
    same = [twin.information_text(n) == root.information_text(n) for n in range(root.players)]
    rows = [(twin.information_state(n).row == root.information_state(n).row).all()
            for n in range(root.players)]
    assert same == rows and same.count(False) == 2  # only those who hold these cards


def test_covered_dice_are_not_known() -> None:
    """Cussec covers the dice before the bets: whatever they show, a player knows the same."""
    known = set()
    for dice in ((1, 1, 1), (6, 6, 6), (2, 3, 5)):
        state = new_state("cussec", amounts=("least",))
        for number in dice:
            state.apply(number)
        assert not state.is_chance()
        knowledge = state.information_state(0)
        known.add((knowledge.text, knowledge.row.tobytes()))
    assert len(known) == 1


def test_a_given_board_is_dealt_with_certainty_and_no_one_else_gets_its_cards() -> None:
    board = ["2S", "7H", "9D", "JC", "3S"]
    state = new_state("holdem", fixed={"board": board}, waits=False, amounts=("least",))
    chance = random.Random(1)
    for lot in (1, 1, 1, 1):
        state.apply(lot)
    held: list[str] = []
    while not state.is_terminal():
        if state.is_chance():
            outcomes = state.chance_outcomes()
            assert len(outcomes) == 1 or not {
                state.action_text(n) for n, _ in outcomes} & set(board)
            held.append(state.action_text(outcomes[0][0]))
            state.apply(outcomes[0][0])
        else:
            names = {state.actions[n].act: n for n in state.legal_actions()}
            assert "wait" not in names
            state.apply(names.get("check", names.get("call", chance.choice(list(names.values())))))
    assert [card for card in held if card in board] == board
    assert len(set(held)) == len(held)


def test_suits_are_left_out_on_request() -> None:
    """A rank is one outcome with the probability of all its cards, also when some have left."""
    state = new_state("ponto-e-banca", suits=False)
    every = new_state("ponto-e-banca")
    while not state.is_chance():
        state.apply(state.legal_actions()[-1])
        every.apply(every.legal_actions()[-1])
    for _ in range(4):
        outcomes = state.chance_outcomes()
        assert len(outcomes) == 13 and sum(p for _, p in outcomes) == 1
        by_rank: dict[str, Fraction] = defaultdict(Fraction)
        for n, chance in every.chance_outcomes():
            by_rank[every.action_text(n)[0]] += chance
        assert {state.action_text(n)[0]: chance for n, chance in outcomes} == by_rank
        state.apply(outcomes[3][0])
        every.apply(outcomes[3][0])


def test_no_suit_says_which_cards_others_have() -> None:
    """Without suits every card of a rank is the same: a five is a five of spades, also when more
    fives have left the shoe than it has fives of spades."""
    state = new_state("chemin-de-fer", waits=False, suits=False, amounts=("least",),
                      cards=["5S", "5H", "5H", "5D", "TS", "TH", "TD", "TC"],
                      fixed={"burn": ["TD"]})
    chance, seen = random.Random(2), set[str]()
    while not state.is_terminal():
        if state.is_chance():
            seen.update(map(state.action_text, state.legal_actions()))
        step(state, chance)
    assert seen == {"5S", "TS"}


def test_an_episode_ends_after_its_steps() -> None:
    state = new_state("blackjack-online", steps=3)
    for _ in range(3):
        assert not state.is_terminal()
        names = {state.action_text(n): n for n in state.legal_actions()}
        state.apply(next(n for name, n in names.items() if name.startswith("bet")))
    assert state.is_terminal() and state.returns() == [0]


def test_what_is_not_open_is_refused_and_changes_nothing() -> None:
    state = new_state("blackjack-2007")
    before = knowledge(state)
    for action in (-1, 10**6, len(state.actions) - 1):
        with pytest.raises(ValueError, match="allowed now: "):
            state.apply(action)
    assert knowledge(state) == before
    with pytest.raises(RuntimeError, match="chance is not asked"):
        state.chance_outcomes()


@pytest.mark.parametrize(("options", "expected"), [
    ({"game": "holdem", "players": 2}, "allowed: 4 or more"),
    ({"game": "holdem", "cards": ["AS", "1S"]}, "found '1S'; allowed: codes such as KH"),
    ({"game": "holdem", "fixed": {"board": ["??"]}}, "found '\\?\\?'"),
    ({"game": "blackjack-2007", "packs": 3}, "pt-217-2007/blackjack"),
    ({"game": "blackjack-2007", "coups": 0}, "coups: found 0")])
def test_settings_that_cannot_be_are_refused(options: dict[str, Any], expected: str) -> None:
    with pytest.raises(ValueError, match=expected):
        new_state(**options)


def test_stored_states_of_other_rules_are_refused() -> None:
    """What is no state, has another format, or was played by other rules is not taken."""
    state, chance = new_state("blackjack-2007"), random.Random(2)
    for _ in range(9):
        step(state, chance)
    stored = msgspec.json.decode(state.to_bytes(), type=StoredState)

    def altered(**changes: Any) -> bytes:
        return msgspec.json.encode(msgspec.structs.replace(stored, **changes))
    for data, expected in (
            (b"{}", "no state"), (b"\xff", "no state"), (altered(format=FORMAT + 1), "format"),
            (altered(game="whist"), "no state"), (altered(rules="0" * 64), "under other rules"),
            (altered(history=(*stored.history, 10**6)), "under other rules"),
            (altered(history=stored.history[:-1]), "under other rules")):
        with pytest.raises(ValueError, match=expected):
            State.from_bytes(data)
    assert State.from_bytes(altered()) == state


@pytest.mark.skipif(bool(find_spec("pyspiel")), reason="OpenSpiel is installed here")
def test_the_adapter_says_what_it_needs() -> None:
    with pytest.raises(ModuleNotFoundError, match="pip install open_spiel"):
        import_module("sabot.gym.open_spiel")
