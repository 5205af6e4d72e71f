"""The codec, on recordings of real servers and on bytes split anywhere."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from contextlib import suppress
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.adb.wire import (
    Message,
    Okay,
    Packet,
    Refused,
    Reply,
    RequestTooLong,
    ShellDecoder,
    Step,
    Stream,
    Text,
    WireError,
    request,
)
from tests.adb._recordings import Recorded, recorded

STATUS, TEXT, IF_ANY, TEXTS = Step.STATUS, Step.TEXT, Step.TEXT_IF_ANY, Step.TEXTS

SHAPES: dict[str, tuple[Step, ...]] = {
    "transport": (STATUS,),
    "forward": (STATUS, STATUS, IF_ANY),
    "killforward": (STATUS, STATUS),
    "killforward-all": (STATUS, STATUS),
    "track-devices-l": (STATUS, TEXTS),
    "track-devices": (STATUS, TEXTS),
    "track-devices-proto-text": (STATUS, TEXTS),
    "wait-for-any-device": (STATUS, STATUS),
    "kill": (STATUS,),
}


def shape_of(service: str) -> tuple[Step, ...]:
    words = service.partition(";")[0].split(":")
    for word in words:
        if word in SHAPES:
            return SHAPES[word]
    return (STATUS,) if words[1].startswith("transport") or words[0] == "shell" else (STATUS, TEXT)


def encoded(messages: list[Message]) -> bytes:
    """Write messages as adb does, independently of the parser."""
    out = b""
    for message in messages:
        match message:
            case Okay():
                out += b"OKAY"
            case Refused(words):
                out += b"FAIL" + f"{len(words.encode()):04x}".encode() + words.encode()
            case Text(data):
                out += f"{len(data):04x}".encode() + data
    return out


SIMPLE = [r for r in recorded() if "tport" not in r.services[0]]


@pytest.mark.parametrize("recording", SIMPLE, ids=lambda r: r.name)
def test_every_recorded_reply_is_read_whole_and_says_what_the_server_sent(
    recording: Recorded,
) -> None:
    sent = recording.answer.partition(b"|")[0]
    reply = Reply(*shape_of(recording.services[0]))
    messages = reply.feed(sent)
    if recording.ended:
        reply.end()
        assert reply.done
    assert encoded(messages) == sent


@pytest.mark.parametrize(
    "recording",
    [r for r in SIMPLE if any("shell,v2" in s for s in r.services)],
    ids=lambda r: r.name,
)
def test_a_recorded_shell_stream_gives_its_output_and_exit_status(recording: Recorded) -> None:
    _, _, answer = recording.answer.partition(b"|")
    opened = Reply(STATUS)
    assert opened.feed(answer) == [Okay()]
    decoder = ShellDecoder()
    packets = decoder.feed(opened.rest)
    decoder.end()
    assert packets == [
        Packet(Stream.STDOUT, b"out:shell,v2,raw:id\n"),
        Packet(Stream.STDERR, b"err\n"),
        Packet(Stream.EXIT, b"\x07"),
    ]


Whole = tuple[tuple[Step, ...], Sequence[Message]]

texts = st.binary(max_size=60)
whole_replies = st.one_of(
    st.tuples(st.just((STATUS, TEXT)), st.tuples(st.just(Okay()), st.builds(Text, texts))),
    st.tuples(st.just((STATUS, STATUS)), st.just((Okay(), Okay()))),
    st.tuples(
        st.just((STATUS, STATUS, IF_ANY)),
        st.tuples(st.just(Okay()), st.just(Okay()), st.builds(Text, texts)),
    ),
    st.tuples(
        st.just((STATUS, TEXTS)),
        st.lists(st.builds(Text, texts), max_size=5).map(lambda rows: (Okay(), *rows)),
    ),
    st.tuples(
        st.just((STATUS, STATUS, IF_ANY)),
        st.tuples(st.just(Okay()), st.builds(Refused, st.text(max_size=30))),
    ),
)


def split(data: bytes, cuts: list[int]) -> list[bytes]:
    edges = [0, *sorted(cut % (len(data) + 1) for cut in cuts), len(data)]
    return [data[a:b] for a, b in pairwise(edges)]


@settings(deadline=None)
@given(whole_replies, st.lists(st.integers(0, 400), max_size=12))
def test_any_split_of_a_reply_gives_the_same_messages(reply_of: Whole, cuts: list[int]) -> None:
    steps, messages = reply_of
    reply = Reply(*steps)
    read = [m for piece in split(encoded(list(messages)), cuts) for m in reply.feed(piece)]
    reply.end()
    assert read == list(messages)


@settings(deadline=None)
@given(whole_replies.filter(lambda one: TEXTS not in one[0]))
def test_reading_just_what_is_wanted_takes_nothing_of_the_stream_behind(reply_of: Whole) -> None:
    steps, messages = reply_of
    sent, reply, read = BytesIO(encoded(list(messages)) + b"stream"), Reply(*steps), []
    while reply.wants:
        read += reply.feed(sent.read(reply.wants))
    assert read == list(messages)
    assert sent.read() == b"stream"


@settings(deadline=None)
@given(whole_replies.filter(lambda one: TEXTS not in one[0]))
def test_what_follows_a_whole_reply_is_kept_as_its_rest(reply_of: Whole) -> None:
    steps, messages = reply_of
    reply = Reply(*steps)
    assert reply.feed(encoded(list(messages)) + b"stream") == list(messages)
    assert reply.rest == b"stream"


packets = st.lists(
    st.one_of(
        st.builds(Packet, st.sampled_from([Stream.STDOUT, Stream.STDERR]), st.binary(max_size=50)),
        st.builds(Packet, st.just(Stream.EXIT), st.binary(min_size=1, max_size=1)),
    ),
    max_size=6,
)


@settings(deadline=None)
@given(packets, st.lists(st.integers(0, 400), max_size=12))
def test_any_split_of_a_shell_stream_gives_the_same_packets(
    sent: list[Packet], cuts: list[int]
) -> None:
    data = b"".join(bytes([p.stream.value]) + struct.pack("<I", len(p.data)) + p.data for p in sent)
    decoder = ShellDecoder()
    assert [p for piece in split(data, cuts) for p in decoder.feed(piece)] == sent
    decoder.end()


@settings(deadline=None)
@given(st.binary(max_size=40))
def test_no_bytes_whatever_raise_anything_but_a_wire_error(noise: bytes) -> None:
    for feed in (Reply(STATUS, TEXT).feed, ShellDecoder().feed):
        with suppress(WireError):
            feed(noise)


def test_a_request_carries_its_length_in_bytes_not_characters() -> None:
    assert request("host:version") == b"000chost:version"
    assert request("exec:echo ü") == "000cexec:echo ü".encode()


def test_a_request_longer_than_four_digits_tell_is_refused() -> None:
    assert len(request("x" * 0xFFFF)) == 0xFFFF + 4
    with pytest.raises(RequestTooLong):
        request("x" * 0x10000)


@pytest.mark.parametrize(
    "sent", [b"HTTP/1.1 400", b"OKAY00zz", b"OKAY+001", b"OKAY0x1a", b"FAIL 1 2"]
)
def test_bytes_of_another_protocol_are_told_apart(sent: bytes) -> None:
    with pytest.raises(WireError):
        Reply(STATUS, TEXT).feed(sent)


@pytest.mark.parametrize(
    "sent", [b"", b"OK", b"OKAY", b"OKAY0004", b"OKAY000412", b"FAIL", b"FAIL0003no"]
)
def test_a_reply_that_ends_in_the_middle_is_told_apart(sent: bytes) -> None:
    reply = Reply(STATUS, TEXT)
    reply.feed(sent)
    with pytest.raises(WireError):
        reply.end()


@pytest.mark.parametrize("sent", [b"\x09\0\0\0\0", b"\x03\2\0\0\0ab", b"\x01\xff\xff\xff\xff"])
def test_a_shell_packet_no_phone_sends_is_refused(sent: bytes) -> None:
    with pytest.raises(WireError):
        ShellDecoder().feed(sent)


def test_a_shell_stream_cut_inside_a_packet_is_told_apart() -> None:
    decoder = ShellDecoder()
    decoder.feed(b"\x01\x05\0\0\0ab")
    with pytest.raises(WireError):
        decoder.end()


def test_text_that_is_no_utf8_is_read_with_replacement() -> None:
    assert Text(b"caf\xe9").words == "caf\ufffd"
