"""The game in the interfaces of other people's tools, each imported only by whoever uses it.

A folder or a module for each tool; what a tool needs is an extra of its own. Nothing here plays,
searches or judges: that is the work of the layers below.
"""
