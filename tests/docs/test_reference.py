"""The API reference has an entry for every public name."""

import re
from collections import Counter

import fourfold as ff

from .pages import ROOT

ENTRIES = Counter(
    name
    for page in sorted((ROOT / "docs/api").glob("*.md"))
    for name in re.findall(r"^::: (\S+)$", page.read_text("utf-8"), re.MULTILINE)
)


def test_every_public_name_has_one_entry() -> None:
    entries = {name: ENTRIES[f"fourfold.{name}"] for name in ff.__all__}
    assert entries == dict.fromkeys(ff.__all__, 1)
