"""Tournaments over the API: the list, the table, the games of a cell, events, and new ones."""

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.testclient import TestClient

from fourfold.arena.live import live_folder
from fourfold.arena.tournament_file import SUFFIX
from fourfold.errors import InvalidAgent
from fourfold.support import process_tree
from fourfold.web.app import create_app
from fourfold.web.errors import Busy, TournamentNotFound
from fourfold.web.live import tournaments as live_tournaments
from fourfold.web.live.tournaments import TournamentSubscriber, read_tournament
from fourfold.web.services import Services
from fourfold.web.settings import Settings
from fourfold.web.tournaments import folder as folder_module
from fourfold.web.tournaments.folder import TournamentFolder
from tests.arena.test_live import STATE
from tests.arena.tournament_files import PLAYERS, append, parts_of, play_tournament
from tests.web.conftest import make_page
from tests.web.driver import Api, View

QUICK: View = {
    "players": [{"agent": "greedy"}, {"agent": "random"}],
    "rules": "4x4",
    "games": 4,
    "seconds": 0.05,
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The data folder of all servers of this file."""
    place = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOURFOLD_DATA", str(place))
        (place / "tournaments").mkdir()
        play_tournament(place / "tournaments" / "cup.games")
        yield place


@pytest.fixture(scope="module")
def api(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    place = tmp_path_factory.mktemp("server")
    settings = Settings(
        database=f"sqlite:///{place / 'games.db'}", workers=1, tournaments=True, rates={}
    )
    app = create_app(settings, folder=make_page(place))
    with TestClient(app, base_url="http://127.0.0.1:8444") as client:
        yield Api(client)


def services_of(api: Api) -> Services:
    services: Services = api.client.app.state.services  # type: ignore[attr-defined]
    return services


def wait(what: Callable[[], Any], until: Callable[[Any], bool]) -> Any:
    end = time.monotonic() + 60
    while not until(found := what()):
        assert time.monotonic() < end, f"it is still {found}"
        time.sleep(0.02)
    return found


def progress(api: Api, name: str, wanted: str) -> View:
    """Wait until a tournament is so far."""
    path = f"/api/tournaments/{name}"
    view: View = wait(lambda: api.get(path), lambda each: each["progress"] == wanted)
    return view


# Reading


def test_the_list_and_the_table(api: Api) -> None:
    (listed,) = [
        each for each in api.get("/api/tournaments")["tournaments"] if each["name"] == "cup"
    ]
    assert (listed["played"], listed["planned"], listed["progress"]) == (12, 12, "finished")
    assert (listed["players"], listed["rules"]) == (list(PLAYERS), ["4x4"])
    view = api.get("/api/tournaments/cup")
    assert [player["games"] for player in view["players"]] == [8, 8, 8]
    assert len(view["cells"]) == 3
    assert sorted(view["ranking"]) == [0, 1, 2]
    assert all(player["error"] > 0 for player in view["players"])
    assert abs(sum(player["elo"] for player in view["players"])) < 1
    assert (view["can_stop"], view["can_resume"]) == (False, False)


def test_the_games_of_a_cell_by_pages(api: Api) -> None:
    path = "/api/tournaments/cup/games"
    whole = api.get(path, one=2, two=0)
    assert (whole["total"], whole["next"], len(whole["games"])) == (4, None, 4)
    assert {game["first"] for game in whole["games"]} == {0, 2}
    (cell,) = [
        each
        for each in api.get("/api/tournaments/cup")["cells"]
        if (each["one"], each["two"]) == (0, 2)
    ]
    comparison = whole["comparison"]
    assert (comparison["won"], comparison["lost"]) == (cell["lost"], cell["won"])
    assert 0 <= comparison["superiority"] <= 1
    pages = [api.get(path, limit=5, skip=skip) for skip in (0, 5, 10)]
    assert [page["next"] for page in pages] == [5, 10, None]
    numbers = [game["number"] for page in pages for game in page["games"]]
    assert sorted(numbers) == list(range(1, 13))
    assert api.get(path, one=1)["total"] == 8
    assert api.get(path, one=1)["comparison"] is None
    assert api.get(path, one=999)["total"] == 0


@pytest.mark.parametrize("query", [{"limit": 101}, {"limit": 0}, {"skip": -1}, {"two": 1}])
def test_games_that_cannot_be_asked_for(api: Api, query: View) -> None:
    assert api.client.get("/api/tournaments/cup/games", params=query).status_code == 422


def test_a_game_is_opened_once_and_reviewed(api: Api) -> None:
    path = "/api/tournaments/cup/games/5/open"
    status, opened = api.post(path, {})
    assert status == 200
    assert api.post(path, {}) == (200, opened)
    game = api.get(f"/api/games/{opened['id']}")
    assert {player["name"] for player in game["players"]} <= set(PLAYERS)
    assert game["result"] is not None
    review = api.client.get(f"/api/games/{opened['id']}/review").text
    assert "event: review" in review
    status, answer = api.post("/api/tournaments/cup/games/99/open", {})
    assert (status, answer["error"]) == (404, "This tournament has no finished game 99.")


@pytest.mark.parametrize(
    "name",
    ["none", "..x", "%2e%2e%2fx", "a%2f..%2fcup", ".hidden", "x" * 90, "ä" * 99, "a%00b", "-x"],
)
def test_names_that_are_none(api: Api, name: str) -> None:
    for path in ("", "/games", "/events"):
        assert api.client.get(f"/api/tournaments/{name}{path}").status_code == 404
    for path in ("/stop", "/resume", "/games/1/open"):
        answer = api.client.post(f"/api/tournaments/{name}{path}", json={})
        assert answer.status_code in (404, 405)


def test_a_link_out_of_the_folder_is_no_name(api: Api, data: Path) -> None:
    (data / "secret.games").write_bytes((data / "tournaments" / "cup.games").read_bytes())
    assert api.client.get("/api/tournaments/..%2fsecret").status_code == 404


def test_other_files_in_the_folder_are_left_out(api: Api, data: Path) -> None:
    place = data / "tournaments"
    (place / "other.games").write_text("something else\n")
    (place / "empty.games").touch()
    names = {each["name"] for each in api.get("/api/tournaments")["tournaments"]}
    assert "cup" in names
    assert not names & {"other", "empty"}
    assert api.client.get("/api/tournaments/other").status_code == 422
    assert api.client.get("/api/tournaments/empty").status_code == 404


def test_the_list_has_an_end(api: Api, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    place = data / "tournaments"
    for number in range(2):
        path = place / f"later-{number}.games"
        path.write_bytes((place / "cup.games").read_bytes())
        os.utime(path, (2e9 + number, 2e9 + number))
    monkeypatch.setattr(folder_module, "MOST_LISTED", 1)
    listed = api.get("/api/tournaments")
    assert [each["name"] for each in listed["tournaments"]] == ["later-1"]
    assert listed["left_out"] >= 2
    for number in range(2):
        (place / f"later-{number}.games").unlink()


def test_counts_grow_with_the_file(api: Api, data: Path) -> None:
    parts = parts_of(data / "tournaments" / "cup.games")
    path = data / "tournaments" / "growing.games"

    def played() -> int:
        listed = api.get("/api/tournaments")["tournaments"]
        return next(int(each["played"]) for each in listed if each["name"] == "growing")

    path.write_bytes(b"".join(parts[:3]))
    assert (played(), api.get("/api/tournaments/growing")["played"]) == (2, 2)
    append(path, parts[3][:-20])  # not whole yet
    assert played() == 2
    append(path, parts[3][-20:] + parts[4])
    assert (played(), api.get("/api/tournaments/growing")["played"]) == (4, 4)
    assert api.get("/api/tournaments/growing")["progress"] == "stopped"
    path.unlink()


# Beginning, stopping and going on


def test_a_tournament_is_begun_and_played(api: Api) -> None:
    status, view = api.post("/api/tournaments", {**QUICK, "name": "mine"})
    assert status == 201, view
    assert (view["name"], view["planned"], view["can_stop"]) == ("mine", 4, True)
    view = progress(api, "mine", "finished")
    assert view["played"] == 4
    assert view["problem"] == ""
    assert api.post("/api/tournaments/mine/resume", {})[0] == 409
    assert api.post("/api/tournaments/mine/stop", {})[0] == 409
    status, answer = api.post("/api/tournaments", {**QUICK, "name": "mine"})
    assert (status, answer["error"]) == (422, "There is a tournament 'mine' already.")


def test_players_that_the_operator_admitted(api: Api, tmp_path: Path) -> None:
    from fourfold.agents import registry

    player = tmp_path / "mine.py"
    player.write_text(
        "class Player:\n    def choose(self, position):\n        return position.legal_columns[0]\n"
    )
    spec = f"{player}:Player"
    wanted = {
        **QUICK,
        "name": "outside",
        "games": 2,
        "players": [{"agent": spec}, {"agent": "greedy"}],
    }
    assert api.post("/api/tournaments", wanted)[0] == 422
    registry.admit(spec)
    try:
        assert api.post("/api/tournaments", wanted)[0] == 201
        view = progress(api, "outside", "finished")
        assert (view["played"], view["problem"]) == (2, "")
        assert view["players"][0]["faults"] == []
    finally:
        registry._admitted.pop(spec)


def test_one_at_a_time_and_it_can_be_stopped_and_gone_on_with(api: Api, data: Path) -> None:
    slow = {**QUICK, "players": [{"opponent": "pip"}, {"agent": "uct:seconds=1"}], "games": 2}
    status, view = api.post("/api/tournaments", {**slow, "name": "slow", "rules": "7x6"})
    assert status == 201, view
    assert [player["name"] for player in view["players"]] == ["Pip", "uct:seconds=1"]
    status, answer = api.post("/api/tournaments", QUICK)
    assert status == 409
    assert "'slow' is being played" in answer["error"]
    runner = services_of(api).tournament_runner
    assert runner._child is not None
    marker = runner._child.marker
    wait(lambda: process_tree.marked_processes(marker), bool)
    path = data / "tournaments" / f"slow{SUFFIX}"
    wait(lambda: live_folder(path).exists() or path.read_bytes().count(b"result"), bool)
    status, view = api.post("/api/tournaments/slow/stop", {})
    assert status == 200
    assert process_tree.marked_processes(marker) == []
    assert not live_folder(path).exists()
    assert (view["progress"], view["can_resume"]) == ("stopped", True)
    status, view = api.post("/api/tournaments/slow/resume", {})
    assert (status, view["progress"]) == (200, "running")
    progress(api, "slow", "finished")


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({"players": [{"agent": "greedy"}]}, "Players"),
        ({"players": [{"agent": "greedy"}] * 9}, "Players"),
        ({"players": [{"agent": "greedy"}, {"agent": "exec:id"}]}, "There is no agent 'exec:id'"),
        ({"players": [{"agent": "greedy"}, {"agent": "x.py:Y"}]}, "There is no agent 'x.py:Y'"),
        ({"players": [{"agent": "greedy"}, {}]}, "either an agent or an opponent"),
        ({"players": [{"agent": "greedy"}, {"opponent": "zoe"}]}, "no opponent 'zoe'"),
        ({"games": 3}, "must be even"),
        ({"games": 202}, "Games"),
        ({"seconds": 2}, "Seconds"),
        ({"rules": "99x99"}, "99"),
        ({"name": "../x"}, "the name is"),
        ({"players": [{"agent": "greedy"}] * 8, "games": 40}, "at most 1,000"),
        ({"openings": "/etc/passwd"}, "no field"),
    ],
)
def test_what_cannot_be_begun(api: Api, wanted: View, words: str) -> None:
    status, answer = api.post("/api/tournaments", {**QUICK, **wanted})
    assert status == 422
    assert words.lower() in answer["error"].lower()
    assert services_of(api).tournament_runner.running is None


def test_only_what_the_page_began_goes_on_there(api: Api, data: Path) -> None:
    parts = parts_of(data / "tournaments" / "cup.games")
    line = json.loads(parts[0])
    changes: list[View] = [
        {"seconds": None},
        {"seconds": 5},
        {"games": 1000},
        {"openings": "/etc/passwd"},
        {"players": [{"name": "a", "agent": "exec:id"}, {"name": "b", "agent": "greedy"}]},
        {"players": [{"name": "a"}, {"name": "b", "agent": "greedy"}]},
    ]
    for place, change in enumerate(changes):
        path = data / "tournaments" / f"cut-{place}.games"
        path.write_text(json.dumps({**line, "seconds": 0.1, **change}) + "\n")
        assert not api.get(f"/api/tournaments/cut-{place}")["can_resume"]
        status, answer = api.post(f"/api/tournaments/cut-{place}/resume", {})
        assert status == 403
        assert "fourfold tournament --resume" in answer["error"]
        path.unlink()


def test_memory_and_threads_are_those_of_the_server() -> None:
    from fourfold.web.api.requests import NewTournament
    from fourfold.web.tournaments.new_tournaments import settings_of

    players = [{"agent": "perfect:memory=4000"}, {"agent": "greedy"}]
    settings = settings_of(NewTournament.model_validate({**QUICK, "players": players}), 64)
    specs = [entrant.spec for entrant in settings.entrants]
    assert specs[0] is not None
    assert "memory=64" in specs[0]
    assert settings.names[0] == "perfect:memory=4000"
    with pytest.raises(InvalidAgent):
        settings_of(NewTournament.model_validate({**QUICK, "players": [{"agent": "no"}] * 2}), 64)


def test_a_process_that_fails_says_why(
    api: Api, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = parts_of(data / "tournaments" / "cup.games")
    line = {**json.loads(parts[0]), "seconds": 0.1, "suite": "another"}
    path = data / "tournaments" / "wrong.games"
    path.write_text(json.dumps(line) + "\n")
    assert api.post("/api/tournaments/wrong/resume", {})[0] == 200
    view = progress(api, "wrong", "stopped")
    assert view["problem"].startswith("the process of this tournament exited with status 2")
    assert "wrong.games is the file of another tournament" in view["problem"]
    path.unlink()


def test_where_the_operator_has_not_allowed_it(
    data: Path, start: Callable[[Settings], Api], settings: Settings
) -> None:
    api = start(settings)
    listed = api.get("/api/tournaments")
    assert not listed["allowed"]
    for path, body in (("", QUICK), ("/cup/resume", {}), ("/cup/stop", {})):
        status, answer = api.post(f"/api/tournaments{path}", body)
        assert status == 403
        assert "--tournaments" in answer["error"]
    assert api.get("/api/tournaments/cup")["played"] == 12


# The streams


@asynccontextmanager
async def process(folder: Path) -> AsyncIterator[Services]:
    services = Services(
        Settings(database=f"sqlite:///{folder / 'games.db'}", workers=1, tournaments=True, rates={})
    )
    services.open()
    try:
        yield services
    finally:
        await services.close()


def run(folder: Path, scene: Callable[[Services], Any]) -> None:
    async def main() -> None:
        async with asyncio.timeout(60), process(folder) as services:
            await scene(services)

    asyncio.run(main())


async def until(subscriber: TournamentSubscriber, wanted: Callable[[str, View], bool]) -> View:
    """Wait for an event, and return its data."""
    while True:
        for text in subscriber.take().decode().split("\n\n"):
            if text:
                name, *_, data = text.split("\n")
                view = json.loads(data[6:])
                if wanted(name.removeprefix("event: "), view):
                    return dict(view)
        await subscriber.wake.wait()


def test_the_table_fills_in_and_games_are_watched(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_tournaments, "POLL", 0.02)
    monkeypatch.setattr(live_tournaments, "_SHARE", 0)
    monkeypatch.setattr(folder_module, "_FRESH", 600)
    parts = parts_of(data / "tournaments" / "cup.games")
    path = data / "tournaments" / "stream.games"
    path.write_bytes(b"".join(parts[:2]))

    async def scene(services: Services) -> None:
        hub = services.tournament_hub
        one, two = await hub.subscribe("stream"), await hub.subscribe("stream")
        await until(one, lambda name, view: name == "tournament" and view["played"] == 1)
        append(path, parts[2] + parts[3])
        for each in (one, two):
            await until(each, lambda name, view: name == "tournament" and view["played"] == 3)
        folder = live_folder(path)
        folder.mkdir()
        for number, position in ((4, "4x4:12"), (5, "4x4:1")):
            state = {**STATE, "position": position}
            (folder / "new").write_text(json.dumps(state))
            (folder / "new").replace(folder / f"{number}.json")
        view = await until(one, lambda name, view: name == "live" and len(view["games"]) == 2)
        assert [game["number"] for game in view["games"]] == [4, 5]
        assert view["games"][0]["board"][-1] == "12.."
        assert view["games"][0]["last"] == [1, 0]
        runner = services.tournament_runner
        assert read_tournament(services.tournaments, runner, "stream").progress == "running"
        (folder / "4.json").unlink()
        await until(one, lambda name, view: name == "live" and len(view["games"]) == 1)
        (folder / "5.json").unlink()
        folder.rmdir()
        hub.unsubscribe(one)
        assert hub._channels
        hub.unsubscribe(two)
        assert not hub._channels  # nobody looks any more

    run(tmp_path, scene)
    path.unlink()


def test_streams_that_end(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_tournaments, "POLL", 0.02)
    path = data / "tournaments" / "gone.games"
    path.write_bytes((data / "tournaments" / "cup.games").read_bytes())

    async def scene(services: Services) -> None:
        hub = services.tournament_hub
        with pytest.raises(TournamentNotFound):
            await hub.subscribe("none")
        monkeypatch.setattr(live_tournaments, "MAX_SUBSCRIBERS", 1)
        subscriber = await hub.subscribe("gone")
        with pytest.raises(Busy):
            await hub.subscribe("gone")
        path.unlink()
        await until_closed(subscriber)
        hub.unsubscribe(subscriber)
        other = await hub.subscribe("cup")
        services.interrupt()
        assert other.closed

    run(tmp_path, scene)


async def until_closed(subscriber: TournamentSubscriber) -> None:
    while not subscriber.closed:
        subscriber.wake.clear()
        await subscriber.wake.wait()


def test_the_server_takes_its_tournament_with_it(data: Path, tmp_path: Path) -> None:
    from fourfold.web.api.requests import NewTournament

    marker = ""

    async def scene(services: Services) -> None:
        nonlocal marker
        players = [{"agent": "uct"}, {"agent": "uct:seed=1"}]
        wanted = {**QUICK, "players": players, "rules": "7x6", "seconds": 0.5, "name": "ended"}
        await services.run_in_thread(
            services.tournament_runner.begin, NewTournament.model_validate(wanted)
        )
        child = services.tournament_runner._child
        assert child is not None
        marker = child.marker
        await services.run_in_thread(wait, lambda: process_tree.marked_processes(marker), bool)

    run(tmp_path, scene)
    assert process_tree.marked_processes(marker) == []


@pytest.mark.parametrize("jump", [3600, -3600, 172_800, -172_800])
def test_a_tournament_elsewhere_runs_while_its_games_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: int
) -> None:
    """Whatever the time of day does, here or there."""
    wall, uptime = 1_800_000_000.0, 100.0
    clocks = SimpleNamespace(monotonic=lambda: uptime, time=lambda: wall)
    monkeypatch.setattr(folder_module, "time", clocks)
    folder = TournamentFolder(tmp_path)
    path = tmp_path / "cup.games"
    live_folder(path).mkdir()
    game = live_folder(path) / "1.json"

    def write(when: float) -> None:
        game.write_text(f"{when}")
        os.utime(game, (when, when))

    write(wall)
    assert folder.is_running(path)
    wall += jump
    assert folder.is_running(path)
    uptime += 20
    assert not folder.is_running(path)  # it was left behind
    write(wall - jump + 20)  # another machine, whose clock is as it was
    assert folder.is_running(path)
    uptime += 20
    assert not folder.is_running(path)
    game.unlink()
    assert not folder.is_running(path)
