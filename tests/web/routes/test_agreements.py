"""What two people at two screens must agree on: a rematch, and hints."""

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.web.driver import Api, Seats, View


def by_link(api: Api, moves: str = "", **wanted: Any) -> Seats:
    game = api.create(link=True, **wanted)
    game.play(moves)
    return game


@pytest.fixture
def ended(api: Api) -> Seats:
    """A game by link that FIRST has won."""
    return by_link(api, "1212121")


def test_the_second_player_to_ask_accepts_the_rematch(api: Api, ended: Seats) -> None:
    status, asked = ended.attempt("rematch", "SECOND")
    assert (status, asked["seats"]) == (200, {})
    assert (asked["game"]["id"], asked["game"]["rematch_offer"]) == (ended.id, "SECOND")
    assert asked["game"]["next"] is None
    status, begun = ended.attempt("rematch", "FIRST")
    assert status == 201
    assert begun["seats"] == {"SECOND": ended.secrets["FIRST"]}
    assert begun["game"]["id"] != ended.id
    assert [player["name"] for player in begun["game"]["players"]] == ["Ben", "Ada"]
    # Who asked finds the same game, by the old one or by asking again.
    assert ended.get()["next"] == begun["game"]["id"]
    assert ended.view["rematch_offer"] is None
    status, again = ended.attempt("rematch", "SECOND")
    assert (status, again["game"]["id"]) == (201, begun["game"]["id"])
    assert again["seats"] == {"FIRST": ended.secrets["SECOND"]}


def test_a_rematch_is_accepted_by_name(api: Api, ended: Seats) -> None:
    status, answer = ended.attempt("rematch", "FIRST", accept=True)
    assert (status, answer["error"]) == (409, "Your opponent has not asked for a rematch.")
    ended.post("rematch", "SECOND")
    assert ended.attempt("rematch", "FIRST", accept=True)[0] == 201


def test_a_rematch_is_declined(api: Api, ended: Seats) -> None:
    assert ended.attempt("rematch", "FIRST", accept=False)[0] == 409
    ended.post("rematch", "FIRST")
    assert ended.attempt("rematch", "FIRST")[0] == 409
    view = ended.post("rematch", "SECOND", accept=False)["game"]
    assert (view["rematch_offer"], view["rematch_declined"]) == (None, "SECOND")
    status, answer = ended.attempt("rematch", "FIRST")
    assert (status, answer["error"]) == (409, "Your opponent would rather not play again.")
    # Who declined may change their mind.
    assert ended.post("rematch", "SECOND")["game"]["rematch_declined"] is None
    assert ended.attempt("rematch", "FIRST")[0] == 201


def test_a_rematch_is_withdrawn(api: Api, ended: Seats) -> None:
    ended.post("rematch", "FIRST")
    view = ended.post("rematch", "FIRST", accept=False)["game"]
    assert (view["rematch_offer"], view["rematch_declined"]) == (None, None)
    assert ended.post("rematch", "SECOND")["game"]["rematch_offer"] == "SECOND"


def test_nobody_has_to_agree_who_is_not_there(api: Api) -> None:
    game = api.create([{"name": "Ada"}, {}], link=True)
    game.post("resign", "FIRST")
    assert game.attempt("rematch", "FIRST")[0] == 201


@pytest.mark.parametrize("players", [None, [{"name": "Ada"}, {"agent": "random"}]])
def test_elsewhere_a_rematch_begins_at_once(api: Api, players: list[View] | None) -> None:
    game = api.create(players)
    game.post("resign", "FIRST")
    assert game.attempt("rematch", "FIRST")[0] == 201


def test_a_game_that_goes_on_ends_the_wish_for_a_rematch(api: Api, ended: Seats) -> None:
    ended.post("rematch", "FIRST")
    ended.post("undo", "FIRST")
    view = ended.post("undo", "SECOND")
    assert (view["result"], view["rematch_offer"]) == (None, None)


def test_both_ask_at_once_for_one_rematch(api: Api) -> None:
    for _ in range(5):
        game = by_link(api)
        game.post("resign", "FIRST")
        answers: dict[str, tuple[int, View]] = {}
        start = threading.Barrier(2)

        def ask(
            side: str,
            game: Seats = game,
            start: threading.Barrier = start,
            answers: dict[str, tuple[int, View]] = answers,
        ) -> None:
            start.wait()
            answers[side] = game.attempt("rematch", side)

        run_together(partial(ask, "FIRST"), partial(ask, "SECOND"))
        next = game.get()["next"]
        assert next is not None
        assert sorted(status for status, _ in answers.values()) == [200, 201]
        ids = {view["game"]["id"] for status, view in answers.values() if status == 201}
        assert ids == {next}


def test_an_answer_and_a_withdrawal_at_once_leave_one_of_both(api: Api) -> None:
    for _ in range(5):
        game = by_link(api)
        game.post("resign", "FIRST")
        game.post("rematch", "FIRST")
        statuses: dict[str, int] = {}

        def accept(game: Seats = game, statuses: dict[str, int] = statuses) -> None:
            statuses["accept"] = game.attempt("rematch", "SECOND", accept=True)[0]

        def withdraw(game: Seats = game, statuses: dict[str, int] = statuses) -> None:
            statuses["withdraw"] = game.attempt("rematch", "FIRST", accept=False)[0]

        run_together(accept, withdraw)
        has_begun = game.get()["next"] is not None
        # Who withdraws too late is shown the game that has begun.
        assert statuses == (
            {"accept": 201, "withdraw": 201} if has_begun else {"accept": 409, "withdraw": 200}
        )


def run_together(*calls: Callable[[], None]) -> None:
    threads = [threading.Thread(target=call) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


# Hints


def test_hints_are_off_by_link_until_both_allow_them(api: Api) -> None:
    game = by_link(api, "4")
    assert game.view["hints_allowed"] is False
    view = game.post("hints", "FIRST")
    assert (view["hints_offer"], view["hints_allowed"]) == ("FIRST", False)
    assert game.attempt("hints", "FIRST")[0] == 409
    view = game.post("hints", "SECOND")
    assert (view["hints_offer"], view["hints_allowed"]) == (None, True)
    version = view["version"]
    assert game.post("hints", "FIRST")["version"] == version  # they are allowed already
    assert game.post("hints", "SECOND", accept=False)["hints_allowed"] is False


def test_the_server_tells_no_threats_while_hints_are_off(api: Api) -> None:
    game = by_link(api, "445566")
    assert game.view["threat_cells"] == {"FIRST": [], "SECOND": []}
    game.post("hints", "FIRST")
    assert game.post("hints", "SECOND")["threat_cells"]["FIRST"] == [[2, 0], [6, 0]]
    assert game.post("hints", "FIRST", accept=False)["threat_cells"]["FIRST"] == []
    assert game.post("resign", "FIRST")["threat_cells"]["FIRST"] == [[2, 0], [6, 0]]


def test_hints_are_declined(api: Api) -> None:
    game = by_link(api)
    status, answer = game.attempt("hints", "FIRST", accept=False)
    assert (status, answer["error"]) == (
        409, "Hints and study are not allowed, and nobody has asked for them.",
    )  # fmt: skip
    game.post("hints", "FIRST")
    view = game.post("hints", "SECOND", accept=False)
    assert (view["hints_offer"], view["hints_allowed"]) == (None, False)


def test_hints_are_free_after_the_game_and_stay_agreed_in_the_rematch(api: Api) -> None:
    game = by_link(api)
    game.post("hints", "FIRST")
    view = game.post("resign", "FIRST")
    assert (view["hints_allowed"], view["hints_offer"]) == (True, None)
    assert game.attempt("hints", "FIRST")[0] == 409
    game.post("rematch", "FIRST")
    rematch = game.post("rematch", "SECOND")
    assert rematch["game"]["hints_allowed"] is False

    game = by_link(api)
    game.post("hints", "FIRST")
    game.post("hints", "SECOND")
    game.post("resign", "FIRST")
    game.post("rematch", "FIRST")
    assert game.post("rematch", "SECOND")["game"]["hints_allowed"] is True


def test_hints_need_no_agreement_elsewhere(api: Api) -> None:
    game = api.create()
    assert game.view["hints_allowed"] is True
    assert game.attempt("hints", "FIRST")[0] == 409
    assert api.get("/api/positions/7x6:4")["hints_allowed"] is True
