"""The names that a server answers to."""

import pytest

from fourfold.web.middleware.allowed_hosts import loopback_names
from tests.web.driver import Api


@pytest.mark.parametrize("host", ["127.0.0.1:8444", "localhost", "localhost:1", "[::1]:8444"])
def test_names_of_this_machine(local: Api, host: str) -> None:
    assert local.client.get("/healthz", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8444", "[::1", "", "@"],
)
def test_another_name_for_this_machine_is_a_trick(local: Api, host: str) -> None:
    answer = local.client.get("/healthz", headers={"host": host})
    assert answer.status_code == 421
    assert set(answer.json()) == {"error"}


def test_which_names_a_server_answers_to() -> None:
    assert "localhost" in loopback_names("127.0.0.1")
    assert "localhost" in loopback_names("localhost")
    assert "::1" in loopback_names("::1")
    assert loopback_names("0.0.0.0") == loopback_names("192.168.1.7") == ()
