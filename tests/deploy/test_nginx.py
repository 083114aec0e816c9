"""The site of nginx: a real one, with its configuration, in front of a real server."""

import contextlib
import json
import re
import ssl
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.deploy.files import NAME, PATIENCE
from tests.deploy.proxy import NoNginxError, Proxy
from tests.waiting import wait_for
from tests.web.driver import Api
from tests.web.process import Events, Process

OPTIONS = ("--host", "127.0.0.1", "--allow-host", NAME, "--trust", "127.0.0.1", "--log", "json")
# The limits as they are take seconds, or hundreds of connections, to reach.
TIGHT = {
    "client_header_timeout 10s": "client_header_timeout 1s",
    "client_body_timeout 10s": "client_body_timeout 1s",
    "limit_conn fourfold_streams 200": "limit_conn fourfold_streams 2",
    "rate=1r/s": "rate=1r/m",
    "burst=10 ": "burst=2 ",
}


def address(server: Process) -> str:
    return server.address.removeprefix("http://")


def make_proxy(server: str, changes: dict[str, str] | None = None) -> Proxy:
    try:
        return Proxy(server, changes)
    except NoNginxError as error:
        pytest.skip(f"the site of nginx: {error}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    place = tmp_path_factory.mktemp("server")
    server = Process(f"sqlite:///{place / 'games.db'}", *OPTIONS)
    yield server
    server.close()


@pytest.fixture(scope="module")
def proxy(server: Process) -> Iterator[Proxy]:
    with make_proxy(address(server)) as proxy:
        yield proxy


@pytest.fixture(scope="module")
def tight(server: Process) -> Iterator[Proxy]:
    with make_proxy(address(server), TIGHT) as proxy:
        yield proxy


@pytest.fixture
def client(proxy: Proxy) -> Iterator[httpx2.Client]:
    with proxy.client() as client:
        yield client


def test_nginx_accepts_it(proxy: Proxy) -> None:
    status, said = proxy.check()
    assert status == 0, said
    assert re.findall(r"\[(?:warn|emerg)\].*", said) == []


def test_it_fits_into_the_configuration_of_the_machine(proxy: Proxy) -> None:
    """Into Debian's own nginx.conf, where it stands beside other sites."""
    own = Path("/etc/nginx/nginx.conf")
    if not own.exists():
        pytest.skip("the site beside others: this machine's nginx has no /etc/nginx/nginx.conf")
    text = own.read_text("utf-8")
    others = r"^\s*(include .*(modules|sites-enabled|conf\.d).*|pid .*)$"
    text = re.sub(others, "", text, flags=re.M)
    include = f"include {proxy.folder}/conf.d/*.conf;"
    main = proxy.folder / "machine.conf"
    ours = f"pid {proxy.folder}/other.pid;\nhttp {{\n{include}"
    text = re.sub(r"^http \{", ours, text, flags=re.M)
    assert include in text
    main.write_text(text, "utf-8")
    status, said = proxy.check(main)
    assert status == 0, said


def test_the_page_loads(proxy: Proxy, client: httpx2.Client) -> None:
    page = client.get("/")
    assert page.status_code == 200
    assert '<base href="/">' in page.text
    assert page.headers["strict-transport-security"].startswith("max-age=")
    for path in ("/static/main.js", "/api/agents"):  # packed by the server, and by nginx
        answer = client.get(path)
        assert (answer.status_code, answer.headers["content-encoding"]) == (200, "gzip")
    with proxy.connect(protocols=("h2", "http/1.1")) as connection:
        assert connection.selected_alpn_protocol() == "h2"


def test_a_game_is_played_and_watched(proxy: Proxy, client: httpx2.Client) -> None:
    """Each event arrives while the stream is open: nothing holds them back."""
    game = Api(client).create()
    events = Events(proxy.connection(), game.id)
    assert events.next(seconds=PATIENCE)["position"] == "7x6:"
    for played in ("4", "44", "445"):
        game.post("moves", column=played[-1])
        assert events.next(seconds=PATIENCE)["position"] == f"7x6:{played}"
        assert not events.ended.is_set()
    events.close()


def test_http_leads_to_https(proxy: Proxy) -> None:
    url = f"http://127.0.0.1:{proxy.http_port}/game/abc?x=1"
    answer = httpx2.get(url, headers={"Host": NAME}, follow_redirects=False, timeout=PATIENCE)
    assert answer.status_code == 301
    assert answer.headers["location"] == f"https://{NAME}/game/abc?x=1"


def test_other_names_are_not_answered(proxy: Proxy) -> None:
    with pytest.raises(ssl.SSLError, match=r"(?i)unrecognized.name"):
        proxy.connect("other.example.org")
    url = f"http://127.0.0.1:{proxy.http_port}/"
    with pytest.raises(httpx2.RemoteProtocolError):
        httpx2.get(url, headers={"Host": "other.example.org"}, timeout=PATIENCE)


def log_of(server: Process, path: str) -> dict[str, object]:
    """Return what the server has logged of a request; nothing else may be logged meanwhile."""
    assert server._process.stderr is not None
    while True:
        line: dict[str, object] = json.loads(server._process.stderr.readline())
        if line["path"] == path:
            return line


def test_the_server_knows_the_visitors_address(server: Process, proxy: Proxy) -> None:
    with proxy.client("127.0.0.2") as client:
        assert client.get("/api/rules?text=7x6").status_code == 200
    assert log_of(server, "/api/rules")["client"] == "127.0.0.2"


def test_no_log_holds_the_secret_of_a_seat(proxy: Proxy, client: httpx2.Client) -> None:
    id, secret = "k3JxTq7aBc", "x4JaaTq7aBc_aTq-aBc01Z"
    places = ("/game/{}%23{}", "/game/{}/{}", "/game/{}?{}", "/{}/{}", "/api/games/{}%23{}")
    for place in places:
        headers = {"Authorization": f"Bearer {secret}"}
        answer = client.get(place.format(id, secret), headers=headers)
    last = answer.headers["x-request-id"]
    log = proxy.folder / "access.log"
    wait_for(lambda: last in log.read_text("utf-8"))
    text = log.read_text("utf-8") + (proxy.folder / "error.log").read_text("utf-8")
    assert f" /game/{id}" in text
    assert not any(secret[at : at + 12] in text for at in range(len(secret) - 12))


def test_visitors_cannot_pretend_to_be_a_proxy(server: Process, client: httpx2.Client) -> None:
    forged = {
        "X-Forwarded-For": "203.0.113.7",
        "X-Request-ID": "made-up-by-me",
        "X-Forwarded-Host": "other.example.org",
        "X-Forwarded-Prefix": "/elsewhere",
    }
    page = client.get("/history", headers=forged)
    assert '<base href="/">' in page.text
    line = log_of(server, "/history")
    assert line["client"] == "127.0.0.1"
    assert line["request"] == page.headers["x-request-id"] != "made-up-by-me"


def test_what_is_too_long_is_refused_in_a_sentence(client: httpx2.Client) -> None:
    def send(path: str, size: int) -> tuple[int, str]:
        answer = client.post(path, content=b"x" * size)
        return answer.status_code, answer.json()["error"]

    status, words = send("/api/games", 100 * 1024)
    assert (status, "at most 64 KB" in words) == (413, True)  # the server's own
    assert send("/api/games", 200 * 1024) == (413, "That is too long to be sent.")
    status, words = send("/api/records", 1500 * 1024)
    assert (status, "at most 1024 KB" in words) == (413, True)
    assert send("/api/records", 3000 * 1024) == (413, "That is too long to be sent.")


@pytest.mark.parametrize(
    "begin",
    [
        f"GET / HTTP/1.1\r\nHost: {NAME}\r\nX-Slow: ".encode(),
        f"POST /api/games HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 50\r\n\r\n{{".encode(),
    ],
    ids=["headers", "body"],
)
def test_who_sends_half_a_request_is_cut_off(tight: Proxy, begin: bytes) -> None:
    with tight.connect() as connection:
        connection.sendall(begin)
        answer = b""
        while part := connection.recv(4096):  # fails after 30 s
            answer += part
    assert answer == b"" or b" 408 " in answer.split(b"\r\n")[0]


def test_an_address_has_so_many_streams(tight: Proxy) -> None:
    with tight.client() as client, tight.client("127.0.0.2") as other:
        game = Api(client).create()
        path = f"/api/games/{game.id}/events"
        streams = [Events(tight.connection(), game.id) for _ in range(2)]
        for stream in streams:
            stream.next(seconds=PATIENCE)
        refused = client.get(path)
        assert refused.status_code == 429
        assert refused.json() == {
            "error": "Too many requests from your address. Try again in a few seconds."
        }
        assert refused.headers["retry-after"] == "5"
        with other.stream("GET", path) as answer:
            assert answer.status_code == 200  # the limit is for each address
        for stream in streams:
            stream.close()
        wait_for(lambda: is_open(client, path))


def is_open(client: httpx2.Client, path: str) -> bool:
    with client.stream("GET", path) as answer:
        return answer.status_code == 200


def test_uploads_have_a_rate(tight: Proxy) -> None:
    with tight.client("127.0.0.3") as client:
        found = [client.post("/api/records", content=b"?").status_code for _ in range(5)]
        assert found == [422, 422, 422, 429, 429]
        assert client.get("/api/agents").status_code == 200


def test_a_server_that_is_restarted(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'games.db'}"
    server = Process(database, *OPTIONS)
    with contextlib.ExitStack() as stack:
        stack.callback(lambda: server.close())
        proxy = stack.enter_context(make_proxy(address(server)))
        client = stack.enter_context(proxy.client())
        game = Api(client).create()
        game.post("moves", column="4")
        events = Events(proxy.connection(), game.id)
        events.next(seconds=PATIENCE)
        port = server.address.rpartition(":")[2]
        assert server.end()[0] == 0
        assert events.ended.wait(PATIENCE)
        answer = client.get(f"/api/games/{game.id}")
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
        assert "being restarted" in answer.json()["error"]
        server = Process(database, *OPTIONS, "--port", port)
        wait_for(lambda: client.get("/healthz").status_code == 200)
        assert game.get()["position"] == "7x6:4"
