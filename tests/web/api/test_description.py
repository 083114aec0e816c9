"""The OpenAPI description, and whatever schemathesis can think of against it: no 500, no hang."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fourfold.web.app import DESCRIPTION_PATH
from tests.web.driver import Seats
from tests.web.process import Process

STREAMS = (
    "/api/games/{id}/events",
    "/api/lobby/events",
    "/api/tournaments/{name}/events",
    "/api/games/{id}/review",
    "/api/reviews/{position}",
)
WORDS = {"position": "RULES:MOVES"}
"""What the docs call a parameter; otherwise by its name."""
DOCS = Path(__file__).parents[3] / "docs" / "web.md"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    """A real one: what a request looks like on its way is a part of this."""
    place = tmp_path_factory.mktemp("described")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOURFOLD_DATA", str(place))
        database = f"sqlite:///{place / 'games.db'}"
        server = Process(
            database, "--budget", "0.05", "--workers", "1", "--no-tournaments", "--no-limits"
        )
    yield server
    server.close()


@pytest.fixture(scope="module")
def game(server: Process) -> Seats:
    return server.api.create([{}, {"agent": "random"}])


@pytest.fixture(scope="module")
def match(server: Process) -> Seats:
    return server.api.create([{"agent": "random"}, {"agent": "random"}], paused=True)


def addresses_in_docs() -> set[str]:
    """The rows of the table in docs/web.md: `POST /api/games/ID/undo`, `redo` are two addresses."""
    found = set()
    for row in re.findall(r"^\| (`(?:GET|POST|DELETE) /[^|]*) \|", DOCS.read_text("utf-8"), re.M):
        first, *others = re.findall(r"`([^`]+)`", row)
        path = first.partition("?")[0]
        found |= {path, *(f"{path.rpartition('/')[0]}/{other}" for other in others)}
    return found


def test_every_address_is_in_the_docs(server: Process) -> None:
    described = {
        re.sub(r"{(\w+)}", lambda found: WORDS.get(found[1], found[1].upper()), f"{method} {path}")
        for path, operations in server.api.get(DESCRIPTION_PATH)["paths"].items()
        for method in map(str.upper, operations)
    }
    assert described == addresses_in_docs()


def test_every_address_is_described(server: Process) -> None:
    paths = server.api.get(DESCRIPTION_PATH)["paths"]
    assert set(STREAMS) <= set(paths)
    for path in paths.values():
        for operation in path.values():
            assert operation["summary"]
            assert operation["description"]


@pytest.mark.parametrize("mode", ["positive", "negative"])
def test_whatever_is_asked(server: Process, game: Seats, match: Seats, mode: str) -> None:
    from tests.web.api.random_requests import send_requests

    text = server.api.get(DESCRIPTION_PATH)
    for path in STREAMS:
        del text["paths"][path]  # they are no JSON, and may take long

    def use_known(case: Any) -> None:
        """Name a game that exists, and the secret of a seat in it."""
        if "id" in case.path_parameters:
            seats = match if len(repr(case.body)) % 2 else game
            if case.method.upper() == "DELETE":  # the others are still needed
                seats = server.api.create()
            case.path_parameters["id"] = seats.id
            case.headers["Authorization"] = f"Bearer {next(iter(seats.secrets.values()))}"

    assert len(send_requests(text, server.address, mode, use_known)) >= 15
    assert server.api.get("/healthz")["status"] == "ok"
