"""Hooks of the documentation site: what it takes from outside docs/.

The pages of docs/ are read on code hosts as well, so their links are those of the repository. A
link that leaves docs/ leads to a copy in the site: `../CONTRIBUTING.md`, `../SECURITY.md` and
`../CHANGELOG.md` to pages of their own, any other file (`../examples/engines/central.py`)
to the file itself.
"""

import re
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"(?<=\]\()([^)#:\s]+)(?=[)#\s])")
PAGES = {
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "security.md",
    "README.md": "index.md",
}
NO_RUN = re.compile(r"(?<=^```python) no-run$", re.MULTILINE)  # for tests: not an example to run
LOGO = "src/fourfold/web/static/favicon.svg"


def address_in_site(target: str) -> str:
    """Return where a file of the repository is in the site."""
    if target in PAGES:
        return PAGES[target]
    if target.startswith("docs/"):
        return target.removeprefix("docs/")
    return f"files/{target}"


def source_of(page: str) -> str:
    """Return the file of the repository that a page of the site is made of."""
    made_of = {site: source for source, site in PAGES.items() if site != "index.md"}
    return made_of.get(page, f"docs/{page}")


def targets(markdown: str, source: str) -> set[str]:
    """Return the files of the repository that the text of a source file links to."""
    folder = PurePosixPath(source).parent
    found = {normpath(str(folder / link)) for link in LINK.findall(markdown)}
    return {target for target in found if (ROOT / target).is_file()}


def links_in_site(markdown: str, page: str) -> str:
    """Turn the links of a page from those of the repository into those of the site."""
    source = PurePosixPath(source_of(page))

    def turned(match: re.Match[str]) -> str:
        target = normpath(str(source.parent / match[0]))
        if not (ROOT / target).is_file():
            return match[0]  # the strict build says so
        return relpath(address_in_site(target), str(PurePosixPath(page).parent))

    return LINK.sub(turned, markdown)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and files from outside docs/ that the pages link to."""
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"):
        text = (ROOT / name).read_text(encoding="utf-8")
        files.append(File.generated(config, PAGES[name], content=text))
    logo = str(ROOT / LOGO)
    files.append(File.generated(config, "images/logo.svg", abs_src_path=logo))
    linked: set[str] = set()
    for page in files.documentation_pages():
        linked |= targets(page.content_string, source_of(page.src_uri))
    for target in sorted(linked):
        if target not in PAGES and not target.startswith("docs/"):
            path = str(ROOT / target)
            files.append(File.generated(config, address_in_site(target), abs_src_path=path))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn the links of a page before they are checked, and the fences that only tests read."""
    return NO_RUN.sub("", links_in_site(markdown, page.file.src_uri))
