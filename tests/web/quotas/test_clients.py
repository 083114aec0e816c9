"""Who a request is from."""

import pytest
from starlette.requests import Request

from fourfold.web.play.identities import HEADER, player_id
from fourfold.web.quotas.clients import Client, client_of, network_of

CODE = "abcdefghijkmnpqrstuvwxyz23"


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        ("", ""),
    ],
)
def test_the_network_of_an_address(address: str, network: str) -> None:
    assert network_of(address) == network


def request(address: str | None, code: str | None = None) -> Request:
    headers = [] if code is None else [(HEADER.lower().encode(), code.encode())]
    client = None if address is None else (address, 1234)
    return Request({"type": "http", "headers": headers, "client": client})


def test_people_behind_one_address_are_told_apart_by_their_codes() -> None:
    assert client_of(request("203.0.113.7")) == Client("203.0.113.7")
    assert client_of(request("203.0.113.7", CODE)) == Client("203.0.113.7", player_id(CODE) or "")
    assert client_of(request("203.0.113.7", CODE)) == client_of(
        request("203.0.113.7", CODE.upper())
    )
    assert client_of(request(None)) == Client("")


def test_what_is_no_code_counts_as_none() -> None:
    for code in ("", "short", "x" * 10_000):
        assert client_of(request("203.0.113.7", code)) == Client("203.0.113.7")
