"""Every key and button of the game screen."""

from dataclasses import replace
from pathlib import Path

import pytest

from fourfold.game import EndReason, Participant, TimeControl
from fourfold.tui.screens.dialogs import Help, Question
from fourfold.tui.screens.new_game import NewGame
from fourfold.tui.widgets.board import Board

from .driver import Driver, drive, record


def test_digits_and_letters_are_columns() -> None:
    async def script(at: Driver) -> None:
        assert at.status == "FIRST (●) to move."
        await at.press("4", "4", "d", "E", "e")
        assert at.moves == "7x6:44455"
        await at.press("8", "l", "0")
        assert at.moves == "7x6:44455"
        assert at.notice == "There is no such column: the columns are 1 to 7."
        await at.press("4", "4", "4", "4")
        assert at.notice == "Column 4 is full."

    drive(script, record())


def test_letters_on_a_wide_board() -> None:
    async def script(at: Driver) -> None:
        await at.press("a", "l", "L", "1", "9")
        assert at.moves == "12x12:allai"

    drive(script, record("12x12:"))


def test_arrows_and_enter() -> None:
    async def script(at: Driver) -> None:
        await at.press("enter")
        await at.press("right", "right", "enter")
        await at.press("left", "space")
        await at.press("end", "down")
        await at.press("right", "enter")
        await at.press("left", "enter", "home", "enter")
        assert at.moves == "7x6:4657171"

    drive(script, record())


@pytest.mark.parametrize("size", [(80, 24), (56, 18), (140, 50)])
def test_a_click_on_any_cell_of_a_column(size: tuple[int, int]) -> None:
    async def script(at: Driver) -> None:
        board = at.game_screen.query_one(Board)
        for cell in ((0, 0), (3, 5), (6, 3)):
            await at.click("#board", board.place_of(cell))
        assert at.moves == "7x6:147"
        await at.pilot.hover("#board", offset=board.place_of((2, 2)))
        await at.pilot.pause()
        assert board.view.cursor == 2
        await at.click("#board", (0, 0))
        assert at.moves == "7x6:147"

    drive(script, record(), size)


def test_undo_and_redo() -> None:
    async def script(at: Driver) -> None:
        await at.press("u")
        assert at.moves == "7x6:"
        await at.press("4", "5", "u", "u", "r")
        assert at.moves == "7x6:4"
        await at.press("r", "r")
        assert at.moves == "7x6:45"

    drive(script, record())


def test_the_end_is_told_and_can_be_taken_back() -> None:
    async def script(at: Driver) -> None:
        await at.press("7")
        assert at.status == "FIRST wins: four in line!"
        await at.press("1")
        assert "the game is over" in at.notice
        await at.press("u")
        assert at.status == "FIRST (●) to move."

    drive(script, record("7x6:445566"))


def test_the_ban_is_asked_for() -> None:
    async def script(at: Driver) -> None:
        await at.press("3")
        assert at.status == "You took the star: now drop the ban."
        await at.press("4")
        assert at.moves == "6x6-bc2:334"
        assert at.status.startswith("Slow is thinking")

    drive(script, record("6x6-bc2:3", "slow", "human"))


def test_a_person_against_an_agent() -> None:
    async def script(at: Driver) -> None:
        assert at.status == "You begin: drop your piece."
        await at.press("4")
        await at.until(lambda: at.moves == "7x6:41")
        await at.until(lambda: at.status == "Your move.")
        assert "the left one" in at.text
        await at.press("u")
        assert at.moves == "7x6:"
        await at.press("r")
        assert at.moves == "7x6:41"
        await at.press("4")
        await at.until(lambda: at.moves == "7x6:4141")
        await at.press("4")
        await at.until(lambda: at.moves == "7x6:414141")
        await at.press("4")
        assert at.status == "You win: four in line!"

    drive(script, record("7x6:", "human", "left"))


def test_an_agent_thinks_in_sight_and_is_made_to_move() -> None:
    async def script(at: Driver) -> None:
        await at.until(lambda: "1.3 million" in at.status)
        assert at.status == "Slow is thinking: depth 9, 1.3 million positions, 1.5 s."
        assert "best so far: column 1" in at.text
        assert "expects 1 2" in at.text
        await at.press("4")
        assert at.notice == "It is not your turn: slow is to move."
        await at.press("m")
        await at.until(lambda: at.moves == "7x6:1")
        assert at.status == "Your move."

    drive(script, record("7x6:", "slow", "human"))


def test_tips() -> None:
    async def script(at: Driver) -> None:
        await at.press("t")
        await at.until(lambda: at.notice.startswith("Tip: "), 40)
        assert at.notice == "Tip: column 3, which wins in 3 plies. Makes two threats at once."
        hints = at.game_screen.query_one(Board).view.hints
        assert hints is not None
        assert {column: hint.text for column, hint in hints.items()} == {
            0: "-4", 1: "-3", 2: "+18", 3: "+2", 4: "+2", 5: "+18", 6: "-3",
        }  # fmt: skip
        assert "+18" in at.text
        await at.press("t")
        assert at.notice == "Tips are off."
        assert "+18" not in at.text

    drive(script, record("7x6:4455"))


def test_a_tip_that_is_overtaken_by_a_move() -> None:
    async def script(at: Driver) -> None:
        await at.press("t", "f", "t")
        assert at.moves == "12x12:f"
        assert at.game_screen.query_one(Board).view.hints is None

    drive(script, record("12x12:"))


def test_a_draw_between_people() -> None:
    async def script(at: Driver) -> None:
        await at.press("w")
        assert "SECOND accepts with w" in at.notice
        await at.press("4")
        assert "FIRST offered a draw" in at.status
        await at.press("w")
        assert at.status == "Draw by agreement."

    drive(script, record())


def test_a_draw_is_declined_by_a_move_and_by_an_agent() -> None:
    async def people(at: Driver) -> None:
        await at.press("w", "4", "4")
        assert at.notice == "SECOND declined the draw."
        assert "offered" not in at.status

    async def agent(at: Driver) -> None:
        await at.press("w")
        assert at.notice == "Left declined the draw."

    drive(people, record())
    drive(agent, record("7x6:", "human", "left"))


def test_resigning_asks_first() -> None:
    async def script(at: Driver) -> None:
        await at.press("4", "x")
        assert isinstance(at.app.screen, Question)
        await at.press("n")
        assert at.status == "SECOND (○) to move."
        await at.press("x")
        await at.click("#no")
        assert at.status == "SECOND (○) to move."
        await at.press("x")
        await at.click("#yes")
        assert at.status == "FIRST wins: SECOND resigned."

    drive(script, record())


def test_help_is_one_key_away() -> None:
    async def script(at: Driver) -> None:
        for key in ("question_mark", "f1"):
            await at.press(key)
            assert isinstance(at.app.screen, Help)
            assert "undo and redo" in at.text
            await at.press("escape")
            assert not isinstance(at.app.screen, Help)
        await at.press("f1")
        await at.click("Help Static")
        assert not isinstance(at.app.screen, Help)

    drive(script, record())


def test_the_colours_change() -> None:
    async def script(at: Driver) -> None:
        seen = []
        for _ in range(4):
            await at.press("v")
            seen.append(at.app.theme.removeprefix("fourfold-"))
        assert seen == ["light", "contrast", "grey", "dark"]

    drive(script, record())


def test_the_keys_at_the_bottom_can_be_clicked_on() -> None:
    async def script(at: Driver) -> None:
        def place(name: str) -> int:
            return at.text.splitlines()[-1].find(name)

        async def click(name: str) -> None:
            await at.until(lambda: place(name) >= 0)  # the keys come after the first picture
            await at.pilot.click(offset=(place(name), 23))
            await at.pilot.pause()

        await click("Undo")
        await at.until(lambda: at.moves == "7x6:4")
        await click("Redo")
        await at.until(lambda: at.moves == "7x6:44")
        await click("Help")
        assert isinstance(at.app.screen, Help)
        await at.pilot.click(offset=(40, 12))  # and that closes it
        await at.pilot.pause()
        await click("Draw")
        assert at.status.endswith("FIRST has offered a draw.")
        await click("Resign")
        assert isinstance(at.app.screen, Question)

    drive(script, record("7x6:44"))


# Two agents


def test_two_agents_are_paused_stepped_and_sped_up() -> None:
    async def script(at: Driver) -> None:
        await at.press("p")
        assert at.status.startswith("Paused: ")
        before = at.moves
        await at.press("full_stop")
        await at.until(lambda: len(at.moves) == len(before) + 1)
        await at.pilot.pause(0.2)
        assert len(at.moves) == len(before) + 1
        await at.press("u", "r")
        assert len(at.moves) == len(before) + 1
        await at.press("plus")
        assert at.notice == "Speed: fast."
        await at.press("plus", "plus")
        assert at.notice == "Speed: full speed."
        await at.press("minus", "equals_sign")
        await at.press("space")
        await at.until(lambda: at.game_screen.game.is_over)
        assert at.status.startswith("Left (FIRST) wins")

    # On a large board: on a busy machine a short game is over before the first key is handled.
    drive(script, record("12x12:", "left", "left"))


def test_nobody_moves_for_two_agents() -> None:
    async def script(at: Driver) -> None:
        await at.until(lambda: at.status.startswith("Slow (FIRST) is thinking"))
        await at.press("4", "enter", "w", "x", "t")
        assert at.moves == "7x6:"
        assert not at.game_screen.game.is_over
        await at.press("m")
        await at.until(lambda: at.moves == "7x6:1")

    drive(script, record("7x6:", "slow", "slow"))


# Clocks


def test_a_person_who_is_out_of_time_is_told_so() -> None:
    async def script(at: Driver) -> None:
        await at.until(lambda: at.game_screen.game.is_over)
        assert at.status == "SECOND wins: FIRST has no time left."

    drive(script, record(control=TimeControl(move=0.3)))


# New games


def test_new_game_from_a_game_and_back() -> None:
    async def script(at: Driver) -> None:
        await at.press("4", "n", "d")
        assert isinstance(at.app.screen, NewGame)
        await at.press("escape")
        assert at.moves == "7x6:4"
        await at.press("n", "d", "f5")
        assert at.moves == "7x6:"

    drive(script, record())


@pytest.mark.parametrize("agents", ["human slow", "slow human", "slow slow"])
def test_every_key_finds_room_while_an_agent_thinks(agents: str) -> None:
    async def script(at: Driver) -> None:
        await at.until(lambda: at.game_screen.session.is_thinking)
        await at.until(lambda: at.text.splitlines()[-1].endswith("q Quit"))
        before = at.moves
        await at.press("m")
        await at.until(lambda: at.moves != before)

    first, second = agents.split()
    drive(script, record("7x6:" if first == "slow" else "7x6:4", first, second))


# Agents of every bad kind


@pytest.mark.parametrize(
    ("agent", "reason", "told"),
    [
        ("raises", EndReason.FAILURE, "raises raised ValueError: boo"),
        ("hangs", EndReason.TIME, "hangs exceeded its time and did not stop"),
        (
            "full",
            EndReason.BAD_MOVE,
            "full chose column 1, which has no room: it could play 2, 3, 4",
        ),
        ("rubbish", EndReason.BAD_MOVE, "rubbish answered 'rubbish', which is no decision"),
    ],
)
def test_an_agent_of_every_bad_kind_loses(agent: str, reason: EndReason, told: str) -> None:
    async def script(at: Driver) -> None:
        await at.press("1")
        await at.until(lambda: at.game_screen.game.is_over)
        ending = at.game_screen.game.record.ending
        assert ending is not None
        assert (ending.reason, ending.detail) == (reason, told)
        assert at.status == f"You win: {told}."
        await at.press("n")
        assert isinstance(at.app.screen, NewGame)
        lost = at.game_screen
        await at.press("f5")  # the next game can begin
        assert at.game_screen is not lost
        assert at.game_screen.game.players[1].agent == agent

    control = TimeControl(move=0.3) if agent == "hangs" else None
    drive(script, record("4x4:112", "human", agent, control))


def test_texts_of_strangers_are_shown_as_they_are(folder: Path) -> None:
    """Names and errors with markup, control characters and wide letters break nothing."""

    async def script(at: Driver) -> None:
        await at.press("1")
        await at.until(lambda: at.game_screen.game.is_over)
        assert at.status == (
            "[/b] 安娜 ·[31m[red] wins: babbles raised ValueError: [/bold] [red ·[2J · end."
        )
        await at.press("s", *["backspace"] * 8, *"[red].games", "enter", "o")
        await at.press("enter")
        assert at.notice == "Opened from [red].games: 1 ply."

    game = record("7x6:", "human", "babbles")
    name = "[/b] 安娜 \x1b[31m[red]"
    drive(script, replace(game, players=(Participant.human(name), game.players[1])))


# Sizes


def test_the_board_follows_the_size_of_the_terminal() -> None:
    async def script(at: Driver) -> None:
        board = at.game_screen.query_one(Board)
        panel = at.game_screen.query_one("#panel")
        for size, height, has_panel in (
            ((80, 24), 3, True),
            ((50, 20), 2, False),
            ((32, 12), 1, False),
            ((140, 50), 4, True),
            ((31, 12), None, False),
            ((32, 11), None, False),
            ((60, 12), 1, True),
            ((80, 24), 3, True),
        ):
            await at.pilot.resize_terminal(*size)
            await at.pilot.pause()
            width, lines = size
            small = f"The terminal has {width} columns and {lines} lines, but this board needs"
            text = " ".join(at.text.split())
            assert (small in text) == (height is None), size
            if height is not None:
                assert board.sprites.height == height, size
                assert "1 2 3 4 5 6 7" in text, size  # the labels below the board
                assert panel.display == has_panel, size
                assert "FIRST (●) to move." in text, size

    drive(script, record())
