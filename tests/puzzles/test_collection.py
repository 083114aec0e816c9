"""The puzzles that come with the package, and which one is chosen."""

from collections import Counter
from datetime import date, timedelta

import pytest

from fourfold.errors import FourfoldError, InvalidOption, PuzzleError, PuzzleNotFound
from fourfold.puzzles import (
    THEMES,
    choose_puzzle,
    daily_puzzle,
    find_puzzles,
    get_puzzle,
    list_rules,
    load_puzzles,
    rush_puzzles,
)
from fourfold.puzzles.collection import DAILY_RATINGS, HEADER, format_puzzles, parse_puzzles
from fourfold.puzzles.puzzle import Goal, parse_puzzle

PUZZLES = load_puzzles()


def test_ids_are_unique_and_find_their_puzzle() -> None:
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    assert all(get_puzzle(puzzle.id) is puzzle for puzzle in PUZZLES)


def test_an_id_stays_the_same() -> None:
    assert parse_puzzle("7x6:4455 win 3 2 900 two-threats").id == "v6hhee6"


@pytest.mark.parametrize("id", ["", "nothing", "7x6:", PUZZLES[0].id.upper()])
def test_an_unknown_id_is_refused_in_one_sentence(id: str) -> None:
    with pytest.raises(PuzzleNotFound, match=f"there is no puzzle '{id}': an id has seven"):
        get_puzzle(id)
    assert issubclass(PuzzleNotFound, FourfoldError)


def test_files_are_read_as_they_were_written() -> None:
    assert parse_puzzles(format_puzzles(PUZZLES), "it") == PUZZLES


def test_comments_are_skipped() -> None:
    assert parse_puzzles(f"{HEADER}\n\n# nothing\n{PUZZLES[0].to_text()}\n", "it") == PUZZLES[:1]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("7x6:4455 win 3 2 900", "line 2: '7x6:4455 win 3 2 900' is not a puzzle, which has 6"),
        ("7x6:4455 lose 3 2 900 x", "'lose' is not a valid Goal"),
        ("7x6:4455 win ? 2 900 x", "moves '\\?' have '\\?' at ply 1"),
        ("7x6:4455 win 3 two 900 x", "invalid literal"),
        ("7x6:4448444 win 3 2 900 x", "line 2: '7x6:4448444' is not a puzzle: ply 4 is '8'"),
        ("7x6:444444 win 34 2 900 x", "line 2: '7x6:444444' is not a puzzle: column 3 "),
    ],
)
def test_a_damaged_line_is_named(line: str, sentence: str) -> None:
    with pytest.raises(PuzzleError, match=sentence):
        parse_puzzles(f"{HEADER}\n{line}\n", "it")


def test_another_file_is_refused() -> None:
    with pytest.raises(PuzzleError, match="it is not a file of puzzles: its first line must be"):
        parse_puzzles("7x6:4455 win 3 2 900 x\n", "it")


# The puzzle of the day


def test_the_puzzle_of_the_day_depends_on_the_date_alone() -> None:
    day = date(2026, 11, 18)
    assert daily_puzzle(day) is daily_puzzle(date(2026, 11, 18))
    assert daily_puzzle(day) is not daily_puzzle(day + timedelta(1))


def test_the_puzzles_of_the_days_are_medium_and_of_mixed_boards() -> None:
    days = [date(2026, 1, 1) + timedelta(n) for n in range(70)]
    puzzles = [daily_puzzle(day) for day in days]
    assert all(puzzle.rating in DAILY_RATINGS for puzzle in puzzles)
    standard = Counter(puzzle.rules == "7x6" for puzzle in puzzles)
    assert standard == {True: 50, False: 20}
    assert len({puzzle.goal for puzzle in puzzles}) == len(Goal)


def test_no_day_repeats_a_puzzle_before_all_had_their_day() -> None:
    for standard, days_a_week in ((True, 5), (False, 2)):
        pool = [p for p in PUZZLES if (p.rules == "7x6") is standard and p.rating in DAILY_RATINGS]
        weeks = len(pool) // days_a_week
        days = [date(2026, 1, 5) + timedelta(n) for n in range(7 * weeks)]
        shown = [p for p in map(daily_puzzle, days) if (p.rules == "7x6") is standard]
        assert len(shown) == len(set(shown)) == weeks * days_a_week


# Near a rating


def test_a_puzzle_near_the_rating_is_chosen() -> None:
    for rating in (800, 1200, 1600, 2000):
        chosen = {choose_puzzle(rating, seed=seed) for seed in range(40)}
        assert len(chosen) > 10
        near = sorted(abs(puzzle.rating - rating) for puzzle in PUZZLES)[:40]
        assert all(abs(puzzle.rating - rating) <= near[-1] for puzzle in chosen)


def test_the_choice_is_repeatable() -> None:
    assert choose_puzzle(1500, seed=3) is choose_puzzle(1500, seed=3)


def test_what_was_seen_does_not_come_again_while_there_are_others() -> None:
    seen: list[str] = []
    fitting = find_puzzles(theme="two-threats", rules="7x6")
    for number in range(len(fitting)):
        seen.append(choose_puzzle(1500, seen, theme="two-threats", rules="7x6", seed=number).id)
    assert sorted(seen) == sorted(puzzle.id for puzzle in fitting)
    assert choose_puzzle(1500, seen, theme="two-threats", rules="7x6", seed=1).id in seen


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_puzzles(theme: str) -> None:
    assert theme in choose_puzzle(1500, theme=theme, seed=0).themes


def test_boards_can_be_chosen() -> None:
    for rules in list_rules():
        assert choose_puzzle(1500, rules=rules, seed=0).rules == rules
    assert choose_puzzle(1500, rules="other", seed=0).rules != "7x6"
    assert choose_puzzle(1500, rules=" 7x6 ", seed=0).rules == "7x6"


def test_what_there_is_none_of_is_refused() -> None:
    with pytest.raises(InvalidOption, match="the theme is 'fork', but must be one of ban, block"):
        choose_puzzle(1500, theme="fork", seed=0)
    with pytest.raises(PuzzleNotFound, match="there is no puzzle with the board 12x12; the boards"):
        choose_puzzle(1500, rules="12x12", seed=0)
    with pytest.raises(PuzzleNotFound, match="with the theme ban and the board 7x6"):
        choose_puzzle(1500, theme="ban", rules="7x6", seed=0)
    with pytest.raises(InvalidOption, match="the seed is -1"):
        choose_puzzle(1500, seed=-1)


# Rush


def test_a_rush_grows_more_difficult() -> None:
    rush = rush_puzzles(seed=7, count=40)
    assert len(set(rush)) == 40
    ratings = [puzzle.rating for puzzle in rush]
    assert ratings == sorted(ratings)
    assert ratings[0] < 800
    assert ratings[-1] > 1900
    assert rush == rush_puzzles(seed=7, count=40)
    assert rush != rush_puzzles(seed=8, count=40)


def test_a_rush_has_a_sensible_length() -> None:
    for count in (0, 1000, None):
        with pytest.raises(InvalidOption, match="the number of puzzles is"):
            rush_puzzles(seed=1, count=count)  # type: ignore[arg-type]
