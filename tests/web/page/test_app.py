"""The page as an app: what it takes to be installed, and what opens without the server."""

import json
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="there is no playwright")

from fourfold.web.static_files import FOLDER, Files
from tests.web.page.conftest import Visit


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
    (tmp_path / "css" / "late.css").write_text("/* late */")
    files = Files(tmp_path)
    script = files.service_worker()
    assert script is not None
    text = script.data.decode()
    assert "static/main.js" in text.split("FIRST = ")[1].split("\n")[0]
    assert "static/css/late.css" in text.split("LATE = ")[1].split("\n")[0]
    (tmp_path / "css" / "late.css").write_text("/* later */")
    changed = files.service_worker()
    assert changed is not None
    assert changed.tag != script.tag


def test_a_first_visit_loads_little(visit: Visit) -> None:
    """Everything that is sent for the first game, uncompressed; the lessons come later."""
    ann = visit(None, service_workers="allow")
    sizes: dict[str, int] = {}
    ann.context.on("response", lambda answer: sizes.update({answer.url: 0}))
    ann.go()
    ann.drop("4")
    for url in sizes:
        if "/events" not in url:
            answer = ann.context.request.get(url, headers={"Accept-Encoding": "identity"})
            sizes[url] = len(answer.body())
    total = sum(sizes.values())
    assert 100_000 < total < 250_000, f"{total:,} bytes: {sizes}"
