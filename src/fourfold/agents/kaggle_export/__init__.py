"""Exports agents as files for Kaggle's ConnectX competition: `fourfold export-kaggle`.

`exports` knows which agent becomes which player with which options, `join` makes one file of the
modules in `parts`. docs/kaggle.md is the page for people.
"""
