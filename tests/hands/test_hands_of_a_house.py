"""`sabot hands`: the hands of a house's database, exported; files of every format, converted and
judged by a law."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from test_open_hand_history import history
from test_pokerstars_text import HIGH_LOW, SIDE_POTS, TWICE

from sabot.cli import main
from sabot.hands import read
from sabot.ledger import Ledger
from support.house_evening import Evening, run_async, table

TABLES = {name: table(f"""
game = "{game}"
name = "{name}"
minimum = 2
maximum = 1000
places = 10
[rules]
minimum_share = false
limit = "cave"
cap = 3
[clocks]
decision = 30
late = 10
""") for name, game in (("ave", "holdem"), ("coura", "omaha"))}


def hands(*words: str, lang: str = "en") -> Result:
    return CliRunner().invoke(main, ["hands", *words], env={"SABOT_LANG": lang})


@run_async
async def play_evening(folder: Path) -> None:
    """Four people play some hands at each table; the first to be asked goes all-in."""
    async with Evening(folder, tables=TABLES) as evening:
        for name in TABLES:
            guests = {player: await evening.guest(player)
                      for player in ("Ana", "Rui", "Eva", "Gil")}
            for place, guest in enumerate(guests.values(), 1):
                await guest.must("sit", str(place), 4_000, table=name)
            await evening.later(11)
            for act in ("all-in", "call", "call"):
                asked = evening.desk(name).dealer.standing
                assert asked is not None
                offer = next(offer for offer in asked.offers if offer.act == act)
                guest = next(guest for guest in guests.values()
                             if guest.player.id == offer.player)
                await guest.must(act, offer.seat, table=name)
            await evening.later(400)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The database of a house that has been open for an evening."""
    folder = tmp_path_factory.mktemp("house")
    play_evening(folder)
    [database] = folder.glob("*.sqlite3")
    return str(database)


def test_the_hands_of_a_house_play_back_to_their_own_chips(
        house: str, tmp_path: Path) -> None:
    done = hands("export", "--database", house, "--all", "--out", str(tmp_path / "all"))
    assert done.exit_code == 0, done.output
    files = sorted(map(str, (tmp_path / "all").glob("*.phh")))
    assert {Path(file).name.partition("-")[0] for file in files} == {"holdem", "omaha"}
    played = hands("play", *files)
    assert played.exit_code == 0 and "as in the file; the house took" in played.output
    texts = [Path(file).read_text("utf-8") for file in files]
    assert any("cbr" in text for text in texts)
    assert all("_terms" in text and "_rake" in text for text in texts)
    [first, *_] = read(files[0])
    assert {"hand", "time", "time_zone", "day", "month", "year"} <= set(first.record.more)
    assert first.record.more["hand"] == Path(files[0]).stem.removeprefix("holdem-")
    assert not first.record.unknown_fields


def test_hands_of_one_table_and_from_a_date_on(house: str) -> None:
    both = hands("export", "--database", house).stdout
    ave = hands("export", "--database", house, "--table", "ave").stdout
    assert ave.count("variant =") < both.count("variant =")
    assert '"NT"' in ave and '"PO"' not in ave
    assert all(hand.play().agrees for hand in read(both))
    with Ledger.open(house, create=False, readonly=True) as ledger:
        [first, *_] = ledger.entries(kind="begin", table="coura")
    for since, of_coura in ((first.at, 1), (first.at + 1, 0)):
        moment = datetime.fromtimestamp(0, UTC) + timedelta(milliseconds=since)
        done = hands("export", "--database", house, "--table", "coura", "--since",
                     moment.isoformat())
        assert done.stdout.count('"PO"') == of_coura
    later = hands("export", "--database", house, "--since", "2999-12-31")
    assert later.exit_code == 2 and "no hand of poker" in later.output
    assert hands("export", "--database", house, "--since", "1970-01-01").stdout == both


@pytest.mark.parametrize(("words", "expected"), [
    ((), "give a journal or --database"),
    (("--database", "sqlite:////nowhere/at/all.sqlite3"), "nowhere"),
    (("--database", "x.sqlite3", "--since", "soon"), "'soon' is not a date"),
    (("--database", "x.sqlite3", "--all", "--eyes", "Ana"), "give --eyes or --all, not both")])
def test_wrong_use_of_export_ends_without_a_traceback(words: tuple[str, ...], expected: str
                                                      ) -> None:
    done = hands("export", *words)
    assert done.exit_code == 2 and expected in done.output and "Traceback" not in done.output


def test_dates_and_tables_need_a_database(tmp_path: Path) -> None:
    path = tmp_path / "evening.jsonl"
    path.write_text("")
    done = hands("export", str(path), "--table", "ave")
    assert done.exit_code == 2 and "--table and --since need --database" in done.output


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """One file of each format; that of PokerStars has a hand that cannot be read."""
    texts = {"stars.txt": "\n\n".join((SIDE_POTS, TWICE, HIGH_LOW.replace("Omaha Hi/Lo", "Razz"))),
             "open.ohh": json.dumps(history()), "one.phh": read(HIGH_LOW)[0].to_phh()}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    return [str(tmp_path / name) for name in texts]


def test_files_of_every_format_are_played(files: list[str]) -> None:
    done = hands("play", *files)
    assert done.exit_code == 2 and "4 of 5 hands end with the same chips, 1 cannot" in done.output
    assert "stars.txt: [101]: Gil 79.50, Ana: B 39.50, Rui 58.50, Eva 80; as in the file; the " \
        "house took 3" in done.output
    assert "stars.txt: [104]: 'Razz Limit' is not played here" in done.output
    portuguese = hands("play", *files[:1], lang="pt").output
    assert "'Razz Limit' não se joga aqui" in portuguese


def test_what_came_of_each_hand_is_given_as_json(files: list[str]) -> None:
    done = hands("play", *files, "--json", "--rules", "pt-217-2007", lang="pt")
    assert done.exit_code == 2
    first, twice, razz, *_ = json.loads(done.stdout)
    assert first["players"][1] == {"name": "Ana: B", "before": "100", "after": "39.50", "won": "0"}
    assert (first["source"], first["game"], first["pot"], first["rake"]) \
        == ("PokerStars", "NT", "141.50", "3")
    assert first["agrees"] and not first["differences"]
    assert twice["departures"][0] == {
        "clause": "pt-217-2007/poquer-nao-bancado/24", "action": 0,
        "text": "2 players: at least 4 must sit"}
    assert razz["found"] == "Razz Limit" and razz["allowed"] == "Hold'em, Omaha, Omaha Hi/Lo"


def test_files_of_every_format_are_told(files: list[str]) -> None:
    done = hands("tell", *files[1:])
    assert done.exit_code == 0
    assert "Ana has AhAc" in done.output and "Eva mucks" in done.output and "[7]" in done.output


def test_files_of_every_format_become_one_file(files: list[str], tmp_path: Path) -> None:
    """What the format cannot say is counted; the hand that cannot be read is named."""
    out = tmp_path / "all.phhs"
    done = hands("convert", *files, "-o", str(out))
    assert done.exit_code == 2 and f"4 hands are in {out}" in done.output
    assert "1 hand: several boards are in the field _boards" in done.output
    again = hands("play", str(out))
    assert again.exit_code == 0, again.output
    assert "4 of 4 hands end with the same chips" in again.output
    printed = hands("convert", files[1])
    assert printed.exit_code == 0 and printed.output.startswith("[1]\nvariant = ")
    blocked = hands("convert", files[1], "-o", str(out / "below a file"))
    assert blocked.exit_code == 2 and "Traceback" not in blocked.output


def test_a_law_is_named_for_what_it_decides_otherwise(files: list[str]) -> None:
    done = hands("play", files[1], "--rules", "pt-217-2007")
    assert done.exit_code == 1
    assert re.search(r"  3 players: at least 4 must sit \(pt-217-2007/poquer-nao-bancado/24\)",
                     done.output)
    assert hands("play", files[1]).exit_code == 0
    assert hands("play", files[1], "--rules", "elsewhere").exit_code == 0
    many = hands("play", *files, "--rules", "pt-217-2007", lang="zh").output
    assert "5個牌局中，pt-217-2007對4個另有決定" in many
