"""Nothing without a limit is kept, and what older programs have kept is cut."""

import json
from dataclasses import replace

import pytest

from fourfold.errors import TooLarge
from fourfold.game import Ending, EndReason, Participant, Record
from fourfold.rules import FIRST, Position
from fourfold.store import Query, Store, StoredGame
from fourfold.store.seeks import Seek
from fourfold.store.sizes import LARGEST_GAME, LONGEST_CAUSE, LONGEST_REASON, cut_texts
from tests.store.older import rewound


def talkative(length: int) -> Record:
    position = Position.parse("12x12:")
    while quiet := [
        after
        for column in position.legal_columns[:: 1 if position.ply % 3 else -1]
        if (after := position.play(column)).outcome is None
    ]:
        position = quiet[0]
    record = Record.from_text(position.to_text())
    assert len(record.plies) > 100
    plies = tuple(replace(ply, reason="🙂" * length) for ply in record.plies)
    ending = Ending(FIRST, EndReason.FAILURE, "🙂" * length, "🙂" * 100 * length)
    return replace(record, plies=plies, ending=ending, began="🙂" * length)


def test_a_game_that_is_too_large_is_refused_in_a_sentence(store: Store) -> None:
    with pytest.raises(TooLarge, match=r"would take [0-9,]+ characters, but at most 400,000 fit"):
        store.create(StoredGame.new(talkative(1_000)))
    game = store.create(StoredGame.new(Record.from_text("7x6:4")))
    with pytest.raises(TooLarge):
        store.save(replace(game, record=talkative(1_000)))
    assert store.get(game.id) == game


def test_a_game_with_texts_within_their_limits_always_fits(store: Store) -> None:
    cut = cut_texts(talkative(1_000))
    assert all(len(ply.reason) == LONGEST_REASON for ply in cut.plies)
    assert cut.ending is not None
    assert (len(cut.ending.detail), len(cut.ending.cause)) == (LONGEST_REASON, LONGEST_CAUSE)
    assert cut.began is None
    assert store.create(StoredGame.new(cut)).version == 1


def test_profiles_wishes_and_proofs_have_limits(store: Store) -> None:
    with pytest.raises(TooLarge, match="what is kept of you would take"):
        store.change_profile("a" * 32, lambda _: {"x": "y" * 500_000})
    assert store.load_profile("a" * 32) == {}
    with pytest.raises(TooLarge):
        store.seeks.add(Seek("a", "b", None, {"name": "x" * 5_000}), 10, 10)
    store.save_proofs("key", "x" * 50_000)
    assert store.load_proofs("key") is None


def test_what_was_kept_without_a_limit_is_cut(new_database: str) -> None:
    padded = Participant("casual: depth = 1", "casual: depth = 1 ", {"depth": 1})
    with Store.open(new_database) as store:
        record = replace(Record.from_text("7x6:4455"), players=(Participant.human("Ann"), padded))
        ending = Ending(FIRST, EndReason.RESIGNATION)
        game = store.create(StoredGame.new(replace(record, ending=ending)))
        lost = store.create(StoredGame.new(record))
        taken_back = store.create(
            replace(StoredGame.new(record), redo=record.plies[:1], took_back=True)
        )
    with rewound(new_database, "ADD COLUMN counted") as connection:
        (text,) = connection.exec_driver_sql(
            f"SELECT game FROM fourfold_games WHERE id = '{game.id}'"
        ).one()
        head = json.loads(text.partition("\n")[0])
        head["players"][1]["agent"] += " " * 1_000_000
        head["players"][0]["name"] = "x" * 1_000_000
        head["tags"] = {"note": "y" * 1_000_000}
        long = json.dumps(head) + text[text.index("\n") :]
        connection.exec_driver_sql(
            f"UPDATE fourfold_games SET game = '{long}' WHERE id = '{game.id}'"
        )
        connection.exec_driver_sql(
            f"UPDATE fourfold_games SET game = '{'z' * (LARGEST_GAME + 1)}' WHERE id = '{lost.id}'"
        )
    with Store.open(new_database) as store:
        cut = store.get(game.id)
        assert cut.record.players[0].name == "x" * 40
        assert (cut.record.players[1].name, cut.record.players[1].agent) == ("casual:depth=1",) * 2
        assert (cut.record.moves, cut.record.ending) == (record.moves, ending)
        assert cut.version == game.version
        again = store.get(taken_back.id)
        assert (again.redo, again.record.plies) == (taken_back.redo, taken_back.record.plies)
        assert {each.id for each in store.search(Query()).games} == {game.id, taken_back.id}
        assert [tally.agent for tally in store.statistics()] == ["casual:depth=1"]
