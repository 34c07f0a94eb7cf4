"""Pictures for a notebook: whole drawings, the geometry of the browser's kit, nothing hidden."""

from __future__ import annotations

import re
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import sabot.gym as learn
from sabot import games, pictures
from sabot.equipment import PACK
from sabot.gym.table import make_table
from sabot.pictures import kit
from sabot.probability.answer import Answer
from sabot.probability.entry import bet

CORE = Path(__file__).parents[2] / "src/sabot/web/static/js/core"
NUMBERS = re.compile(r'\bd="(M[^"{]+)"')


def whole(picture: pictures.Picture) -> str:
    """The drawing, which must be XML of its own and ask for nothing outside it."""
    ElementTree.fromstring(picture.svg)
    assert "href" not in picture.svg and "nan" not in picture.svg
    assert picture._repr_svg_() == picture.svg
    return picture.svg


def test_cards_are_those_of_the_browser() -> None:
    """Path for path."""
    theirs = "".join((CORE / name).read_text("utf-8") for name in ("kit.js", "chips.js"))
    drawn = {path for card in PACK for path in NUMBERS.findall(kit.card(card))}
    assert len(drawn) > 20
    assert not [path for path in drawn if path not in theirs]
    for value, (base, spot, edge, n) in kit.CHIPS.items():
        assert re.search(rf"{value}: \['{base}', ({spot}|'{spot}'|COBALT), '{edge}', {n}\]", theirs)


@pytest.mark.parametrize("cards", ["AH", "TD 2C", ["KS", None], "?? ??"])
def test_a_hand_has_its_cards_and_its_backs(cards: str | list[str | None]) -> None:
    codes = cards.split() if isinstance(cards, str) else cards
    svg = whole(pictures.hand(cards, "so many"))
    hidden = sum(code in (None, "??") for code in codes)
    assert svg.count("a hidden card") == hidden
    assert svg.count(" of ") == len(codes) - hidden


@pytest.mark.parametrize("game", games.ids())
def test_every_table_is_drawn_as_a_player_sees_it(game: str) -> None:
    """No card is drawn that the player's view does not hold."""
    env, chance = learn.env(game, coups=9), np.random.default_rng(2)
    whole(pictures.table(env.session.table))
    _, info = env.reset(seed=3)
    for step in range(25):
        view = info["view"]["table"]
        if step % 6 == 0:
            svg = whole(pictures.table(env.session.table, info["view"]))
            named = re.findall(r'aria-label="(\w+ of \w+)"', svg)
            open_ = [kit.card_name(card) for hand in view["hands"].values()
                     for card in hand["cards"] if card]
            assert len(named) <= len(open_) and set(named) <= set(open_)
        _, _, over, _, info = env.step(int(chance.choice(np.flatnonzero(info["action_mask"]))))
        if over:
            _, info = env.reset()


@pytest.mark.parametrize("game", games.ids())
def test_no_lettering_covers_another(game: str) -> None:
    """The middles of any two lines of text on an empty table are at least half a line apart."""
    drawing = ElementTree.fromstring(pictures.table(learn.env(game).session.table).svg)
    lines = [(float(line.attrib["x"]), float(line.attrib["y"]), float(line.attrib["font-size"]))
             for line in drawing.iter("{http://www.w3.org/2000/svg}text")]
    for n, (x, y, size) in enumerate(lines):
        for other_x, other_y, other_size in lines[:n]:
            assert abs(x - other_x) + abs(y - other_y) > min(size, other_size) / 2


@pytest.mark.parametrize("model", ["azulejo", "cinco"])
def test_a_machine_shows_its_reels(model: str) -> None:
    """The symbols of the last game, or its cards; no symbol before the first."""
    env = learn.env("machines", model=model, coups=9)
    _, info = env.reset(seed=1)
    drawings = [whole(pictures.table(env.session.table, info["view"]))]
    while not (reels := info["view"]["shown"]["shown"]):
        first = {env.actions[n].act: n for n in np.flatnonzero(info["action_mask"])}
        _, _, _, _, info = env.step(first.get("spin", first.get("insert", first.get("draw", 0))))
    drawings.append(whole(pictures.table(env.session.table, info["view"])))
    for symbol in (shown for reel in reels for shown in reel):
        label = f"{kit.card(symbol)}" if model == "cinco" else f">{symbol}</text>"
        assert [label in drawing for drawing in drawings] == [False, True]


def test_a_coup_is_told_with_its_clauses_and_nothing_hidden() -> None:
    env = learn.aec("holdem", players=4, coups=1)
    env.reset(seed=4)
    play = env.session.play
    while len(play.view("player_0").hands.get(play.place["player_0"], [])) < 2:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[-1]))
    picture = pictures.record(play.table, play.dealer.record, "player_0")
    own, place = play.view("player_0").hands, play.place["player_0"]
    text = picture.html
    HTMLParser().feed(text)
    suits = str.maketrans("SHDC", "♠♥♦♣")
    for hand, cards in own.items():
        for card in cards:
            if hand == place and card:
                assert card.replace("T", "10").translate(suits) in text
    shown = set(re.findall(r"(?:10|[A2-9KQJ])[♠♥♦♣]", text))
    assert len(shown) == 2 == sum(card is not None for cards in own.values() for card in cards)
    assert all(len(row) == 2 for row in picture.rows) and any(row[1] for row in picture.rows)


def test_text_in_a_sheet_is_no_markup() -> None:
    assert "<script>" not in pictures.Sheet(("a",), (("<script>",),)).html


def test_odds_are_bars_for_the_house_and_for_the_player(tmp_path: Path) -> None:
    cussec = games.game("cussec")
    drawn = pictures.odds(cussec.priced.odds(make_table(cussec)), 5)
    assert whole(drawn).count(" %</text>") == 5
    both = pictures.odds(Answer(strategy="", not_priced={}, bets=(
        bet("one & two", [(Fraction(101, 200), Fraction(1))], conditions=""),
        bet("other", [(Fraction(49, 100), Fraction(1))], conditions=""))))
    assert "one &amp; two" in whole(both) and "-1.000 %" in both.svg
    assert drawn.save(tmp_path / "new" / "odds.svg").read_text("utf-8").startswith("<svg")


def test_what_cannot_be_drawn_is_said() -> None:
    with pytest.raises(ValueError, match="found no card"):
        pictures.hand("")
    with pytest.raises(ValueError, match="found 0 cents"):
        pictures.chips(0)
    with pytest.raises(ValueError, match="no bet"):
        pictures.odds(Answer(strategy="", bets=(), not_priced={}))
