"""Which files and folders count as players, and what is said of the others."""

import os
from pathlib import Path

import pytest

from fourfold.arena.classroom import submissions
from fourfold.arena.classroom.submissions import find_submissions
from fourfold.errors import InvalidOption

CLASS = "class Mine:\n    def choose(self, position):\n        return 0\n"
FUNCTION = "def choose(position):\n    return 0\n"
HELPER = "def helper():\n    return 0\n"


def write(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder


def test_files_and_folders_are_found_by_name(tmp_path: Path) -> None:
    write(tmp_path, bob=FUNCTION, Ann=CLASS)
    write(tmp_path / "carl", strategy=CLASS, tools=HELPER)
    write(tmp_path / "_drafts", x=CLASS)
    (tmp_path / "notes.txt").write_text("nothing to play", encoding="utf-8")
    (tmp_path / "empty").mkdir()
    found = find_submissions(tmp_path)
    assert [(each.name, each.file, each.player) for each in found] == [
        ("Ann", "Ann.py", "Mine"),
        ("bob", "bob.py", "choose"),
        ("carl", "strategy.py", "Mine"),
    ]
    assert {each.problem for each in found} == {""}


def test_a_file_and_a_folder_of_one_name_are_told_apart(tmp_path: Path) -> None:
    write(tmp_path, ann=CLASS)
    write(tmp_path / "ann", player=CLASS)
    assert [each.name for each in find_submissions(tmp_path)] == ["ann", "ann.py"]


def test_every_name_can_be_written_and_is_different(tmp_path: Path) -> None:
    for name in (b"\xff.py", b"\xfe.py"):
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/" + name)).write_text(CLASS, encoding="utf-8")
    found = find_submissions(tmp_path)
    assert [each.name for each in found] == ["·", "· (2)"]
    found[0].copy_to(tmp_path / "copy")
    assert len(list((tmp_path / "copy").iterdir())) == 1


@pytest.mark.parametrize("name", ["player", "main", "agent", "dora"])
def test_the_usual_names_are_preferred(tmp_path: Path, name: str) -> None:
    write(tmp_path / "dora", **{name: CLASS}, zzz=CLASS)
    assert find_submissions(tmp_path)[0].file == f"{name}.py"


@pytest.mark.parametrize(
    ("text", "player", "is_kaggle"),
    [
        ("def agent(position):\n    return 0\n", "agent", False),
        ("def agent(observation, configuration):\n    return 0\n", "agent", True),
        (
            FUNCTION + "class _Hidden:\n    def choose(self, p):\n        return 0\n",
            "choose",
            False,
        ),
    ],
)
def test_functions_can_be_players(tmp_path: Path, text: str, player: str, is_kaggle: bool) -> None:
    write(tmp_path, ann=text)
    (found,) = find_submissions(tmp_path)
    assert (found.player, found.is_kaggle, found.problem) == (player, is_kaggle, "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("def choose(", "ann.py, line 1: '(' was never closed"),
        (HELPER, "has no player: it must have a class with choose(self, position)"),
        (CLASS + CLASS.replace("Mine", "Other"), "it is not clear which class is the player"),
        ("x = '" + "y" * 2_000_000 + "'", "has more than 1 MB"),
        ("\0", "null byte"),
    ],
)
def test_what_cannot_play_says_why(tmp_path: Path, text: str, words: str) -> None:
    write(tmp_path, ann=text)
    (found,) = find_submissions(tmp_path)
    assert words in found.problem
    assert str(tmp_path) not in found.problem


def test_a_folder_without_a_clear_player_says_so(tmp_path: Path) -> None:
    write(tmp_path / "ann", one=CLASS, two=CLASS)
    (found,) = find_submissions(tmp_path)
    assert found.problem == (
        "it is not clear which file is the player: one.py, two.py; call it player.py"
    )


def test_links_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret", encoding="utf-8")
    folder = write(tmp_path / "class" / "ann", player=CLASS)
    (folder / "link").symlink_to(secret)
    (folder / "deeper").mkdir()
    (folder / "deeper" / "more.txt").write_text("more", encoding="utf-8")
    os.mkfifo(folder / "pipe")
    (tmp_path / "class" / "bob.py").symlink_to(folder / "player.py")
    ann, bob = find_submissions(tmp_path / "class")
    assert bob.problem == "it is a link, and links are not followed"
    ann.copy_to(tmp_path / "copy")
    copied = {str(path.relative_to(tmp_path / "copy")) for path in (tmp_path / "copy").rglob("*")}
    assert copied == {"player.py", "deeper", "deeper/more.txt"}


def test_a_huge_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(submissions, "MOST_BYTES", 10)
    write(tmp_path / "ann", player=CLASS)
    assert "has more than" in find_submissions(tmp_path)[0].problem


def test_a_class_without_players_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="has no players"):
        find_submissions(tmp_path)
    with pytest.raises(InvalidOption, match="cannot be read: No such file"):
        find_submissions(tmp_path / "none")
