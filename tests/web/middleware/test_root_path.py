"""A server that is shown below a path."""

from dataclasses import replace

import pytest

from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.middleware.conftest import NEW


@pytest.mark.parametrize("kept", [True, False], ids=["prefix kept", "prefix stripped"])
def test_below_a_path(start: Start, settings: Settings, kept: bool) -> None:
    api = start(replace(settings, root_path="/play/fourfold"))
    prefix = "/play/fourfold" if kept else ""
    page = api.client.get(f"{prefix}/game/abc")
    assert '<base href="/play/fourfold/">' in page.text
    assert api.client.get(f"{prefix}/static/main.js").status_code == 200
    assert api.client.post(f"{prefix}/api/games", json=NEW).status_code == 201
    assert api.client.get(f"{prefix}/").status_code == 200
    assert api.client.get("/play/fourfold").status_code == 200
    assert api.client.get("/play/fourfoldish/api/agents").status_code == 404
    description = api.get(f"{prefix}/api/openapi.json")
    assert description["servers"] == [{"url": "/play/fourfold"}]
