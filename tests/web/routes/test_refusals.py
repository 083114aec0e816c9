"""Whatever is wrong with a request: a 4xx, one clear sentence, and nothing has changed."""

import json
from typing import Any

import pytest

from fourfold.web.middleware.body_limit import MAX_BODY, MAX_RECORDS_BODY
from tests.web.driver import PEOPLE, Api, Seats

SCRIPT = "<script>alert(1)</script>"


def refused(api: Api, answer: Any, status: int | None = None) -> str:
    """A refusal in our form; its sentence."""
    assert 400 <= answer.status_code < 500, answer.text
    if status is not None:
        assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/json"
    body = answer.json()
    assert set(body) == {"error"}
    words: str = body["error"]
    assert words[0].isupper() or not words[0].isalpha()
    assert words[-1] in ".!?"
    assert "\n" not in words
    assert "Traceback" not in words
    assert len(words) < 300
    return words


def count(api: Api) -> int:
    return int(api.client.app.state.services.store.latest_sequence())  # type: ignore[attr-defined]


def raw(api: Api, path: str, body: bytes, **headers: str) -> Any:
    return api.client.post(
        path, content=body, headers={"content-type": "application/json", **headers}
    )


@pytest.fixture
def game(api: Api) -> Seats:
    game = api.create()
    game.play("4")
    return game


def moves(game: Seats) -> str:
    return f"/api/games/{game.id}/moves"


BAD_GAMES: list[Any] = [
    {},
    [],
    None,
    "text",
    7,
    {"players": []},
    {"players": PEOPLE[:1]},
    {"players": [*PEOPLE, {}]},
    {"players": "both"},
    {"players": [{}, {"agent": "nobody"}]},
    {"players": [{}, {"agent": ""}]},
    {"players": [{}, {"agent": "uct:" + "a" * 5000}]},
    {"players": [{}, {"agent": 7}]},
    {"players": [{}, {"name": "a" * 41}]},
    {"players": [{}, {"name": "nul\0"}]},
    {"players": [{}, {"name": "line\nbreak"}]},
    {"players": [{}, {"name": "mirror\u202eed"}]},
    {"players": [{}, {"name": 7}]},
    {"players": [{}, {"secret": "x"}]},
    {"players": PEOPLE, "unknown": 1},
    {"players": PEOPLE, "__proto__": {}},
    {"players": PEOPLE, "rules": "3x3"},
    {"players": PEOPLE, "rules": "7x6-xz9"},
    {"players": PEOPLE, "rules": "99999999999999999999x6"},
    {"players": PEOPLE, "rules": "7x6\0"},
    {"players": PEOPLE, "rules": SCRIPT},
    {"players": PEOPLE, "rules": 7},
    {"players": PEOPLE, "rules": "7x6" * 1000},
    {"players": PEOPLE, "start": "7x6:8"},
    {"players": PEOPLE, "start": "7x6:4444444"},
    {"players": PEOPLE, "rules": "6x6", "start": "7x6:4"},
    {"players": PEOPLE, "clock": {"game": 0}},
    {"players": PEOPLE, "clock": {"game": -1}},
    {"players": PEOPLE, "clock": {"game": 9, "increment": -1}},
    {"players": PEOPLE, "clock": {"move": 9, "increment": 1}},
    {"players": PEOPLE, "clock": {"game": 1e300}},
    {"players": PEOPLE, "clock": {"game": "5"}},
    {"players": PEOPLE, "clock": {"hours": 5}},
    {"players": PEOPLE, "clock": 5},
    {"players": PEOPLE, "move_delay": -1},
    {"players": PEOPLE, "move_delay": 11},
    {"players": PEOPLE, "move_delay": 10**400},
    {"players": PEOPLE, "link": "yes"},
    {"players": PEOPLE, "link": 1},
    {"players": PEOPLE, "paused": True},
    {"players": [{}, {"agent": "random"}], "link": True},
]


@pytest.mark.parametrize("body", BAD_GAMES, ids=lambda body: json.dumps(body)[:60])
def test_games_that_cannot_be(api: Api, body: Any) -> None:
    before = count(api)
    refused(api, raw(api, "/api/games", json.dumps(body).encode()), 422)
    assert count(api) == before


BAD_BODIES = [
    b"",
    b"{",
    b"\xff\xfe",
    b"\0",
    b'{"column": NaN}',
    b'{"column": Infinity}',
    b'{"column": "4", "version": NaN}',
    b'{"column": "4", "version": 1' + b"0" * 5000 + b"}",
    b'{"column": "4", "version": 1e400}',
    b'{"column": "\\ud800"}',
    b'{"column": "\\u0000"}',
    b'{"column": "4", "\\ud800": 1}',
    b'{"column": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
    b"[" * 60_000,
    b'{"a":' * 10_000,
    b'{"column": {"column": "4"}}',
    b'{"column": 4}',
    b'{"column": null}',
    b'{"column": ["4"]}',
    b'{"column": ""}',
    b'{"column": "44"}',
    b'{"column": "0"}',
    b'{"column": "z"}',
    b'{"column": "\xc2\xb2"}',
    b'{"column": "4", "version": 0}',
    b'{"column": "4", "version": true}',
    b'{"column": "4", "version": "1"}',
    b'{"column": "4", "kind": "bomb"}',
    b'{"column": "4", "side": "SECOND"}',
]


@pytest.mark.parametrize("body", BAD_BODIES, ids=lambda body: repr(body[:40]))
def test_moves_that_are_none(api: Api, game: Seats, body: bytes) -> None:
    before = game.get()
    secret = f"Bearer {game.secrets['SECOND']}"
    refused(api, raw(api, moves(game), body, Authorization=secret))
    after = game.get()
    assert (after["position"], after["version"]) == (before["position"], before["version"])


@pytest.mark.parametrize(
    ("column", "words"),
    [("9", "Column 9 is not on the board, whose last column is 7."), ("4", "Column 4 is full.")],
)
def test_columns_that_cannot_be_played(api: Api, game: Seats, column: str, words: str) -> None:
    game.play("44444")
    assert game.attempt("moves", column=column) == (409, {"error": words})
    assert game.get()["position"] == "7x6:444444"


@pytest.mark.parametrize(
    "secret",
    [
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        "Basic QTpC",
        "Bearer \xff\xfe",
        "Bearer " + "x" * 5000,
    ],
)
@pytest.mark.parametrize("what", ["moves", "undo", "resign", "draw", "rematch", "join", "redo"])
def test_nobody_acts_without_the_secret(
    api: Api, game: Seats, what: str, secret: str | None
) -> None:
    body = {"moves": {"column": "4"}, "join": {"name": "Eve"}}.get(what, {})
    headers = {} if secret is None else {"Authorization": secret.encode("latin-1")}
    answer = api.client.post(f"/api/games/{game.id}/{what}", json=body, headers=headers)  # type: ignore[arg-type]
    refused(api, answer, 403)
    assert game.get()["version"] == 2


def test_the_secret_of_one_seat_is_not_that_of_the_other(api: Api, game: Seats) -> None:
    status, answer = game.attempt("moves", "FIRST", column="4")
    assert (status, answer) == (409, {"error": "It is not your turn: Ben is to move."})
    other = api.create()
    status, _ = api.post(moves(game), {"column": "4"}, other.secrets["SECOND"])
    assert status == 403


def test_an_agents_seat_has_no_secret(api: Api) -> None:
    game = api.create([{}, {"agent": "uct:seconds=1"}])
    game.post("moves", column="4")
    assert api.post(moves(game), {"column": "4"}, "")[0] == 403
    game.post("resign", "FIRST")  # or it would move in the middle of a later test


@pytest.mark.parametrize("what", ["moves", "resign", "draw", "bans"])
def test_a_finished_game_is_over(api: Api, game: Seats, what: str) -> None:
    game.post("resign", "FIRST")
    body = {"column": "4"} if what in ("moves", "bans") else {}
    status, answer = game.attempt(what, **body)
    assert status == 409
    assert answer["error"] == "The game is over: SECOND wins (resignation)."


@pytest.mark.parametrize("what", ["pause", "resume", "step", "hurry", "pace"])
def test_what_is_only_for_agents(api: Api, game: Seats, what: str) -> None:
    body: dict[str, Any] = {"move_delay": 1} if what == "pace" else {}
    status, answer = game.attempt(what, **body)
    assert status == 409, answer


@pytest.mark.parametrize("body", [{"move_delay": -1}, {"move_delay": 99}, {}, {"move_delay": "1"}])
def test_a_pace_that_cannot_be(api: Api, body: dict[str, Any]) -> None:
    game = api.create([{"agent": "random"}, {"agent": "random"}], paused=True)
    assert game.attempt("pace", **body)[0] == 422


@pytest.mark.parametrize(
    "path",
    [
        "/api/games/nothing",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/games/%00",
        "/api/games/" + "a" * 5000,
        "/api/games/%ff%fe",
        "/api/games/a'%20OR%201=1--",
        "/api/games//moves",
        "/api/nothing",
        "/api",
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/..%2f..%2foutside.js",
        "/static/%2e%2e/outside.js",
        "/static//etc/passwd",
        "/static/secret.key",
        "/static/css",
        "/static/css/",
        "/static/.main.js",
        "/static/main.js%00",
        "/static/index.html",
        "/static/" + "a/" * 500,
        "/etc/passwd",
        "//etc/passwd",
        "/..%5c..%5coutside.js",
        "/docs",
        "/redoc",
    ],
)
def test_addresses_where_nothing_is(api: Api, path: str) -> None:
    answer = api.client.request("GET", f"http://127.0.0.1:8444{path}")
    refused(api, answer)
    assert "not for you" not in answer.text
    assert answer.status_code in (404, 422)


@pytest.mark.parametrize(
    "path",
    [
        "/api/positions/7x6:8",
        "/api/positions/1x1:",
        "/api/positions/7x6:%ff",
        "/api/positions/" + "4" * 3000,
        "/api/analysis/7x6:9",
        "/api/analysis/7x6:?seconds=0",
        "/api/analysis/7x6:?seconds=-1",
        "/api/analysis/7x6:?seconds=nan",
        "/api/analysis/7x6:?seconds=inf",
        "/api/analysis/7x6:?seconds=x",
        "/api/rules?text=13x13",
        "/api/rules?text=%00",
        "/api/rules?random=-1",
        "/api/rules?random=99999999999999999999999999",
        "/api/rules?random=7&text=7x6",
        "/api/games?limit=0",
        "/api/games?limit=100000",
        "/api/games?result=glory",
        "/api/games?rules=1x1",
        "/api/games?before=nonsense",
        "/api/games?finished=maybe",
    ],
)
def test_questions_that_make_no_sense(api: Api, path: str) -> None:
    refused(api, api.client.get(path), 422)


def test_methods_that_an_address_does_not_take(api: Api, game: Seats) -> None:
    for method, path in (
        ("PATCH", f"/api/games/{game.id}"),
        ("PUT", "/api/games"),
        ("GET", moves(game)),
        ("POST", "/"),
        ("PATCH", "/healthz"),
    ):
        refused(api, api.client.request(method, path), 405)


@pytest.mark.parametrize(
    ("path", "most"), [("/api/games", MAX_BODY), ("/api/records", MAX_RECORDS_BODY)]
)
def test_bodies_that_are_too_long(api: Api, path: str, most: int) -> None:
    before = count(api)
    refused(api, raw(api, path, b" " * (most + 1)), 413)

    def pieces() -> Any:
        for _ in range(most // 1000 + 10):
            yield b" " * 1000

    answer = api.client.post(path, content=pieces())
    refused(api, answer, 413)
    assert count(api) == before


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"nonsense",
        b"{}",
        b'{"fourfold": "game"}',
        b'{"fourfold": "game", "version": 99, "rules": "7x6", "players": []}',
        b'{"move": "4"}',
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"fourfold": "game", "version": 1, "rules": "7x6", "players": [{"name": "a"}, '
        b'{"name": "b", "agent": "nobody"}]}',
    ],
    ids=lambda body: repr(body[:40]),
)
def test_files_that_are_none(api: Api, body: bytes) -> None:
    before = count(api)
    refused(api, api.client.post("/api/records", content=body), 422)
    assert count(api) == before


def test_a_script_in_a_name_is_only_text(api: Api) -> None:
    game = api.create([{"name": SCRIPT}, {"name": '"><img src=x onerror=1>'}])
    answer = api.client.get(f"/api/games/{game.id}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert answer.json()["players"][0]["name"] == SCRIPT


def test_a_sentence_never_carries_a_script_as_html(api: Api) -> None:
    answer = api.client.get(f"/api/positions/{SCRIPT.replace('/', '')}")
    assert answer.headers["content-type"] == "application/json"
    assert answer.status_code == 422
