"""The site of Caddy in docs/deploying.md: a real one, in front of a real server."""

import http.client
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from tests.deploy.files import NAME, PATIENCE, ROOT
from tests.docs.pages import fenced
from tests.store.postgres import free_port
from tests.waiting import wait_for
from tests.web.driver import Api
from tests.web.process import Events, Process

((_, SITE),) = fenced(ROOT / "docs/deploying.md", "caddy")


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    """The port of a Caddy with the site, without TLS: its certificate comes from the internet."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("the site of Caddy: there is no caddy")
    database = f"sqlite:///{tmp_path / 'games.db'}"
    server = Process(database, "--allow-host", NAME, "--trust", "127.0.0.1")
    port = free_port()
    site = SITE.replace(f"{NAME} {{", f"http://{NAME}:{port} {{", 1)
    site = site.replace("127.0.0.1:8444", server.address.removeprefix("http://"))
    file = tmp_path / "Caddyfile"
    file.write_text("{\n\tadmin off\n}\n" + site, "utf-8")
    command = [program, "run", "--adapter", "caddyfile", "--config", str(file)]
    with (tmp_path / "log").open("wb") as log:
        home = {"HOME": str(tmp_path), "PATH": ""}
        caddy = subprocess.Popen(command, stdout=log, stderr=log, env=home)

    def answers() -> bool:
        assert caddy.poll() is None, (tmp_path / "log").read_text()
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", port)) == 0

    try:
        wait_for(answers)
        yield port
    finally:
        caddy.terminate()
        caddy.wait(30)
        server.close()


class _Connection(http.client.HTTPConnection):
    """A connection to this machine that asks for the site."""

    def connect(self) -> None:
        self.sock = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)


def test_a_game_is_played_and_watched(port: int) -> None:
    forged = {
        "Host": f"{NAME}:{port}",
        "X-Forwarded-Host": "other.example.org",
        "X-Forwarded-Prefix": "/elsewhere",
    }
    with httpx2.Client(
        base_url=f"http://127.0.0.1:{port}", headers=forged, timeout=PATIENCE
    ) as client:
        assert '<base href="/">' in client.get("/").text
        game = Api(client).create()
        events = Events(_Connection(NAME, port), game.id)
        assert events.next(seconds=PATIENCE)["position"] == "7x6:"
        game.post("moves", column="4")
        assert events.next(seconds=PATIENCE)["position"] == "7x6:4"
        assert not events.ended.is_set()
        events.close()
