"""The load scripts: their commands, their client, and what they would notice."""

import asyncio
import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

import pytest

from fourfold.rules import Position, Rules
from scripts.load import measure
from scripts.load.__main__ import commands, main
from scripts.load.client import Client, Connection, RefusedError, address, head, new_code
from scripts.load.moves import play
from scripts.load.players import Ledger, Seats, long_game
from scripts.load.server import LoadServer, ServerError, own_binary, server_of

HERE = Namespace(server=own_binary(), postgres=False, database=None, options="")


@pytest.fixture(scope="module")
def server() -> Iterator[LoadServer]:
    with server_of(HERE) as running:
        yield running


def test_every_command_takes_arguments_and_says_what_it_does() -> None:
    assert "moves" in commands()
    for name, module in commands().items():
        assert module.__doc__, name
        assert callable(module.add_arguments), name


def test_a_program_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert main(["moves", "--server", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err == f"load: there is no program {tmp_path / 'none'}\n"


def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    wanted = Namespace(**{**vars(HERE), "database": tmp_path / "none.db"})
    with pytest.raises(ServerError, match="there is no database"), server_of(wanted):
        pass


def test_a_server_that_does_not_start_says_why() -> None:
    wanted = Namespace(**{**vars(HERE), "options": "--no-such-option"})
    with pytest.raises(ServerError, match="no-such-option"), server_of(wanted):
        pass


def test_a_long_game_ends_without_a_winner_until_late() -> None:
    columns = long_game("12x12", 3)
    position = Position(Rules.parse("12x12"))
    for column in columns:
        assert position.outcome is None
        position = position.play(column)
    assert len(columns) > 100


def test_addresses_are_of_the_loopback_and_differ() -> None:
    found = [address(number) for number in range(1000)]
    assert len(set(found)) == 1000
    assert all(text.startswith("127.1.") for text in found)
    with pytest.raises(ValueError, match="0 to 65535"):
        address(-1)


def test_a_killed_server_has_kept_what_it_acknowledged() -> None:
    with server_of(HERE) as running:
        timings, lost = asyncio.run(play(running, 1.0, 2))
    assert timings.seconds
    assert timings.failed == []
    assert lost == []


def test_the_ledger_notices_a_lost_move_and_a_lost_game(server: LoadServer) -> None:
    async def check() -> list[str]:
        client, ledger = Client(server.port), Ledger()
        game = await Seats.create(client)
        ledger.note(await game.move(3))
        assert await ledger.lost(client) == []
        ledger.games[game.id].append(4)
        ledger.games["none"] = [1]
        client.close()
        return sorted(await ledger.lost(client))

    lost = asyncio.run(check())
    assert len(lost) == 2
    assert any("2 moves were acknowledged, 1 are there" in sentence for sentence in lost)
    assert any("404" in sentence for sentence in lost)


def test_the_client_streams_is_refused_and_sends_halves(server: LoadServer) -> None:
    async def check() -> None:
        client = Client(server.port, address(7), new_code())
        game = await Seats.create(client)
        stream = await client.open_stream(f"/api/games/{game.id}/events")
        async for name, data in stream.events():
            if name == "game":
                assert data["id"] == game.id
                break
        stream.close()
        with pytest.raises(RefusedError, match="404"):
            await client.get("/api/games/none")
        with pytest.raises(RefusedError, match="404"):
            await client.open_stream("/api/games/none/events")
        client.close()

        half = await Connection.open(server.port, address(8))
        await half.send(head("POST", "/api/games", 100, Content_Type="application/json") + b"{")
        assert not await half.is_closed(0.05)
        half.close()
        garbage = await Connection.open(server.port)
        await garbage.send(b"\x00\x01 garbage\r\n\r\n")
        assert (await garbage.receive()).status == 400
        garbage.close()

    asyncio.run(check())


def test_usage_is_read_from_the_process(server: LoadServer) -> None:
    used = server.usage()
    assert used.rss_mb > 20
    assert used.threads >= 1
    assert used.files > 3
    assert used.disk_bytes > 0


def test_percentiles_and_their_file(tmp_path: Path) -> None:
    seconds = [number / 1000 for number in range(1, 101)]
    assert measure.in_ms(seconds, 0.5) == 51
    assert measure.in_ms(seconds, 0.99) == 100
    file = measure.keep("one", {"a": 1}, tmp_path)
    assert json.loads(file.read_text())["results"] == {"a": 1}
