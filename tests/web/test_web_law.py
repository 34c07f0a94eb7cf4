"""The law at the door: sections, a clause with all that shows it, its options, its last coup."""

from __future__ import annotations

import time
from importlib import resources

import pytest

from sabot import regulations as law
from sabot.regulations import citation_index
from sabot.regulations.register import KINDS
from sabot.reports import regulation_report
from sabot.words import read_words
from support.open_house import Doors, Visitor, row


def test_every_regulation_is_told_with_its_sections(doors: Doors) -> None:
    answer = doors.visitor().get("/api/regulations").json()
    assert [one["document"] for one in answer] == list(law.DOCUMENTS)
    sections = [part for one in answer for part in one["sections"]]
    assert {part["section"]: part["rows"] for part in sections} == {
        key: len(rows) for key, rows in law.sections().items()}
    assert all(part["exercised"] + part["outside"] + part["open"] == part["rows"]
               for part in sections)
    assert not next(part for part in sections if part["section"].endswith("craps"))["open"]


def test_a_section_keeps_the_order_of_the_text(
        doors: Doors, monkeypatch: pytest.MonkeyPatch) -> None:
    visitor = doors.visitor()
    answer = visitor.get("/api/regulations/pt-217-2007/poquer-nao-bancado").json()
    assert [line["id"] for line in answer["rows"]] == [
        one.id for one in law.sections()["pt-217-2007/poquer-nao-bancado"]]
    assert {game["id"] for game in answer["games"]} == {"holdem", "omaha", "sintetico"}
    # To parse the modules that cite takes long: what was read once is not read again.
    monkeypatch.delattr(citation_index, "find_citations")
    assert visitor.get("/api/regulations/pt-217-2007/poquer-nao-bancado").json() == answer
    assert visitor.get("/api/regulations/pt-217-2007/whist").status_code == 404


def test_a_clause_with_all_that_shows_it(doors: Doors) -> None:
    visitor = doors.visitor()
    body = visitor.get(f"/api/clauses/{row('15.e')}").json()
    assert body["text"] == law.row(row("15.e")).text and body["state"] == "exercised"
    assert {"module": "sabot.games.blackjack_online.clauses",
            "name": "CLAUSES.surrender"} in body["cited"]
    assert any("test_blackjack_online" in name for name in body["tests"])
    assert [one["id"] for one in body["interpretations"]] == ["ir/8", "ir/9"]
    coup = body["rounds"][0]
    opened = visitor.get(f"/api/rounds/{coup['name']}").json()
    assert opened["title"] == coup["title"] and row("15.e") in opened["clauses"]
    assert "15.e" in opened["text"].split("-" * 72)[1]
    for missing in ("/api/clauses/pt-805-2015/blackjack-online/99", "/api/clauses/ir/9999",
                    "/api/rounds/craps/none"):
        answer = visitor.get(missing)
        assert answer.status_code == 404 and answer.json()["text"]


def test_what_was_cited_as_a_rule_and_is_none_leads_to_the_reading(doors: Doors) -> None:
    """Receipts of an earlier version name it; both doors of a clause show what stands there now."""
    visitor = doors.visitor()
    for door in ("clauses", "law"):
        answer = visitor.get(f"/api/{door}/pt-217-2007/craps/11.1.pay-dont").json()
        assert answer["id"] == "ir/135" and answer["question"]
    section = visitor.get("/api/regulations/pt-217-2007/craps").json()
    assert not [line["id"] for line in section["rows"] if "pay-dont" in line["id"]]


def test_a_clause_that_nobody_performs_says_why(doors: Doors) -> None:
    answer = doors.visitor().get("/api/clauses/pt-217-2007/craps/2.a").json()
    assert answer["state"] == "outside" and answer["outside"]["reason"] == "physical"


def test_words_are_looked_for(doors: Doors) -> None:
    visitor = doors.visitor()
    answer = visitor.http.get("/api/clauses", params={"words": "surrender half"}).json()
    assert answer["found"] >= len(answer["rows"]) > 0
    only = visitor.http.get("/api/clauses",
                            params={"words": "the", "document": "pt-805-2015"}).json()
    assert {line["id"].split("/")[0] for line in only["rows"]} == {"pt-805-2015"}
    assert visitor.http.get("/api/clauses", params={"words": " "}).status_code == 400


def test_an_option_says_what_it_costs(doors: Doors) -> None:
    visitor, clause = doors.visitor(), "pt-217-2007/bacara-ponto-e-banca/14"
    clause = next(one for entry in law.interpretations().values() if entry.option == "deduction"
                  for one in entry.clauses)
    while (answer := visitor.http.get("/api/worth", params={"clause": clause}).json())["counting"]:
        time.sleep(0.2)
    [option] = [one for one in answer["options"] if one["option"] == "deduction"
                and one["game"] == "ponto-e-banca"]
    part = next(bet for bet in option["bets"] if bet["value"] == "5%" and bet["bet"] == "banca")
    assert part["lawful"] and part["names"]["pt"]
    # Five per cent of the prize is taken of every win of the bank, which is gained without it.
    assert part["change"] == pytest.approx(0.0229, abs=1e-4)
    assert part["edge"] == pytest.approx(part["was"] + part["change"])


@pytest.mark.law("pt-805-2015/blackjack-online/31")
def test_my_latest_coup_under_a_clause_is_found_with_its_steps(doors: Doors) -> None:
    asked = {"clause": row("14")}
    assert doors.visitor().http.get("/api/me/applied", params=asked).status_code == 401
    ana, rui = doors.guest("Ana"), doors.guest("Rui")
    none = ana.http.get("/api/me/applied", params={"clause": row("14")}).json()
    assert none["coup"] is None and none["looked"] == 0
    coups = play(doors, ana)
    answer = ana.http.get("/api/me/applied", params={"clause": row("14")}).json()
    assert answer["coup"]["id"] == coups[0] and answer["looked"] == len(coups)
    assert answer["coup"]["steps"] and all(
        row("14") in str(step) for step in answer["coup"]["steps"])
    assert rui.http.get("/api/me/applied", params={"clause": row("14")}).json()["coup"] is None
    assert ana.http.get("/api/me/applied", params={"clause": "x/y/z"}).status_code == 404
    # For the house: who may read the journal, and nobody else.
    assert ana.http.get("/api/staff/applied", params=asked).status_code == 401
    croupier, inspector = doors.visitor(), doors.visitor()
    croupier.post("/api/staff/login", {"token": doors.staff("Zé", "croupier")})
    inspector.post("/api/staff/login", {"token": doors.staff("Eva", "inspector")})
    assert croupier.http.get("/api/staff/applied", params=asked).status_code == 403
    found = inspector.http.get("/api/staff/applied", params=asked).json()
    assert found["coups"][0]["id"] == coups[0] and found["most"] == 20_000


def play(doors: Doors, visitor: Visitor) -> list[str]:
    """A coup to its end, by the clock; the player's coups."""
    with visitor.table("alone") as line:
        line.take()
        for act, seat, amount in (("sit", "1", 0), ("bet", "1", 200), ("deal", "table", 0)):
            assert line.do(act, seat, amount)["t"] == "ack"
        while not (coups := visitor.get("/api/me/coups?limit=5").json()):
            doors.later(30)
    return [coup["id"] for coup in coups]


def test_the_list_of_a_clause_is_what_the_book_says(doors: Doors) -> None:
    clause = "pt-217-2007/craps/13.2"
    answer = doors.visitor().get(f"/api/clauses/{clause}").json()
    assert answer["tests"] == regulation_report.entry(clause).tests


def test_each_kind_of_clause_has_a_word_in_each_language() -> None:
    words = read_words(resources.files("sabot.web") / "words" / "law.toml")
    for lang, texts in words.items():
        lacking = [kind for kind in KINDS if not texts.get(f"book.kind.{kind}")]
        assert not lacking, (lang, lacking)
