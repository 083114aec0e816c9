"""docs/explaining.md lists every kind of sentence, and no other."""

import re

from fourfold.analysis.explain import Fact

from .pages import ROOT


def kinds(fact: type[Fact] = Fact) -> set[str]:
    own = {fact.kind} if "kind" in vars(fact) else set()
    return own.union(*(kinds(each) for each in fact.__subclasses__()))


def test_every_kind_of_sentence_is_listed() -> None:
    text = (ROOT / "docs/explaining.md").read_text("utf-8")
    table = text.split("## Every kind of sentence")[1].split("\n## ")[0]
    listed = re.findall(r"^\| ([a-z ]+) \|", table, re.MULTILINE)
    assert set(listed) - {"kind"} == kinds()
