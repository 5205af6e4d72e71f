"""The adb server's socket protocol without the socket.

Requests go out as bytes; reply bytes come in, in any pieces, and messages come out. A
reader either feeds what it has, or asks `wants` and reads exactly that much, so that
bytes of the stream behind a reply are left where they are. Pure: no I/O, no clock.
Source: recordings of adb 29.0.6 and 36.0.0 (`fixtures/recorded/adb_protocol`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

LONGEST_REQUEST = 0xFFFF
"""Bytes: the length is four hex digits."""

LONGEST_PACKET = 16 * 1024 * 1024
"""Bytes of one shell packet; adbd sends at most 1 MiB, more is not this protocol."""


class WireError(Exception):
    """The bytes are not this protocol."""


class RequestTooLong(Exception):
    """A request does not fit: its length has four hex digits."""


class Step(Enum):
    """One part of a reply, in the order the service sends them."""

    STATUS = "status"
    """`OKAY`, or `FAIL` and a text, which ends the reply."""
    TEXT = "text"
    """Four hex digits and that many bytes."""
    TEXT_IF_ANY = "text if any"
    """A text, or the end of the stream (a forward to a fixed port)."""
    TEXTS = "texts"
    """Texts until the stream ends (a tracked list)."""


@dataclass(frozen=True, slots=True)
class Okay:
    """`OKAY`."""


@dataclass(frozen=True, slots=True)
class Refused:
    """`FAIL` with adb's words, which may be empty."""

    words: str


@dataclass(frozen=True, slots=True)
class Text:
    """A length-prefixed text."""

    data: bytes

    @property
    def words(self) -> str:
        """Return the bytes as text; what is no UTF-8 becomes `\ufffd`."""
        return self.data.decode("utf-8", "replace")


Message = Okay | Refused | Text


def request(service: str) -> bytes:
    """Encode a request: four hex digits of its length in bytes, then the service.

    Raises:
        RequestTooLong: It has more than 65,535 bytes.
    """
    data = service.encode()
    if len(data) > LONGEST_REQUEST:
        raise RequestTooLong(f"a request of {len(data)} bytes; {LONGEST_REQUEST} fit")
    return b"%04x" % len(data) + data


class Reply:
    """Parse one reply whose shape is known: `Reply(Step.STATUS, Step.TEXT)`."""

    def __init__(self, *steps: Step) -> None:
        self._steps = list(steps)
        self._held = bytearray()
        self._need = 4
        self._in_text = False
        self._refused = False

    @property
    def done(self) -> bool:
        """Whether the reply is whole."""
        return not self._steps

    @property
    def wants(self) -> int:
        """Return how many more bytes the next part needs; 0 when done."""
        return 0 if self.done else self._need - len(self._held)

    @property
    def rest(self) -> bytes:
        """Return bytes that came after the whole reply: they belong to the stream."""
        return bytes(self._held) if self.done else b""

    def feed(self, data: bytes) -> list[Message]:
        """Take bytes, give the messages they complete.

        Raises:
            WireError: They are not adb's.
        """
        self._held += data
        messages: list[Message] = []
        while self._steps and len(self._held) >= self._need:
            part = bytes(self._held[: self._need])
            del self._held[: self._need]
            message = self._take(part)
            if message is not None:
                messages.append(message)
        return messages

    def end(self) -> None:
        """Take the end of the stream.

        Raises:
            WireError: The reply is not whole.
        """
        between = not self._in_text and not self._held and not self._refused
        if self.done or (between and self._steps[0] in {Step.TEXT_IF_ANY, Step.TEXTS}):
            self._steps = []
            return
        raise WireError("the reply ends in the middle")

    def _take(self, part: bytes) -> Message | None:
        if self._in_text:
            return self._text(part)
        if self._refused or self._steps[0] is not Step.STATUS:
            length = _length(part)
            if length == 0:
                return self._text(b"")
            self._in_text, self._need = True, length
            return None
        if part == b"FAIL":
            self._refused = True
            return None
        if part != b"OKAY":
            raise WireError(f"neither OKAY nor FAIL: {part!r}")
        self._steps.pop(0)
        return Okay()

    def _text(self, data: bytes) -> Message:
        self._in_text, self._need = False, 4
        if self._refused:
            self._steps = []
            return Refused(data.decode("utf-8", "replace"))
        if self._steps[0] is not Step.TEXTS:
            self._steps.pop(0)
        return Text(data)


def _length(part: bytes) -> int:
    if not all(digit in b"0123456789abcdefABCDEF" for digit in part):
        raise WireError(f"not a length: {part!r}")
    return int(part, 16)


class Stream(Enum):
    """What a packet carries that the `shell,v2` service sends."""

    STDOUT = 1
    STDERR = 2
    EXIT = 3


@dataclass(frozen=True, slots=True)
class Packet:
    """One packet: which stream, and its bytes (one byte for `EXIT`)."""

    stream: Stream
    data: bytes


class ShellDecoder:
    """Parse the packets of a `shell,v2` stream: id (1 byte), length (4, little-endian), bytes."""

    _HEAD = 5

    def __init__(self) -> None:
        self._held = bytearray()

    def feed(self, data: bytes) -> list[Packet]:
        """Take bytes, give the packets they complete.

        Raises:
            WireError: An unknown stream, or a length no phone sends.
        """
        self._held += data
        packets: list[Packet] = []
        while len(self._held) >= self._HEAD:
            length = int.from_bytes(self._held[1 : self._HEAD], "little")
            try:
                stream = Stream(self._held[0])
            except ValueError:
                raise WireError(f"no such shell stream: {self._held[0]}") from None
            if length > LONGEST_PACKET or (stream is Stream.EXIT and length != 1):
                raise WireError(f"a {stream.name} packet of {length} bytes")
            end = self._HEAD + length
            if len(self._held) < end:
                break
            packets.append(Packet(stream, bytes(self._held[self._HEAD : end])))
            del self._held[:end]
        return packets

    def end(self) -> None:
        """Take the end of the stream.

        Raises:
            WireError: It ends inside a packet.
        """
        if self._held:
            raise WireError("the shell stream ends inside a packet")
