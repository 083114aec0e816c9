"""A Griffe extension: lets the site show our docstrings as they are written.

limit: seconds or nodes.        a line that begins with the name of a parameter
    More about it.              becomes an entry of the table of parameters
>>> ff.solve("4455").score      an example becomes a block of code
18
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from griffe import Alias, Class, Extension, Function, Module, Object


def shown(text: str, parameters: Iterable[str]) -> str:
    """Rewrite a docstring in the form that the site's parser reads."""
    names = set(parameters)
    body: list[str] = []
    entries: list[str] = []
    for paragraph in re.split(r"\n{2,}", text):
        kept: list[str] = []
        last: list[str] = []  # the parameters that the line above is about
        for line in paragraph.splitlines():
            match = None if in_example(kept) else re.match(r"(\w+(?:, \w+)*): (.*)", line)
            if match and set(match[1].split(", ")) <= names:
                last = match[1].split(", ")
                entries += [f"    {name}: {match[2]}" for name in last]
            elif last and line.startswith("    "):
                entries[-len(last) :] = [f"{entry}\n    {line}" for entry in entries[-len(last) :]]
            else:
                kept.append(line)
        if kept:
            body.append("\n".join(fenced(kept)))
    if entries:
        # Examples stay below the table, where a reader looks for them.
        first_example = next((i for i, part in enumerate(body) if part[:3] == "```"), len(body))
        body.insert(first_example, "Args:\n" + "\n".join(entries))
    return "\n\n".join(body)


def in_example(lines: list[str]) -> bool:
    """Return True if the lines before this one end in an example, whose output goes on."""
    return any(line.startswith(">>> ") for line in lines)


def fenced(lines: list[str]) -> Iterator[str]:
    """Put the examples of a paragraph into a fence."""
    start = next((i for i, line in enumerate(lines) if line.startswith(">>> ")), None)
    if start is None:
        yield from lines
        return
    yield from lines[:start]
    if start:
        yield ""
    yield from ["```pycon", *lines[start:], "```"]


class PlainDocstrings(Extension):
    """Rewrites every docstring of the package before it is parsed."""

    def on_package(self, *, pkg: Module, **kwargs: Any) -> None:
        """Walk through the package once it is loaded."""
        self._rewrite(pkg)

    def _rewrite(self, obj: Object) -> None:
        if obj.docstring is not None:
            names = [parameter.name for parameter in parameters_of(obj)]
            obj.docstring.value = shown(obj.docstring.value, names)
        for member in obj.members.values():
            if not isinstance(member, Alias):
                self._rewrite(member)


def parameters_of(obj: Object) -> Iterable[Any]:
    """Return the parameters of a function, or those with which a class is called."""
    if isinstance(obj, Function):
        return obj.parameters
    if isinstance(obj, Class):
        for name in ("__init__", "__new__"):
            method = obj.members.get(name)
            if isinstance(method, Function):
                return method.parameters
    return ()
