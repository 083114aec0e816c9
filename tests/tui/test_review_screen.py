"""The review of a game that is over: opened by one key, stepped through, left at any time."""

import re
from dataclasses import replace

import pytest
from textual.widgets import Static

from fourfold import FIRST, Position, Record, Review, review
from fourfold.analysis.analyst import Analyst
from fourfold.analysis.review import Label
from fourfold.game import Ending, EndReason
from fourfold.tui.screens.game import GameScreen
from fourfold.tui.screens.review import ReviewScreen
from fourfold.tui.text.review import COLOURS, about, move_pairs, summary
from fourfold.tui.themes import THEMES
from fourfold.tui.widgets.board import Board
from fourfold.tui.widgets.review_graph import ReviewGraph

from .driver import Driver, drive, record

WON = "4x4:1213141"  # FIRST completes column 1


PLAIN = dict.fromkeys(Label, "")


def screen(at: Driver) -> ReviewScreen:
    found = at.app.screen
    assert isinstance(found, ReviewScreen)
    return found


def part(at: Driver, name: str) -> str:
    return str(screen(at).query_one(f"#review-{name}", Static).render())


def shown(at: Driver) -> Position:
    return screen(at).query_one(Board).view.position


async def opened(at: Driver) -> None:
    await at.press("z")
    await at.until(lambda: "best in a row" in part(at, "summary"))


def test_the_key_is_there_when_the_game_is_over() -> None:
    async def script(at: Driver) -> None:
        await at.press("z")
        assert isinstance(at.app.screen, GameScreen)
        assert "Review" not in at.text
        await at.press("1")
        assert "z Review" in at.text
        await opened(at)
        await at.press("escape")
        assert isinstance(at.app.screen, GameScreen)

    drive(script, record(WON[:-1]))


def test_stepping_through() -> None:
    game = Position.parse(WON)

    async def script(at: Driver) -> None:
        await opened(at)
        assert shown(at) == game
        assert part(at, "about").startswith("7. ● column 1: ")
        await at.press("left", "left")
        assert shown(at) == Position.parse("4x4:12131")
        assert part(at, "about").startswith("5. ● column 1: ")
        await at.press("home", "left")
        assert shown(at) == Position.parse("4x4:")
        assert part(at, "about") == "The beginning."
        await at.press("end", "right")
        assert shown(at) == game

    drive(script, record(WON))


def test_turning_points_by_keys_and_clicks() -> None:
    async def script(at: Driver) -> None:
        await opened(at)
        points = screen(at)._worker.latest.turning_points
        assert points
        for ply in reversed(points):
            await at.press("up")
            assert shown(at) == ply.after
            assert str(ply.label).capitalize() in part(at, "about")
            assert "Better: column" in part(at, "about")
        await at.press("up")
        assert shown(at) == points[0].after
        await at.click("#review-graph", (0, 1))
        assert shown(at) == Position.parse("4x4:")
        await at.press("down")
        assert shown(at) == points[0].after

    drive(script, record(WON))


def test_plies_appear_while_it_works_and_leaving_stops_it() -> None:
    async def script(at: Driver) -> None:
        await at.press("z")
        worker = screen(at)._worker
        await at.until(lambda: bool(worker.latest.plies))
        assert not worker.is_done
        assert part(at, "summary").startswith("Reviewing… ")
        await at.press("home", "right")
        assert part(at, "about") == "1. Not reviewed yet…"
        await at.press("q")
        assert isinstance(at.app.screen, GameScreen)
        await at.until(lambda: worker.is_done)
        assert not worker.latest.is_complete

    # Columns in pairs, so that no line of four arises: much too much for a proof.
    game = record("12x12:" + "".join(12 * column for column in "abdeghj"))
    drive(script, replace(game, ending=Ending(FIRST, EndReason.RESIGNATION)))


def test_a_problem_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_memory(*_: object, **__: object) -> Review:
        raise MemoryError("no memory is left")

    monkeypatch.setattr("fourfold.tui.review_worker.review", no_memory)

    async def script(at: Driver) -> None:
        await at.press("z")
        await at.until(lambda: part(at, "summary") == "there is no review: no memory is left")
        await at.press("left")
        assert part(at, "about") == ""

    drive(script, record(WON))


@pytest.mark.parametrize("size", [(40, 20), (30, 12), (120, 40)])
def test_every_size_shows_the_board_and_the_words(size: tuple[int, int]) -> None:
    async def script(at: Driver) -> None:
        await opened(at)
        assert "7. ● column 1" in at.text
        board = screen(at).query_one(Board)
        assert board.size.height >= 4 + 3
        assert all(len(line) <= size[0] for line in at.text.splitlines())
        graph = screen(at).query_one(ReviewGraph)
        assert graph.display == (size[1] > 12)

    drive(script, record(WON), size)


def test_the_graph_can_be_read_in_every_theme() -> None:
    async def script(at: Driver) -> None:
        await opened(at)
        graph = screen(at).query_one(ReviewGraph)
        for _ in THEMES:
            segments = [each for line in range(3) for each in graph.render_line(line)]
            pairs = {(each.style.color, each.style.bgcolor) for each in segments if each.style}
            assert all(colour != behind for colour, behind in pairs)
            assert set(COLOURS.values()) <= set(at.app.theme_variables)
            await at.press("v")

    drive(script, record(WON))


# The texts


@pytest.fixture(scope="module")
def banned() -> Review:
    return review("5x4-bc1:3341", Analyst(memory_mb=16), explainer=lambda p, c: ["Because [b]."])


def test_moves_stand_in_pairs(banned: Review) -> None:
    first, ban, answer, last = (ply.label.letter for ply in banned.plies)
    lines = move_pairs(banned, 2, 9, PLAIN).plain.splitlines()
    pattern = rf" +1\.  3 .{first}  b3 .{ban}   4 .{answer} ?"
    assert re.fullmatch(pattern, lines[0]), lines[0]
    assert re.fullmatch(rf" +2\.  1 .{last} ?", lines[1]), lines[1]


def test_moves_that_are_not_reviewed_have_a_dot() -> None:
    lines = move_pairs(Review(Record.from_text("4x4:1234")), 4, 1, PLAIN).plain.splitlines()
    assert [line.split() for line in lines] == [["2.", "3", "·", "4", "·"]]


def test_a_game_that_begins_with_second() -> None:
    whole = Record.from_text("4x4:1234")
    game = replace(whole, opening=(0,), plies=whole.plies[1:])
    lines = move_pairs(Review(game), 4, 9, PLAIN).plain.splitlines()
    assert [line.split() for line in lines] == [["1.", "…", "2", "·"], ["2.", "3", "·", "4", "·"]]


def test_what_is_said(banned: Review) -> None:
    assert "Because [b]." in about(banned.plies[0], PLAIN).plain
    assert about(banned.plies[1], PLAIN).plain.startswith("2. ● ban in 3: ")
    lines = summary(banned, ("Ann\x1b", "Ben"), True).plain.splitlines()
    assert [line[:5] for line in lines] == ["● Ann", "○ Ben"]
