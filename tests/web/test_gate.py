"""What every request passes through: names, origins, proxies, headers, static files, the log."""

import gzip
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from fourfold.web.app import Server
from fourfold.web.gate import loopback_names
from fourfold.web.settings import Settings
from tests.web.conftest import Start, make_page
from tests.web.driver import PEOPLE, Api

NEW = {"players": PEOPLE}


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server on this machine alone."""
    place = tmp_path_factory.mktemp("local") / "games.db"
    settings = Settings(database=f"sqlite:///{place}", hosts=loopback_names("127.0.0.1"))
    with TestClient(Server(settings), base_url="http://127.0.0.1:8444") as client:
        yield Api(client)


@pytest.mark.parametrize("host", ["127.0.0.1:8444", "localhost", "localhost:1", "[::1]:8444"])
def test_names_of_this_machine(local: Api, host: str) -> None:
    assert local.client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8444", "[::1", "", "@"],
)
def test_another_name_for_this_machine_is_a_trick(local: Api, host: str) -> None:
    answer = local.client.get("/healthz", headers={"host": host})
    assert answer.status_code == 421
    assert set(answer.json()) == {"error"}


def test_which_names_a_server_answers_to() -> None:
    assert "localhost" in loopback_names("127.0.0.1")
    assert "localhost" in loopback_names("localhost")
    assert "::1" in loopback_names("::1")
    assert loopback_names("0.0.0.0") == loopback_names("192.168.1.7") == ()


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "http://127.0.0.1:8444"}, 201),
        ({"sec-fetch-site": "same-origin", "origin": "https://seen.by.the.browser"}, 201),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
    ],
)
def test_pages_of_other_sites_cannot_write(
    local: Api, headers: dict[str, str], status: int
) -> None:
    answer = local.client.post("/api/games", json=NEW, headers=headers)
    assert answer.status_code == status


def test_pages_of_other_sites_cannot_keep_the_server_busy(local: Api) -> None:
    for headers, status in (
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
        ({}, 200),
    ):
        assert local.client.get("/api/agents", headers=headers).status_code == status
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert local.client.get("/healthz", headers=link).status_code == 200


def test_a_form_of_another_site_is_no_json(local: Api) -> None:
    """What a page of another site may send without asking is not read as JSON."""
    body = json.dumps(NEW).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = local.client.post("/api/games", content=body, headers={"content-type": kind})
        assert answer.status_code == 422


def test_headers_forbid_all_but_our_own_files(api: Api) -> None:
    for path in ("/", "/healthz", "/api/nothing", "/static/main.js", "/game/abc"):
        headers = api.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
        assert "server" not in headers


# Behind a proxy


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server that believes whoever asks."""
    place = tmp_path_factory.mktemp("proxied")
    settings = Settings(database=f"sqlite:///{place / 'games.db'}", trusted=("testclient",))
    with TestClient(Server(settings, folder=make_page(place))) as client:
        yield Api(client)


@pytest.mark.parametrize("kept", [True, False], ids=["prefix kept", "prefix stripped"])
def test_below_a_path(start: Start, settings: Settings, kept: bool) -> None:
    api = start(replace(settings, root_path="/play/fourfold"))
    prefix = "/play/fourfold" if kept else ""
    page = api.client.get(f"{prefix}/game/abc")
    assert '<base href="/play/fourfold/">' in page.text
    assert api.client.get(f"{prefix}/static/main.js").status_code == 200
    assert api.client.post(f"{prefix}/api/games", json=NEW).status_code == 201
    assert api.client.get(f"{prefix}/").status_code == 200
    assert api.client.get("/play/fourfold").status_code == 200
    assert api.client.get("/play/fourfoldish/api/agents").status_code == 404
    description = api.get(f"{prefix}/api/openapi.json")
    assert description["servers"] == [{"url": "/play/fourfold"}]


@pytest.mark.parametrize(
    ("prefix", "base"),
    [
        ("/games", "/games/"),
        ("/games/", "/games/"),
        ("/a/b-c_d", "/a/b-c_d/"),
        ("", "/"),
        ("//evil.example", "/"),
        ("games", "/"),
        ('/"><script>', "/"),
        ("/x" * 200, "/"),
    ],
)
def test_a_proxy_tells_where_it_shows_the_server(proxied: Api, prefix: str, base: str) -> None:
    page = proxied.client.get("/", headers={"x-forwarded-prefix": prefix}).text
    assert f'<base href="{base}">' in page


def test_a_stranger_is_not_believed(start: Start, settings: Settings) -> None:
    api = start(replace(settings, trusted=("10.0.0.1",), hosts=("localhost",)))
    headers = {"x-forwarded-prefix": "/evil", "x-forwarded-host": "localhost"}
    assert api.client.get("/", headers={**headers, "host": "evil"}).status_code == 421
    page = api.client.get("/", headers={**headers, "host": "localhost"}).text
    assert '<base href="/">' in page


def test_a_proxy_with_a_name_of_its_own(start: Start, settings: Settings) -> None:
    """The proxy calls us 127.0.0.1, the browser calls it example.org."""
    names = (*loopback_names("127.0.0.1"), "example.org")
    api = start(replace(settings, hosts=names, trusted=("testclient",)))
    for headers in (
        {"origin": "https://example.org"},
        {"x-forwarded-host": "example.org", "origin": "https://example.org"},
    ):
        assert api.client.post("/api/games", json=NEW, headers=headers).status_code == 201
    evil = {"x-forwarded-host": "example.org", "origin": "https://evil.example"}
    assert api.client.post("/api/games", json=NEW, headers=evil).status_code == 403


# The page


@pytest.mark.parametrize("path", ["/", "/game/abc", "/position/7x6:44", "/history"])
def test_the_page_is_at_each_of_its_addresses(api: Api, path: str) -> None:
    answer = api.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "the page" in answer.text
    assert api.client.head(path).status_code == 200


def test_static_files_are_packed_and_checked(
    start: Start, settings: Settings, folder: Path
) -> None:
    api = start(settings)
    plain = api.client.get("/static/main.js", headers={"accept-encoding": "identity"})
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert plain.headers["cache-control"] == "no-cache"
    assert "content-encoding" not in plain.headers
    packed = api.client.get("/static/main.js", headers={"accept-encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text
    tag = plain.headers["etag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = api.client.get("/static/main.js", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
    (folder / "main.js").write_text("// another")
    changed = api.client.get("/static/main.js", headers={"if-none-match": tag})
    assert (changed.status_code, changed.text) == (200, "// another")


def test_the_real_page_packs_into_little(start: Start) -> None:
    from fourfold.web.static import FOLDER, Files

    if not (FOLDER / "index.html").exists():
        pytest.skip("the page is not there yet")
    file = Files().get("index.html", "/below")
    assert file is not None
    assert b'<base href="/below/">' in file.data
    assert gzip.decompress(file.packed) == file.data


# The log


def test_a_line_for_each_request(
    start: Start, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    api = start(replace(settings, log="json"))
    game = api.create()
    game.play("4")
    api.client.get("/api/games/no%0Asuch")
    errors = capsys.readouterr().err
    lines: list[dict[str, Any]] = [json.loads(line) for line in errors.splitlines()]
    assert [(line["method"], line["status"]) for line in lines] == [
        ("POST", 201), ("POST", 200), ("GET", 404),
    ]  # fmt: skip
    assert lines[1]["path"] == f"/api/games/{game.id}/moves"
    assert not any(secret in errors for secret in game.secrets.values())
    api = start(replace(settings, log="text"))
    api.client.get("/healthz")
    assert " 200 " in capsys.readouterr().err


def test_nothing_is_said_unless_asked(api: Api, capsys: pytest.CaptureFixture[str]) -> None:
    api.create()
    assert capsys.readouterr().err == ""
