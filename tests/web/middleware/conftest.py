"""A server on this machine alone, for the tests of what it refuses."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from fourfold.web.app import create_app
from fourfold.web.middleware.allowed_hosts import loopback_names
from fourfold.web.settings import Settings
from tests.web.driver import PEOPLE, Api

NEW = {"players": PEOPLE}


@pytest.fixture(scope="package")
def local(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Api]:
    """A server on this machine alone."""
    place = tmp_path_factory.mktemp("local") / "games.db"
    settings = Settings(database=f"sqlite:///{place}", hosts=loopback_names("127.0.0.1"))
    with TestClient(create_app(settings), base_url="http://127.0.0.1:8444") as client:
        yield Api(client)
