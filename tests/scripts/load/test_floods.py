"""Floods: their senders, their requests, and what they report."""

import asyncio
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator

import pytest

from scripts.load.client import address, code_of
from scripts.load.floods import FLOODS, Sender, _row, file_of_games, flood
from scripts.load.senders import Answers, Pace, send
from scripts.load.server import LoadServer, own_binary, server_of

HERE = Namespace(server=own_binary(), postgres=False, database=None, options="")
EXPECTED = {
    "creations": {"201"},
    "searches": {"200"},
    "statistics": {"200"},
    "analyses": {"200"},
    "uploads": {"201"},
    "streams": {"200", "201"},
    "stream-churn": {"200", "201"},
    "hang-ups": {"200"},
    "agents": {"201"},
}


@pytest.fixture(scope="module")
def server() -> Iterator[LoadServer]:
    with server_of(HERE, "--budget", "0.05") as running:
        yield running


@pytest.mark.parametrize("name", FLOODS)
def test_a_flood_asks_for_what_the_server_knows(server: LoadServer, name: str) -> None:
    answers = Answers()
    sender = Sender((code_of(1),), 1)
    hangs_up = FLOODS[name].hangs_up or name == "streams"  # a stream does not end
    asked = {"searches": 17, "statistics": 7, "uploads": 1}.get(name, 2)

    def read(_: bytes, body: bytes) -> None:
        if name.startswith("stream"):
            sender.ids.append("none")

    def request() -> bytes:
        return FLOODS[name].request(sender)

    source = address(3000 + list(FLOODS).index(name))
    pace = Pace(1000, asked)
    asyncio.run(send(server.port, source, pace, answers, request, read, hangs_up=hangs_up))
    assert answers.sent == asked
    if name.startswith("stream"):
        assert answers.statuses == {"201": 1, "404": 1}
    else:
        assert set(answers.statuses) <= EXPECTED[name], answers.text()


def test_all_floods_are_expected() -> None:
    assert set(EXPECTED) == set(FLOODS)


def test_a_short_flood_reports_what_it_did() -> None:
    answers = Answers()
    with server_of(HERE) as running:
        kind = FLOODS["creations"]
        measured = asyncio.run(flood(running, kind, 1, 0.4, Pace(400, 100), answers, before=0.2))
    assert measured.during
    assert (measured.failed, measured.lost) == ([], [])
    assert answers.statuses["201"] > 0
    row = _row("creations", 1, measured, answers, 0.1)
    assert (row["attack"], row["from"], row["answers"]) == ("creations", 1, answers.text())


def test_a_sender_counts_who_hangs_up() -> None:
    async def check() -> Counter[str]:
        async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writer.close()

        answers = Answers()
        async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as listening:
            port = listening.sockets[0].getsockname()[1]
            await send(port, address(9), Pace(1000, 3), answers, lambda: b"GET / HTTP/1.1\r\n\r\n")
        return answers.statuses

    assert asyncio.run(check()) == {"hung up": 3}


def test_an_uploaded_file_is_within_the_limits() -> None:
    data = file_of_games(1)
    assert len(data) < 1 << 20
    assert data.count(b"\n") < 20_000
    assert file_of_games(1, 2) == data[: len(data) // 50]
