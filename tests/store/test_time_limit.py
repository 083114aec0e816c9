"""A question that takes too long is ended, and nothing else is."""

from dataclasses import replace

import pytest

from fourfold.errors import QueryTimeout
from fourfold.game import Participant, Record
from fourfold.store import Query, Store, StoredGame
from fourfold.store.time_limit import limited

ENDLESS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i+1 FROM n) SELECT max(i) FROM n",
    "postgresql": "SELECT pg_sleep(60)",
}


def test_a_question_that_takes_too_long_is_ended_in_a_sentence(store: Store) -> None:
    endless = ENDLESS[store._engine.dialect.name]
    with (
        pytest.raises(
            QueryTimeout, match=r"^this took longer than 0\.1 seconds: ask for something"
        ),
        store._read() as connection,
        limited(connection, 0.1),
    ):
        connection.exec_driver_sql(endless)
    with store._read() as connection:  # the limit is gone with the question
        if connection.dialect.name == "postgresql":
            assert connection.exec_driver_sql("SELECT pg_sleep(0.3)").one()
    assert store.search(Query()).games == ()


def test_the_index_follows_what_is_searched(store: Store) -> None:
    def found(**query: object) -> list[str]:
        return [game.id for game in store.search(Query(**query)).games]  # type: ignore[arg-type]

    game = store.create(StoredGame.new(Record.from_text("9x8-xd3:")))
    assert found() == []
    played = Record.from_text("9x8-xd3:44")
    game = store.save(replace(game, record=played))
    assert found(rules="9x8") == found(rules="9x") == found(finished=False) == [game.id]
    named = (Participant.human("Quilla"), Participant("Pip", "casual:depth=1", {}))
    game = store.save(replace(game, record=replace(played, players=named)))
    assert found(player="uill") == found(agent="casual") == found(agent="casual:depth=1")
    assert found(player="uill") == [game.id]
    assert found(player="human") == []
    store.save(replace(game, record=Record.from_text("9x8-xd3:")))
    assert found() == found(player="uill") == []


def test_a_part_of_very_many_names_is_found(store: Store) -> None:
    ids = []
    for number in range(60):
        players = (Participant.human(f"Person {number}"), Participant.human("Ben"))
        record = replace(Record.from_text("7x6:4"), players=players)
        ids.append(store.create(StoredGame.new(record)).id)
    first = store.search(Query(player="person", limit=40))
    rest = store.search(Query(player="PERSON", limit=40, before=first.before))
    assert [game.id for game in (*first.games, *rest.games)] == ids[::-1]
    assert rest.before is None
    # Both players of a game may be called so: it is found once.
    assert len(store.search(Query(player="e", limit=200)).games) == 60
