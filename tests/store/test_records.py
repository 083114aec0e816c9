"""Whatever a record holds, a row gives it back."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import RowMapping

from fourfold.game import Ending, EndReason, Participant, Ply, Record
from fourfold.game.record import BY_THE_RULES, FOR_A_DRAW
from fourfold.rules import Player, Position
from fourfold.search.score import score_of
from fourfold.store import Query, Store, StoredGame
from fourfold.store.clock import round_time
from fourfold.store.rows import from_row, to_row

from ..game.time_controls import time_controls
from ..rules.strategies import positions
from .conftest import BOTH
from .postgres import Server

# Every character, those too that no encoding has and that PostgreSQL does not take.
texts = st.text(st.characters(codec=None, exclude_categories=()), max_size=20)
counts = st.none() | st.integers(0, 2**63 - 1)
numbers = st.floats(allow_nan=False, allow_infinity=False)
seconds = st.floats(0, 1e9)
players = st.none() | st.sampled_from(Player)

participants = st.builds(Participant.human, texts) | st.builds(
    Participant,
    texts,
    texts,
    st.dictionaries(texts, st.none() | st.booleans() | counts | numbers | texts, max_size=3),
)


def plies(column: int) -> st.SearchStrategy[Ply]:
    scores = st.builds(score_of, st.integers(-100, 100), st.integers(100, 144))
    return st.builds(
        Ply,
        st.just(column),
        st.none() | seconds,
        st.none() | scores,
        st.none() | numbers,
        counts,
        counts,
        texts,
    )


@st.composite
def games(draw: st.DrawFn) -> StoredGame:
    """Any game: begun from any position, partly taken back, ended or not, in any state."""
    position = draw(positions())
    moves = position.moves
    begun = draw(st.integers(0, len(moves)))
    played = [draw(plies(column)) for column in moves[begun:]]
    undone = draw(st.integers(0, len(played)))
    kept, redo = played[: len(played) - undone], played[len(played) - undone :]
    record = Record(
        position.rules,
        (draw(participants), draw(participants)),
        moves[:begun],
        tuple(kept),
        None,
        draw(time_controls),
        draw(st.none() | texts),
        draw(st.dictionaries(texts, texts, max_size=3)),
    )
    outcome = Position(record.rules, record.moves).outcome
    ending = None if outcome is None else Ending.from_outcome(outcome)
    if ending is None and draw(st.booleans()):
        reason = draw(st.sampled_from([each for each in EndReason if each not in BY_THE_RULES]))
        winner = None if reason in FOR_A_DRAW else draw(st.sampled_from(Player))
        ending = Ending(winner, reason, draw(texts))
    return replace(
        StoredGame.new(replace(record, ending=ending)),
        redo=tuple(reversed(redo)),
        offer=draw(players),
        undo_offer=draw(players),
        is_link=draw(st.booleans()),
        joined=draw(st.tuples(st.booleans(), st.booleans())),
        seats=draw(st.tuples(texts, texts)),
        paused=draw(st.booleans()),
        move_delay=draw(seconds),
        ply_began=draw(st.none() | seconds.map(round_time)),
        ply_spent=draw(seconds),
        previous=draw(st.none() | texts),
        next=draw(st.none() | texts),
    )


@pytest.fixture(scope="module", params=BOTH)
def shared(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    """One store for all games of a test."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('records') / 'games.db'}"
    else:
        server: Server = request.getfixturevalue("postgres")
        url = server.url(server.new_database())
    with Store.open(url) as store:
        yield store


def test_a_row_of_the_first_databases_is_read() -> None:
    game = StoredGame.new(Record.from_text("7x6:44"))
    state = json.loads(to_row(game)["state"])
    assert state["breath"] == game.move_delay  # the key, once written, stays what it was
    row = {**to_row(game), "state": json.dumps({**state, "breath": 7.5})}
    assert from_row(cast(RowMapping, row)).move_delay == 7.5


@given(games())
def test_any_game_comes_back_and_is_found(shared: Store, game: StoredGame) -> None:
    created = shared.create(game)
    assert shared.get(game.id) == created
    assert replace(created, created=0, updated=0, sequence=0, is_counted=False) == game

    saved = shared.save(replace(created, paused=not created.paused))
    assert shared.get(game.id) == saved
    unpaused = replace(saved, version=1, paused=game.paused, is_counted=False)
    assert replace(unpaused, created=0, updated=0, sequence=0) == game

    record = game.record
    query = Query(
        player=record.players[0].name,
        agent=record.players[1].agent,
        rules=str(record.rules),
        finished=record.ending is not None,
        limit=1,
    )
    found = shared.search(query).games
    assert (game.id in [summary.id for summary in found]) == bool(record.plies)
    if record.plies:
        assert found[0].players == record.players
        assert found[0].ending == record.ending
        assert found[0].position == record.to_text()
