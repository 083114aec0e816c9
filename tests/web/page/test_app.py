"""The page as an app: what it takes to be installed, and what opens without the server."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from playwright.sync_api import expect

from fourfold.web.static_files import FOLDER, Files
from tests.web.page.conftest import Visit
from tests.web.page.driver import PATIENCE, Site, Visitor


@pytest.fixture
def own_site(tmp_path: Path) -> Iterator[Site]:
    with Site(tmp_path) as site:
        yield site


def wait_for_copies(visitor: Visitor, path: str) -> None:
    """Wait until the service worker has a copy of an address."""
    for _ in range(PATIENCE // 100):
        if visitor.page.evaluate(
            "async (path) => Boolean(await caches.match(new URL(path, document.baseURI).href))",
            path,
        ):
            return
        visitor.page.wait_for_timeout(100)
    raise AssertionError(f"there is no copy of {path}")


def test_the_manifest_names_icons_that_are_there() -> None:
    manifest = json.loads((FOLDER / "manifest.webmanifest").read_text("utf-8"))
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        data = (FOLDER / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(data[at : at + 4]) for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
    assert {icon.get("purpose", "any") for icon in manifest["icons"]} == {"any", "maskable"}


def test_the_service_worker_knows_every_file_and_changes_with_it(tmp_path: Path) -> None:
    for name in ("index.html", "main.js", "service_worker.js"):
        (tmp_path / name).write_bytes((FOLDER / name).read_bytes())
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "late.css").write_text(".late { color: red }")
    files = Files(tmp_path)
    script = files.service_worker()
    assert script is not None
    text = script.data.decode()
    assert "static/main.js" in text.split("FIRST = ")[1].split("\n")[0]
    assert "static/css/late.css" in text.split("LATE = ")[1].split("\n")[0]
    (tmp_path / "css" / "late.css").write_text(".late { color: blue }")
    changed = files.service_worker()
    assert changed is not None
    assert changed.tag != script.tag


def test_without_the_server_lessons_and_loaded_puzzles_open(visit: Visit, own_site: Site) -> None:
    ann = visit("", site=own_site, service_workers="allow")
    wait_for_copies(ann, "./")
    ann.page.reload()  # the second visit: everything is kept
    expect(ann.board).to_be_visible()
    wait_for_copies(ann, "static/screens/learn/screen.js")
    lessons = ann.context.request.get("api/lessons").json()["lessons"]
    wait_for_copies(ann, f"api/lessons/{lessons[-1]['id']}")
    ann.go("puzzles/daily")
    own_site.kill()
    ann.page.goto(f"{own_site.address}/")
    expect(ann.status).to_contain_text("The server is not answering")
    expect(ann.status).to_contain_text("lessons and the puzzles that you have loaded still work")
    expect(ann.button("Try again")).to_be_visible()
    ann.page.goto(f"{own_site.address}/learn/{lessons[0]['id']}")
    expect(ann.page.get_by_role("heading", name=lessons[0]["title"])).to_be_visible()
    expect(ann.page.locator("main:not([hidden]) .board-column").first).to_be_visible()
    ann.page.goto(f"{own_site.address}/puzzles/daily")
    expect(ann.page.locator("main:not([hidden]) .board-column").first).to_be_visible()
    # Requests that failed are told to the console by the browser itself, and by nothing else.
    assert [each for each in ann.problems if "ERR_CONNECTION_REFUSED" not in each] == []
    ann.problems.clear()
    own_site.start()
    ann.go()
    ann.drop("4")


def test_a_first_visit_loads_little(visit: Visit) -> None:
    """Everything that is sent for the first game, uncompressed; the lessons come later."""
    ann = visit(None, service_workers="allow")
    sizes: dict[str, int] = {}
    ann.context.on("response", lambda answer: sizes.update({answer.url: 0}))
    ann.go()
    ann.drop("4")
    for url in list(sizes):
        if "/events" not in url:
            answer = ann.context.request.get(url, headers={"Accept-Encoding": "identity"})
            sizes[url] = len(answer.body())
    total = sum(sizes.values())
    assert 100_000 < total < 250_000, f"{total:,} bytes: {sizes}"
