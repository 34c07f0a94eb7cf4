"""Equity is counting: the enumeration, held against dealing by hand and against the literature."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from sabot.equipment.cards import PACK
from sabot.families.poker.equity import _Question, equity, strongest
from sabot.families.poker.forms import FORMS, Form
from sabot.families.poker.lookup import evaluator
from sabot.families.poker.ranges import COMBOS, STRONGEST, cards_of, classes, hands_of

HOLDEM, OMAHA, SYNTHETIC = FORMS["holdem"], FORMS["omaha"], FORMS["synthetic"]


def by_hand(form: Form, ranges: list[str], board: str, dead: str = "") -> list[Fraction]:
    """Every deal, one after another, by the evaluator of single hands."""
    evaluate, known = evaluator(form.ranking), cards_of(board)
    gone = {*known, *cards_of(dead)}
    pots, deals = [Fraction(0)] * len(ranges), 0
    own = [[[PACK[n] for n in hand] for hand in hands_of(text, form)] for text in ranges]
    for hands in product(*own):
        held = [card for hand in hands for card in hand]
        if gone & set(held) or len(set(held)) < len(held):
            continue
        left = [card for card in form.ranking.pack if card not in gone and card not in held]
        for rest in combinations(left, 5 - len(known)):
            common = [*known, *rest]
            worth = [evaluate.two(hand, common) if form.use else evaluate.rank((*hand, *common))
                     for hand in hands]
            deals += 1
            best = max(worth)
            for i, one in enumerate(worth):
                if one == best:
                    pots[i] += Fraction(1, worth.count(best))
    return [pot / deals for pot in pots]


@pytest.mark.parametrize(("form", "ranges", "board", "dead"), [
    (HOLDEM, ["AsKs", "QhQd"], "2c7d9h", ""),
    (HOLDEM, ["AsKs", "QQ", "JTs"], "2c7d9hJs", ""),
    (HOLDEM, ["77-99,AKs", "TT,98s"], "9c8h2s3d", "Ac Ad"),
    (HOLDEM, ["AcKd", "AsKh"], "2c7d9h", "2s"),
    (HOLDEM, ["AA", "AK"], "As2c3c4c9d", ""),
    (OMAHA, ["AsAhKsKh", "JdTd9c8c"], "2s7s9h", ""),
    (OMAHA, ["AsAhKsKh", "Td9d8d7d", "4c4d5c5d"], "6sTs9h2d", "2c"),
    (SYNTHETIC, ["AsAh", "KsQs"], "8d9dTd", ""),
    (SYNTHETIC, ["AJs", "AsAh", "KQ"], "8dKdJhAc", "")])
def test_every_deal_is_counted(form: Form, ranges: list[str], board: str, dead: str) -> None:
    found = equity(form, ranges, cards_of(board), cards_of(dead))
    assert found.exact
    assert [share.equity for share in found.shares] == by_hand(form, ranges, board, dead)
    assert sum(share.equity for share in found.shares) == 1


@pytest.mark.parametrize("form", [HOLDEM, OMAHA, SYNTHETIC], ids=lambda form: form.name)
def test_deals_of_any_kind_are_counted(form: Form) -> None:
    random = Random(form.name)
    for _ in range(12):
        cards = random.sample(form.ranking.pack, 3 * form.hole + 6)
        hands = ["".join(cards[n * form.hole:(n + 1) * form.hole])
                 for n in range(random.choice((2, 3)))]
        if random.random() < 0.7:  # another possible hand, perhaps with cards of others
            some = random.sample(form.ranking.pack, form.hole)
            hands[0] += "," + "".join(some)
        rest = cards[3 * form.hole:]
        board, dead = "".join(rest[:random.choice((4, 5))]), rest[5] * random.choice((0, 1))
        found = equity(form, hands, cards_of(board), cards_of(dead))
        assert [share.equity for share in found.shares] == by_hand(form, hands, board, dead)


@pytest.mark.parametrize(("form", "ranges", "board", "dead"), [
    (HOLDEM, ("TT+,AKs", "random"), "2c7d9h", ""), (HOLDEM, ("20%", "30%"), "2c7d9hTh", "As"),
    (HOLDEM, ("AKs,QJs", "random"), "AsKsQs2d", ""), (SYNTHETIC, ("20%", "random"), "AsKs8d", ""),
    (SYNTHETIC, ("AA,KK", "random"), "", "")])
def test_lists_in_order_say_what_each_pair_of_hands_says(
        form: Form, ranges: tuple[str, str], board: str, dead: str) -> None:
    """Large ranges of two players are counted in another way than small ones: both are the same."""
    asked = _Question(form, ranges, cards_of(board), cards_of(dead))
    assert asked._sorts
    in_order = asked.count_all()
    kind = type("Paired", (_Question,), {"_sorts": False})
    paired = kind(form, ranges, cards_of(board), cards_of(dead)).count_all()
    assert (in_order == paired).all()


def test_the_names_of_suits_do_not_matter() -> None:
    """Boards that differ by the names of suits are counted once: any board less, and all are
    counted."""
    free = _Question(HOLDEM, ("AA", "KK"), (), ())
    assert len(free._renamings()) == 24 and len(free.boards()[0]) < free._boards / 19
    assert free.boards()[2].sum() == free._boards == 2_598_960
    assert len(_Question(HOLDEM, ("AsAh", "KK"), (), ())._renamings()) == 4
    assert len(_Question(HOLDEM, ("AsAh", "KsKd"), (), ())._renamings()) == 1
    bound = type("Bound", (_Question,), {"_renamings": lambda asked: asked_names(asked)[:1]})
    for ranges, board in ((("AsAh", "KK"), ()), (("AA", "KhKd"), ("2C", "2D"))):
        renamed = _Question(HOLDEM, ranges, board, ()).count_all()
        assert (renamed == bound(HOLDEM, ranges, board, ()).count_all()).all()


asked_names = _Question._renamings


@pytest.mark.parametrize(("ranges", "wins", "ties", "deals"), [
    (("AsAh", "KsKh"), 1_410_336, 9_308, 1_712_304),
    (("AsKs", "QhQd"), 787_966, 6_732, 1_712_304)])
def test_two_hands_before_the_board(ranges: tuple[str, str], wins: int, ties: int, deals: int
                                    ) -> None:
    found = equity("holdem", ranges)
    mine, other = found.shares
    assert (mine.wins, dict(mine.ties), found.deals) == (wins, {2: ties}, deals)
    assert other.wins == deals - wins - ties
    assert mine.equity == Fraction(2 * wins + ties, 2 * deals)


def test_a_royal_board_is_shared_by_all() -> None:
    found = equity("holdem", ["AhAd", "2c2d", "7h2s"], ["AS", "KS", "QS", "JS", "TS"])
    assert [share.equity for share in found.shares] == [Fraction(1, 3)] * 3
    assert found.shares[0].ties == ((3, 1),) and found.deals == 1


def test_who_is_drawing_dead_has_nothing() -> None:
    found = equity("omaha", ["AsAhKdKc", "2c3c4d5h"], ["AD", "AC", "9S", "9H"])
    assert [share.equity for share in found.shares] == [1, 0]


@pytest.mark.more
def test_a_sample_lies_about_the_exact_answer_and_is_the_same_again() -> None:
    for form, ranges in (("holdem", ["AsKs", "QQ"]), ("omaha", ["AsAhKsKh", "JdTd9c8c"]),
                         ("synthetic", ["AA", "random"]), ("holdem", ["TT+,AKs", "random"])):
        exact = equity(form, ranges, ["2C"] if form != "synthetic" else [])
        drawn = equity(form, ranges, exact.board, samples=400_000, seed=5)
        assert exact.exact and not drawn.exact and drawn.deals == 400_000
        for one, other in zip(exact.shares, drawn.shares, strict=True):
            low, high = other.interval
            wide = (high - low) / 2
            assert 0 < wide < 0.002
            assert low - wide < float(one.equity) < high + wide  # four standard errors
        assert drawn == equity(form, ranges, exact.board, samples=400_000, seed=5)
        assert drawn != equity(form, ranges, exact.board, samples=400_000, seed=6)


def test_hands_that_exclude_one_another_are_drawn_as_often_as_they_are_dealt() -> None:
    """With one ace dead, who has aces leaves the other none."""
    ranges = ["AA,KsKh,QsQh", "AA,KK"]
    found = equity("holdem", ranges, [], ["AH"], samples=100_000, seed=1)
    exact = equity("holdem", ranges, [], ["AH"])
    assert float(found.shares[0].equity) == pytest.approx(float(exact.shares[0].equity), abs=0.006)


def test_many_ranges_are_sampled_by_themselves() -> None:
    found = equity("holdem", ["AA", "KK", "random", "random"])
    assert not found.exact and found.shares[2].hands == 1_326
    assert found.shares[0].equity > found.shares[1].equity > found.shares[2].equity
    alike = [share.interval for share in found.shares[2:]]
    assert alike[0][0] < alike[1][1] and alike[1][0] < alike[0][1]


def test_a_full_table_of_unknown_hands_is_dealt() -> None:
    """Who may have any hand is dealt it from the cards that are left."""
    found = equity("holdem", ["AsAh", *["random"] * 21], samples=50_000)
    assert found.deals == 50_000 and sum(share.equity for share in found.shares) == 1
    assert 0.10 < found.shares[0].equity < 0.2
    low, high = (pick(share.equity for share in found.shares[1:]) for pick in (min, max))
    assert 0.035 < low < high < 0.045


def test_ranges_that_can_hardly_be_dealt_together_are_refused() -> None:
    with pytest.raises(ValueError, match="give fewer ranges, or random"):
        equity("holdem", ["99%"] * 23, samples=100)


def test_who_may_have_any_hand_is_as_one_whose_hands_are_listed() -> None:
    """All hands but one are drawn from a list, and those of others looked at for the same cards."""
    texts = ["TT+,AKs", "88+", "AQ", "random"]
    dealt = equity("holdem", texts, samples=300_000, seed=2)
    but_one = "A2+,K2+,Q2+,J2+,T2+,92+,82+,72+,62+,52+,42+,32o,3s2s,3h2h,3d2d,22+"
    narrow = equity("holdem", [*texts[:3], but_one], samples=300_000, seed=2)
    assert (narrow.shares[3].hands, dealt.shares[3].hands) == (1_325, 1_326)
    assert all(abs(one.equity - other.equity) < 0.004
               for one, other in zip(dealt.shares, narrow.shares, strict=True))


@pytest.mark.parametrize(("text", "count"), [
    ("AsKs", 1), ("AA", 6), ("AK", 16), ("AKs", 4), ("AKo", 12), ("KA", 16), ("TT+", 30),
    ("A9s+", 20), ("77-TT", 24), ("TT-77", 24), ("A2s-A5s", 16), ("AKs,AKo,AK", 16),
    ("random", 1326), ("100%", 1326), ("10%", 130), ("0.5%", 6), ("akS, tT", 10), ("10s9s", 1),
    ("A♠K♦", 1), ("A2o+", 144), ("As Ks", 1), ("As Ks, QQ TT", 13), ("10s 9h;AA", 7)])
def test_a_range_is_so_many_hands(text: str, count: int) -> None:
    assert len(hands_of(text, HOLDEM)) == count


@pytest.mark.parametrize(("text", "count"), [
    ("AsKsQhJh", 1), ("AAKK", 36), ("AKQJ", 256), ("AAxx", 6_961), ("random", 270_725),
    ("AAAA", 1), ("xxxx", 270_725)])
def test_a_range_of_omaha(text: str, count: int) -> None:
    assert len(hands_of(text, OMAHA)) == count


def test_a_share_is_the_strongest_hands() -> None:
    names = STRONGEST["holdem"].split()
    assert sorted(names) == sorted(classes(HOLDEM)) and len(names) == 169
    assert sum(COMBOS["pair" if len(n) == 2 else n[2]] for n in names) == 1326
    assert hands_of("5%", HOLDEM) == hands_of("77+,AJs+", HOLDEM)  # 60 hands; AKo makes it 72
    assert sorted(STRONGEST["synthetic"].split()) == sorted(classes(SYNTHETIC))


def test_the_strongest_hands_of_synthetic_poker_are_counted() -> None:
    assert STRONGEST["synthetic"].split() == [name for name, _ in strongest(SYNTHETIC)]


@pytest.mark.soak
def test_the_strongest_hands_of_holdem_are_counted() -> None:
    found = strongest(HOLDEM)
    assert STRONGEST["holdem"].split() == [name for name, _ in found]
    assert found[0][1] == equity("holdem", ["AA", "random"]).shares[0].equity


@pytest.mark.parametrize(("form", "ranges", "board", "dead", "says"), [
    ("holdem", ["AsKs"], "", "", "two hands or more"),
    ("holdem", ["AsKs", "AsQs"], "", "", "AsKs and AsQs need the same cards"),
    ("holdem", ["AA", "AA", "AA"], "", "", "need the same cards"),
    ("holdem", ["AA", "KK"], "2c2c", "", "the same card twice: 2C"),
    ("holdem", ["AA", "KK"], "2c3c", "2c", "the same card twice: 2C"),
    ("holdem", ["AA", "KK"], "2c3c4c5c6c7c", "", "at most 5 cards, not 6"),
    ("holdem", ["AsKs", "QQ"], "As", "", "no hand of AsKs is left: AS are on the board or dead"),
    ("holdem", ["AsKs", "QQ"], "", "QsQhQd", "no hand of QQ is left"),
    ("holdem", ["AsKsQs", "QQ"], "", "", "2 cards, but 'AsKsQs' has 3"),
    ("holdem", ["AsAs", "QQ"], "", "", "the same card twice in 'AsAs'"),
    ("holdem", ["AKx", "QQ"], "", "", "not a hand: 'AKx'; a range is"),
    ("holdem", ["AAs", "QQ"], "", "", "a pair is always of two suits"),
    ("holdem", ["A5s-K2s", "QQ"], "", "", "from pair to pair"),
    ("holdem", ["77-AK", "QQ"], "", "", "from pair to pair"),
    ("holdem", ["7-A", "QQ"], "", "", "not a hand: '7-A'"),
    ("holdem", ["0%", "QQ"], "", "", "above 0 %"),
    ("holdem", ["101%", "QQ"], "", "", "at most 100"),
    ("holdem", ["0.1%", "QQ"], "", "", "less than the strongest hand, AA"),
    ("holdem", [",", "QQ"], "", "", "an empty range"),
    ("omaha", ["AsKs", "QQxx"], "", "", "has 4 cards, but 'AsKs' has 2"),
    ("omaha", ["20%", "QQxx"], "", "", "Omaha has no list of strongest hands"),
    ("omaha", ["AAAAx", "QQxx"], "", "", "not a hand: 'AAAAx'"),
    ("synthetic", ["2s3s", "QQ"], "", "", "not a card of this pack: 2S"),
    ("synthetic", ["AA", "QQ"], "2c", "", "not a card of this pack: '2C'"),
    ("synthetic", ["random"] * 12, "", "", "28 cards are not enough for 12 hands")])
def test_what_cannot_be_dealt_is_told(form: str, ranges: list[str], board: str, dead: str,
                                      says: str) -> None:
    with pytest.raises(ValueError, match=says):
        equity(form, ranges, cards_of(board), cards_of(dead))


def test_an_exact_answer_that_takes_for_ever_is_refused() -> None:
    with pytest.raises(ValueError, match="ask for samples, or give fewer hands"):
        equity("holdem", ["random", "random", "random"], exact=True)
    with pytest.raises(ValueError, match="not both"):
        equity("holdem", ["AA", "KK"], exact=True, samples=10)
    with pytest.raises(ValueError, match="1 or more, not 0"):
        equity("holdem", ["AA", "KK"], samples=0)
    with pytest.raises(ValueError, match="unknown form of poker 'stud'; choose holdem"):
        equity("stud", ["AA", "KK"])
    with pytest.raises(ValueError, match="not a card: '1S'"):
        cards_of("1s")
