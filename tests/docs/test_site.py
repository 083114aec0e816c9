"""The documentation site: it builds strictly, every page has its place, no link is broken."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

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
    for name in ("CONTRIBUTING.md", "CHANGELOG.md"):
        (root / name).write_text("# A page\n\n[back](docs/index.md)\n", "utf-8")
    text = CONFIG.read_text("utf-8")
    start = text.index("nav:")
    pages = "nav: [index.md, contributing.md, changelog.md]\n\n"
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
    made = {"contributing.md", "changelog.md"}
    assert set(placed) - made == pages
