"""``sabot play`` at a cloth: hundreds of spots, named as people say them."""

from __future__ import annotations

import re
from io import StringIO
from random import Random

import pytest
from click.testing import CliRunner
from rich.console import Console

from sabot.cli import main
from sabot.cli.options import table_for
from sabot.cli.playing import spots
from sabot.cli.playing.table_view import TableView
from sabot.equipment import Seeded
from sabot.games import game
from sabot.procedure import Act, Dealer, Live, offers_for
from sabot.words import LANGS

SPOTS = ("straight/0", "straight/1", "straight/17", "straight/34", "split/17-20", "corner/0-1-2-3",
         "street/19-20-21", "dozen/1", "column/34", "red", "series/grande", "neighbours-3/17")
WORDS = tuple(game("american-roulette").words.values())


def play(script: str, *options: str, name: str = "american-roulette") -> str:
    """What the terminal shows when these lines are typed."""
    result = CliRunner().invoke(main, ["play", name, *options], input=script)
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(("typed", "spot"), [
    ("straight/17", "straight/17"), ("17", "straight/17"), ("1", "straight/1"),
    ("34", "straight/34"), ("Pleno 17", "straight/17"), ("20-17", "split/17-20"),
    ("cavalo/17-20", "split/17-20"), ("street/19", "street/19-20-21"), ("RED", "red"),
    ("encarnado", "red"), ("dúzia 1", "dozen/1"), ("duzia:1", "dozen/1"),
    ("coluna/34", "column/34"),
    ("série grande", "series/grande"), ("serie/grande", "series/grande"),
    ("3-2-1-0", "corner/0-1-2-3"), ("neighbours-3/17", "neighbours-3/17")])
def test_a_spot_is_found_by_any_of_its_names(typed: str, spot: str) -> None:
    assert spots.find_spot(typed, SPOTS, WORDS) == spot


@pytest.mark.parametrize(("typed", "near"), [
    ("strait/17", "straight/17"), ("37", "straight"), ("pleno 99", "straight"), ("", "straight"),
    ("///", "straight"), ("17-18", "17"), ("\x00", "straight")])
def test_a_spot_that_is_none_names_what_may_be_meant(typed: str, near: str) -> None:
    with pytest.raises(LookupError, match=near):
        spots.find_spot(typed, SPOTS, WORDS)


def test_a_number_that_may_mean_two_chances_is_not_guessed() -> None:
    """On the cloth of dice a 6 may be a number, a triple or a total: the player is asked."""
    cloth = ("single/6", "triple/6", "total/6", "total/17")
    with pytest.raises(LookupError, match="single/6 or triple/6 or total/6"):
        spots.find_spot("6", cloth, ())
    assert spots.find_spot("17", cloth, ()) == "total/17"


def test_numbers_whose_order_matters_mean_what_is_written() -> None:
    """Where the first number wins and the last ties, 2-1 is not 1-2; in no such order, they ask."""
    cloth = ("nim/1-2", "nim/2-1", "nga/1-2-3", "nga/2-3-1", "kuoc/1-2")
    assert [spots.find_spot(typed, cloth, ()) for typed in ("nim/2-1", "Nim 1-2", "kuoc/2-1")] == [
        "nim/2-1", "nim/1-2", "kuoc/1-2"]
    with pytest.raises(LookupError, match="nga/1-2-3 or nga/2-3-1"):
        spots.find_spot("nga/3-2-1", cloth, ())


def test_a_session_bets_by_any_name_and_sees_where_its_chips_lie() -> None:
    text = play("b 17 5\nb pleno 17 10\nb 20-17 5\nb red 5\nb serie grande 45\nq\n", "--seed", "7")
    table = text.rsplit("╭", 1)[1]
    rows = dict(re.findall(r"│ (\S.*?) +│.*?│ +(\S+ €) +│", table))
    assert rows == {"straight-up": "10.00 €", "split": "5.00 €", "red": "5.00 €",
                    "large series": "45.00 €", "In all": "65.00 €"}
    assert "17 10.00 €" in table and "credit   1000.00 €" in text


def test_the_bets_are_listed_when_asked_and_none_is_cut() -> None:
    opening, _, text = play("spots\nq\n").partition("> spots\n")
    assert len(opening.splitlines()) < 12 and "straight-up" not in opening
    listed, _, _ = text.partition("\n> ")
    assert re.search(r"^ +straight-up \(37\) +straight-up 18 +5.00 € to 150.00 € .*24.a.pleno$",
                     listed, re.M)
    words = game("american-roulette").words["en"]
    for spot in ("dozens/1-2", "dozens/2-3", "columns/35-36", "neighbours-3", "red"):
        assert words[f"bet.{spot}"].rstrip(",") in listed
    assert max(map(len, text.splitlines())) < 100


@pytest.mark.parametrize("name", ["american-roulette", "french-roulette", "banca-francesa",
                                  "craps", "cussec", "fantan"])
def test_every_spot_can_be_typed_by_its_name_in_each_language(name: str) -> None:
    one = game(name)
    dealer = Dealer(one.coup(table := table_for(one, None), one.opening(table)), Live(Seeded(1)))
    dealer.answer(Act("you", "sit", "1"))
    names = spots.layout_spots(offers_for(dealer.standing, "you"))
    assert names
    for lang in LANGS:
        view = TableView(Console(file=StringIO()), one, lang)
        typed = {spot: spots.find_spot(view.spot_name(spot), names, tuple(one.words.values()))
                 for spot in names}
        assert typed == {spot: spot for spot in names}


@pytest.mark.parametrize(("lang", "typed"), [
    ("en", "10 on red"), ("en", "red 10"), ("en", "10 red"), ("en", "10€ on the red"),
    ("en", "bet 10 on red"), ("pt", "10 no encarnado"), ("pt", "encarnado 10"),
    ("pt", "10 encarnado"), ("pt", "apostar 10 em encarnado"), ("zh", "紅 10"), ("zh", "10 押 紅"),
    ("zh", "10押紅"), ("zh", "紅10"), ("zh", "押紅 10"), ("zh", "投注 紅 10")])
def test_a_bet_is_typed_as_it_is_said_in_each_language(lang: str, typed: str) -> None:
    text = play(f"{typed}\nq\n", "--lang", lang)
    red = game("american-roulette").words[lang]["bet.red"]
    assert "✗" not in text
    assert re.search(rf"│ {red} .* 10.00 € +│", text)


@pytest.mark.parametrize(("typed", "row"), [
    ("17 5", "straight-up .*17 5.00 €"), ("5 on 17", "straight-up .*17 5.00 €"),
    ("5 on dozen 1", "dozen 1 "), ("5 dozen 1", "dozen 1 "), ("20-17 5", "split .*17-20"),
    ("5 17-20", "split .*17-20"), ("b split/17-20 5", "split .*17-20")])
def test_a_bet_on_numbers_is_typed_as_it_is_said(typed: str, row: str) -> None:
    text = play(f"{typed}\nq\n")
    assert "✗" not in text and re.search(rf"│ {row}", text)


@pytest.mark.parametrize(("typed", "lang", "nearest"), [
    ("10 on blak", "en", "black"), ("pretu 10", "pt", "preto"), ("b strait 17 5", "en",
                                                                "straight-up 17"),
    ("red", "en", "5 on red"), ("encarnado", "pt", "encarnado 5"), ("紅", "zh", "紅 5"),
    ("7 on 17", "en", "nearest: 5.00 € or 10.00 €"), ("4000 red", "en", "nearest: 2700.00 €")])
def test_a_refused_bet_names_the_nearest_that_is_taken(typed: str, lang: str, nearest: str
                                                       ) -> None:
    text = play(f"{typed}\nq\n", "--lang", lang)
    (line,) = [line for line in text.splitlines() if line.startswith("✗")]
    assert nearest in line


def test_bets_are_repeated_and_doubled_and_the_ball_is_asked_for() -> None:
    text = play("b 17 5\nb red 5\nc\na\nd\nc\nq\n", "--seed", "3")
    staked = re.findall(r"^you: (\S+ €) on (straight-up 17|red)", text, re.M)
    bets = [("5.00 €", "straight-up 17"), ("5.00 €", "red")]
    assert staked == [*bets, *bets[::-1], *bets[::-1]]
    assert len(re.findall(r"^ball: \d+", text, re.M)) == 2
    assert re.search(r"^  rounds   2$", text, re.M)
    assert re.search(r"^  staked   30.00 €$", text, re.M)
    assert text == play("b 17 5\nb red 5\nc\na\nd\nc\nq\n", "--seed", "3")


def test_a_typed_word_is_repeated_as_it_was_typed() -> None:
    assert "'spots'" in play("spots 3\nq\n", "--lang", "pt")


@pytest.mark.parametrize(("typed", "expected"), [
    ("b", "bet takes a spot and an amount, for example 5 on straight-up 18"),
    ("b 17", "bet takes a spot and an amount"), ("r", "take back takes a spot, for example r"),
    ("b strait/17 5", "there is no spot 'strait/17' here: straight-up 17"),
    ("b 17-18-40 5", "there is no spot"), ("b 17 5.50", "nearest: 5.00 € or 10.00 €"),
    ("b 17 1000000", "nearest: 150.00 €"), ("b 17 x", "x"), ("b 17 -5", "-5"), ("a", "repeat"),
    ("c", "spin")])
def test_bad_input_is_answered_with_what_would_be_taken(typed: str, expected: str) -> None:
    text = play(f"{typed}\nq\n")
    line = next(line for line in text.splitlines() if line.startswith("✗"))
    assert expected in line and "Traceback" not in text


def test_no_input_breaks_a_session() -> None:
    r, bits = Random(5), ("b", "c", "17", "red", "5", "/", "-", "1-2", "r", "a", "d", "x", "list",
                          "v", "s", "l", "?", "é", "\x00", "9" * 40, "série", "time", "straight/")
    lines = [" ".join(r.choices(bits, k=r.randint(0, 4))) for _ in range(300)]
    text = play("\n".join((*lines, "q", "")), "--seed", "1")
    assert "Your session" in text


def test_a_croupier_enters_what_the_ball_did() -> None:
    text = play("Ana: s 1\nRui: s 2\nAna: b 17 5\nRui: b preto 10\nreport hour\ndone\ndone\ntime\n"
                "done\n99\n", "--attended", "--players", "Ana,Rui")
    assert "the other ball is used" in text
    assert "(99,) is not a throw; the numbers go from 0 to 36" in text
    text = play("Ana: s 1\nAna: b 17 5\ntime\ndone\ntime\nfault chip\n" + "done\n" * 3
                + "17\n" + "done\n" * 2 + "q\n", "--attended", "--players", "Ana")
    assert "No spin" in text and "Ana: +175.00 €" in text


def test_a_number_typed_while_the_ball_runs_ends_the_late_bets() -> None:
    text = play("Ana: s 1\nAna: b 17 5\ntime\ndone\n17\n" + "done\n" * 4 + "q\n",
                "--attended", "--players", "Ana")
    assert "ball: 17" in text and "Ana: +175.00 €" in text


@pytest.mark.law("mo-22-96-M/3-card-baccarat/7.2", "mo-22-96-M/3-card-baccarat/2.1")
def test_a_stake_that_a_tie_has_locked_stands_on_the_cloth_beside_the_cards_to_come() -> None:
    text = play("c 100\nb hand/1 10\nc\nr hand/1\nl\nb hand/1 5\nb hand/1 20\nc\nq\n",
                "--seed", "1", name="three-card-baccarat")
    assert "the cards are cut with a white card" in text
    assert "place 1: tie, 7/0 against 7/0" in text
    beside = re.sub(r"\n {20,}(?=\S+$)", "  ", text, flags=re.M)  # a clause under its line
    refused = [line for line in beside.splitlines() if line.startswith("✗")]
    assert len(refused) == 3 and all(line.endswith("7.2") for line in refused)
    assert "nearest: 10.00 MOP" in refused[2] and "€" not in text
    assert "place 1: loses, 5/0 against 7/0" in text
    assert re.search(r"^  result   -20.00 MOP$", text, re.M)


def test_a_croupier_of_cards_enters_those_that_nobody_has_seen_when_they_are_turned_up() -> None:
    text = play("Ana: s 1\nRui: s 2\ntime\nRui: c 60\ndone\ndone\nAna: b hand/1 10\n"
                "Rui: b tie/1 5\ntime\n" + "??\n" * 9 + "fault exposed KD\n" + "??\n" * 2
                + "done\n4H\n5D\n9S\nQH\nQS\ndone\nq\n", "--attended", "--players", "Ana,Rui",
                name="three-card-baccarat")
    assert "banker: «A card was exposed: it stays valid»" in text
    assert "place 1: «8 without figures»" in text and "banker: «Three figures» FFF" in text
    assert "the bank collects 10.00 MOP on hand 1 of place 1" in text
    assert "the bank collects 5.00 MOP on tie on hand 1 of place 2" in text


@pytest.mark.parametrize("name", ["ponto-e-banca", "ponto-e-banca-macau"])
def test_a_cloth_of_cards_is_cut_bet_on_and_its_cards_are_shown(name: str) -> None:
    text = play("c 100\nb ponto 10\nb empate 5\nc\ns\ns\nq\n", "--seed", "3", name=name)
    assert "the shoe is cut" in text and "the warning card is inserted" in text
    assert "10.00 € on ponto of place 1" in text and "5.00 € on tie of place 1" in text
    assert "banca receives a card face down" in text and "ponto turns up" in text
    assert re.search(r"Last results +│ [PBT]\d-\d", text)
    assert "This round" in text


def test_a_bar_is_told_with_its_reason_and_its_clause_in_both_languages() -> None:
    script = "Ana: sit 3\nRui: sit 10\ntime\ntime\nRui: b ponto 5\nAna: b banca 5\n" \
             "Rui: b ponto 5\nq\n"
    options = ("--players", "Ana,Rui", "--set", "places=13")
    text = play(script, *options, name="ponto-e-banca")
    lines = re.findall(r"^✗ (.*changed\.\s+\S+)$", text, re.M)
    assert [" ".join(line.split()) for line in lines] == [
        "Standing players may only add to the bet of the seat next to them, which has no bet "
        "there. Nothing changed. 12-2",
        "Standing players may not bet against the seat next to them. Nothing changed. 12-3"]
    assert "Em pé não se aposta contra a marcação do lugar ao lado" in play(
        script, *options, "--lang", "pt", name="ponto-e-banca")
