"""The API reference has an entry for every public name, each with an example that runs.

The docstrings are read as the site reads them, from the sources: names that are no classes or
functions have some as well.
"""

import doctest
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import fourfold as ff

from .pages import ROOT

griffe: Any = pytest.importorskip("griffe", reason="griffe is not installed (extra docs)")

ENTRIES = Counter(
    name
    for page in sorted((ROOT / "docs/api").glob("*.md"))
    for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
)


@cache
def package() -> Any:
    """Read the whole package, without importing it."""
    return griffe.load("fourfold", search_paths=[str(ROOT / "src")], resolve_aliases=True)


def entry(name: str) -> Any:
    """Return what an entry of the reference is about, where it is defined."""
    found = package()[name.removeprefix("fourfold.")]
    return found.final_target if found.is_alias else found


def examples(text: str, name: str) -> doctest.DocTest:
    """Read the examples of a docstring; `ff` is imported for them."""
    parser = doctest.DocTestParser()
    return parser.get_doctest(text, {"ff": ff, "__name__": name}, name, None, None)


def members(obj: Any) -> Iterator[Any]:
    """Yield the public members of a class that are its own."""
    for name, member in obj.members.items():
        if not name.startswith("_") and not member.is_alias:
            yield member


def docstrings(obj: Any) -> Iterator[tuple[str, str]]:
    """Yield every docstring of a module or class and of what is in it, with its path."""
    if obj.docstring is not None:
        yield obj.path, obj.docstring.value
    for member in obj.members.values():
        if not member.is_alias:
            yield from docstrings(member)


def test_every_public_name_has_one_entry() -> None:
    entries = {name: ENTRIES[f"fourfold.{name}"] for name in ff.__all__}
    assert entries == dict.fromkeys(ff.__all__, 1)


@pytest.mark.parametrize("name", ff.__all__)
def test_every_public_name_has_an_example(name: str) -> None:
    described = entry(name)
    assert described.docstring is not None, f"{name} has no docstring"
    assert examples(described.docstring.value, name).examples, f"{name} has no example"


@pytest.mark.parametrize("name", sorted(ENTRIES))
def test_every_entry_and_its_members_say_what_they_are(name: str) -> None:
    described = entry(name)
    assert not described.is_module, f"{name} is a module and a name in it: write the longer path"
    # What other people's tools ask of an environment is described by them.
    has_own_members = described.is_class and not name.startswith("fourfold.adapters.")
    parts = [described, *(members(described) if has_own_members else ())]
    missing = [part.path for part in parts if part.docstring is None]
    assert not missing, f"without a docstring: {', '.join(missing)}"


def test_the_examples_run() -> None:
    """All of the package, also those that have no entry."""
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    report: list[str] = []
    for path, text in docstrings(package()):
        if ">>>" in text:
            runner.run(examples(text, path), out=report.append)
    assert not runner.summarize(verbose=False).failed, "".join(report)
    assert runner.tries > len(ff.__all__)


@pytest.mark.parametrize("text", [">>> 1 + 1\n3", ">>> ff.solve('7x6:8')\n18"])
def test_an_example_that_is_wrong_is_found(text: str) -> None:
    runner = doctest.DocTestRunner()
    runner.run(examples(text, "wrong"), out=lambda line: None)
    assert runner.failures == 1
