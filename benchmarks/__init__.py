"""Speed, with correctness beside it: `make bench`, or `python -m benchmarks --help`.

A benchmark is a module in this folder that registers a function with `@benchmark`. It is found
by its place. The function yields one `Result` for each case; see `framework.py`.
"""
