"""Who a request is from: a network, and in it a player if the request says who.

A code in `X-Fourfold-Player` tells apart the people behind one address, in a school for example.
But anybody can make up as many codes as they like. So every limit is there twice: for a client, and
`PER_NETWORK` times as high for all clients of a network together.
"""

import ipaddress
from dataclasses import dataclass

from starlette.requests import Request

from fourfold.errors import InvalidOption
from fourfold.web.play.identities import HEADER, player_id

PER_NETWORK = 10
"""How many clients of one network are served in full; more share what these would get."""
_IPV6_PREFIX = 64  # what one customer or one machine has at least


@dataclass(frozen=True, slots=True)
class Client:
    """A network, and the player in it."""

    network: str
    """An IPv4 address, or the first half of an IPv6 address."""
    player: str = ""
    """The hash of the player's code; nothing for those who send none, who count as one."""


NOBODY = Client("")
"""The server itself."""


def network_of(address: str) -> str:
    """Return the network of an address: IPv4 in full, IPv6 by its first 64 bits."""
    try:
        number = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address  # a Unix socket, or the client of a test
    if isinstance(number, ipaddress.IPv4Address):
        return str(number)
    if number.ipv4_mapped is not None:
        return str(number.ipv4_mapped)
    return str(ipaddress.ip_network((number, _IPV6_PREFIX), strict=False))


def client_of(request: Request) -> Client:
    """Return who a request is from; a code that is none counts as none."""
    network = network_of(request.client.host if request.client else "")
    try:
        player = player_id(request.headers.get(HEADER))
    except InvalidOption:  # the addresses that need the code say so
        player = None
    return Client(network, player or "")
