"""What pages of other sites may not do."""

import json

import pytest

from tests.web.driver import Api
from tests.web.middleware.conftest import NEW


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "http://127.0.0.1:8444"}, 201),
        ({"sec-fetch-site": "same-origin", "origin": "https://seen.by.the.browser"}, 201),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "http://127.0.0.1:9999"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
    ],
)
def test_pages_of_other_sites_cannot_write(
    local: Api, headers: dict[str, str], status: int
) -> None:
    answer = local.client.post("/api/games", json=NEW, headers=headers)
    assert answer.status_code == status


def test_pages_of_other_sites_cannot_keep_the_server_busy(local: Api) -> None:
    for headers, status in (
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}, 403),
        ({"sec-fetch-site": "same-site", "sec-fetch-mode": "cors"}, 403),
        ({"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}, 200),
        ({"sec-fetch-site": "same-origin", "sec-fetch-mode": "cors"}, 200),
        ({}, 200),
    ):
        assert local.client.get("/api/agents", headers=headers).status_code == status
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert local.client.get("/healthz", headers=link).status_code == 200


def test_a_form_of_another_site_is_no_json(local: Api) -> None:
    """What a page of another site may send without asking is not read as JSON."""
    body = json.dumps(NEW).encode()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = local.client.post("/api/games", content=body, headers={"content-type": kind})
        assert answer.status_code == 422
