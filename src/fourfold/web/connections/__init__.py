"""Connections before any request is read: how many, how long, and how many bytes they may hold.

What a request may ask for is in `quotas`, and how long its body may be in `middleware`.
"""
