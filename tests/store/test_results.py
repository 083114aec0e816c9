"""Results: counted when a game first ends, once, and only where a person has played."""

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import select

from fourfold.game import Ending, EndReason, Participant, Record
from fourfold.rules import FIRST, SECOND, Player
from fourfold.store import Conflict, Query, Store, StoredGame, migrations
from fourfold.store.deletion import Selection
from fourfold.store.schema import GAMES, RESULTS

ANN, BOB = "a" * 32, "b" * 32
THREAT = Participant("threat", "threat", {})
ADA = Participant.human("Ada")


def over(game: StoredGame, winner: Player | None) -> StoredGame:
    reason = EndReason.AGREEMENT if winner is None else EndReason.RESIGNATION
    return replace(game, record=replace(game.record, ending=Ending(winner, reason)))


def new(text: str = "7x6:44", players: tuple[Participant, ...] = (ADA, THREAT)) -> StoredGame:
    first, second = players
    record = replace(Record.from_text(text), players=(first, second))
    identities = [ANN if player.is_human else None for player in players]
    return replace(StoredGame.new(record), identities=(identities[0], identities[1]))


def results(store: Store, player: str = ANN) -> list[str]:
    return [each.result for each in store.load_results(player)]


def test_a_game_counts_when_it_first_ends(store: Store) -> None:
    game = store.create(new())
    assert results(store) == []
    ended = store.save(over(game, FIRST))
    assert results(store) == ["win"]
    (result,) = store.load_results(ANN)
    assert (result.agent, result.opponent_name, result.rules) == ("threat", "threat", "7x6")
    assert (result.ended, result.counted, result.took_back) == (ended.updated, True, False)

    # Taken back after the end, played on, and lost: it has been counted.
    again = store.save(replace(ended, record=replace(ended.record, ending=None)))
    assert results(store) == ["win"]
    store.save(over(again, SECOND))
    assert results(store) == ["win"]
    assert [tally.wins for tally in store.statistics("ada")] == [1]


def test_who_is_counted(store: Store) -> None:
    ben = Participant.human("Ben")
    at_one_screen = new(players=(ADA, ben))
    by_link = replace(new(players=(ADA, ben)), is_link=True, identities=(ANN, BOB))
    alone_by_link = replace(new(players=(ADA, ben)), is_link=True, identities=(ANN, ANN))
    for game, counted in (
        (at_one_screen, [False, False]),
        (by_link, [True]),
        (alone_by_link, [False, False]),
        (new(players=(THREAT, ADA)), [True]),
        (replace(new(), took_back=True), [True]),
    ):
        before = len(results(store))
        store.create(over(game, FIRST))
        assert [each.counted for each in store.load_results(ANN)[before:]] == counted
    (lost,) = store.load_results(BOB)
    assert (lost.result, lost.opponent, lost.opponent_name) == ("loss", ANN, "Ada")
    assert store.load_results(ANN)[-1].took_back


def test_what_is_not_counted(store: Store) -> None:
    game = new()
    begun_in_the_middle = replace(game.record, opening=game.record.moves[:1], plies=())
    begun_in_the_middle = replace(begun_in_the_middle, plies=game.record.plies[1:])
    for other in (
        replace(new(), uploaded=True),
        replace(game, record=begun_in_the_middle),
        new("7x6:"),  # resigned without a move
        new(players=(THREAT, THREAT)),
    ):
        ended = store.create(over(other, FIRST))
        store.save(over(store.save(replace(ended, record=other.record)), SECOND))
    assert store.load_results(ANN) == []
    assert store.statistics() == []


def test_of_many_that_end_a_game_one_counts(store: Store) -> None:
    game = store.create(new())

    def end(winner: Player) -> bool:
        try:
            return bool(store.save(over(game, winner)))
        except Conflict:
            return False

    with ThreadPoolExecutor(4) as threads:
        done = list(threads.map(end, [FIRST, SECOND] * 8))
    assert done.count(True) == 1
    kept = store.get(game.id).record.ending
    assert kept is not None
    assert results(store) == ["win" if kept.winner is FIRST else "loss"]


def test_a_change_that_fails_counts_nothing(store: Store) -> None:
    game = store.create(new())
    store.save(replace(game, paused=True))
    with pytest.raises(Conflict):
        store.save(over(game, FIRST))
    assert results(store) == []


def test_a_deleted_game_is_still_counted(store: Store) -> None:
    ended = store.save(over(store.create(new()), FIRST))
    store.save(replace(ended, record=replace(ended.record, plies=(), ending=None)))
    assert store.deletions.delete_selected(Selection("unplayed", -1)) == 1
    assert results(store) == ["win"]


def test_my_games(store: Store) -> None:
    won = store.create(over(new(), FIRST)).id
    lost = store.create(over(new("7x6:4", (THREAT, ADA)), FIRST)).id
    both = store.create(over(new(players=(ADA, ADA)), FIRST)).id
    other = store.create(over(replace(new(), identities=(BOB, None)), FIRST)).id

    def found(**query: object) -> list[str]:
        return [game.id for game in store.search(Query(**query)).games]  # type: ignore[arg-type]

    assert found(owner=ANN) == [both, lost, won]
    assert found(owner=BOB) == [other]
    assert found(owner="c" * 32) == []
    assert found() == [other, both, lost, won]
    assert found(owner=ANN, result="win") == [won]
    assert found(owner=ANN, result="loss") == [lost]
    assert found(owner=ANN, player="THREAT") == [lost, won]
    assert found(owner=ANN, player="zug") == []
    assert found(owner=ANN, player="zug", player_agents=("threat",)) == [lost, won]
    assert found(player="zug", player_agents=("threat",), result="win") == [lost]
    (game,) = store.search(Query(owner=BOB)).games
    assert game.identities == (BOB, None)


def test_accuracies(store: Store) -> None:
    game = store.create(over(new(), FIRST))
    assert store.search(Query()).games[0].accuracy is None
    store.save_accuracy(game.id, "7x6:44", (81.5, None))
    store.save_accuracy(game.id, "7x6:44", (82.5, None))
    assert store.search(Query()).games[0].accuracy == (82.5, None)
    assert store.get(game.id).version == game.version
    # It belongs to the moves that were reviewed.
    record = replace(game.record, plies=game.record.plies[:1], ending=None)
    store.save(replace(game, record=record))
    assert store.search(Query()).games[0].accuracy is None
    store.save_accuracy("gone", "7x6:44", (1.0, 1.0))  # deleted meanwhile


def test_games_of_an_older_database_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    steps = enumerate(migrations.STEPS)
    step = next(i for i, step in steps if "fourfold_results" in str(step[0]))
    with Store.open(url) as store:
        store.create(over(new(), FIRST))
        store.create(over(new(players=(THREAT, ADA)), None))
        store.create(new())
        with store._writing.begin() as connection:
            for table in ("results", "accuracies"):
                connection.exec_driver_sql(f"DROP TABLE fourfold_{table}")
            connection.exec_driver_sql(f"DELETE FROM fourfold_version WHERE version > {step}")
    monkeypatch.setattr(migrations, "STEPS", migrations.STEPS[: step + 1])
    with Store.open(url) as store:
        assert sorted(results(store)) == ["draw", "win"]
        assert [(each.agent, each.games) for each in store.statistics()] == [("threat", 2)]


WRITER = """
import sys
from dataclasses import replace
from fourfold.rules import FIRST, SECOND
from fourfold.store import Store
from tests.store.test_results import new, over

with Store.open(sys.argv[1]) as store:
    while True:
        game = store.create(new())
        winner = FIRST if len(game.id.strip("23456789")) % 2 else SECOND
        ended = store.save(over(game, winner))
        print(game.id, "win" if winner is FIRST else "loss", flush=True)
        again = store.save(replace(ended, record=game.record))
        store.save(over(again, winner.other))
"""


def test_results_outlive_a_kill_with_their_games(database: str) -> None:
    Store.open(database).close()
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, database], stdout=subprocess.PIPE, text=True
        )
        for _ in range(2)
    ]
    told: dict[str, str] = {}
    for writer in writers:
        assert writer.stdout is not None
        for count, line in enumerate(writer.stdout):
            if line.endswith("\n"):
                id, result = line.split()
                told[id] = result
            if count == 20:
                writer.send_signal(signal.SIGKILL)
        writer.communicate()
    with Store.open(database) as store, store._reading.connect() as connection:
        kept = {row.game: row.result for row in connection.execute(select(RESULTS))}
        ended = select(GAMES.c.id).where(GAMES.c.result.is_not(None))
        over_now = {row.id for row in connection.execute(ended)}
    assert told.items() <= kept.items()  # the first result of each
    assert over_now <= kept.keys()
    # A writer may have been killed after a change, and before it could tell.
    assert len(kept) <= len(told) + len(writers)
