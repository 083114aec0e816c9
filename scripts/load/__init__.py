"""Load on a real server, and attacks on it, with the figures that they cost.

Each module with a `run` is a command of `make load`, found by its place. Everything stays on the
loopback addresses of this machine, and every loop is bounded in count and in time.
"""
