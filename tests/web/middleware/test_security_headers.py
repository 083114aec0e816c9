"""The headers of every answer."""

from tests.web.driver import Api


def test_headers_forbid_all_but_our_own_files(api: Api) -> None:
    for path in ("/", "/healthz", "/api/nothing", "/static/main.js", "/game/abc"):
        headers = api.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "http" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers
        assert "server" not in headers
