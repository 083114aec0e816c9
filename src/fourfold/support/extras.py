"""Refuses a module whose extra is not installed, in one sentence that says how to install it."""

from importlib import import_module

from fourfold.errors import MissingPackage


def require(what: str, extra: str, *packages: str) -> None:
    """Import packages that only an extra installs; MissingPackage if one is not there.

    what: what needs them, to be read before "need": "environments of Gymnasium".
    """
    for package in packages:
        try:
            import_module(package)
        except ModuleNotFoundError as error:
            if error.name != package:  # it is there, and lacks something itself
                raise
            raise MissingPackage(
                f"{what} need the package {package}: pip install 'fourfold[{extra}]'"
            ) from None
