"""A class with good, broken and cheating players: the report is right about each of them."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fourfold.arena.classroom import session
from fourfold.arena.classroom.entry import Entry
from fourfold.arena.classroom.report import details
from fourfold.arena.classroom.session import ClassResult, ClassSettings, run_class
from fourfold.errors import InvalidAgent, InvalidOption, InvalidRules
from fourfold.game import EndReason
from fourfold.game.files import load
from fourfold.support.sandbox.protection import Protection, probe

from .planted import PLANTED, plant

# However busy the machine is: time enough for those that answer, and too little for LATE.
QUICK: dict[str, Any] = {"seconds": 20.0, "questions": 1, "memory_mb": 256, "baselines": ()}
LATE = ("slow", "hangs")


@pytest.fixture(scope="module")
def protection() -> Protection:
    found = probe()
    if not found.is_complete:
        pytest.skip(f"the sandbox cannot be tested here. {found}")
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = [name for name in PLANTED if name not in LATE]
    return plant(tmp_path_factory.mktemp("class") / "class", *names)


@pytest.fixture(scope="module")
def temporary(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the copies of the players are while they play."""
    return tmp_path_factory.mktemp("temporary")


@pytest.fixture(scope="module")
def examined(folder: Path, temporary: Path, protection: Protection) -> ClassResult:
    """The exam of all planted players but those that never answer."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(temporary))
        return run_class(ClassSettings(folder=folder, games=0, workers=2, **QUICK), protection)


def entry_of(result: ClassResult, name: str) -> Entry:
    return next(entry for entry in result.entries if entry.name == name)


def said_of(result: ClassResult, name: str) -> str:
    return "\n".join(
        f"{words}\n{cause}" for words, cause in details(result, entry_of(result, name))
    )


def test_every_file_has_an_entry(examined: ClassResult) -> None:
    names = {entry.name for entry in examined.entries}
    assert names == PLANTED.keys() - set(LATE)
    assert len(examined.entries) >= 12


@pytest.mark.parametrize("name", ["good", "function_only", "prints"])
def test_honest_players_have_nothing_against_them(examined: ClassResult, name: str) -> None:
    entry = entry_of(examined, name)
    assert (entry.verdict, entry.problem, entry.attempts, entry.mishaps) == ("ok", "", (), ())
    assert entry.exam is not None
    assert entry.exam.legal == entry.exam.in_time == 1


def test_the_good_player_is_the_best_that_uses_no_search(examined: ClassResult) -> None:
    names = [entry.name for entry in examined.entries]
    assert set(names[:2]) == {"good", "asks_solver"}


BROKEN = {
    "exits": (EndReason.FAILURE, "exited with status 3"),
    "crashes_at_import": (
        EndReason.FAILURE,
        'File "crashes_at_import.py", line 3, in <module>\n    import a_module_that_nobody_has\n'
        "ModuleNotFoundError: No module named 'a_module_that_nobody_has'",
    ),
    "allocates": (EndReason.FAILURE, 'File "allocates.py", line 8, in choose'),
    "forks": (EndReason.FAILURE, "PermissionError: [Errno 1] Operation not permitted"),
    "writes_outside": (EndReason.FAILURE, 'File "writes_outside.py", line 8, in choose'),
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_players_are_told_why(examined: ClassResult, name: str) -> None:
    reason, words = BROKEN[name]
    entry = entry_of(examined, name)
    assert entry.problem == "it made no move in the exam"
    assert {mishap.reason for mishap in entry.mishaps} == {reason}
    assert words in said_of(examined, name)
    assert entry.verdict.startswith("took no part")


def test_late_players_are_told_so(
    tmp_path: Path, protection: Protection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "MARGIN", 0.1)
    folder = plant(tmp_path / "class", *LATE)
    settings = ClassSettings(folder=folder, games=0, workers=2, **{**QUICK, "seconds": 0.1})
    result = run_class(settings, protection)
    for name in LATE:
        entry = entry_of(result, name)
        assert {mishap.reason for mishap in entry.mishaps} == {EndReason.TIME}
        assert "exceeded its time" in said_of(result, name)
        assert entry.problem == "it made no move in the exam"


def test_an_illegal_move_is_told(examined: ClassResult) -> None:
    assert "chose 7, which is no column: its columns are 0 to 6" in said_of(examined, "illegal")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("syntax_error", "syntax_error.py, line 2: expected ':'"),
        ("two_players", "it is not clear which class is the player: two_players.py has One, Two"),
    ],
)
def test_what_cannot_be_started_is_told(examined: ClassResult, name: str, words: str) -> None:
    entry = entry_of(examined, name)
    assert words in entry.problem
    assert entry.exam is None


def test_reading_others_fails_and_is_noted(examined: ClassResult, folder: Path) -> None:
    entry = entry_of(examined, "reads_neighbour")
    assert entry.exam is not None
    assert entry.exam.legal == 1  # it plays 99 if it gets at anything
    assert entry.verdict == "reached outside"
    said = said_of(examined, "reads_neighbour")
    assert f"line 14: tried to open {folder.resolve() / 'good.py'}: refused" in said
    assert f"line 18: tried to list the folder {folder.resolve()}: refused" in said


def test_sockets_fail_and_are_noted(examined: ClassResult) -> None:
    entry = entry_of(examined, "opens_socket")
    assert entry.exam is not None
    assert entry.exam.legal == 1  # it plays 99 if it gets a socket
    assert "opens_socket.py, line 9: tried to open a socket: refused" in said_of(
        examined, "opens_socket"
    )


def test_writing_outside_fails_and_is_noted(examined: ClassResult, folder: Path) -> None:
    said = said_of(examined, "writes_outside")
    assert f"line 8: tried to open {folder.resolve() / 'good.py'}: refused" in said
    assert (folder / "good.py").read_text(encoding="utf-8") == PLANTED["good"].lstrip()
    assert {path.stem for path in folder.iterdir()} == PLANTED.keys() - set(LATE)


def test_forks_fail_and_are_noted(examined: ClassResult) -> None:
    assert "forks.py, line 9: tried to start a process: refused" in said_of(examined, "forks")


def test_use_of_the_solver_is_noted(examined: ClassResult) -> None:
    entry = entry_of(examined, "asks_solver")
    assert entry.verdict == "uses our search"
    assert entry.rubric == 1
    assert said_of(examined, "asks_solver").strip() == (
        "asks_solver.py, line 8: uses the solver of fourfold"
    )


def test_the_solver_can_be_forbidden(tmp_path: Path, protection: Protection) -> None:
    folder = plant(tmp_path / "class", "asks_solver")
    settings = ClassSettings(folder=folder, games=0, forbid_search=True, **QUICK)
    result = run_class(settings, protection)
    assert result.entries[0].problem == "it made no move in the exam"
    said = said_of(result, "asks_solver")
    assert "line 8: uses the solver of fourfold: refused" in said
    assert "PermissionError: fourfold.search is not allowed here: solver" in said


def test_those_that_can_play_do(tmp_path: Path, protection: Protection) -> None:
    folder = plant(tmp_path / "class", "good", "raises", "syntax_error")
    seen: list[tuple[str, int, int]] = []
    result = run_class(
        ClassSettings(
            folder=folder,
            games=2,
            save=tmp_path / "class.games",
            **{**QUICK, "baselines": ("greedy",)},
        ),
        protection,
        lambda what, done, total: seen.append((what, done, total)),
    )
    good, raises = entry_of(result, "good"), entry_of(result, "raises")
    assert good.tally is not None
    assert raises.tally is not None
    assert good.tally.games == raises.tally.games == 4
    assert good.mishaps == ()
    assert entry_of(result, "greedy").is_baseline
    assert entry_of(result, "syntax_error").tally is None
    assert result.entries[-1].name == "syntax_error"
    assert ("games", 6, 6) in seen
    assert seen[-1] == ("judging", 6, 6)
    assert good.quality is not None
    assert good.quality.games == 4
    assert 0 < good.quality.total.perfect <= good.quality.total.judged
    assert len(load(tmp_path / "class.games").records) == 6
    faults = [mishap for mishap in raises.mishaps if mishap.where == "games"]
    assert sum(mishap.times for mishap in faults) == sum(
        game.fault is not None
        for game in result.tournament.games  # type: ignore[union-attr]
    )


def test_nothing_is_left_behind(examined: ClassResult, temporary: Path) -> None:
    """No process of a player, and no folder of the class."""
    assert list(temporary.iterdir()) == []
    commands = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has ended
            commands.append((process / "cmdline").read_bytes())
    assert [command for command in commands if str(temporary).encode() in command] == []


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"games": 3}, InvalidOption, "must be even"),
        ({"games": -2}, InvalidOption, "from 0 to 10000"),
        ({"seconds": 0.0}, InvalidOption, "from 0.01 to 3600"),
        ({"seconds": float("nan")}, InvalidOption, "from 0.01 to 3600"),
        ({"questions": 0}, InvalidOption, "the number of questions is 0"),
        ({"workers": 0}, InvalidOption, "the number of workers is 0"),
        ({"memory_mb": 1}, InvalidOption, "the memory in MB is 1"),
        ({"baselines": ("nobody",)}, InvalidAgent, "there is no agent 'nobody'"),
    ],
)
def test_bad_settings_are_refused(
    tmp_path: Path, change: dict[str, Any], error: type[Exception], words: str
) -> None:
    good = ClassSettings(folder=tmp_path)
    with pytest.raises(error, match=words):
        replace(good, **change)


def test_bad_rules_are_refused_before_anything_runs(tmp_path: Path) -> None:
    plant(tmp_path / "class", "good")
    with pytest.raises(InvalidRules):
        run_class(ClassSettings(folder=tmp_path / "class", rules=("99x99",)), Protection())
