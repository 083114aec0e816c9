"""The OpenAPI description, and whatever schemathesis can think of against it: no 500, no hang."""

import contextlib
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from fourfold.web.app import DESCRIPTION_PATH
from tests.web.driver import Seats
from tests.web.process import Process

EXAMPLES = 8
"""Requests for each address."""
SLOWEST = 15.0
"""Seconds for any answer."""
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
        server = Process(database, "--budget", "0.05", "--workers", "1", "--no-tournaments")
    yield server
    server.close()


@pytest.fixture(scope="module")
def game(server: Process) -> Seats:
    return server.api.create([{}, {"agent": "random"}])


@pytest.fixture(scope="module")
def match(server: Process) -> Seats:
    return server.api.create([{"agent": "random"}, {"agent": "random"}], paused=True)


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    with requests.Session() as session:
        yield session


@schemathesis.serializer("application/jsonl")
def as_lines(context: Any, value: Any) -> bytes:
    """A file of games, or what is none."""
    return value if isinstance(value, bytes) else repr(value).encode("utf-8", "replace")


CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def addresses_in_docs() -> set[str]:
    """The rows of the table in docs/web.md: `POST /api/games/ID/undo`, `redo` are two addresses."""
    found = set()
    for row in re.findall(r"^\| (`(?:GET|POST) /[^|]*) \|", DOCS.read_text("utf-8"), re.M):
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


@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
def test_whatever_is_asked(
    server: Process,
    session: requests.Session,
    game: Seats,
    match: Seats,
    mode: GenerationMode,
) -> None:
    text = server.api.get(DESCRIPTION_PATH)
    for path in STREAMS:
        del text["paths"][path]  # they are no JSON, and may take long
    asked: dict[str, int] = {}
    for found in schemathesis.openapi.from_dict(text).get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()

        @settings(
            max_examples=EXAMPLES,
            derandomize=True,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode), known=st.booleans())
        def ask(case: Any, known: bool) -> None:
            if known and "id" in case.path_parameters:
                # A game that exists, and the secret of a seat in it.
                seats = match if len(repr(case.body)) % 2 else game
                case.path_parameters["id"] = seats.id
                case.headers["Authorization"] = f"Bearer {next(iter(seats.secrets.values()))}"
            began = time.monotonic()
            answer = case.call(base_url=server.address, session=session, timeout=SLOWEST)
            assert time.monotonic() - began < SLOWEST
            case.validate_response(answer, checks=CHECKS)
            asked[case.path] = asked.get(case.path, 0) + 1

        with contextlib.suppress(Unsatisfiable):  # not every address can be asked wrongly
            ask()
    assert len(asked) >= 15
    assert server.api.get("/healthz")["status"] == "ok"
