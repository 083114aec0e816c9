"""Tournaments on the server: the files of its data folder, how new ones are begun, and the process
that plays one. The event streams are in `live`, the shapes of the answers in `api`.
"""
