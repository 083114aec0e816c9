"""The secrets of seats, for those who get them."""

from collections.abc import Mapping

from fourfold.rules import Player
from fourfold.web.api.responses import SeatSecrets
from fourfold.web.api.views.texts import side_name


def seats_view(secrets: Mapping[Player, str]) -> SeatSecrets:
    """Show the secrets of seats by their sides."""
    return {side_name(side): secret for side, secret in secrets.items()}
