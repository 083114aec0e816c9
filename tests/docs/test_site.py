"""The documentation site: it builds strictly, every page has its place, no link is broken."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from .pages import ROOT, name_of

CONFIG = ROOT / "mkdocs.yml"
DOCS = ROOT / "docs"

needs_mkdocs = pytest.mark.skipif(
    importlib.util.find_spec("material") is None
    or importlib.util.find_spec("mkdocstrings") is None,
    reason="MkDocs with its theme is not installed (extra docs): the site is not built",
)


def build(config: Path, site: Path) -> subprocess.CompletedProcess[str]:
    """Build the site as `make docs` does, in a process of its own."""
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(config)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONWARNINGS": "default"}
    return subprocess.run(
        [*command, "-d", str(site)],
        env=environment,
        cwd=config.parent,
        capture_output=True,
        text=True,
        check=False,
    )


def small_site(root: Path, page: str) -> Path:
    """Make a copy of the site's configuration with one page and no API."""
    (root / "docs").mkdir()
    (root / "docs/index.md").write_text(page, "utf-8")
    (root / "scripts").mkdir()
    for name in ("docs_site.py", "docs_docstrings.py"):
        shutil.copy(ROOT / "scripts" / name, root / "scripts")
    logo = root / "src/fourfold/web/static/favicon.svg"
    logo.parent.mkdir(parents=True)
    logo.write_text("<svg/>", "utf-8")
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        (root / name).write_text("# A page\n\n[back](docs/index.md)\n", "utf-8")
    text = CONFIG.read_text("utf-8")
    start = text.index("nav:")
    pages = "nav: [index.md, contributing.md, security.md, changelog.md]\n\n"
    config = root / "mkdocs.yml"
    config.write_text(text[:start] + pages + text[text.index("validation:") :], "utf-8")
    return config


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the real site once."""
    folder = tmp_path_factory.mktemp("site")
    done = build(CONFIG, folder)
    complaints = [line for line in done.stderr.splitlines() if not line.startswith("INFO ")]
    assert (done.returncode, done.stdout, complaints) == (0, "", [])
    return folder


@needs_mkdocs
def test_the_site_builds_without_a_word(site: Path) -> None:
    assert (site / "index.html").is_file()
    assert (site / "search/search_index.js").is_file()  # what is searched without a server


@needs_mkdocs
def test_nothing_is_fetched_from_another_server(site: Path) -> None:
    loads = re.compile(
        r"<(?:script|img|iframe|source)\b[^>]*\bsrc=[\"']?(?:https?:)?//"
        r"|<link\b[^>]*\brel=[\"']?(?:stylesheet|preconnect|icon|preload)\b[^>]*\bhref=[\"']?(?:https?:)?//"
        r"|url\([\"']?(?:https?:)?//|@import"
    )
    for path in (*site.rglob("*.html"), *(site / "assets").rglob("*.css")):
        found = loads.search(path.read_text("utf-8"))
        assert found is None, f"{path.relative_to(site)}: {found}"


@needs_mkdocs
def test_lists_are_lists(site: Path) -> None:
    """A list without an empty line before it is one for code hosts, but not for the site."""
    for path in site.rglob("*.html"):
        text = re.sub(r"<pre.*?</pre>", "", path.read_text("utf-8"), flags=re.DOTALL)
        found = re.search(r"<p>[^<]*\n(?:[-*]|[1-9]\.) .*", text)
        assert found is None, f"{path.relative_to(site)}: {found}"


@needs_mkdocs
def test_a_broken_link_and_a_page_without_a_place_stop_the_build(tmp_path: Path) -> None:
    broken = ["gone.md", "index.md#gone", "../GONE.md", "gone.svg"]
    links = "\n".join(f"[{target}]({target})" for target in broken)
    config = small_site(tmp_path, f"# Start\n\n{links}\n")
    (tmp_path / "docs/lost.md").write_text("# Lost\n", "utf-8")
    done = build(config, tmp_path / "site")
    assert done.returncode != 0
    warnings = [line for line in done.stderr.splitlines() if line.startswith("WARNING")]
    for complaint in ["'gone.md'", "#gone'", "'../GONE.md'", "'gone.svg'"]:
        assert any(complaint in line for line in warnings), f"{complaint}: {done.stderr}"
    assert "lost.md" in done.stderr


@needs_mkdocs
def test_links_to_files_outside_lead_to_copies(tmp_path: Path) -> None:
    links = "[how](../CONTRIBUTING.md#a-page), [what](../tools/tool.py)"
    config = small_site(tmp_path, f"# Start\n\n{links}\n")
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools/tool.py").write_text("print('a tool')\n", "utf-8")
    done = build(config, tmp_path / "site")
    assert done.returncode == 0, done.stderr
    start = (tmp_path / "site/index.html").read_text("utf-8")
    assert 'href="contributing.html#a-page"' in start
    assert 'href="files/tools/tool.py"' in start
    assert "a tool" in (tmp_path / "site/files/tools/tool.py").read_text("utf-8")
    assert 'href="index.html"' in (tmp_path / "site/contributing.html").read_text("utf-8")


@pytest.mark.parametrize("path", sorted(DOCS.rglob("*.md")), ids=name_of)
def test_fences_are_fences_for_the_site(path: Path) -> None:
    """It reads a language and a title; anything else would turn all that follows inside out."""
    known = re.compile(r'```(?:\w+(?: no-run| title="[^"]+")?)?')
    for line in path.read_text("utf-8").splitlines():
        if line.lstrip().startswith("```"):
            assert known.fullmatch(line.strip()), line


def test_every_page_has_a_place() -> None:
    """Also where the site cannot be built: a page that is not in the nav is found here."""
    text = CONFIG.read_text("utf-8")
    nav = text[text.index("nav:") : text.index("validation:")]
    placed = re.findall(r"[\w/-]+\.md", nav)
    assert len(placed) == len(set(placed))
    pages = {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}
    made = {"contributing.md", "security.md", "changelog.md"}
    assert set(placed) - made == pages


# In a real browser: the search without a server, the colours, the pages on a phone

needs_browser = pytest.mark.skipif(
    importlib.util.find_spec("playwright") is None or shutil.which("chromium") is None,
    reason="there is no chromium, or no playwright: the site is not opened in a browser",
)
PAGES = ["index.html", "tutorials/agent.html", "api/rules.html", "cli.html", "web.html"]
PATIENCE = 120_000  # milliseconds; the machine may be busy


class QuietHandler(SimpleHTTPRequestHandler):
    """Serves files and writes no log."""

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    """Serve the site as a web server does, and return its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=str(site)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start Chromium."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        yield found
        found.close()


@pytest.fixture
def visit(browser: Any) -> Iterator[Any]:
    """Open pages that fail the test by an error, or by a request that leaves the site."""
    opened: list[Any] = []
    faults: list[str] = []

    def go_to(address: str, *, width: int = 1280, colours: str = "light") -> Any:
        context = browser.new_context(
            viewport={"width": width, "height": 800}, color_scheme=colours
        )
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        start = address.partition("://")[0] + "://" + address.partition("://")[2].split("/")[0]
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        page.on(
            "request",
            lambda sent: (
                None if sent.url.startswith((start, "data:", "blob:")) else faults.append(sent.url)
            ),
        )
        page.goto(address)
        return page

    yield go_to
    for context in opened:
        context.close()
    assert not faults


@needs_mkdocs
@needs_browser
@pytest.mark.parametrize("how", ["file", "server"])
def test_the_search_finds_pages(how: str, visit: Any, site: Path, served: str) -> None:
    start = f"{site.as_uri()}/" if how == "file" else served
    page = visit(f"{start}index.html")
    page.click("input.md-search__input")
    page.keyboard.type("zugzwang")
    page.wait_for_selector(".md-search-result__item a")
    links = page.eval_on_selector_all(
        ".md-search-result__item a", "links => links.map((link) => link.href)"
    )
    assert any(link.startswith(f"{start}agents.html") for link in links)


@needs_mkdocs
@needs_browser
@pytest.mark.parametrize("path", PAGES)
def test_pages_fit_a_phone(path: str, visit: Any, site: Path) -> None:
    page = visit(f"{site.as_uri()}/{path}", width=390)
    too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(too_wide) == 0


@needs_mkdocs
@needs_browser
def test_the_colours_follow_the_system(visit: Any, site: Path) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    light = visit(f"{site.as_uri()}/index.html").evaluate(ground)
    dark = visit(f"{site.as_uri()}/index.html", colours="dark").evaluate(ground)
    assert light == "rgb(255, 255, 255)"
    assert max(map(int, dark[4:-1].split(", "))) < 64
