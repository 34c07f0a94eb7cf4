"""Names at a table are distinct, and nobody has a name of the house or its staff."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from sabot.house import HouseError
from sabot.house.live.bots import NAMES, Bots
from sabot.house.people.names import RESERVED, Directory, display_name, fold, is_reserved
from sabot.house.people.players import Player, player_known_entry
from sabot.ledger import Ledger, Unreachable
from support.house_evening import Evening, run_async

SAME = ["Bob", "bob", "BOB", " B o b ", "Bób", "Ｂｏｂ", "B\u200bo\u200db", "B\u2060ob",
        "Bob\u3164", "\u2800Bob", "Воb", "B0b", "«Bob»", "B.o.b.", "B\u0336o\u0336b", "\u202eBob"]


@pytest.mark.parametrize("name", SAME)
def test_names_that_are_read_as_the_same_are_the_same(name: str) -> None:
    assert fold(name) == "bob"


def test_names_that_differ_stay_apart() -> None:
    names = ["Ana", "Anna", "Rui", "陳大文", "陳小文", "José", "Josefa", "Bob 2", "Bob 3",
             "🎲", "🎰"]
    assert len({fold(name) for name in names}) == len(names)


@pytest.mark.parametrize("name", [
    *RESERVED, "CROUPIER", "Cr\u00f3upier", "ｄｅａｌｅｒ", "dea\u200bler", "dealer\u3164",
    "Сroupier", "Cr0upier", "Dea1er", "D€aler", "CROUPlER", "The House", "thehouse", "a Casa",
    "o banqueiro", "Sr. Croupier", "Croupier 2", "Dealer IV", "TheDealer3", "Head Dealer",
    "Real Croupier", "Fiscal da Banca", "Operador do Sistema", "莊家 2", "★ 荷官 ★", "house...",
    "b a n c a", "Aurora (bot)", "Ana bot"])
def test_nobody_is_called_what_the_house_or_its_people_are(name: str) -> None:
    assert is_reserved(name)


@pytest.mark.parametrize("name", [
    "Ana", "Bob", "Casanova", "Casa Nova", "João da Casa", "Tyra Banks", "莊家豪", "Ivo", "Vivi",
    "Will", "Boss", "Bancroft", "Dealey", "Hugo Boss", "Abbott", "Botelho", "A", "1", "", "..."])
def test_names_of_people_are_theirs(name: str) -> None:
    assert not is_reserved(name)


def test_a_shown_name_is_one_line_that_can_be_read() -> None:
    assert display_name(" Ana\n\tMaria\u200b ") == "Ana Maria"
    assert display_name("\u3164\u2800") == ""
    assert display_name("x" * 99) == "x" * 24 and display_name("A\u202eB") == "AB"
    assert display_name("a" + "\u0301" * 9) == "á\u0301\u0301"


def test_each_name_is_one_players() -> None:
    names = Directory()
    added = [names.add(str(n), name) for n, name in enumerate(
        [*SAME, "Bob 2", "", "Croupier", "...", "Jogador 21", "x" * 30, "x" * 30])]
    assert len({fold(name) for name in added}) == len(added) and not any(map(is_reserved, added))
    assert added[:2] == ["Bob", "bob 2"] and max(map(len, added)) == 24
    assert added[-2:] == ["x" * 24, "x" * 22 + " 2"]
    assert names.add("0", "another") == "Bob", "who has a name keeps it"


@run_async
async def test_guests_have_names_of_their_own_and_none_of_the_house(tmp_path: Path) -> None:
    async with Evening(tmp_path) as evening:
        house = evening.house
        bobs = [await house.guest(name) for name in ("Bob", "bob", "Bo\u200bb")]
        assert [player.name for player in bobs] == ["Bob", "bob 2", "Bob 3"]
        for name in ("Banca", "croupier", "莊家", "The Dealer"):
            with pytest.raises(HouseError) as refused:
                await house.guest(name)
            assert refused.value.code == "reserved-name" and "another name" in refused.value.text
        nobody = await house.guest("")
        await evening.reopen()
        assert [evening.house.name(player.id) for player in (*bobs, nobody)] == [
            "Bob", "bob 2", "Bob 3", nobody.name]
        assert (await evening.house.guest("BOB")).name == "BOB 4"


@run_async
async def test_those_whom_release_0_1_0_let_in_are_told_apart_too(tmp_path: Path) -> None:
    async with Evening(tmp_path, format=1) as evening:
        url = evening.url
    with Ledger.open(url) as ledger:
        for id, name in (("p_1", "Bob"), ("p_2", "Bob"), ("p_3", "Croupier")):
            player = msgspec.to_builtins(Player(id=id, name=name, created=1.0))
            del player["shown"]  # which that release did not store
            ledger.commit([msgspec.structs.replace(
                entry, documents=(msgspec.structs.replace(
                    entry.documents[0], body=msgspec.json.encode(player)),))
                for entry in [player_known_entry(ledger, Player(id=id, name=name, created=1.0))]])
    async with Evening(tmp_path) as evening:
        assert [evening.house.name(f"p_{n}") for n in (1, 2, 3)] == ["Bob", "Bob 2", "Jogador 3"]


def test_more_bots_than_names_have_names_of_their_own() -> None:
    called = {Bots.bot_name(n) for n in range(1, 3 * len(NAMES) + 1)}
    assert len({fold(name) for name in called}) == 3 * len(NAMES)
    assert all(name.endswith("(bot)") and is_reserved(name) for name in called)


@run_async
async def test_the_names_of_bots_are_known_while_the_books_cannot_be_read(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unreachable("the server is away")

    async with Evening(tmp_path) as evening:
        bot = Player(id="bot_low_1", name="Aurora (bot)", created=0.0)
        await evening.house.commit(player_known_entry(evening.house.ledger, bot))
        assert evening.house.name("bot_low_1") == "Aurora (bot)"
        await evening.reopen()
        monkeypatch.setattr(evening.house.ledger, "document", fail)
        assert evening.house.name("bot_low_1") == "Aurora (bot)"
        assert evening.house.name("bot_low_2") == "bot_low_2"
        evening.house.names.remove("bot_low_1")
        assert evening.house.name("bot_low_1") == "bot_low_1"
