"""A whole server inside the test, on an empty database of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from fourfold.web.app import create_app
from fourfold.web.settings import Settings
from tests.web.driver import Api


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path / 'games.db'}", budget=1.0, workers=2, rates={})


def make_page(place: Path) -> Path:
    """A page that is not the real one."""
    folder = place / "static"
    (folder / "css").mkdir(parents=True)
    head = '<!doctype html><html><head><base href="/"><title>fourfold</title></head>'
    (folder / "index.html").write_text(head + "<body>the page</body></html>" + " " * 600)
    (folder / "main.js").write_text("theScript();\n" * 100)
    (folder / "css" / "page.css").write_text("body { margin: 0 }\n")
    (folder / "secret.key").write_text("not for you")
    (place / "outside.js").write_text("not for you")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return make_page(tmp_path)


Start = Callable[[Settings], Api]


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Starts servers, which end with the test."""
    running: list[TestClient] = []

    def start(settings: Settings) -> Api:
        client = TestClient(create_app(settings, folder=folder), base_url="http://127.0.0.1:8444")
        client.__enter__()
        running.append(client)
        return Api(client)

    yield start
    for client in running:
        client.__exit__(None, None, None)


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server that all tests of a file share: each plays games of its own."""
    place = tmp_path_factory.mktemp("server")
    # All of a file's tests are one client, who would do much in a short time.
    settings = Settings(database=f"sqlite:///{place / 'games.db'}", budget=1.0, workers=2, rates={})
    app = create_app(settings, folder=make_page(place))
    with TestClient(app, base_url="http://127.0.0.1:8444") as client:
        yield Api(client)
