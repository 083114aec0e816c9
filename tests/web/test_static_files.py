"""The page and its files."""

import gzip
from pathlib import Path

import pytest

from fourfold.web.settings import Settings
from tests.web.conftest import Start
from tests.web.driver import Api


@pytest.mark.parametrize(
    "path",
    ["/", "/game/abc", "/position/7x6:44", "/history", "/learn", "/learn/a", "/puzzles/daily"],
)
def test_the_page_is_at_each_of_its_addresses(api: Api, path: str) -> None:
    answer = api.client.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "the page" in answer.text
    assert api.client.head(path).status_code == 200


def test_static_files_are_packed_and_checked(
    start: Start, settings: Settings, folder: Path
) -> None:
    api = start(settings)
    plain = api.client.get("/static/main.js", headers={"accept-encoding": "identity"})
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert plain.headers["cache-control"] == "no-cache"
    assert "content-encoding" not in plain.headers
    packed = api.client.get("/static/main.js", headers={"accept-encoding": "gzip, br"})
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) < len(plain.content) / 2
    assert packed.text == plain.text
    tag = plain.headers["etag"]
    for known in (tag, f'"other", {tag}', f"W/{tag}", "*"):
        again = api.client.get("/static/main.js", headers={"if-none-match": known})
        assert (again.status_code, again.content) == (304, b"")
    (folder / "main.js").write_text("another();")
    changed = api.client.get("/static/main.js", headers={"if-none-match": tag})
    assert (changed.status_code, changed.text) == (200, "another();")


def test_the_real_page_packs_into_little(start: Start) -> None:
    from fourfold.web.static_files import FOLDER, Files

    if not (FOLDER / "index.html").exists():
        pytest.skip("the page is not there yet")
    file = Files().get("index.html", "/below")
    assert file is not None
    assert b'<base href="/below/">' in file.data
    assert gzip.decompress(file.packed) == file.data


def test_only_what_the_first_look_needs_is_loaded_ahead(tmp_path: Path) -> None:
    from fourfold.web.static_files import Files, imported_scripts

    (tmp_path / "parts").mkdir()
    (tmp_path / "index.html").write_text("<!-- modules -->")
    (tmp_path / "main.js").write_text(
        'import { a } from "./parts/a.js";\nconst late = () => import("./parts/late.js");\n'
    )
    (tmp_path / "parts" / "a.js").write_text('import {\n  b,\n} from "../parts/b.js";\n')
    (tmp_path / "parts" / "b.js").write_text('import "./a.js";\nexport const b = 1;\n')
    (tmp_path / "parts" / "late.js").write_text("export const late = 1;\n")
    assert imported_scripts(tmp_path) == {"main.js", "parts/a.js", "parts/b.js"}
    page = Files(tmp_path).get("index.html")
    assert page is not None
    assert page.data.decode().split() == [
        *["<link", 'rel="modulepreload"', 'href="static/parts/a.js">'],
        *["<link", 'rel="modulepreload"', 'href="static/parts/b.js">'],
    ]


def test_the_first_look_stays_light() -> None:
    """What a first visit loads: the page, its style sheets and its scripts, uncompressed."""
    import re

    from fourfold.web.static_files import FOLDER, Files, imported_scripts

    page = Files().get("index.html")
    assert page is not None
    names = imported_scripts(FOLDER) | set(re.findall(r'"static/([^"]+)"', page.data.decode()))
    files = Files()
    size = len(page.data)
    for name in names:
        file = files.get(name)
        assert file is not None, name
        size += len(file.data)
    assert size < 250_000, f"{size:,} bytes"


def test_comments_are_not_sent_and_lines_keep_their_numbers() -> None:
    from fourfold.web.static_files import without_comments

    script = """// @ts-check
/**
 * What it does. // and a slash
 */
export const a = /** @type {any} */ (b); // at the end of a line
  /** @type {number} */ // and another
const url = "https://x/* not */";
/** One line. */
/** @type {A} */ (c).d(); /* stays */
"""
    assert without_comments(script, ".js").split("\n") == [
        "",
        "",
        "",
        "",
        "export const a = /** @type {any} */ (b); // at the end of a line",
        "  /** @type {number} */ // and another",
        'const url = "https://x/* not */";',
        "",
        "/** @type {A} */ (c).d(); /* stays */",
        "",
    ]
    assert without_comments("/* a\n b */\n.c {\n  d: e; /* f */\n}\n", ".css") == (
        "\n\n.c {\n  d: e; \n}\n"
    )
