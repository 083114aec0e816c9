"""The parts of exported Kaggle agents: plain modules, joined into one file by `join`.

They need nothing but Python's own library, and import nothing but each other. Names at their top
level are different in all of them, because in the exported file they share one namespace.
"""
