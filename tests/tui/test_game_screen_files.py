"""Saving, opening and leaving a game from its screen."""

from pathlib import Path

import pytest

from fourfold.game import GameFile, load
from fourfold.tui.screens.dialogs import Open, Question, Save
from fourfold.tui.screens.new_game import NewGame

from .driver import Driver, drive, record


def test_save_quit_open_and_finish(folder: Path) -> None:
    async def play_and_save(at: Driver) -> None:
        await at.press("4", "4", "s")
        assert isinstance(at.app.screen, Save)
        await at.press("enter")
        assert at.notice == "Saved to my.games, which has 1 game."
        await at.press("q")  # nothing to ask: it is saved

    assert drive(play_and_save, record()) == "7x6:44"

    async def open_and_finish(at: Driver) -> None:
        await at.press("f3")
        await at.press(*"my.games", "enter")
        assert at.moves == "7x6:44"
        assert at.notice == "Opened from my.games: 2 plies."
        await at.press(*"55667", "s", "enter")
        assert at.notice == "Saved to my.games, which has 1 game."
        await at.press("q")

    assert drive(open_and_finish) is None
    (kept,) = load(folder / "my.games").records
    assert kept.to_text() == "7x6:4455667"
    assert str(kept.ending) == "FIRST wins"


def test_enter_opens_the_file_that_is_listed_where_none_is_typed(folder: Path) -> None:
    async def with_none(at: Driver) -> None:
        await at.press("o", "enter")
        assert isinstance(at.app.screen, Open)
        assert "Type the name of a file of games." in at.text
        await at.press("escape", "q")

    async def save(at: Driver) -> None:
        await at.press("4", "s", "enter", "q")

    async def with_one(at: Driver) -> None:
        await at.press("o", "enter")
        assert at.notice == "Opened from my.games: 1 ply."
        await at.press("q")

    drive(with_none, record())
    drive(save, record())
    assert drive(with_one, record()) == "7x6:4"


def test_quitting_offers_to_save(folder: Path) -> None:
    async def cancel_then_leave(at: Driver) -> None:
        await at.press("4", "q")
        assert "Save it before you quit?" in at.text
        await at.press("escape")
        assert at.app.is_running
        await at.press("q", "c", "q", "d")

    async def by_buttons(at: Driver) -> None:
        await at.press("4", "q")
        await at.click("#stay")
        assert at.app.is_running
        await at.press("s")
        await at.click("#cancel")
        await at.press("q")
        await at.click("#leave")

    async def save(at: Driver) -> None:
        await at.press("4", "q")
        await at.click("#save")
        await at.press("enter")

    async def over(at: Driver) -> None:
        await at.press("7", "q")

    async def nothing_new(at: Driver) -> None:
        await at.press("q")

    assert drive(cancel_then_leave, record()) == "7x6:4"
    assert drive(by_buttons, record()) == "7x6:4"
    assert not list(folder.iterdir())
    assert drive(save, record()) == "7x6:4"
    assert load("my.games").records[0].to_text() == "7x6:4"
    assert drive(over, record("7x6:445566")) is None
    assert drive(nothing_new, record()) is None
    assert drive(nothing_new, record("7x6:44")) == "7x6:44"


@pytest.mark.parametrize("key", ["ctrl+c", "ctrl+q"])
def test_ctrl_c_asks_once_and_then_leaves(key: str) -> None:
    async def script(at: Driver) -> None:
        await at.press("4", key)
        assert isinstance(at.app.screen, Question)
        await at.press(key)

    async def from_a_window(at: Driver) -> None:
        await at.press("4", "question_mark", key)
        assert isinstance(at.app.screen, Question)
        await at.press("d")

    async def having_stayed(at: Driver) -> None:
        await at.press("4", key, "c", "4", key)
        assert isinstance(at.app.screen, Question)
        await at.press("d")

    async def from_a_new_game(at: Driver) -> None:
        await at.press("4", "n", "d")
        assert isinstance(at.app.screen, NewGame)
        await at.click("#quit")

    assert drive(script, record()) == "7x6:4"
    assert drive(from_a_window, record()) == "7x6:4"
    assert drive(having_stayed, record()) == "7x6:44"
    assert drive(from_a_new_game, record()) == "7x6:4"


def test_what_cannot_be_saved_is_told(folder: Path) -> None:
    (folder / "my.games").write_text("a diary\n")

    async def script(at: Driver) -> None:
        await at.press("4", "s", "enter")
        assert "my.games, line 1" in at.notice
        await at.press("s")
        await at.press(*["backspace"] * 8, *"no/where", "enter")
        assert "cannot be written" in at.notice
        await at.press("s", *["backspace"] * 8, *"~nobody-here/x", "enter")
        assert at.notice == "The games ~nobody-here/x cannot be written: No such file or directory."
        await at.press("o", "d", *["backspace"] * 8, *"~nobody-here/x", "enter", "escape")
        await at.press("s", "escape")

    drive(script, record())
    assert (folder / "my.games").read_text() == "a diary\n"


def test_a_sentence_that_is_too_long_for_its_line_is_shown_in_full(folder: Path) -> None:
    async def script(at: Driver) -> None:
        path = "a-folder-that-is-not-there-and-has-a-long-name/my.games"
        await at.press("4", "s", *["backspace"] * 8, *path, "enter")
        assert at.notice == f"The games {path} cannot be written: No such file or directory."
        await at.until(lambda: "No such file or" in at.text)
        assert "directory." in at.text
        await at.press("s", *["backspace"] * 8, *"my.games", "enter")
        assert at.notice == "Saved to my.games, which has 1 game."

    async def long_end(at: Driver) -> None:
        await at.press("1")
        await at.until(lambda: at.game_screen.game.is_over)
        await at.until(lambda: "wide, which is" in " ".join(at.text.split()))

    drive(script, record())
    drive(long_end, record("7x6:", "human", "talks"))


def test_a_game_is_kept_as_it_goes(folder: Path) -> None:
    async def script(at: Driver) -> None:
        await at.press("4", "4", "u", "5", "s", "enter")
        assert at.notice == "Every move is saved to all.games already."
        await at.press("q")

    with GameFile("all.games") as file:
        drive(script, record(), file=file, path=Path("all.games"))
    (kept,) = load("all.games").records
    assert kept.to_text() == "7x6:45"


def test_a_disk_that_fails_does_not_end_the_game() -> None:
    class Full(GameFile):
        def _write(self, data: bytes) -> None:
            from fourfold.errors import RecordError

            if b"move" in data:
                raise RecordError("the games full.games cannot be written: no space")
            super()._write(data)

    async def script(at: Driver) -> None:
        await at.press("4")
        assert at.notice == (
            "The game is no longer being saved: the games full.games cannot be written: no space."
        )
        await at.press("4")
        assert at.moves == "7x6:44"

    with Full("full.games") as file:
        drive(script, record(), file=file)
