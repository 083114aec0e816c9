"""The lobby: people who look for a game find each other, in any process, and once."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from fourfold.rules import Player
from fourfold.store.schema import SEEKS
from fourfold.web.api.requests import NewSeek
from fourfold.web.errors import Busy
from fourfold.web.live import lobby as live_lobby
from fourfold.web.live.lobby import LobbySubscriber
from fourfold.web.play import lobby as play_lobby
from fourfold.web.services import Services
from fourfold.web.settings import Settings
from tests.web.driver import Api, Seats, View

ANN = "a" * 26
BOB = "b" * 26


def seek(api: Api, code: str | None = None, **wanted: Any) -> View:
    headers = {} if code is None else {"X-Fourfold-Player": code}
    answer = api.client.post("/api/lobby", json=wanted, headers=headers)
    assert answer.status_code == 201, answer.text
    created: View = answer.json()
    return created


def listed(api: Api) -> set[str]:
    return {each["id"] for each in api.get("/api/lobby")["seeks"]}


def withdraw(api: Api, created: View) -> tuple[int, View]:
    return api.post(f"/api/lobby/{created['seek']['id']}/withdraw", {}, created["secret"])


def test_a_seek_says_what_is_wanted(api: Api) -> None:
    created = seek(
        api, name="Ann", rules="9x8-xd3", clock={"game": 300, "increment": 2}, side="SECOND"
    )
    view = created["seek"]
    assert (view["name"], view["side"]) == ("Ann", "SECOND")
    assert view["clock"] == {"game": 300, "move": None, "increment": 2}
    assert (view["rules"]["text"], view["rules"]["forbidden"]) == ("9x8-xd3", [[3, 2]])
    assert view in api.get("/api/lobby")["seeks"]
    plain = seek(api)["seek"]
    assert (plain["name"], plain["rules"]["text"], plain["clock"]) == ("", "7x6", None)
    assert created["secret"] not in json.dumps(api.get("/api/lobby"))


def test_both_land_in_the_game(api: Api) -> None:
    created = seek(api, ANN, name="Ann", rules="8x7", clock={"move": 30}, side="SECOND")
    status, answer = api.post(f"/api/lobby/{created['seek']['id']}/join", {"name": "Bob"})
    assert status == 201
    game = Seats(api, answer)
    assert list(game.secrets) == ["FIRST"]
    assert created["seek"]["id"] not in listed(api)
    view = game.view
    assert (view["link"], view["rules"]["text"], view["you"]) == (True, "8x7", "FIRST")
    assert [player["title"] for player in view["players"]] == ["Bob", "Ann"]
    assert [player["joined"] for player in view["players"]] == [True, True]
    assert (view["clock"]["move"], view["hints_allowed"]) == (30, False)
    # The owner's secret is that of the seek.
    game.secrets["SECOND"] = created["secret"]
    assert game.play("44")["position"] == "8x7:44"


def test_a_seek_is_joined_once(api: Api) -> None:
    id = seek(api)["seek"]["id"]
    answers: list[tuple[int, View]] = []
    threads = [
        threading.Thread(
            target=lambda: answers.append(api.post(f"/api/lobby/{id}/join", {"name": ""}))
        )
        for _ in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(status for status, _ in answers) == [201, 409, 409, 409, 409, 409]
    refused = next(answer for status, answer in answers if status == 409)
    assert refused["error"].startswith("They are not looking for a game any more")


def test_nobody_joins_their_own_seek(api: Api) -> None:
    id = seek(api, ANN)["seek"]["id"]
    body, headers = {"name": ""}, {"X-Fourfold-Player": ANN}
    assert api.client.post(f"/api/lobby/{id}/join", json=body, headers=headers).status_code == 409
    assert id in listed(api)


def test_games_know_who_met(api: Api) -> None:
    created = seek(api, ANN, side="FIRST")
    path, headers = f"/api/lobby/{created['seek']['id']}/join", {"X-Fourfold-Player": BOB}
    id = api.client.post(path, json={"name": ""}, headers=headers).json()["game"]["id"]
    services: Services = api.client.app.state.services  # type: ignore[attr-defined]
    first, second = services.store.get(id).identities
    assert first is not None
    assert second is not None
    assert first != second


def test_a_browser_has_one_seek(api: Api) -> None:
    first, second = seek(api, BOB, name="one"), seek(api, BOB, name="two")
    assert second["seek"]["id"] in listed(api)
    assert first["seek"]["id"] not in listed(api)


def test_a_seek_is_withdrawn_by_its_owner(api: Api) -> None:
    created = seek(api)
    id = created["seek"]["id"]
    for secret in (None, "nonsense"):
        assert api.post(f"/api/lobby/{id}/withdraw", {}, secret)[0] == 403
    assert id in listed(api)
    assert withdraw(api, created)[0] == 200
    assert id not in listed(api)
    assert withdraw(api, created)[0] == 200  # which it is already
    assert api.post(f"/api/lobby/{id}/join", {"name": ""})[0] == 409


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"rules": "3x3"}, "3x3"),
        ({"side": "red"}, "Side is 'red'"),
        ({"clock": {"game": 0}}, "Clock.game"),
        ({"name": "a\u202eb"}, "a name is letters"),
        ({"colour": "red"}, "There is no field 'colour'"),
    ],
)
def test_what_cannot_be_wanted(api: Api, body: View, words: str) -> None:
    status, answer = api.post("/api/lobby", body)
    assert status == 422
    assert words in answer["error"]


def test_too_many_seeks(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_lobby, "MOST_SEEKS", 0)
    status, answer = api.post("/api/lobby", {})
    assert status == 503
    assert answer["error"] == "Too many people look for a game here: join one of them."


# The streams

Scene = Callable[[Services, Services], Coroutine[Any, Any, None]]


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Scene], None]:
    """Runs a scene with two processes on one database."""
    monkeypatch.setattr(live_lobby, "POLL", 0.02)

    def run(scene: Scene) -> None:
        async def main() -> None:
            async with asyncio.timeout(30), process(tmp_path) as here, process(tmp_path) as there:
                await scene(here, there)

        asyncio.run(main())

    return run


@asynccontextmanager
async def process(folder: Path) -> AsyncIterator[Services]:
    services = Services(Settings(database=f"sqlite:///{folder / 'games.db'}", workers=1))
    services.open()
    try:
        yield services
    finally:
        await services.close()


def events(data: bytes) -> list[tuple[str, View]]:
    found = [text.split("\n") for text in data.decode().split("\n\n") if text]
    return [(lines[0].removeprefix("event: "), json.loads(lines[-1][6:])) for lines in found]


async def until(subscriber: LobbySubscriber, wanted: Callable[[str, View], bool]) -> View:
    """Wait for an event, and return its data."""
    while True:
        for name, data in events(subscriber.take()):
            if wanted(name, data):
                return data
        await subscriber.wake.wait()


def names(data: View) -> list[str]:
    return [each["name"] for each in data["seeks"]]


def test_everybody_sees_who_comes_and_who_is_matched(play: Callable[[Scene], None]) -> None:
    async def scene(here: Services, there: Services) -> None:
        bob = await there.lobby_hub.subscribe(None)
        assert names(events(bob.take())[0][1]) == []
        seek, secret = here.lobby.seek(NewSeek(name="Ann"))
        ann = await here.lobby_hub.subscribe(secret)
        await until(bob, lambda name, data: names(data) == ["Ann"])
        await until(ann, lambda name, data: names(data) == ["Ann"])
        snapshot, secrets = there.lobby.join(seek.id, "Bob")
        match = await until(ann, lambda name, _: name == "match")
        assert match == {"game": snapshot.stored.id}
        await until(bob, lambda name, data: name == "lobby" and names(data) == [])
        # Nobody else is told which game it is.
        assert all(name == "lobby" for name, _ in events(bob.take()))
        (side,) = secrets
        owner = here.games.change(match["game"], secret, lambda *_: None)[1]
        assert {side, owner} == {Player.FIRST, Player.SECOND}
        assert ann.take() == b""  # the match is told once

    play(scene)


def test_a_seek_lasts_while_its_owner_is_connected(play: Callable[[Scene], None]) -> None:
    async def scene(here: Services, there: Services) -> None:
        _, secret = here.lobby.seek(NewSeek(name="Ann"))
        ann = await here.lobby_hub.subscribe(secret)
        here.lobby_hub._renewed = 0.0
        bob = await there.lobby_hub.subscribe(None)
        before = await ends_at(here)
        here.lobby_hub._renewed -= play_lobby.SEEK_SECONDS  # a while passes
        while await ends_at(here) <= before:
            await asyncio.sleep(0.01)
        # Ann leaves, and comes back in time as people do who load the page again.
        here.lobby_hub.unsubscribe(ann)
        again = await here.lobby_hub.subscribe(secret)
        assert not here.lobby_hub._left
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(live_lobby, "RELOAD", 0.0)
            here.lobby_hub.unsubscribe(again)
            await until(bob, lambda name, data: names(data) == [])

    play(scene)


def test_a_seek_of_a_process_that_died_runs_out(play: Callable[[Scene], None]) -> None:
    async def scene(here: Services, there: Services) -> None:
        here.lobby.seek(NewSeek(name="Ann"))
        bob = await there.lobby_hub.subscribe(None)
        await until(bob, lambda name, data: names(data) == ["Ann"])
        with here.store._writing.begin() as connection:  # twelve seconds pass
            connection.execute(update(SEEKS).values(until=SEEKS.c.until - play_lobby.SEEK_SECONDS))
        await until(bob, lambda name, data: names(data) == [])

    play(scene)


def test_there_is_a_limit_to_how_many_are_in_the_lobby(
    play: Callable[[Scene], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_lobby, "MAX_SUBSCRIBERS", 1)

    async def scene(here: Services, there: Services) -> None:
        await here.lobby_hub.subscribe(None)
        with pytest.raises(Busy):
            await here.lobby_hub.subscribe(None)

    play(scene)


def test_shutdown_ends_the_streams(play: Callable[[Scene], None]) -> None:
    async def scene(here: Services, there: Services) -> None:
        subscriber = await here.lobby_hub.subscribe(None)
        here.interrupt()
        assert subscriber.closed
        assert subscriber.wake.is_set()

    play(scene)


async def ends_at(services: Services) -> float:
    with services.store._reading.connect() as connection:
        return float(connection.execute(select(SEEKS.c.until)).scalar_one())
