"""Each check notices a game that breaks its law: one that no game can fail shows nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import count
from typing import Any

import msgspec
import pytest

from sabot import games
from sabot.conformance import CHECKS, Finding, Plan, Walk, acts, golden, offers, records
from sabot.conformance import sessions as counted
from sabot.conformance.findings import code_folder, error_place
from sabot.equipment import Shoe
from sabot.procedure import (
    AnyStep,
    Call,
    Deal,
    Discard,
    Incident,
    Listen,
    Move,
    Open,
    Result,
    Uncover,
)
from sabot.procedure.capabilities import OpenChoices
from sabot.procedure.game import Game
from sabot.procedure.menu import MenuBet
from sabot.procedure.table import Violation
from support.broken_games import altered, spoken, without
from support.little_game import CHIP, LAW, LITTLE

PLAYED = replace(LITTLE, simulation=None, words={
    lang: words | {f"key.{act}": letter for act, letter in (("cut", "1"), ("no-cut", "2"))}
    | {"act.cut": "cut", "act.no-cut": "no cut", "incident.spill": "a spill",
       "incident.jam": "a jam", "incident.misdrawn": "a wrong card", "call.spill": "a spill"}
    for lang, words in LITTLE.words.items()})
"""The little game with the words that it says, and without the loops of another game."""
FANTAN = games.game("fantan")
BROKEN: list[tuple[str, str, str, Callable[[], Game]]] = []
"""What is broken, the check that notices it, some words of what is found, and the game."""


def broken(check: str, words: str) -> Callable[[Callable[[], Game]], Callable[[], Game]]:
    """A game that a check must find at fault, in these words."""
    def noted(make: Callable[[], Game]) -> Callable[[], Game]:
        BROKEN.append((make.__name__, check, words, make))
        return make
    return noted


def change(game: Game, kind: type, /, **fields: Any) -> Game:
    """The game with other values in the steps of a kind."""
    return altered(game, lambda step, _: msgspec.structs.replace(step, **fields)
                   if isinstance(step, kind) else step)


def moves(game: Game, kind: str, /, **fields: Any) -> Game:
    """The game with other values in the movements of a kind."""
    return altered(game, lambda step, _: msgspec.structs.replace(step, **fields)
                   if isinstance(step, Move) and step.kind == kind else step)


# -- money -----------------------------------------------------------------------------------------


@broken("money", "cents are left on the table")
def money_that_vanishes() -> Game:
    return without(PLAYED, Move, kind="collect")


@broken("money", "not a whole number of cents above 0")
def a_prize_of_nothing() -> Game:
    return moves(PLAYED, "pay", amount=0)


@broken("money", "not a whole number of cents above 0")
def a_prize_in_parts_of_a_cent() -> Game:
    return moves(PLAYED, "pay", amount=Fraction(1, 2))


@broken("money", "takes 99999 cents")
def more_returned_than_lay_there() -> Game:
    return moves(PLAYED, "return", amount=99_999)


@broken("money", "cents of")
def a_stake_taken_as_tip() -> Game:
    return moves(PLAYED, "stake", kind="gratuity")


@broken("sessions", "nobody bet in 60 coups")
def a_game_in_which_nobody_can_bet() -> Game:
    def no_bets(step: AnyStep, _: list[Any]) -> AnyStep:
        return msgspec.structs.replace(step, clock="betting", offers=tuple(
            offer for offer in step.offers if offer.act == "sit")) \
            if isinstance(step, Listen) and step.window == "bets" else step
    return altered(PLAYED, no_bets)


# -- clauses ---------------------------------------------------------------------------------------


@broken("clauses", "a Call cites no clause")
def a_step_without_clause() -> Game:
    return change(PLAYED, Call, law="")


@broken("clauses", "not in the register")
def a_clause_that_nobody_wrote() -> Game:
    return change(PLAYED, Discard, law="xx-nowhere/game/1")


@broken("clauses", "a Deal cites 'ir/999999'")
def a_reading_that_nobody_wrote() -> Game:
    return change(PLAYED, Deal, also=("ir/999999",))


def offering(game: Game, act: str, **fields: Any) -> Game:
    """The game with other values in the offers of an act, those of the least bets left out."""
    return altered(game, lambda step, _: msgspec.structs.replace(step, offers=tuple(
        msgspec.structs.replace(offer, **fields)
        if offer.act == act and offer.low != CHIP else offer
        for offer in step.offers)) if isinstance(step, Listen) else step)


@broken("clauses", "the offer 'bet' cites 'xx-nowhere/game/2'")
def an_offer_under_a_clause_that_nobody_wrote() -> Game:
    return offering(PLAYED, "bet", law="xx-nowhere/game/2")


@broken("clauses", "the duty 'places'")
def a_duty_without_clause() -> Game:
    return replace(PLAYED, conduct=replace(PLAYED.conduct, laws={"places": "nowhere"}))


@broken("clauses", "is not in the register")
def a_bet_without_clause() -> Game:
    return replace(PLAYED, bets=lambda table: (
        MenuBet(bet="main", law="nowhere", minimum=1, maximum=2, unit=1, pays=()),))


@broken("clauses", "the violation of 'places'")
def a_violation_of_nothing() -> Game:
    return replace(PLAYED, violations=lambda table: [
        Violation("xx-nowhere/game/1", "places", "99", "7")] if table.places == 99 else [])


# -- what is offered -------------------------------------------------------------------------------


@broken("offers", "is offered, and refused")
def an_offer_that_is_not_taken() -> Game:
    return offering(PLAYED, "bet", unit=300)


@broken("offers", "no sum fits an offer")
def an_offer_that_no_sum_fits() -> Game:
    return offering(PLAYED, "bet", low=201, high=299)


@broken("offers", "without a clause or without a reason")
def a_refusal_without_clause() -> Game:
    return offering(PLAYED, "bet", law="")


# -- endings ---------------------------------------------------------------------------------------


@broken("endings", "a coup does not end")
def a_coup_without_end() -> Game:
    def coup(table: Any, carry: Any) -> Any:
        while True:
            yield Call(LAW, call="place-your-bets")
    return replace(PLAYED, coup=coup)


@broken("endings", "steps_bound allows 5")
def a_coup_that_is_longer_than_its_bound() -> Game:
    return replace(PLAYED, steps_bound=5)


@broken("endings", "no hand for this fault")
def a_fault_that_is_not_met() -> Game:
    def stumbles(step: AnyStep, answers: list[Any]) -> AnyStep:
        if answers and isinstance(answers[-1], Incident):
            raise RuntimeError("no hand for this fault")
        return step
    return altered(PLAYED, stumbles)


@broken("endings", "cards are left on the table after the coup")
def cards_that_nobody_collects() -> Game:
    return without(PLAYED, Discard)


# -- voids and things ------------------------------------------------------------------------------


@broken("voids", "a void returns {}")
def a_void_that_keeps_the_stakes() -> Game:
    return without(PLAYED, Move, kind="refund")


@broken("voids", "a void leaves cards on the table")
def a_void_that_forgets_the_cards() -> Game:
    return PLAYED


@broken("voids", "the carry has the shoe at")
def a_void_after_which_the_shoe_stands_elsewhere() -> Game:
    return PLAYED


@broken("seals", "by the carry")
def a_carry_that_counts_wrongly() -> Game:
    return replace(PLAYED, shoe=lambda carry: LITTLE.shoe(carry)._replace(drawn=carry.drawn + 1))


@broken("seals", "cards are left after the coup")
def cards_that_stay() -> Game:
    return without(PLAYED, Discard)


@broken("seals", "was not opened")
def a_shoe_that_is_never_shown() -> Game:
    return replace(without(PLAYED, Open), shoe=lambda carry: LITTLE.shoe(carry)._replace(seal=""))


@broken("seals", "the result under the cover is not the sealed one")
def a_heap_that_changes_under_its_cover() -> Game:
    return altered(FANTAN, lambda step, _: msgspec.structs.replace(
        step, fell=tuple(n % 4 + 1 for n in step.fell)) if isinstance(step, Uncover) else step)


# -- what is hidden --------------------------------------------------------------------------------


def shouted(step: AnyStep, answers: list[Any]) -> AnyStep:
    """A decision whose window says what was dealt last, to the bank and face down."""
    if isinstance(step, Listen) and step.window.endswith(":1") and answers:
        return msgspec.structs.replace(step, window=f"{step.window}:{answers[-1]}")
    return step


@broken("hidden", "receives something else if another card is hidden")
def a_hidden_card_that_decides_what_is_asked() -> Game:
    return altered(PLAYED, shouted)


@broken("hidden", "which is hidden in 'bank'")
def a_hidden_card_that_is_named() -> Game:
    def named(step: AnyStep, answers: list[Any]) -> AnyStep:
        if isinstance(step, Listen) and step.window.endswith(":1") and answers:
            return msgspec.structs.replace(step, window=str(answers[-1]))
        return step
    return altered(PLAYED, named)


@broken("hidden", "receives the result under a cover")
def a_covered_heap_that_is_told() -> Game:
    def tell_heap(step: AnyStep, answers: list[Any]) -> AnyStep:
        fell = next((one.fell for one in answers if hasattr(one, "nonce")), None)
        return msgspec.structs.replace(step, facts={"fell": list(fell)}) \
            if isinstance(step, Call) and fell else step
    return altered(FANTAN, tell_heap)


@broken("hidden", "receives the name of")
def a_player_who_is_named_to_all() -> Game:
    def named(step: AnyStep, answers: list[Any]) -> AnyStep:
        who = next((one.player for one in answers if getattr(one, "player", "")), "")
        return msgspec.structs.replace(step, facts={"who": who}) \
            if isinstance(step, Result) and who else step
    return altered(PLAYED, named)


# -- records ---------------------------------------------------------------------------------------


@broken("records", "the coup has another record when it is replayed")
def a_coup_that_is_not_the_same_twice() -> Game:
    numbers = count()
    return altered(PLAYED, lambda step, _: msgspec.structs.replace(
        step, facts={"number": next(numbers)}) if isinstance(step, Call) else step)


@broken("records", "give two different coups")
def a_coup_that_draws_by_itself() -> Game:
    numbers = count()
    return altered(PLAYED, lambda step, _: msgspec.structs.replace(
        step, facts={"number": next(numbers)}) if isinstance(step, Call) else step)


class Loose(msgspec.Struct, frozen=True):
    """A carry with a value that its type does not say."""

    seats: tuple[str, ...]
    coups: int = 0
    seal: str = ""


@broken("records", "Expected `int`")
def a_carry_that_does_not_read_back() -> Game:
    def coup(table: Any, carry: Any) -> Any:
        yield Call(LAW, call="place-your-bets")
        return Loose(("",), "one")
    return replace(PLAYED, carry=Loose, opening=lambda table: Loose(("",)), coup=coup)


# -- words and declarations ------------------------------------------------------------------------


@broken("words", "no word in 'zh' for act.sit")
def a_word_that_is_missing_in_one_language() -> Game:
    return spoken(PLAYED, act_sit=None)


@broken("words", "has no word: incident.spill")
def a_coup_that_says_what_has_no_word() -> Game:
    return replace(PLAYED, words={lang: {key: word for key, word in words.items()
                                         if key != "incident.spill"}
                                  for lang, words in PLAYED.words.items()})


@broken("words", "both have the letter")
def two_acts_under_one_letter() -> Game:
    return spoken(PLAYED, **{"key_no-cut": "1"})


@broken("words", "has no letter")
def an_act_without_a_letter() -> Game:
    return replace(PLAYED, words={lang: {key: word for key, word in words.items()
                                         if key != "key.cut"}
                                  for lang, words in PLAYED.words.items()})


@broken("words", "its name must be in")
def a_game_without_a_chinese_name() -> Game:
    return replace(PLAYED, names={"en": "Little", "pt": "Pequeno"})


class Loosely(msgspec.Struct):
    """Rules that anybody may change."""

    cards: int = 8


@broken("declaration", "not a frozen struct")
def rules_that_can_be_changed() -> Game:
    return replace(PLAYED, rules=Loosely)


@broken("declaration", "is unlawful")
def a_game_whose_plainest_table_is_unlawful() -> Game:
    return replace(PLAYED, violations=lambda table: [Violation(LAW, "places", "7", "none")])


@broken("declaration", "cannot be read back")
def a_felt_that_no_client_can_read() -> Game:
    return replace(PLAYED, felt=lambda table: {"zones": (1, 2)})


class Numbered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules with keys that no file can have."""

    cards: dict[int, int] = msgspec.field(default_factory=lambda: {8: 1})


@broken("tables", "read back from a file, the table has another rules")
def rules_that_no_file_can_say() -> Game:
    return replace(PLAYED, rules=Numbered)


@broken("tables", "refused when it is read from a file")
def a_game_of_which_a_file_wants_more() -> Game:
    return replace(PLAYED, open_choices=OpenChoices(
        missing=lambda rules, table: [Violation(LAW, "rules.cards", "nothing", "a choice")],
        demonstration={"rules": {}}))


class Open_(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rules with a value that its type does not say."""

    cards: Any = frozenset({8})


@broken("tables", "reads back differently from its stored bytes")
def rules_that_do_not_read_back() -> Game:
    return replace(PLAYED, rules=Open_)


@broken("tables", "none is lawful")
def a_game_without_a_lawful_table() -> Game:
    return replace(PLAYED, violations=lambda table: [Violation(LAW, "name", "walk", "none")])


@broken("capabilities", "declare lost_bets_to if the game needs several people")
def a_game_of_several_that_nobody_keeps() -> Game:
    return replace(PLAYED, players_needed=3)


@broken("capabilities", "choices name a field that its rules do not have")
def choices_of_another_game() -> Game:
    return replace(PLAYED, choices={"nothing": (1, 2)})


@broken("capabilities", "not the same in every language")
def prices_without_chinese() -> Game:
    return replace(FANTAN, pricing=replace(FANTAN.priced, words={
        lang: words for lang, words in FANTAN.priced.words.items() if lang != "zh"}))


# -- odds and kernels ------------------------------------------------------------------------------


@broken("odds", "the bet 'fan")
def a_bet_that_is_priced_wrongly() -> Game:
    def odds(table: Any, *of: str) -> Any:
        answer = FANTAN.priced.odds(table, *of)
        replaced = msgspec.structs.replace
        return replaced(answer, bets=tuple(
            replaced(bet, edge_float=bet.edge_float + 0.05) if bet.bet == "fan" else bet
            for bet in answer.bets))
    return replace(FANTAN, pricing=replace(FANTAN.priced, odds=odds))


@broken("odds", "by its exact odds")
def a_way_to_play_that_promises_too_much() -> Game:
    of = FANTAN.simulated
    return replace(FANTAN, simulation=replace(of, strategies={
        "minimum": lambda table: of.strategies["minimum"](table)._replace(mean=0.05)}))


@broken("kernel", "the engine returns")
def a_kernel_that_pays_otherwise() -> Game:
    return altered(FANTAN, lambda step, _: msgspec.structs.replace(step, amount=step.amount + 100)
                   if isinstance(step, Move) and step.kind == "pay" else step)


RUN = {one.name: one.run for one in CHECKS} | {"records": records.in_this_process}
"""No other process knows these games."""


# -- they are noticed ------------------------------------------------------------------------------


def found_by(check: str, game: Game, coups: int = 10) -> list[Finding]:
    """What a check finds in a game."""
    run = RUN[check]
    return list(run(game, Plan(0, coups)))


@pytest.mark.parametrize(("check", "words", "make"), [row[1:] for row in BROKEN],
                         ids=[row[0] for row in BROKEN])
def test_it_is_noticed(monkeypatch: pytest.MonkeyPatch, check: str, words: str,
                       make: Callable[[], Game]) -> None:
    game = make()
    monkeypatch.setitem(games.catalogue(), game.id, game)
    found = found_by(check, game, 30 if check == "voids" else 10)
    assert any(words in one.what for one in found), [one.what for one in found]
    assert all(one.what and one.law for one in found)


def test_every_check_has_a_game_that_it_finds_at_fault() -> None:
    below = {"acts", "golden"}  # the tests below
    assert {row[1] for row in BROKEN} | below == {check.name for check in CHECKS}


def test_what_is_found_is_found_again_with_its_seed() -> None:
    """And with the table and the step, by which it is looked at."""
    first = found_by("money", money_that_vanishes())[0]
    again = found_by("money", money_that_vanishes(), 1)
    assert first.table is not None and first.step > 0
    [money] = [one.run for one in CHECKS if one.name == "money"]
    assert list(money(money_that_vanishes(), Plan(first.seed, first.coups))) == [first]
    assert again == [] or again[0].law == first.law


@pytest.mark.parametrize("check", [
    "declaration", "words", "clauses", "offers", "endings", "money", "sessions", "seals", "hidden"])
def test_the_game_that_is_not_broken_passes(monkeypatch: pytest.MonkeyPatch, check: str) -> None:
    """So that what is noticed is what was broken."""
    monkeypatch.setitem(games.catalogue(), PLAYED.id, PLAYED)
    assert not found_by(check, PLAYED)


def test_a_fault_of_a_game_is_told_with_its_file_and_line() -> None:
    found = found_by("endings", a_fault_that_is_not_met())
    assert {one.where.partition(":")[0] for one in found} == {"support/broken_games.py"}
    assert {one.what for one in found} == {"RuntimeError: no hand for this fault"}


def test_the_place_of_a_fault_is_that_of_the_game_not_of_what_it_called() -> None:
    top = code_folder(FANTAN)
    assert top is not None and top.name == "fantan"
    try:
        FANTAN.felt(None)
    except AttributeError as error:
        assert error_place(error, top).startswith("fantan/felt.py:")


def test_acts_that_never_occur_and_acts_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acts, "MIN_WALKS", 20)
    monkeypatch.setattr(acts, "WALKS_PER_COUP", 2)
    few = replace(FANTAN, words={lang: {**words, "act.dance": "dance"}
                                 for lang, words in FANTAN.words.items()})
    assert "act.dance, act.repeat never occurs in 20 coups" in found_by("acts", few)[0].what
    mute = replace(FANTAN, words={lang: {key: word for key, word in words.items()
                                         if key != "act.bet"}
                                  for lang, words in FANTAN.words.items()})
    assert "act.bet occurs and has no word" in found_by("acts", mute)[0].what


def test_a_golden_coup_that_is_told_otherwise() -> None:
    name, text = next(iter(golden.golden_rounds.texts("fantan")))
    golden.as_written(FANTAN, text)
    for other, words in ((text.replace("shows:", "shows:  58-2004.1.4"), "does not cite"),
                         (text.replace("Ana", "Eva", 1).replace("+", "-"), "it plays differently"),
                         (text.partition("acts:")[0], "cannot be played")):
        with pytest.raises(golden.Broken, match=words):
            golden.as_written(FANTAN, other)
    assert name.startswith("fantan/")


def test_another_process_that_tells_something_else() -> None:
    with pytest.raises(records.Broken, match="depends on the order of a set"):
        records.check_same_digest(FANTAN, records.OtherProcess({"fantan": "0" * 64}, ""))
    with pytest.raises(records.Broken, match=r"another process cannot play the coups.*: oh"):
        records.check_same_digest(FANTAN, records.OtherProcess({}, "Traceback\noh\n"))


# -- what no game can break: the floor below -------------------------------------------------------


def test_a_view_that_hides_what_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    real = offers.redact
    monkeypatch.setattr(offers, "redact", lambda event, eyes: msgspec.structs.replace(
        real(event, eyes), offers=()) if isinstance(event.step, Listen) else real(event, eyes))
    assert any(one.what.startswith("'sit' at") and "is closed for" in one.what
               for one in found_by("offers", PLAYED))


def test_a_record_that_is_accepted_though_it_was_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: dict[str, Any] = {}

    def forgiving(coup: Any, record: Any, chance: Any = None) -> Any:
        return whole["dealer"]

    def walked(*args: Any, **how: Any) -> Walk:
        walk = Walk(*args, **how)
        whole["dealer"] = walk.dealer
        return walk

    monkeypatch.setattr(records, "replay", forgiving)
    monkeypatch.setattr("sabot.conformance.cases.Walk", walked)
    assert any("a changed record is accepted in the replay" in one.what
               for one in found_by("records", PLAYED))


def test_an_order_that_does_not_prove_its_seal(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Shoe.opening
    monkeypatch.setattr(Shoe, "opening", lambda shoe: {
        **real(shoe), "nonce": (b"\1" * 32).hex()})
    assert any("does not fit its seal" in one.what for one in found_by("seals", PLAYED, 60))


def test_a_session_that_counts_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    real = counted.after_coup
    monkeypatch.setattr(counted, "after_coup", lambda *args: msgspec.structs.replace(
        (one := real(*args)), won=one.won + 1))
    assert any("has a net of" in one.what for one in found_by("sessions", PLAYED))
