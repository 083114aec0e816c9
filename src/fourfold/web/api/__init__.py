"""The shapes of the JSON API: `requests` and `responses` declare them, `views` fill them.

What a request does is in `routes` and `play`.
"""
