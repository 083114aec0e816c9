"""Calls a server's API as the page does."""

import time
from collections.abc import Callable
from typing import Any

import httpx2

View = dict[str, Any]
PEOPLE: list[View] = [{"name": "Ada"}, {"name": "Ben"}]


class Seats:
    """A game with the secrets of its seats: acts in it for either side."""

    def __init__(self, api: "Api", answer: View) -> None:
        self.api = api
        self.view: View = answer["game"]
        self.id: str = self.view["id"]
        self.secrets: dict[str, str] = answer["seats"]

    def post(self, what: str, side: str | None = None, **body: Any) -> View:
        """Post an action for a side, or for the player to move; it must succeed."""
        status, view = self.attempt(what, side, **body)
        assert status in (200, 201), view
        self.view = view.get("game", view)
        return view

    def attempt(self, what: str, side: str | None = None, **body: Any) -> tuple[int, View]:
        """Post an action, and return the status and the answer."""
        side = side or (self.view["turn"] if self.view["turn"] in self.secrets else None)
        secret = self.secrets.get(side or next(iter(self.secrets)))
        return self.api.post(f"/api/games/{self.id}/{what}", body, secret)

    def play(self, moves: str) -> View:
        """Drop pieces, each for the player to move."""
        for column in moves:
            self.post("moves", column=column)
        return self.view

    def get(self) -> View:
        """Fetch the game as it is now."""
        self.view = self.api.get(f"/api/games/{self.id}")
        return self.view

    def wait(self, until: Callable[[View], bool], seconds: float = 20) -> View:
        """Fetch the game again and again until the condition holds."""
        end = time.monotonic() + seconds
        while not until(self.get()):
            assert time.monotonic() < end, f"it is still {self.view}"
            time.sleep(0.02)
        return self.view


class Api:
    """Calls the endpoints of a server."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client

    def get(self, path: str, **query: Any) -> Any:
        """Return the answer of an endpoint; it must succeed."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: View, secret: str | None = None) -> tuple[int, View]:
        """Post a body, and return the status and the answer."""
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        answer = self.client.post(path, json=body, headers=headers)
        return answer.status_code, answer.json()

    def create(self, players: list[View] | None = None, **wanted: Any) -> Seats:
        """Create a game."""
        status, answer = self.post("/api/games", {"players": players or PEOPLE, **wanted})
        assert status == 201, answer
        return Seats(self, answer)
