"""The cleanup: what is due is deleted."""

from dataclasses import replace
from pathlib import Path

import pytest

from fourfold.errors import InvalidOption
from fourfold.game import Record
from fourfold.store import Store, StoredGame
from fourfold.store.deletion import DAY, Selection
from fourfold.store.schema import GAMES
from fourfold.web.cleanup import Cleanup, parse_keep
from fourfold.web.settings import DEFAULT_KEEP, Settings
from tests.waiting import wait_for
from tests.web.conftest import Start


def stored(**more: object) -> StoredGame:
    game = StoredGame.new(Record.from_text("7x6:44"))
    return replace(game, **more)  # type: ignore[arg-type]


def age(store: Store, id: str, days: float) -> None:
    with store.transaction() as connection:
        older = GAMES.update().values(changed=GAMES.c.changed - days * DAY)
        connection.execute(older.where(GAMES.c.id == id))


def test_each_kind_is_kept_for_its_own_time(tmp_path: Path) -> None:
    with Store.open(f"sqlite:///{tmp_path / 'games.db'}") as store:
        old = store.create(stored())
        upload = store.create(stored(uploaded=True))
        young = store.create(stored(uploaded=True))
        for id, days in ((old.id, 29), (upload.id, 8), (young.id, 6)):
            age(store, id, days)
        store.create(stored())
        cleanup = Cleanup(store.deletions, {"unfinished": 30, "uploaded": 7})
        assert cleanup.run() == 1
        assert store.deletions.missing([old.id, upload.id, young.id]) == {upload.id}


def test_a_server_deletes_what_is_due(start: Start, settings: Settings) -> None:
    with Store.open(settings.database) as store:
        old, recent = store.create(stored()), store.create(stored())
        age(store, old.id, 40)
        start(replace(settings, keep={**DEFAULT_KEEP, "unfinished": 30}))
        wait_for(lambda: store.deletions.missing([old.id]) == {old.id})
        assert store.get(recent.id) == recent
        assert store.deletions.count(Selection("all", -1)) == 1


def test_how_long_games_are_kept() -> None:
    assert parse_keep(["uploaded=90", "unfinished=0.5"]) == {"uploaded": 90.0, "unfinished": 0.5}
    for text in ("people=30", "uploaded", "uploaded=", "uploaded=x", "uploaded=nan", "all=0"):
        with pytest.raises(InvalidOption, match=r"^--keep is '[^']*', but"):
            parse_keep([text])


def test_a_full_server_refuses_new_games_and_plays_on(start: Start, settings: Settings) -> None:
    api = start(settings)
    game = api.create()
    game.play("4")
    full = start(replace(settings, database_limit=1))
    words = (
        "The server's database is full: new games can be begun once old ones are deleted; "
        "games that have begun go on."
    )
    assert full.post("/api/games", {"players": [{}, {}]}) == (507, {"error": words})
    data = full.client.get(f"/api/games/{game.id}/record").content
    upload = full.client.post("/api/records", content=data)
    assert (upload.status_code, upload.json()) == (507, {"error": words})
    assert full.client.get("/healthz").status_code == 200
    assert full.client.get("/readyz").status_code == 200
    # Not this far over the limit, though: a move needs the reserve.
    status, answer = full.post(
        f"/api/games/{game.id}/moves", {"column": "4"}, game.secrets["SECOND"]
    )
    assert (status, answer["error"][:40]) == (507, "The server's database is full: nothing m")
    space = full.client.app.state.services.store.space  # type: ignore[attr-defined]
    space.limit = int(space.used() / 1.2)
    game.api = full
    game.play("5")
    assert full.post("/api/games", {"players": [{}, {}]})[0] == 507
    space.limit = 2 * space.used()
    full.create()
