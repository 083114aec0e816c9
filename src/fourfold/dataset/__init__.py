"""Labelled positions: finding them, labelling them exactly, and writing them down.

selection   which positions: every one of a ply, from random play, or from a file
labels      what the solver proves of each of them
formats     how they are written: CSV, JSON lines, NumPy, Parquet, the layout of UCI
make        all of it, on many workers; can be interrupted, always writes the same file
"""

from fourfold.dataset.labels import Label, Labelling
from fourfold.dataset.make import make
from fourfold.dataset.selection import Selection, find_positions

__all__ = ["Label", "Labelling", "Selection", "find_positions", "make"]
