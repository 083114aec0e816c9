"""A transport that closes as RFC 9112, section 9.6 asks for: the client can read the last answer.

A socket that is closed while something in it is unread resets its connection, and the client, which
is still sending, may never see why. So we stop to write, throw away what comes, and close a little
later. It is what nginx calls a lingering close.
"""

import asyncio
from collections.abc import Callable
from typing import Any

LINGER = 2.0
"""Seconds for a client to stop sending."""


class LingeringTransport(asyncio.Transport):
    """The transport of a connection, which closes late while the client is sending."""

    def __init__(self, transport: asyncio.Transport, is_sending: Callable[[], bool]) -> None:
        """is_sending: whether the client is in the middle of a request."""
        super().__init__()
        self._transport = transport
        self._is_sending = is_sending
        self._end: asyncio.TimerHandle | None = None

    @property
    def is_lingering(self) -> bool:
        """Return True if what comes is to be thrown away."""
        return self._end is not None

    def close(self) -> None:
        """Close after everything was written; late, if the client is still sending."""
        if self.is_closing():
            return
        if not self._is_sending():
            self._transport.close()
            return
        self._end = asyncio.get_running_loop().call_later(LINGER, self.abort)
        self._transport.resume_reading()
        self._transport.write_eof()

    def abort(self) -> None:
        """Close at once."""
        self.forget()
        self._transport.abort()

    def forget(self) -> None:
        """Stop waiting: the connection has ended."""
        if self._end is not None:
            self._end.cancel()

    def is_closing(self) -> bool:
        """Return True if nothing can be written any more."""
        return self.is_lingering or self._transport.is_closing()

    def write(self, data: "bytes | bytearray | memoryview[Any]") -> None:
        """Write, unless it is closing."""
        if not self.is_lingering:
            self._transport.write(data)

    def pause_reading(self) -> None:
        """Leave what the client sends unread, unless it is thrown away."""
        if not self.is_lingering:
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again what the client sends."""
        self._transport.resume_reading()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what asyncio knows of the connection."""
        return self._transport.get_extra_info(name, default)
