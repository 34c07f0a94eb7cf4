"""The odds at the door: a game, a table, what is refused, and that no table waits for them."""

from __future__ import annotations

import asyncio
import re
import threading
import time
from fractions import Fraction
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from sabot.cli.operating.serve import load_tables
from sabot.games import catalogue, game, read_table
from sabot.probability.answer import ExactAnswer
from sabot.probability.entry import bet
from sabot.probability.liability import Unlimited
from sabot.procedure.capabilities import Pricing
from sabot.procedure.table import Table
from sabot.reports import odds_report as study
from sabot.reports.odds_report import SESSIONS
from sabot.results import Results
from sabot.web import odds as page
from support.open_house import Doors
from support.open_house import table as laid_out

STATIC = Path(str(resources.files("sabot.web") / "static"))
HOUSE = Path(str(resources.files("sabot.house") / "tables"))
EXAMPLES = Path(__file__).parents[2] / "examples" / "tables"


def ask(doors: Doors, **params: str) -> Any:
    return doors.visitor().http.get("/api/odds", params=params, timeout=300)


def test_the_odds_of_a_table_are_those_of_its_rules(doors: Doors) -> None:
    answer = ask(doors, table="shared").json()
    assert answer["table"] == {"id": "shared", "name": "Shared", "minimum": 200, "maximum": 20_000}
    assert answer["rules"]["packs"] == 4 and answer["names"]["pt"]
    assert [bet["bet"] for bet in answer["bets"]][:2] == ["main", "insurance"]
    assert answer["bets"][1]["edge"] == "5/69"  # four packs
    assert answer["classes"][answer["strategy"]] == min(answer["classes"].values())
    assert answer["classes"][answer["strategy"]] == answer["bets"][0]["edge_float"]
    assert answer["waterfall"][-1]["edge"] == pytest.approx(answer["bets"][0]["edge_float"])
    assert all(set(step["names"]) == {"pt", "en", "zh"} and all(step["names"].values())
               for step in answer["waterfall"])
    assert [s["coups"] for s in answer["sessions"]] == list(SESSIONS)
    for session in answer["sessions"]:
        assert session["mean"] == pytest.approx(
            -100 * session["coups"] * answer["bets"][0]["edge_float"])
        assert 0.4 < session["ahead"] < 0.5
    acts = {cell["act"] for row in answer["chart"] for cell in row["cells"]}
    assert all(f"act.{act}" in answer["words"]["pt"] and f"key.{act}" in answer["words"]["pt"]
               for act in acts)
    # Four packs: 64 tens split into as many hands, sixteen of them doubled with an ace.
    assert answer["most"]["place"] == 80 * answer["most"]["stake"]
    assert sum(answer["bets"][0]["first_decision"].values()) == pytest.approx(1)
    assert ask(doors, table="shared~p_someone").json()["table"]["id"] == "shared"


def test_a_game_is_priced_by_its_default_rules_in_any_class_of_play(doors: Doors) -> None:
    answer = ask(doors, game="blackjack-macau", strategy="zero-memory").json()
    assert answer["table"] is None and answer["strategy"] == "zero-memory"
    assert answer["rules"]["packs"] == 6
    assert answer["bets"][0]["edge_float"] == answer["classes"]["zero-memory"] > answer["classes"][
        "composition"]


@pytest.mark.parametrize(("params", "status", "code"), [
    ({}, 400, "form"), ({"table": "shared", "game": "blackjack-online"}, 400, "form"),
    ({"table": "none"}, 404, "no-table"), ({"game": "whist"}, 404, "no-game"),
    ({"game": "blackjack-online", "strategy": "luck"}, 404, "no-strategy"),
    ({"game": "x" * 81}, 400, "form"),
])
def test_what_cannot_be_priced_is_refused_in_words(
        doors: Doors, params: dict[str, str], status: int, code: str) -> None:
    answer = ask(doors, **params)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert answer.json()["text"]


def test_the_lobby_says_whose_odds_are_there(doors: Doors) -> None:
    anybody = doors.visitor()
    # Bets have an edge, machines their sheets, who play their fellows what the house keeps of them.
    assert all(g["odds"] is True for g in anybody.get("/api/games").json())
    assert all(t["odds"] is True for t in anybody.get("/api/tables").json())
    assert anybody.get("/api/tables/shared").json()["odds"] is True
    assert all(g["odds"] is True for g in anybody.get("/api/lobby").json()["games"])


@pytest.mark.law("pt-217-2007/poquer-sem-descarte/21")
def test_who_sits_where_nobody_may_be_told_how_to_play_reads_no_odds(tmp_path: Path) -> None:
    """Of that game alone; who does not sit there reads them."""
    table = laid_out('game = "no-draw-poker"\nname = "Mondego"\nplaces = 7\nminimum = 5\n'
                 "maximum = 125\n")
    with Doors(tmp_path, tables={"t": table}) as doors:
        ana = doors.guest("Ana")
        with ana.table("t") as line:
            line.until("snapshot")
            assert line.do("sit", "1")["t"] == "ack"
            for asked in ("table=t", "game=no-draw-poker"):
                refused = ana.get(f"/api/odds?{asked}")
                assert (refused.status_code, refused.json()["code"]) == (409, "at-a-table")
                assert refused.json()["law"].endswith("/poquer-sem-descarte/21")
            assert ana.get("/api/odds?game=cussec").status_code == 200
            assert line.do("leave", "1")["t"] == "ack"
        page._refuse_seated_player(doors.house, SimpleNamespace(  # type: ignore[arg-type]
            app=SimpleNamespace(state=SimpleNamespace(signer=doors.signer, house=doors.house)),
            cookies={c.name: c.value for c in ana.http.cookies.jar}), catalogue()["no-draw-poker"])


class Rules(msgspec.Struct, frozen=True):
    packs: int = 1


def priced(calls: list[int], gate: threading.Event, wrong: bool = False) -> Any:
    """A game whose price takes until the gate opens."""
    def price(table: Any, *_: str) -> ExactAnswer:
        calls.append(table.rules.packs)
        gate.wait(10)
        if wrong and len(calls) == 1:
            raise RuntimeError("once")
        even = bet("coin", [(Fraction(1, 2), Fraction(1))], conditions="a coin")
        return ExactAnswer(strategy="", bets=(even,), not_priced={})
    pricing = Pricing(odds=price, answer=ExactAnswer)
    return SimpleNamespace(id="made", pricing=pricing, priced=pricing)


def table_with_packs(packs: int) -> Any:
    return SimpleNamespace(rules=Rules(packs))


def test_rules_are_priced_once_beside_what_else_goes_on() -> None:
    async def go() -> None:
        calls: list[int] = []
        gate = threading.Event()
        pricer, game = page.Pricer(), priced(calls, gate)
        first = asyncio.ensure_future(pricer.price(game, table_with_packs(1), ""))
        second = asyncio.ensure_future(pricer.price(game, table_with_packs(1), ""))
        await asyncio.sleep(0.05)  # the loop goes on while the price is computed
        assert not first.done()
        second.cancel()  # who goes away takes nothing from the others
        gate.set()
        assert (await first).follows.sessions[0].ahead > 0.4
        await pricer.price(game, table_with_packs(1), "")
        await pricer.price(game, table_with_packs(2), "")
        assert calls == [1, 2]
        await pricer.close()
    asyncio.run(go())


def test_a_price_that_failed_is_tried_again_and_few_are_kept(
        monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "KEPT_RESULTS", 2)

    async def go() -> None:
        calls: list[int] = []
        gate = threading.Event()
        gate.set()
        pricer, game = page.Pricer(), priced(calls, gate, wrong=True)
        with pytest.raises(RuntimeError):
            await pricer.price(game, table_with_packs(1), "")
        for packs in (1, 2, 3, 1):
            await pricer.price(game, table_with_packs(packs), "")
        assert calls == [1, 1, 2, 3, 1]
        await pricer.close()
    asyncio.run(go())


def test_the_page_says_in_both_languages_what_the_bank_may_have_to_pay() -> None:
    script = (STATIC / "js/odds/study_words.js").read_text("utf-8")
    tables = [read_table(path.read_text("utf-8")) for path in (
        *HOUSE.glob("*.toml"), *EXAMPLES.glob("*.toml"))]
    reasons = set()
    for table in tables:
        assert isinstance(table, Table)
        played = game(table.game)
        if played.pricing is None or played.pricing.liability is None:  # the bank is a player's
            continue
        if isinstance(most := played.priced.liability(table), Unlimited):
            reasons.add(most.why)
            assert f"'{most.why}':" in script, table.name
            continue
        name = re.sub(r"^an? ", "", most.outcome)
        assert (re.fullmatch(r"(aces|tens|\ds) split into \d+ hands|[\d-]+(, with \d+)?", name)
                or f"often.{name}" in played.priced.words["pt"]), (table.name, name)
        assert not most.left_out or f"'{most.left_out}':" in script, table.name
        reasons.add(name)
    assert len(reasons) > 3  # there is something to say of more than one kind


def test_the_liability_is_that_of_the_table_and_its_price_that_of_the_rules(doors: Doors) -> None:
    one, other = (ask(doors, table=name).json() for name in ("shared", "alone"))
    assert one["most"]["table"] > other["most"]["table"] == other["most"]["place"]


def test_the_page_knows_no_game() -> None:
    for file in (*(STATIC / "js/odds").glob("*.js"), STATIC / "odds.html"):
        assert "blackjack" not in file.read_text("utf-8").lower(), file.name


def test_a_game_without_decisions_is_priced_with_all_its_bets(doors: Doors) -> None:
    answer = ask(doors, game="american-roulette").json()
    assert answer["classes"] == {} and answer["waterfall"] == [] and answer["strategy"] == ""
    assert {bet["edge"] for bet in answer["bets"]} == {"1/37"} and len(answer["bets"]) == 16
    for lang in ("pt", "en"):
        assert all(answer["words"][lang][f"odds.{bet['bet']}"] for bet in answer["bets"])
    assert answer["most"]["left_out"] and answer["sessions"][0]["coups"] == SESSIONS[0]


def test_a_game_that_people_play_against_one_another_tells_its_advice(doors: Doors) -> None:
    answer = ask(doors, game="chemin-de-fer").json()
    assert answer["most"] is None and answer["classes"] == {}
    assert answer["curves"][0]["mark"] == pytest.approx(0.378770, abs=1e-6)
    for lang in ("pt", "en"):
        assert all(answer["words"][lang][f"sheet.{sheet['name']}"] for sheet in answer["sheets"])
        assert answer["words"][lang]["page.keeps"]


def test_the_lobby_is_told_the_edges_of_the_page_of_odds_and_no_table_waits_for_them(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are counted in the thread of the odds; what is not known yet is left out."""
    with Doors(tmp_path, results=Results(), shipped=False) as doors:
        edges_are_told(doors, monkeypatch)


def edges_are_told(doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, go, names = threading.Event(), threading.Event(), []
    counted = page.compute_edge

    def slow(of: Any, table: Table) -> page.Edge:
        names.append(threading.current_thread().name)
        begun.set()
        assert go.wait(60)
        return counted(of, table)

    monkeypatch.setattr(page, "compute_edge", slow)
    anybody = doors.visitor()
    assert anybody.get("/api/edges").json() == {} and begun.wait(60)
    assert anybody.get("/api/tables").status_code == 200
    go.set()
    for _ in range(600):
        answer = anybody.get("/api/edges").json()
        if "shared" in answer:
            break
        threading.Event().wait(.2)
    main = ask(doors, table="shared").json()["bets"][0]
    assert answer["shared"]["edge"] == main["edge"] and answer["shared"]["bet"] == main["bet"]
    assert answer["shared"]["edge_float"] == main["edge_float"]
    assert set(answer["shared"]["names"]) == {"pt", "en", "zh"}
    assert names and all(name.startswith("odds") for name in names)


def test_a_new_house_shows_every_figure_of_the_shipped_tables_at_once(
        tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is computed yet; a table of other rules waits, and what the code computes decides."""
    go, tables = threading.Event(), dict(load_tables(None)[0])
    own = msgspec.structs.replace(
        tables["lis"], rules=msgspec.structs.replace(tables["lis"].rules, edge=8))
    counted = page.compute_edge

    def wait(of: Any, table: Table) -> page.Edge:
        assert go.wait(60)
        edge = counted(of, table)
        return msgspec.structs.replace(edge, edge="1/2") if table.name == "Tejo" else edge

    def wait_line(of: Any) -> study.GameOdds:
        assert go.wait(60)
        return brief(of)

    brief = study.brief
    monkeypatch.setattr(page, "compute_edge", wait)
    monkeypatch.setattr(study, "brief", lambda of: brief(of) if of.hands else wait_line(of))
    shown = {name: tables[name] for name in ("tejo", "low", "mira")}
    with Doors(tmp_path, tables={**shown, "own": own}, results=Results()) as doors:
        visitor = doors.visitor()
        room = visitor.get("/api/lobby").json()
        assert room["counting"] == ["own"] and set(room["edges"]) == set(shown)
        assert room["edges"]["tejo"]["edge"] == "1/37" and room["edges"]["tejo"]["worst"] is None
        assert room["edges"]["low"]["names"]["pt"] and room["edges"]["low"]["many"] > 1
        lines = visitor.get("/api/odds/games").json()
        assert lines["left"] == 0 and lines["doing"] == ""
        assert {line["game"] for line in lines["games"]} == set(catalogue())
        go.set()
        for _ in range(600):
            edges = visitor.get("/api/edges").json()
            if "own" in edges and edges["tejo"]["edge"] == "1/2":
                break
            threading.Event().wait(.2)
        assert edges["tejo"]["edge"] == "1/2" and edges["low"] == room["edges"]["low"]


def test_every_game_of_the_catalogue_answers_for_its_odds(doors: Doors) -> None:
    """Games without bets against a bank: machines show their sheets, people what they pay."""
    sheets = ask(doors, game="machines").json()
    assert sheets["kind"] == "machines" and len(sheets["sheets"]) >= 4
    assert all(0.8 <= one["returned_float"] < 1 and one["combinations"] and one["hit_float"]
               for one in sheets["sheets"])
    people = ask(doors, game="sintetico").json()
    assert people["kind"] == "people" and people["equity"] == "synthetic"
    assert people["five"]["deals"] == 98_280  # 28 cards taken five at a time
    assert sum(row["many"] for row in people["five"]["combinations"]) == 98_280
    assert people["five"]["combinations"][0] == {
        "name": "royal", "many": 4, "chance": "1/24570", "chance_float": 1 / 24570,
        "once_in": 24570.0}
    assert people["words"]["pt"]["category.royal"]
    cost = people["cost"]
    assert cost["rate"] == 5 and all(20 * pot["kept"] == pot["pot"] for pot in cost["pots"])
    while (people := ask(doors, game="sintetico").json())["deal"] is None:
        time.sleep(0.2)
    assert people["deal"]["deals"] == 24_864_840  # 28 over 2, times 26 over 5


@pytest.mark.more
@pytest.mark.timeout(600)
def test_all_games_stand_in_one_list_as_they_become_known(doors: Doors) -> None:
    visitor = doors.visitor()
    while (answer := visitor.get("/api/odds/games").json())["left"]:
        assert answer["doing"] in catalogue()
        time.sleep(0.3)
    lines = {line["game"]: line for line in answer["games"]}
    assert set(lines) == set(catalogue()) and not answer["doing"]
    assert all(line["best"]["kept"] <= line["worst"]["kept"] for line in lines.values()
               if line["kind"] != "people")
    wheel = lines["american-roulette"]
    assert wheel["best"]["exact"] == wheel["worst"]["exact"] == "1/37" and wheel["many"] == 16
    macau = lines["blackjack-macau"]["best"]
    assert macau["kept"] < 0 and macau["names"]["pt"] and not macau["exact"]
    assert lines["holdem"]["cost"]["rate"] == 5
    assert lines["machines"]["worst"]["kept"] < 0.2  # eighty per cent come back at least
