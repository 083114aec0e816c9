"""The frame of the attacks: what it measures, and what it would notice."""

import asyncio
from argparse import Namespace
from collections.abc import Iterator

import pytest

from scripts.load.attack import Measured, under_attack
from scripts.load.client import Client
from scripts.load.server import LoadServer, Usage, own_binary, server_of

HERE = Namespace(server=own_binary(), postgres=False, database=None, options="")
USED = Usage(80.0, 1.0, 3, 10, 0, 0)


@pytest.fixture(scope="module")
def server() -> Iterator[LoadServer]:
    with server_of(HERE) as running:
        yield running


def test_moves_are_measured_before_and_during_an_attack(server: LoadServer) -> None:
    asked = 0
    ended = False

    async def attack() -> None:
        nonlocal asked
        client = Client(server.port)
        while True:
            await client.get("/healthz")
            asked += 1

    async def at_end() -> None:
        nonlocal ended
        ended = True

    measured = asyncio.run(under_attack(server, attack, 0.5, players=2, before=0.3, at_end=at_end))
    assert asked > 0
    assert ended
    assert measured.before
    assert measured.during
    assert (measured.failed, measured.lost) == ([], [])
    row = measured.row("questions", asked=asked)
    assert (row["attack"], row["moves"], row["asked"]) == ("questions", len(measured.during), asked)
    assert measured.most_mb > 20


def test_an_attack_that_fails_says_so(server: LoadServer) -> None:
    async def attack() -> None:
        raise OSError("nobody can connect")

    with pytest.raises(OSError, match="nobody can connect"):
        asyncio.run(under_attack(server, attack, 10, players=1, before=0))


@pytest.mark.parametrize(
    "measured",
    [
        Measured([0.01], [0.01] * 50 + [0.2] * 2, [], [], [USED]),
        Measured([0.01], [], [], [], [USED]),
        Measured([0.01], [0.01], ["503"], [], [USED]),
        Measured([0.01], [0.01], [], ["game 1"], [USED]),
    ],
)
def test_what_is_not_fine(measured: Measured) -> None:
    assert Measured([0.01], [0.01], [], [], [USED]).is_fine()
    assert not measured.is_fine()
