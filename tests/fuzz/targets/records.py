"""Files of games and of tournaments, line by line and whole."""

import contextlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from fourfold.arena import openings
from fourfold.arena.settings import arguments_of
from fourfold.arena.tournament_file import settings_line
from fourfold.arena.tournament_follower import TournamentFollower
from fourfold.errors import FourfoldError, InvalidOption, RecordError
from fourfold.game import GameFile, load
from fourfold.game.json_lines import RecordReader, encode, record_lines
from tests.fuzz.registry import check_sentence, target, text_of


@target("records", share=25, mutations=2000)
def fuzz_records(data: bytes) -> None:
    """Read lines one by one; games that were read are written, and read as the same."""
    reader = RecordReader()
    for line in data.split(b"\n"):
        before = reader.records
        try:
            reader.read(line)
        except FourfoldError as error:
            check_sentence(error)
            assert reader.records == before
    records = reader.records
    again = RecordReader()
    for record in records:
        for line in encode(record_lines(record)).split(b"\n"):
            again.read(line)
    assert again.records == records


@contextlib.contextmanager
def _file(data: bytes) -> Iterator[Path]:
    handle, name = tempfile.mkstemp(prefix="fourfold-fuzz-", suffix=".games")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        yield Path(name)
    finally:
        os.unlink(name)  # noqa: PTH108 - quicker, which counts here


@target("game_files", share=8, mutations=300)
def fuzz_game_files(data: bytes) -> None:
    """Load a file, and open it for appending: that reads the same games, or refuses the file."""
    with _file(data) as path:
        try:
            loaded = load(path)
        except RecordError as error:
            check_sentence(error)
            loaded = None
        try:
            with GameFile(path) as file:
                content = file.content
        except RecordError as error:
            check_sentence(error)
            assert path.read_bytes() == data
            return
        if loaded is not None:
            assert content.records == loaded.records
        if content.records:
            assert load(path).damage == ""


@target("tournaments", share=8, mutations=500)
def fuzz_tournaments(data: bytes) -> None:
    """Follow the file of a tournament, and read its settings to go on with it."""
    with _file(data) as path:
        follower = TournamentFollower(path)
        try:
            follower.update()
        except RecordError as error:
            check_sentence(error)
        else:
            if follower.settings:
                assert follower.planned >= 0
                assert len(follower.scores) == len(follower.games)
                assert isinstance(follower.is_over, bool)
                follower.byes()
                follower.faults()
                follower.cells()
            for number in follower.games:
                with contextlib.suppress(RecordError):
                    follower.record(number)
        try:
            arguments_of(settings_line(path))
        except FourfoldError as error:
            check_sentence(error)


@target("openings", share=12, mutations=300)
def fuzz_openings(data: bytes) -> None:
    """Read a file of openings, and the first of its lines as the boards of a match."""
    with _file(data) as path:
        try:
            positions = openings.read(path)
        except InvalidOption as error:
            check_sentence(error)
        else:
            assert positions
            assert all(position.outcome is None for position in positions)
    try:
        boards = openings.boards([text_of(data[:200])], 3, seed=1)
    except FourfoldError as error:
        check_sentence(error)
    else:
        assert len(boards) == 3
