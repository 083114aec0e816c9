"""Imports NumPy when an array is asked for: a plain install does without it."""

from types import ModuleType
from typing import TYPE_CHECKING

from fourfold.errors import MissingPackage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    IntArray = NDArray[np.int8]
    BoolArray = NDArray[np.bool_]


def import_numpy() -> ModuleType:
    """Return the module `numpy`, or raise one sentence that says how to install it."""
    try:
        import numpy
    except ImportError:
        raise MissingPackage(
            "arrays need the package NumPy: pip install 'fourfold[numpy]'"
        ) from None
    return numpy
