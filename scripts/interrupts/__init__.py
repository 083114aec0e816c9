"""Interrupts every command of `fourfold` at random moments, and looks at what is left.

Each command is run to its end first. Then it is started many times, and a signal is sent to it and
to all processes that it started: Ctrl-C, Ctrl-C twice, or SIGTERM, at a moment between the start of
Python and the end of the command. Nothing may be left but complete files: no traceback, no abort,
no process, no temporary file.
"""
