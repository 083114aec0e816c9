"""Requests that a reverse proxy hands on."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from starlette.testclient import TestClient

from fourfold.web.app import create_app
from fourfold.web.middleware.allowed_hosts import loopback_names
from fourfold.web.settings import Settings
from tests.web.conftest import Start, make_page
from tests.web.driver import Api
from tests.web.middleware.conftest import NEW


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server that trusts the headers of every client."""
    place = tmp_path_factory.mktemp("proxied")
    settings = Settings(database=f"sqlite:///{place / 'games.db'}", trusted=("testclient",))
    with TestClient(create_app(settings, folder=make_page(place))) as client:
        yield Api(client)


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


def test_a_forwarded_name_never_passes_for_the_real_one(start: Start, settings: Settings) -> None:
    api = start(replace(settings, trusted=("testclient",), hosts=("example.org",)))
    forged = {"host": "evil.example", "x-forwarded-host": "example.org"}
    assert api.client.get("/", headers=forged).status_code == 421
    turned = {"host": "example.org", "x-forwarded-host": "evil.example"}
    assert api.client.get("/", headers=turned).status_code == 200


def test_nobody_is_trusted_unless_named(start: Start, settings: Settings) -> None:
    assert settings.trusted == ()
    page = start(settings).client.get("/", headers={"x-forwarded-prefix": "/evil"}).text
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
