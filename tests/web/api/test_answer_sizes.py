"""How large an answer can be: the largest games that can be kept, in every list of the API."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fourfold.game import Ending, EndReason, Participant, Ply, Record
from fourfold.rules import Position, Rules
from fourfold.store import Store, StoredGame
from fourfold.store.results import MOST_AGENTS
from fourfold.store.schema import GAMES, RESULTS, SEARCH, TALLIES
from fourfold.store.sizes import LARGEST_GAME, LONGEST_CAUSE, LONGEST_REASON
from fourfold.web.api.views.me import MOST_OPPONENTS
from fourfold.web.app import create_app
from fourfold.web.play.identities import HEADER, player_id
from fourfold.web.settings import Settings
from tests.web.conftest import make_page
from tests.web.driver import Api

LARGEST_ANSWER = 1_000_000
"""Bytes, before compression, as docs/web.md has it."""
ANN = "abcdefghijkmnpqrstuvwxyz23"
WIDE = "\U0001d54f"  # four bytes, six characters as JSON keeps it


def long_moves(rules: Rules) -> tuple[int, ...]:
    """Moves of a long game in which nobody wins."""
    best: tuple[int, ...] = ()
    for seed in range(20):
        chance, position = random.Random(seed), Position(rules)
        while columns := list(position.legal_columns):
            chance.shuffle(columns)
            nexts = (position.play(column) for column in columns)
            after = next((each for each in nexts if each.outcome is None), None)
            if after is None:
                break
            position = after
        best = max(best, position.moves, key=len)
    return best


def worst_game() -> StoredGame:
    """A game on the largest board with the longest texts, and as many variations as fit."""
    rules = Rules(12, 12)
    moves = long_moves(rules)
    assert len(moves) > 120
    plies = tuple(Ply(column, reason=WIDE * LONGEST_REASON) for column in moves)
    agent = "uct:" + "seconds=1," * 39
    players = tuple(Participant(WIDE * 40, agent[:400], {}) for _ in range(2))
    ending = Ending(None, EndReason.AGREEMENT, WIDE * LONGEST_REASON, "x" * LONGEST_CAUSE)
    record = Record(rules, (players[0], players[1]), (), plies, ending=ending)
    return replace(StoredGame.new(record), identities=(player_id(ANN), player_id(ANN)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    place: Path = tmp_path_factory.mktemp("large")
    url = f"sqlite:///{place / 'games.db'}"
    with Store.open(url) as store:
        game = worst_game()
        store.create(game)
        with store.transaction() as connection:
            for table, id in ((GAMES, "id"), (SEARCH, "game")):
                (row,) = connection.execute(table.select()).mappings().all()
                copies = [{**row, id: f"copy{number}"} for number in range(200)]
                if table is GAMES:
                    copies = [{**row, "sequence": n + 2} for n, row in enumerate(copies)]
                connection.execute(table.insert(), copies)
            for number in range(MOST_AGENTS + 50):
                agent = f"{number:03} {WIDE * 196}"
                counts = {"games": 1, "wins": 1, "draws": 0, "losses": 0}
                connection.execute(TALLIES.insert().values(player="*", agent=agent, **counts))
                connection.execute(
                    RESULTS.insert().values(
                        game=f"g{number}", side="FIRST", player=player_id(ANN), name=WIDE * 40,
                        opponent=f"{number:032}", opponent_name=WIDE * 200, agent=None,
                        rules="12x12", result="win", counted=1, took_back=0, ended=1.0 * number,
                    )
                )  # fmt: skip
    with TestClient(
        create_app(Settings(database=url, workers=1, rates={}), folder=make_page(place)),
        base_url="http://127.0.0.1:8444",
    ) as client:
        yield Api(client)


def test_the_largest_game_can_be_kept_and_is_close_to_the_limit() -> None:
    game = worst_game()
    kept = sum(len(json.dumps(ply.reason)) for ply in game.record.plies)
    assert LARGEST_GAME / 2 < kept < LARGEST_GAME


@pytest.mark.parametrize(
    "path",
    [
        "/api/games?limit=200",
        "/api/games?limit=200&mine=true&player=" + WIDE * 40,
        "/api/statistics",
        "/api/me",
        "/api/explorer/12x12:",
        "/api/agents",
        "/api/opponents",
        "/api/lessons",
        "/api/lobby",
        "/api/puzzles",
        "/api/puzzles/next?count=10",
        "/api/puzzles/rush?seed=1&count=20",
        "/api/puzzles/mistakes?count=10",
        "/api/tournaments",
    ],
    ids=lambda path: path.partition("&")[0].removeprefix("/api/"),
)
def test_no_list_is_larger_than_documented(server: Api, path: str) -> None:
    answer = server.client.get(path, headers={HEADER: ANN, "Accept-Encoding": "identity"})
    assert answer.status_code == 200, answer.text
    assert len(answer.content) < LARGEST_ANSWER


def test_no_game_is_larger_than_documented(server: Api) -> None:
    (game,) = server.get("/api/games", limit=1)["games"]
    for path in ("", "/record"):
        answer = server.client.get(f"/api/games/{game['id']}{path}")
        assert answer.status_code == 200
        assert 100_000 < len(answer.content) < LARGEST_ANSWER


def test_what_is_counted_is_cut_to_the_most_frequent(server: Api) -> None:
    assert len(server.get("/api/statistics")["agents"]) == MOST_AGENTS
    me = server.client.get("/api/me", headers={HEADER: ANN}).json()
    assert len(me["opponents"]) == MOST_OPPONENTS
    assert me["games"] >= MOST_AGENTS + 50  # the sums are of all


def test_a_page_has_at_most_200_games(server: Api) -> None:
    assert len(server.get("/api/games", limit=200)["games"]) == 200
    assert server.client.get("/api/games?limit=201").status_code == 422
