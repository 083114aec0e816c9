"""Talking to a server as the page does."""

import time
from collections.abc import Callable
from typing import Any

import httpx2

View = dict[str, Any]
PEOPLE: list[View] = [{"name": "Ada"}, {"name": "Ben"}]


class Seats:
    """A game, and the secrets of its seats."""

    def __init__(self, api: "Api", answer: View) -> None:
        self.api = api
        self.view: View = answer["game"]
        self.id: str = self.view["id"]
        self.secrets: dict[str, str] = answer["seats"]

    def post(self, what: str, side: str | None = None, **body: Any) -> View:
        """Do something for a side, or for whoever is to move; it must work."""
        status, view = self.attempt(what, side, **body)
        assert status in (200, 201), view
        self.view = view.get("game", view)
        return view

    def attempt(self, what: str, side: str | None = None, **body: Any) -> tuple[int, View]:
        """Do something, and tell how that went."""
        side = side or (self.view["turn"] if self.view["turn"] in self.secrets else None)
        secret = self.secrets.get(side or next(iter(self.secrets)))
        return self.api.post(f"/api/games/{self.id}/{what}", body, secret)

    def play(self, moves: str) -> View:
        """Drop pieces, each for whoever is to move."""
        for column in moves:
            self.post("moves", column=column)
        return self.view

    def get(self) -> View:
        """The game as it is now."""
        self.view = self.api.get(f"/api/games/{self.id}")
        return self.view

    def wait(self, until: Callable[[View], bool], seconds: float = 20) -> View:
        """Ask again and again until it is so."""
        end = time.monotonic() + seconds
        while not until(self.get()):
            assert time.monotonic() < end, f"it is still {self.view}"
            time.sleep(0.02)
        return self.view


class Api:
    """The addresses of a server."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client

    def get(self, path: str, **query: Any) -> Any:
        """What is at an address; there must be something."""
        answer = self.client.get(path, params=query)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, body: View, secret: str | None = None) -> tuple[int, View]:
        """Status and answer."""
        headers = {} if secret is None else {"Authorization": f"Bearer {secret}"}
        answer = self.client.post(path, json=body, headers=headers)
        return answer.status_code, answer.json()

    def create(self, players: list[View] | None = None, **wanted: Any) -> Seats:
        """Begin a game."""
        status, answer = self.post("/api/games", {"players": players or PEOPLE, **wanted})
        assert status == 201, answer
        return Seats(self, answer)
