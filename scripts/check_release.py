"""Check that a tag, the version and the changelog agree; write the release notes.

python3 scripts/check_release.py v1.2.3
python3 scripts/check_release.py v1.2.3 --notes notes.md
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def notes_of(version: str, changelog: str) -> str:
    """Return the section of a version; ValueError if there is none, or nothing in it."""
    headings = list(re.finditer(r"^## \[([^\]]+)\].*$", changelog, re.MULTILINE))
    for heading, following in zip(headings, [*headings[1:], None], strict=True):
        if heading[1] == version:
            end = following.start() if following else len(changelog)
            text = changelog[heading.end() : end].strip()
            if not text:
                raise ValueError(f"the section [{version}] of CHANGELOG.md is empty")
            return text + "\n"
    found = ", ".join(heading[1] for heading in headings)
    raise ValueError(f"CHANGELOG.md has no section [{version}], only {found}")


def check_tag(tag: str, version: str) -> None:
    if tag != f"v{version}":
        raise ValueError(f"the tag {tag!r} is not v{version}, the version in pyproject.toml")


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tag", help="such as v1.2.3")
    parser.add_argument("--notes", type=Path, help="the file to write the release notes to")
    given = parser.parse_args(arguments)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    try:
        check_tag(given.tag, project["version"])
        notes = notes_of(project["version"], (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    except ValueError as error:
        sys.exit(f"check_release: {error}")
    if given.notes is not None:
        given.notes.write_text(notes, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
