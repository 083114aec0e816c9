"""The new-game screen: every field, every button, and what they mean."""

from pathlib import Path

import pytest
from textual.widgets import Button, Input, Select, Static

from fourfold.game import Mode, Participant, Record, TimeControl, save
from fourfold.rules import Rules
from fourfold.tui.screens.agent_options import AgentOptions
from fourfold.tui.screens.dialogs import Help, Open
from fourfold.tui.screens.new_game import NewGame, preview
from fourfold.tui.screens.new_game_form import (
    BOARDS,
    Form,
    PlayerFields,
    board_fields,
    draw_rules,
    form_from_record,
    problem_of,
)

from .driver import Driver, drive, record


def shown_form(at: Driver) -> Form:
    assert isinstance(at.app.screen, NewGame)
    return at.app.screen.form


def problem(at: Driver) -> str:
    return str(at.app.screen.query_one("#problem", Static).render())


async def choose(at: Driver, select: str, value: object) -> None:
    at.app.screen.query_one(f"#{select}", Select).value = value
    await at.pilot.pause()
    await at.pilot.pause()


async def type_in(at: Driver, field: str, text: str) -> None:
    at.app.screen.query_one(f"#{field}", Input).value = text
    await at.pilot.pause()


# What a form means


def test_a_form_is_a_game() -> None:
    game = Form().record()
    assert game.rules == Rules()
    assert game.players == (Participant.human(), Participant.of_agent("uct"))
    assert game.control == TimeControl()
    other = Form(
        mode=Mode.AI_AI,
        one=PlayerFields(agent="perfect", options="seconds=2"),
        two=PlayerFields(agent="greedy"),
        begins="two",
        columns="9",
        rows="8",
        forbidden="D3, a1",
        bonus="e4",
        game_clock="5:00",
        move_clock="10",
    ).record()
    assert str(other.rules) == "9x8-xa1-xd3-be4"
    assert [player.agent for player in other.players] == ["greedy", "perfect:seconds=2"]
    assert other.control == TimeControl(300, 10)


def test_who_begins_may_be_chosen_at_random() -> None:
    form = Form(
        mode=Mode.HUMAN_HUMAN, one=PlayerFields("Ann"), two=PlayerFields("Bob"), begins="random"
    )
    assert {form.record().players[0].name for _ in range(60)} == {"Ann", "Bob"}


@pytest.mark.parametrize(
    ("form", "told"),
    [
        (Form(columns="3"), "the number of columns is 3"),
        (Form(rows="many"), "The number of rows is 'many', but must be 4 to 12."),
        (Form(columns="٣"), "The number of columns is '٣'"),
        (Form(forbidden="z9"), "'z9' is not a cell: a cell is a letter and a number, such as d3."),
        (Form(forbidden="d9"), "the forbidden cell 'd9' is off the board"),
        (Form(bonus="d1 d2"), "after the bonus cell"),
        (Form(game_clock="soon"), "The clock is 'soon'"),
        (Form(move_clock="-1"), "The clock is '/-1'"),
        (Form(two=PlayerFields(agent="uct", options="speed=9")), "has no option 'speed'"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(form: Form, told: str) -> None:
    assert told in problem_of(form)
    assert problem_of(form).count("\n") == 0


def test_every_board_that_is_offered_is_one() -> None:
    for _, text in BOARDS:
        if text not in ("random", "random-bonus", "custom"):
            rules = Rules.parse(text)
            assert Form(**board_fields(rules)).rules == rules  # type: ignore[arg-type]


def test_random_boards_come_from_their_seed() -> None:
    assert draw_rules("7", bonus=False) == (Rules.random(7), "7")
    rules, seed = draw_rules("", bonus=True)
    assert rules == Rules.random(int(seed), bonus=True)


def test_the_board_in_little() -> None:
    drawn = preview(Rules.parse("4x4-xb1-bc2")).splitlines()
    assert drawn[2:] == [
        " 4 · · · ·",
        " 3 · · · ·",
        " 2 · · ★ ·",
        " 1 · ╳ · ·",
        "   1 2 3 4",
    ]


# The screen


def test_start_at_once() -> None:
    async def script(at: Driver) -> None:
        assert shown_form(at) == Form()
        await at.press("enter")  # Start has the focus
        assert at.status == "You begin: drop your piece."
        assert at.game_screen.game.players[1].agent == "uct"

    drive(script)


@pytest.mark.parametrize("key", ["f5", "ctrl+s"])
def test_two_people_with_names_and_clocks(key: str) -> None:
    async def script(at: Driver) -> None:
        await choose(at, "mode", Mode.HUMAN_HUMAN)
        assert not at.app.screen.query_one("#two-agent").display
        await type_in(at, "one-name", "Ann")
        await type_in(at, "two-name", "Bob")
        await choose(at, "begins", "two")
        await type_in(at, "game_clock", "5:00")
        await type_in(at, "move_clock", "30")
        await at.press(key)
        game = at.game_screen.game
        assert [player.name for player in game.players] == ["Bob", "Ann"]
        assert game.control == TimeControl(300, 30)
        assert at.status == "Bob (●) to move."

    drive(script)


def test_two_agents() -> None:
    async def script(at: Driver) -> None:
        await choose(at, "mode", Mode.AI_AI)
        assert not at.app.screen.query_one("#one-name").display
        await choose(at, "one-agent", "left")
        await choose(at, "two-agent", "slow")
        await at.click("#start")
        assert [player.agent for player in at.game_screen.game.players] == ["left", "slow"]

    drive(script)


def test_boards() -> None:
    async def script(at: Driver) -> None:
        await choose(at, "boards", "8x8-xd4-xe4-bd6")
        assert str(shown_form(at).rules) == "8x8-xd4-xe4-bd6"
        await type_in(at, "columns", "12")
        assert at.app.screen.query_one("#boards", Select).value == "custom"
        assert str(shown_form(at).rules) == "12x8-xd4-xe4-bd6"
        await type_in(at, "bonus", "d4")
        assert "both" in problem(at) or "bonus" in problem(at)
        assert at.app.screen.query_one("#start", Button).disabled
        await at.press("f5")
        assert isinstance(at.app.screen, NewGame)
        await type_in(at, "seed", "7")
        await choose(at, "boards", "random")
        assert shown_form(at).rules == Rules.random(7)
        await choose(at, "boards", "random-bonus")
        assert shown_form(at).rules == Rules.random(7, bonus=True)
        await type_in(at, "seed", "8")
        await at.click("#draw-board")
        assert shown_form(at).rules == Rules.random(8, bonus=True)
        await type_in(at, "seed", "eight")
        await at.click("#draw-board")
        assert problem(at).startswith("The seed is 'eight'")
        assert shown_form(at).rules == Rules.random(8, bonus=True)

    drive(script)


def test_the_options_of_an_agent() -> None:
    async def script(at: Driver) -> None:
        await at.click("#two-options")
        assert isinstance(at.app.screen, AgentOptions)
        await type_in(at, "seconds", "-1")
        assert problem(at).startswith("seconds must be a number above 0")
        assert at.app.screen.query_one("#done", Button).disabled
        await type_in(at, "seconds", "2")
        await type_in(at, "threads", "2")
        await at.click("#done")
        assert shown_form(at).two == PlayerFields(agent="uct", options="seconds=2,threads=2")
        await at.click("#two-options")
        assert at.app.screen.query_one("#seconds", Input).value == "2"
        await at.click("#cancel")
        await at.click("#two-options")
        await at.press("escape")
        assert shown_form(at).two.options == "seconds=2,threads=2"
        await choose(at, "two-agent", "left")
        assert shown_form(at).two == PlayerFields(agent="left")
        await at.click("#two-options")
        await at.press("escape")
        await choose(at, "mode", Mode.AI_AI)
        await at.click("#one-options")
        await type_in(at, "seconds", "3")
        await at.click("#done")
        assert shown_form(at).one == PlayerFields(agent="uct", options="seconds=3")

    drive(script)


def test_help_and_quit() -> None:
    async def by_key(at: Driver) -> None:
        await at.press("f1")
        assert isinstance(at.app.screen, Help)
        await at.press("x", "escape")

    async def by_button(at: Driver) -> None:
        await at.click("#quit")

    async def by_ctrl_c(at: Driver) -> None:
        await at.press("ctrl+c")

    for script in (by_key, by_button, by_ctrl_c):
        assert drive(script) is None


# Opening games


def test_open_one_of_several_games(folder: Path) -> None:
    save("some.games", [record("7x6:44"), record("9x8-xd3:445"), record("5x5:", "left", "human")])

    async def script(at: Driver) -> None:
        await at.click("#open")
        assert isinstance(at.app.screen, Open)
        await at.press("tab", "enter")  # the file in the list
        assert "Which game of some.games?" in at.text
        assert "2. human - human, 9x8-xd3, not finished, 445" in at.text
        await at.press("up", "enter")
        assert at.moves == "9x8-xd3:445"
        await at.press("o")
        await at.press("enter")
        await at.click("#open")
        await at.until(lambda: at.moves == "5x5:1")

    drive(script)


def test_what_cannot_be_opened(folder: Path) -> None:
    (folder / "diary.games").write_text("Dear diary\n")
    save("strange.games", [record("7x6:4", "left", "human")])
    strange = (folder / "strange.games").read_text().replace('"left"', '"nobody"')
    (folder / "strange.games").write_text(strange)

    async def script(at: Driver) -> None:
        await at.press("f3")
        assert isinstance(at.app.screen, Open)
        await at.press(*"nowhere", "enter")
        assert "cannot be read" in problem(at)
        await type_in(at, "path", "diary.games")
        await at.press("enter")
        assert problem(at) == "diary.games, line 1: this line is not JSON."
        await type_in(at, "path", "strange.games")
        await at.press("enter")
        assert isinstance(at.app.screen, NewGame)
        assert problem(at).startswith("There is no agent 'nobody'")
        await at.press("ctrl+o")
        await at.click("#cancel")
        await at.press("ctrl+o", "escape")
        assert isinstance(at.app.screen, NewGame)

    drive(script)


def test_a_damaged_file_is_opened_up_to_the_damage(folder: Path) -> None:
    save("cut.games", record("7x6:44"))
    data = (folder / "cut.games").read_bytes()
    (folder / "cut.games").write_bytes(data[:-4])

    async def script(at: Driver) -> None:
        await at.press("f3")
        await at.press(*"cut.games", "enter")
        assert at.moves == "7x6:4"
        assert at.notice.startswith("cut.games, line 3: this line is not JSON")

    drive(script)


# Another game like the last one


@pytest.mark.parametrize(
    ("game", "form"),
    [
        (record(), Form(mode=Mode.HUMAN_HUMAN)),
        (
            record(
                "9x8-xa1-xd3-be4:", "uct:seconds=60,reuse=false", "human:Ann", TimeControl(90, 5)
            ),
            Form(
                one=PlayerFields("Ann"),
                two=PlayerFields(agent="uct", options="seconds=60,reuse=false"),
                begins="two",
                columns="9",
                rows="8",
                forbidden="a1 d3",
                bonus="e4",
                game_clock="90",
                move_clock="5",
            ),
        ),
        (
            record("7x6:", "uct:seconds=60", "greedy"),
            Form(
                mode=Mode.AI_AI,
                one=PlayerFields(options="seconds=60"),
                two=PlayerFields(agent="greedy"),
            ),
        ),
    ],
)
def test_a_game_is_proposed_again(game: Record, form: Form) -> None:
    assert form_from_record(game) == form
    again = form.record()
    assert (again.rules, again.players, again.control) == (game.rules, game.players, game.control)

    async def script(at: Driver) -> None:
        await at.press("n")
        assert shown_form(at) == form
        await at.press("f5", "n")
        assert shown_form(at) == form

    drive(script, game)
