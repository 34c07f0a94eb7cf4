"""What the terminal offers can be typed as it is shown, in every game and language."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from click.testing import CliRunner

from sabot.cli import main
from sabot.cli.playing import input_parser
from sabot.cli.playing.table_view import PHRASES
from sabot.cli.playing.tables import COMMANDS
from sabot.games import catalogue
from sabot.procedure.act_letters import letters
from sabot.regulations import interpretation, row
from sabot.words import LANGS

CUT = letters()["key.no-cut"]
GO = letters()["key.deal"]


def play(name: str, script: str, *options: str) -> str:
    """What the terminal shows when these lines are typed."""
    result = CliRunner().invoke(main, ["play", name, "--seed", "1", *options], input=script)
    assert result.exit_code == 0 and "Traceback" not in result.output, result.output
    return result.stdout


def sums(text: str) -> dict[str, str]:
    """The summary at the end of a session."""
    return dict(re.findall(r"^  (\w+(?: \w+)?) +(\S+ €)$", text.split("Your session")[1], re.M))


def test_a_machine_is_played_by_what_the_screen_shows() -> None:
    text = play("machines", "spin\ni 20\ng\nspin\ng 2\nspin 1 1 5\nspin 1x1x500\ng 9\no\nq\n")
    assert "Insert money to play: i 5" in text
    assert re.search(r"^  g  Spin: lines: 1, coins: 1, of 5.00 €, for 5.00 € +10$", text, re.M)
    assert "another bet, for example g 3: coins 1–3" in text
    assert len(re.findall(r"^reels: ", text, re.M)) == 3  # 5, 5 and 10 are all that was put in
    assert "the machine has no such bet: for example g" in text
    assert sums(text) == {"staked": "20.00 €", "returned": "0.00 €", "brought in": "20.00 €",
                          "result": "-20.00 €", "credit": "980.00 €"}


def test_money_that_was_brought_is_neither_staked_nor_won() -> None:
    text = play("machines", "20\ng\no\nq\n")
    assert sums(text) == {"staked": "5.00 €", "returned": "0.00 €", "brought in": "20.00 €",
                          "taken out": "15.00 €", "result": "-5.00 €", "credit": "995.00 €"}


def test_the_cards_that_are_kept_are_named_by_their_figures() -> None:
    text = play("machines", "10\ng\nd\nd 1 9\nd 3 1\no\nq\n", "--set", "model=cinco", "--set",
                "minimum=0.25", "--set", "maximum=5", "--set", "unit=0.25")
    assert "d 1 3  Draw: keeps cards 1 and 3" in text
    assert len(re.findall("say which cards you keep: d 1 3, d all, d none", text)) == 2
    assert "cards collected: hand 1.2, hand 1.4, hand 1.5" in text


@pytest.mark.parametrize("typed", ["10 on red", "red 10", "b red 10", "bet encarnado 10",
                                   "10 em encarnado", "10 red"])
def test_a_bet_is_typed_as_it_is_said(typed: str) -> None:
    assert "you: 10.00 € on red" in play("american-roulette", f"{typed}\nq\n")


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", catalogue())
def test_help_and_list_answer_and_every_letter_that_is_shown_is_an_act(
        game: str, lang: str) -> None:
    n = LANGS.index(lang)
    text = play(game, f"help\nlist\n{CUT[n].lower()}\nhelp\nq\n", "--lang", lang)
    assert "list" in text and text.count("✗") <= 1  # where nothing is cut there is no such act
    assert not re.search(r"✗ '?(help|list)", text)
    words = catalogue()[game].words[lang]
    known = {words[key].lower() for key in words if key.startswith("key.")}
    shown = set(re.findall(r"^  ([a-z])  \S", text, re.M))
    assert shown and shown <= known | {GO[n].lower()}


HELP = {lang: texts["help"] for lang, texts in COMMANDS.items()}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", catalogue())
def test_the_help_names_what_can_be_done_first_and_each_example_is_taken(
        game: str, lang: str) -> None:
    text = play(game, f"{HELP[lang]}\nq\n", "--lang", lang)
    help_text = text.split(f"> {HELP[lang]}\n")[1].split("\n> ")[0]
    can_do, also, anytime = help_text.partition(PHRASES[lang]["also"])
    asked = text.split(f"\n> {HELP[lang]}\n")[0].splitlines()
    letters_asked = {line.split()[0] for line in asked if re.match(r"  [a-z]  \S", line)}
    acts = re.findall(r"^  ([a-z])  \S", can_do, re.M)
    assert can_do.startswith(PHRASES[lang]["now"]) and also and set(acts) == letters_asked
    assert "?" in anytime
    example = PHRASES[lang]["for-example"].format(example="")
    typed = re.findall(rf"{example}(.+?)(?:[;；].*|  +\S+)?$", can_do, re.M)
    typed += [one for one in acts if not re.search(rf"^  {one}  .*{example}", can_do, re.M)]
    assert typed
    for one in typed:
        result = play(game, f"{one}\nq\n", "--lang", lang)
        assert f"> {one}\n" in result and "✗" not in result, (one, result)


@pytest.mark.parametrize("typed", ["help", "ajuda", "AJUDA", "說明"])
@pytest.mark.parametrize("lang", LANGS)
def test_the_help_answers_to_its_name_in_every_language(lang: str, typed: str) -> None:
    assert PHRASES[lang]["now"] in play("blackjack-online", f"{typed}\nq\n", "--lang", lang)


@pytest.mark.parametrize("lang", LANGS)
def test_a_machine_is_played_by_who_has_read_nothing(lang: str) -> None:
    """Money, the name of the act as it is shown, Enter for the same again, a bet by its sum."""
    words = catalogue()["machines"].words[lang]
    stake = input_parser.PHRASES[lang]["stake"]
    shown = play("machines", "20\nq\n", "--lang", lang).split("> 20\n")[1]
    assert words["act.spin"] in shown and f"{stake} 15" in shown
    text = play("machines", f"20\n{words['act.spin']}\n\nbet 5\n{stake} 5\nq\n", "--lang", lang)
    assert "✗" not in text
    assert len(re.findall(rf"^{words['reels']}", text, re.M)) == 4


def test_enter_does_nothing_at_a_machine_that_nobody_has_played() -> None:
    assert "reels:" not in play("machines", "20\n\n\nq\n")


def test_a_bet_that_no_credit_covers_names_those_it_covers() -> None:
    assert "there is no such bet now; nearest: bet 5, bet 10" in play(
        "machines", "10\nbet 15\nq\n")


@pytest.mark.parametrize("game", ["holdem", "omaha", "sintetico"])
@pytest.mark.parametrize("lang", LANGS)
def test_a_hand_of_poker_starts_by_an_obvious_act_or_enter(game: str, lang: str) -> None:
    text = play(game, "\nq\n", "--lang", lang)
    before, _, after = text.partition("\n> \n")
    acts = [line for line in before.splitlines() if re.match(r"  [a-z] \S* Enter", line)]
    assert len(acts) == 1 and PHRASES[lang]["begin-hand"] in acts[0]
    assert "time" not in before and "▒▒" in after


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", catalogue())
def test_a_session_opens_in_one_window(game: str, lang: str) -> None:
    assert len(play(game, "q\n", "--lang", lang).split("\n> ")[0].splitlines()) <= 24


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", catalogue())
def test_a_wrong_word_is_answered_without_the_ids_of_acts(game: str, lang: str) -> None:
    for typed in ("nonsense", "fold", "hit", "top-up 3", "insure"):
        text = play(game, f"{typed}\nq\n", "--lang", lang)
        refusals = [line for line in text.splitlines() if line.startswith("✗")]
        for line in refusals:
            message = line.replace(f"'{typed}'", "").replace(typed.split()[0], "", 1)
            assert not re.search(r"top-up|change-seat|no-cut|cash-out|\btable\b", message), line
            assert lang == "en" or not re.search(
                r"you may|is not|\b(leave|rest|tip|deal|bet|clear)\b", message), line


@pytest.mark.parametrize(("game", "typed"), [("blackjack-online", "10\nd\nq\n"),
                                             ("blackjack-2007", "b 1 10\nq\n")])
@pytest.mark.parametrize("lang", LANGS)
def test_a_clause_that_finds_no_place_beside_a_refusal_stands_under_it(
        game: str, typed: str, lang: str) -> None:
    lines = play(game, typed, "--lang", lang, "--seed", "7").splitlines()
    found = [(line, below) for line, below in pairwise(lines) if line.startswith("✗")]
    assert found
    for line, below in found:
        beside = re.search(r"  +[\w./-]+$", line)
        assert beside or re.fullmatch(r" {20,}[\w./-]+", below), line


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", catalogue())
def test_a_session_opens_under_the_name_of_the_game_in_one_language(game: str, lang: str) -> None:
    assert play(game, "q\n", "--lang", lang).splitlines()[0] == catalogue()[game].names[lang]


def test_an_act_may_be_typed_by_its_name_in_the_language() -> None:
    text = play("blackjack-online", "10\ndar-cartas\nficar\nq\n", "--lang", "pt")
    assert "é a sua vez" not in text and "jogadas  1" in text
    assert "'xx' não se faz aqui: Apostar (b), " in play("blackjack-online", "xx\nq\n",
                                                         "--lang", "pt")


def test_a_refusal_names_what_is_open_in_the_language_of_the_reader() -> None:
    lines = [line for line in play("holdem", "desistir\nn\nf\nq\n", "--lang", "pt").splitlines()
             if line.startswith("✗")]
    assert lines
    assert not any(re.search("leave|top-up|tip|rest|is not an act", line) for line in lines)


def test_cards_that_are_lifted_are_told_when_they_are_shown_and_before_to_who_looks() -> None:
    text = play("ponto-e-banca", "n\nb ponto 10\nc\nlook\ns\ns\nq\n")
    before, _, after = text.partition("> look\n")
    assert "ponto receives a card face down" in before
    assert not re.search(r"ponto receives \S+[♠♥♦♣]|│ Ponto .*[♠♥♦♣]", before)
    looked = re.search(r"you, ponto: (\S+) (\S+)", after)
    assert looked and f"ponto turns up {looked[1]}" in after


@pytest.mark.law("pt-217-2007/poquer-nao-bancado/9.g")
def test_the_dealer_clears_up_a_doubt_about_the_rules() -> None:
    """By 9.g this is the dealer's; in no-draw poker the text does not mention it."""
    text = " ".join(play("holdem", "? 24\n? ir/351\n? 999\nq\n").split())
    assert f"24 {row('pt-217-2007/poquer-nao-bancado/24').text} 9.g >" in text
    assert f"ir/351 {interpretation('ir/351').title}: " in text and text.count(" 9.g >") == 2
    plain = " ".join(play("no-draw-poker", "? 22\nq\n").split())
    assert f"22 {row('pt-217-2007/poquer-sem-descarte/22').text} >" in plain


def test_a_mixed_table_says_which_variant_is_dealt() -> None:
    text = play("omaha", "g\nc\nq\n", "--set", "second=holdem")
    lines = re.findall(r"^Place \d+\?  (.*)$", text, re.M)
    assert lines and all(re.fullmatch(
        r"(Now: (Omaha|Hold’em) \(mixed table: Omaha / Hold’em\)|Choice of: .*)", one)
        for one in lines)
    assert "Now: Hold’em" in play("holdem", "g\nq\n")


def test_a_refusal_names_everything_that_can_be_done() -> None:
    """Also what ends the time that runs, where no act of the player does."""
    assert "change seat (m), start the round (c)" in play("holdem", "xx\nq\n")


def test_stacks_that_only_stay_have_no_line_but_count() -> None:
    text = play("holdem", "c\nf\nq\n", "--lang", "zh")
    assert "抽籤編排座位" in text and "的抽籤" not in text
    assert "留在檯上" not in text
    assert not re.search(r"檯面籌碼 -\d", text)
