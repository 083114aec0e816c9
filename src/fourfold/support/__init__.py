"""Helpers for every layer that know nothing about the game: files, processes, checks.

Helpers for boards, searches or agents belong to those layers instead.
"""
