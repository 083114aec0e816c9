"""Starts the launcher when Python runs this folder: `python -I -S sandbox POLICY`.

The folder is imported as a package called `sandbox`, which saves importing all of fourfold.
"""

import os.path
import sys
from importlib import import_module

# At the end, so that no module beside the package hides one of the standard library.
sys.path[0:1] = []
sys.path.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
import_module("sandbox.launcher").main(sys.argv[1:])
