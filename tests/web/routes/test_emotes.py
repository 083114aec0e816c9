"""Emotes: signs between two people, as events, in all processes, and not too many of them."""

import asyncio
import json
from pathlib import Path

from fourfold.rules import Player
from fourfold.web.api.requests import NewGame, NewPlayer
from fourfold.web.live.channel import Subscriber
from fourfold.web.play import games as play_games
from fourfold.web.quotas.clients import Client
from fourfold.web.services import Services
from fourfold.web.settings import Settings
from tests.web.driver import Api


def test_only_people_by_link_send_emotes(api: Api) -> None:
    here = api.create()
    status, answer = here.attempt("emotes", "FIRST", emote="hello")
    assert (status, answer["error"]) == (
        409, "Only two people who play by link send each other emotes.",
    )  # fmt: skip
    alone = api.create([{"name": "Ada"}, {}], link=True)
    assert alone.attempt("emotes", "FIRST", emote="hello")[0] == 409
    game = api.create(link=True)
    version = game.view["version"]
    status, answer = game.attempt("emotes", "SECOND", emote="good_move")
    assert (status, answer["side"], answer["emote"]) == (200, "SECOND", "good_move")
    assert game.get()["version"] == version  # no move is refused because of it
    assert api.post(f"/api/games/{game.id}/emotes", {"emote": "hello"})[0] == 403
    status, answer = game.attempt("emotes", "FIRST", emote="<b>boo</b>")
    assert status == 422
    assert "Emote is" in answer["error"]
    game.post("resign", "FIRST")
    assert game.attempt("emotes", "FIRST", emote="well_played")[0] == 200


def test_too_many_emotes_are_refused(api: Api) -> None:
    game = api.create(link=True)
    statuses = [game.attempt("emotes", "FIRST", emote="oops")[0] for _ in range(6)]
    assert statuses == [200] * play_games.MOST_EMOTES + [429] * (6 - play_games.MOST_EMOTES)
    assert game.attempt("emotes", "FIRST", emote="oops")[1] == {
        "error": "You have sent several of these already: wait a few seconds."
    }
    assert game.attempt("emotes", "SECOND", emote="oops")[0] == 200


def emotes(data: bytes) -> list[str]:
    """The emotes among some events."""
    events = [text.split("\n") for text in data.decode().split("\n\n")]
    return [json.loads(lines[-1][6:])["emote"] for lines in events if lines[0] == "event: emote"]


def test_emotes_reach_subscribers_of_every_process_once(tmp_path: Path) -> None:
    async def main() -> None:
        settings = Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=1, poll=0.05)
        here, there = Services(settings), Services(settings)
        for services in (here, there):
            services.open()
        try:
            async with asyncio.timeout(20):
                await scene(here, there)
        finally:
            for services in (here, there):
                await services.close()

    asyncio.run(main())


async def scene(here: Services, there: Services) -> None:
    wanted = NewGame(players=[NewPlayer(name="Ann"), NewPlayer(name="Bob")], link=True)
    snapshot, secrets = here.games.create(wanted)
    id = snapshot.stored.id
    ann = here.hub.subscribe(snapshot, Player.FIRST, Client("ann"))
    bob = there.hub.subscribe(snapshot, Player.SECOND, Client("bob"))
    while not (here.hub._emotes and there.hub._emotes):  # until the pollers have begun
        await asyncio.sleep(0.01)
    for subscriber in (ann, bob):
        subscriber.take()
    for emote in ("hello", "oops"):
        sent = here.games.send_emote(id, secrets[Player.FIRST], emote)
        here.hub.publish_emote(id, sent)
    assert emotes(ann.take()) == ["hello", "oops"]  # at once
    assert await next_emotes(bob, 2) == ["hello", "oops"]
    sent = there.games.send_emote(id, secrets[Player.SECOND], "thanks")
    there.hub.publish_emote(id, sent)
    assert await next_emotes(ann, 1) == ["thanks"]  # and none of the own for a second time
    late = there.hub.subscribe(snapshot, None, Client("eve"))
    assert emotes(late.take()) == []  # what was sent before is over


async def next_emotes(subscriber: Subscriber, count: int) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        await subscriber.wake.wait()
        found += emotes(subscriber.take())
    return found
