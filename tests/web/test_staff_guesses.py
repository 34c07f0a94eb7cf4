"""Guesses at the staff door: they wait, and keep neither guests nor honest staff out."""

from __future__ import annotations

from pathlib import Path

from sabot.house.people.token_attempts import FREE_ATTEMPTS, LONGEST_WAIT
from sabot.house.staff import personnel
from support.open_house import Doors, Visitor

WRONG = "a" * 32


def tries(visitor: Visitor, token: str = WRONG, name: str = "") -> tuple[int, str, int]:
    response = visitor.post("/api/staff/login", {"token": token, "name": name} if name
                            else {"token": token})
    body = response.json()
    return response.status_code, body.get("code", ""), (body.get("facts") or {}).get("seconds", 0)


def forget(doors: Doors) -> None:
    doors.house.token_attempts._counts.clear()


def test_guesses_wait_longer_and_longer_and_guests_play_on(doors: Doors) -> None:
    forget(doors)
    thief = doors.visitor()
    assert [tries(thief) for _ in range(FREE_ATTEMPTS - 1)] == (FREE_ATTEMPTS - 1) * [
        (401, "token", 0)]
    assert tries(thief) == (401, "token", 1)
    response = thief.post("/api/staff/login", {"token": WRONG})
    assert (response.status_code, response.json()["code"], response.headers["Retry-After"]) == (
        429, "wait", "1")
    waits = []
    while (wait := tries(thief)[2]) < LONGEST_WAIT:
        waits.append(wait)
        doors.clock.advance(wait)
    assert waits == sorted(waits) and len(set(waits)) > 7
    for _ in range(700):  # beyond what one address may ask of all else in a minute
        assert tries(thief)[1] == "wait"
    assert doors.guest().get("/api/session").status_code == 200


def test_the_count_for_a_name_is_kept_across_addresses_and_a_new_token_ends_it(
        doors: Doors) -> None:
    forget(doors)
    token = doors.staff("Vera Reis", "supervisor")
    for n in range(FREE_ATTEMPTS):
        doors.house.token_attempts.wrong([f"address:198.51.100.{n}", "name:verareis"])
    assert tries(doors.visitor(), token, "vera  REIS")[1] == "wait"
    assert tries(doors.visitor(), token)[0] == 200, "without a name the count of a name is none"
    doors.run(lambda: carry_out(doors, "Vera Reis"))
    assert tries(doors.visitor(), WRONG, "Vera Reis")[1] == "token", "looked at again"


async def carry_out(doors: Doors, name: str) -> None:
    changed = personnel.add(doors.house.ledger, name, "supervisor")
    await personnel.apply_change(doors.house, changed, personnel.Author())


def test_a_token_opens_under_its_own_name_only(doors: Doors) -> None:
    forget(doors)
    token = doors.staff("Nuno", "croupier")
    assert tries(doors.visitor(), token, "Marta")[:2] == (401, "token")
    assert tries(doors.visitor(), token, "nuno")[0] == 200


def test_who_has_signed_in_before_in_a_browser_is_kept_out_by_nobody_elses_guesses(
        doors: Doors) -> None:
    forget(doors)
    token, honest = doors.staff("Olga", "croupier"), doors.visitor()
    assert tries(honest, token)[0] == 200
    honest.post("/api/staff/logout")
    thief = doors.visitor()  # from the same address, under the same name
    for _ in range(FREE_ATTEMPTS + 8):
        tries(thief, WRONG, "Olga")
        doors.clock.advance(400)
    assert tries(thief, WRONG, "Olga")[1] == "token" and tries(thief, WRONG, "Olga")[1] == "wait"
    assert tries(honest, token, "Olga")[0] == 200
    # The browser has a count of its own, and lets nobody guess at other names.
    for _ in range(FREE_ATTEMPTS):
        tries(honest, WRONG, "Olga")
    assert tries(honest, token, "Olga")[1] == "wait"
    assert tries(honest, token, "Nuno")[1] == "wait"


def test_requests_are_limited_by_the_clock_of_the_house(tmp_path: Path) -> None:
    """A minute of the house later there is room again, whatever the machine's clock says."""
    with Doors(tmp_path, rate_per_minute=5) as doors:
        visitor = doors.visitor()
        assert [visitor.get("/health").status_code for _ in range(6)] == 5 * [200] + [429]
        doors.clock.advance(58)
        assert visitor.get("/health").status_code == 429
        doors.clock.advance(3)
        assert visitor.get("/health").status_code == 200
