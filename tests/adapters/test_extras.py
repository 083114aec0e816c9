"""Without their packages the adapters say in one sentence what to install."""

import sys

import pytest

from fourfold.errors import MissingPackage
from fourfold.support.extras import require


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("gymnasium", "gymnasium", "rl"),
        ("pettingzoo", "pettingzoo", "rl"),
        ("pettingzoo", "gymnasium", "rl"),
        ("open_spiel", "pyspiel", "openspiel"),
        ("gymnasium", "numpy", "rl"),
    ],
)
def test_a_missing_package_is_named_with_its_extra(
    monkeypatch: pytest.MonkeyPatch, adapter: str, package: str, extra: str
) -> None:
    from importlib import import_module

    for name in list(sys.modules):
        if name.startswith(f"fourfold.adapters.{adapter}"):
            monkeypatch.delitem(sys.modules, name)
    for other in ("numpy", "gymnasium", "pettingzoo", "pyspiel"):
        if other not in sys.modules:  # what is checked before it need not be there either
            monkeypatch.setitem(sys.modules, other, sys)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingPackage) as caught:
        import_module(f"fourfold.adapters.{adapter}")
    assert f"need the package {package}: pip install 'fourfold[{extra}]'" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_package_that_lacks_something_itself_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def import_broken(name: str) -> None:
        raise ModuleNotFoundError("No module named 'cloud'", name="cloud")

    monkeypatch.setattr("fourfold.support.extras.import_module", import_broken)
    with pytest.raises(ModuleNotFoundError, match="cloud"):
        require("something", "rl", "gymnasium")
