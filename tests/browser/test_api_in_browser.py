"""The API page in a real browser: all that the house declares, with messages as they pass."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from support.page_files import choose_language
from support.served_house import Served, open_page, serve_here
from support.staged_coups import house_table

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serve_here(tmp_path_factory.mktemp("house"), {"quick": house_table("quick")}) as running:
        yield running


def test_every_route_and_every_message_is_on_the_page(house: Served, chromium: Any) -> None:
    with house.client() as client, open_page(chromium, f"{house.url}/api.html") as page:
        schema = client.get("/api/schema/openapi.json").json()
        catalogue = client.get("/api/messages").json()
        page.wait_for_selector("#routes details")
        shown = page.locator("#routes summary").evaluate_all(
            "all => all.map(s => [s.children[0].textContent, s.children[1].textContent].join(' '))")
        assert sorted(shown) == sorted(f"{method.upper()} {path}"
                                       for path, way in schema["paths"].items() for method in way)
        for name in catalogue["client"] + catalogue["server"]:
            declared = catalogue["schemas"][name]
            message = page.locator(f"#m-{declared['properties']['t']['enum'][0]}")
            fields = message.locator("th code").all_inner_texts()
            assert fields == list(declared["properties"])
            assert message.locator("h4 span").inner_text().replace("`", "")[:20] == (
                declared["description"].replace("`", "")[:20])
        choose_language(page, "en")
        assert page.locator("#h-routes").inner_text() == "Routes"


def test_one_message_of_each_kind_is_heard_at_a_table(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/api.html") as page:
        page.click("#listen")
        page.locator("#heard", has_text="mensagens recebidas").wait_for()
        heard = {}
        for article in page.locator("article").all():
            body = json.loads(article.locator("pre").inner_text())
            heard_now = body["t"] not in ("pools", "greet", "greeting")  # nobody to share with
            assert article.locator(".eyebrow").inner_text().lower() == (
                "recebida agora" if heard_now else "exemplo")
            heard[body["t"]] = body
        assert set(heard) == {"act", "end", "ready", "ping", "snapshot", "events", "ack", "refused",
                              "notice", "pools", "pong", "greet", "greeting"}
        assert heard["refused"]["code"] == "below-minimum"
        assert heard["notice"]["kind"] == "session-ended"
        assert heard["ack"]["id"].startswith("api-")


def test_a_route_is_asked_from_the_page(house: Served, chromium: Any) -> None:
    with open_page(chromium, f"{house.url}/api.html", width=390) as page:
        page.click("#get-api-law-clause- summary")
        form = page.locator("#get-api-law-clause- form")
        form.locator("input[name='clause']").fill("pt-805-2015/blackjack-online/15.a")
        form.locator("button").click()
        got = page.locator("#get-api-law-clause- .got pre")
        got.wait_for()
        assert json.loads(got.inner_text())["id"] == "pt-805-2015/blackjack-online/15.a"
        assert page.evaluate("document.documentElement.scrollWidth") == 390
